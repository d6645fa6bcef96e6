import type { Context } from 'hono';
import { isUuid } from '../../lib/uuid.ts';
import type { Config } from '../../settings/settings.ts';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../client.ts';
import type { FactorRow, Queries } from '../users.ts';
import type { Credential } from './webauthn.ts';

export type FactorType = FactorRow['factor_type'];

/** A credential as stored, with bytes in base64url. */
export type StoredCredential = { id: string; publicKey: string; counter: number; transports: string[] };

/** A factor with the data needed to verify its responses. */
export type LockedFactor = FactorRow & {
  user_id: string;
  secret: string | null;
  last_totp_step: string | null;
  web_authn_credential: StoredCredential | null;
};

/** The challenge data needed to verify a response, for factor types whose stored data isn't enough. */
export type ChallengeData = { signs?: string; codeHash?: string };

export type Challenge = {
  id: string;
  expires_at: Date;
  otp_code: string | null;
  session_data: { challenge: string } | null;
};

/** Unverified factors and challenges expire after these times. */
export const FACTOR_LIFETIME_SECONDS = 300;
const CHALLENGE_LIFETIME_SECONDS = 300;

export const LONGEST_FACTOR_NAME = 120;

const FACTOR_NAMES: Record<FactorType, string> = { totp: 'TOTP', webauthn: 'WebAuthn', phone: 'Phone' };

/** Throws 422 if the operator has disabled this use of the factor type. */
export function requireEnabled(config: Config['auth'], type: FactorType, what: 'enroll' | 'verify'): void {
  const { totp, web_authn: webauthn, phone } = config.mfa;
  const settings = { totp, webauthn, phone }[type];
  if (what === 'enroll' ? settings.enroll_enabled : settings.verify_enabled) return;
  const action = what === 'enroll' ? 'enroll' : 'verification';
  const message = `MFA ${action} is disabled for ${FACTOR_NAMES[type]}`;
  throw new AuthError(422, `mfa_${type}_${what}_not_enabled`, message);
}

/** Returns the factor id in the path. Throws 404 if the id is invalid. */
export function getFactorId(c: Context, name = 'id'): string {
  const id = c.req.param(name) ?? '';
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  return id;
}

/** Returns a customer's factor and locks it until the transaction ends. Throws 404 if there is none. */
export async function lockFactor(sql: Queries, userId: string, id: string): Promise<LockedFactor> {
  const [factor] = await sql<LockedFactor[]>`
    select id, user_id, friendly_name, factor_type, status, phone, secret, last_totp_step, web_authn_credential,
      last_challenged_at, created_at, updated_at
    from auth.mfa_factors
    where id = ${id} and user_id = ${userId}
      and (status = 'verified' or created_at > now() - make_interval(secs => ${FACTOR_LIFETIME_SECONDS}))
    for update`;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

export async function createChallenge(sql: Queries, factorId: string, client: Client, data: ChallengeData) {
  const { signs, codeHash } = data;
  await sql`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factorId}`;
  const [challenge] = await sql<Challenge[]>`
    insert into auth.mfa_challenges (factor_id, ip_address, web_authn_session_data, otp_code)
    values (${factorId}, ${client.address}, ${signs ? sql.json({ challenge: signs }) : null}, ${codeHash ?? null})
    returning id, otp_code, web_authn_session_data as session_data,
      created_at + make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS}) as expires_at`;
  if (!challenge) throw new Error('the challenge was not inserted');
  return challenge;
}

/** Returns the challenge for a response. Throws 422 if it is unknown, expired, or from a different client. */
export async function findChallenge(sql: Queries, factorId: string, id: string, client: Client) {
  const [challenge] = await sql<(Challenge & { is_from_here: boolean; has_expired: boolean })[]>`
    select id, otp_code, web_authn_session_data as session_data, ip_address = ${client.address}::inet as is_from_here,
      created_at + make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS}) as expires_at,
      created_at <= now() - make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS}) as has_expired
    from auth.mfa_challenges
    where factor_id = ${factorId} and id = ${isUuid(id) ? id : null}`;
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthError(422, 'mfa_factor_not_found', message);
  }
  if (!challenge.is_from_here) {
    const message = 'Challenge and verify IP addresses mismatch.';
    throw new AuthError(422, 'mfa_ip_address_mismatch', message);
  }
  if (challenge.has_expired) {
    const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, 'mfa_challenge_expired', message);
  }
  return challenge;
}

export function storedCredential({ id, publicKey, counter, transports }: Credential): StoredCredential {
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

export function getCredential(stored: StoredCredential): Credential {
  return { ...stored, publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')) };
}
