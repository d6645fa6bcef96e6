/** The backend's URL and public key. They are loaded before any component that needs them renders. */
export type Environment = { url: string; anonKey: string };

export const CONTACT_ADDRESS: string = import.meta.env.VITE_CONTACT_ADDRESS ?? 'hello@sandbank.example';
export const ANALYTICS_URL: string | null = import.meta.env.VITE_ANALYTICS_URL ?? null;

let loading: Promise<Environment> | undefined;

/**
 * Returns the backend's settings. They are built into apps for a Supabase project; other apps request them
 * from their own origin.
 */
export function loadEnvironment(): Promise<Environment> {
  loading ??= readEnvironment().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readEnvironment(): Promise<Environment> {
  const url = import.meta.env.VITE_SUPABASE_URL;
  const anonKey = import.meta.env.VITE_SUPABASE_ANON_KEY;
  if (url && anonKey) return { url, anonKey };
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`The bank responded with status ${response.status}.`);
  return (await response.json()) as Environment;
}
