/** Where the backend is and what the operator configured. Read once, before anything is rendered that needs it. */
export type Environment = { url: string; anonKey: string };

export const CONTACT_ADDRESS: string = import.meta.env.VITE_CONTACT_ADDRESS ?? 'hello@sandbank.example';
export const ANALYTICS_URL: string | null = import.meta.env.VITE_ANALYTICS_URL ?? null;

let loading: Promise<Environment> | undefined;

/** Built against a Supabase project, the app knows its backend; otherwise it asks the origin it came from. */
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
