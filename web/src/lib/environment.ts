/**
 * The address of the backend and the operator's settings, read before anything that needs them is rendered.
 */
export type Environment = { url: string; anonKey: string };

export const CONTACT_ADDRESS: string = import.meta.env.VITE_CONTACT_ADDRESS ?? 'hello@sandbank.example';
export const ANALYTICS_URL: string | null = import.meta.env.VITE_ANALYTICS_URL ?? null;

let loading: Promise<Environment> | undefined;

/** An app built for a Supabase project knows its backend. Otherwise it asks its own origin. */
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
  if (!response.ok) throw new Error(`The bank answered ${response.status}.`);
  return (await response.json()) as Environment;
}
