import { isUuid } from '../../lib/uuid.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import type { Queries } from '../users.ts';
import type { NewCredential } from './webauthn.ts';

export type PasskeyRow = { id: string; friendly_name: string; created_at: Date; last_used_at: Date | null };

type ChallengeType = 'registration' | 'authentication';

const CHALLENGE_LIFETIME_SECONDS = 300;

/** Returns a passkey in the form that its owner sees. */
export function passkeyJson({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
  return { id, ...(friendly_name && { friendly_name }), created_at, ...(last_used_at && { last_used_at }) };
}

export const getPasskeys = (sql: Queries, userId: string): Promise<PasskeyRow[]> => sql<PasskeyRow[]>`
    select id, friendly_name, created_at, last_used_at from auth.webauthn_credentials
    where user_id = ${userId} order by created_at, id`;

/** Returns the credential ids of a user's passkeys in base64url. */
export async function getCredentialIds(sql: Queries, userId: string): Promise<string[]> {
  const rows = await sql<{ id: Buffer }[]>`
    select credential_id as id from auth.webauthn_credentials where user_id = ${userId}`;
  return rows.map(({ id }) => id.toString('base64url'));
}

export async function findPasskeyByCredential(sql: Queries, credentialId: string) {
  const [row] = await sql<
    { id: string; user_id: string; public_key: Buffer; sign_count: string; transports: string[] }[]
  >`
    select id, user_id, public_key, sign_count, transports from auth.webauthn_credentials
    where credential_id = ${Buffer.from(credentialId, 'base64url')}`;
  if (!row) return undefined;
  const { id, user_id: userId, public_key: key, sign_count: count, transports } = row;
  const credential = { id: credentialId, publicKey: new Uint8Array(key), counter: Number(count), transports };
  return { id, userId, credential };
}

/** Stores a new passkey. Throws 422 if it is already registered. */
export async function insertPasskey(sql: Queries, userId: string, credential: NewCredential) {
  const [passkey] = await sql<PasskeyRow[]>`
    insert into auth.webauthn_credentials
      (user_id, credential_id, public_key, aaguid, sign_count, transports, backup_eligible, backed_up)
    values (${userId}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)}, ${credential.aaguid},
      ${credential.counter}, ${sql.json(credential.transports)}, ${credential.canBeBackedUp}, ${credential.isBackedUp})
    on conflict (credential_id) do nothing
    returning id, friendly_name, created_at, last_used_at`;
  if (!passkey)
    throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered');
  return passkey;
}

/** Stores a challenge. `userId` is null if the user isn't known yet. */
export async function storeChallenge(
  sql: Queries,
  type: ChallengeType,
  userId: string | null,
  challenge: string,
) {
  const [row] = await sql<{ id: string; expires_at: Date }[]>`
    insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
    values (${userId}, ${type}, ${sql.json({ challenge })},
      now() + make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS}))
    returning id, expires_at`;
  if (!row) throw new Error('the challenge was not inserted');
  return { challenge_id: row.id, expires_at: Math.floor(row.expires_at.getTime() / 1000) };
}

/** Returns a challenge and deletes it, so that it works only once. Throws 400 if it is unknown or expired. */
export async function consumeChallenge(
  { sql }: AuthContext,
  type: ChallengeType,
  userId: string | null,
  id: string,
) {
  if (!isUuid(id)) throw challengeNotFound();
  const [challenge] = await sql<{ challenge: string; has_expired: boolean }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at <= now() as has_expired`;
  if (!challenge) throw challengeNotFound();
  if (challenge.has_expired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return challenge.challenge;
}

function challengeNotFound(): AuthError {
  return new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
}
