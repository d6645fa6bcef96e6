import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Keys } from '../settings/keys.ts';

/**
 * Opens a session in the database, as a sign-in does, and returns its access token. Creates the user if
 * needed. `claims` override the default claims. Tests and measurements use this function if they need many
 * customers or fixed ids.
 */
export async function openSession(
  owner: postgres.Sql,
  keys: Keys,
  userId: string,
  { lifetimeSeconds = 600, claims = {} }: { lifetimeSeconds?: number; claims?: object } = {},
): Promise<string> {
  const sessionId = randomUUID();
  await owner`
    with person as (
      insert into auth.users (id, created_at, updated_at) values (${userId}, now(), now()) on conflict (id) do nothing
    )
    insert into auth.sessions (id, user_id, refresh_token_hmac_key) values (${sessionId}, ${userId}, 'none')`;
  const usual = { sub: userId, role: 'authenticated', aud: 'authenticated', aal: 'aal1' };
  return keys.sign({ ...usual, session_id: sessionId, ...claims }, lifetimeSeconds);
}
