import type { AuthContext } from './context.ts';

const PAUSE_MS = 10 * 60 * 1000;

/** Deletes expired rows with one indexed statement per table. */
export async function sweep({ sql }: Pick<AuthContext, 'sql'>): Promise<void> {
  await sql`delete from platform.rate_limits where ends_at < now()`;
  await sql`delete from platform.mails where created_at < now() - interval '30 days'`;
  await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 hour'`;
  await sql`
    delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 hour'`;
  await sql`delete from auth.webauthn_challenges where expires_at < now()`;
  await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`;
  await sql`delete from platform.provider_sign_ins where created_at < now() - interval '1 day'`;
  await sql`delete from auth.one_time_tokens where created_at < now() - interval '7 days'`;
  await sql`delete from auth.audit_log_entries where created_at < now() - interval '90 days'`;
}

/**
 * Returns a function that deletes expired rows in the background at intervals. Logs failures and retries at
 * the next interval.
 */
export function createSweeper(auth: AuthContext): () => void {
  let last = Date.now();
  return () => {
    if (Date.now() - last < PAUSE_MS) return;
    last = Date.now();
    sweep(auth).catch((error) => auth.context.log.warn({ err: error }, 'failed to delete expired auth rows'));
  };
}
