import { randomUUID } from 'node:crypto';
import { AuthError } from '../auth-error.ts';
import { type Metadata, mergeMetadata } from '../request-body.ts';
import { json, type Queries, type UserRow } from '../users.ts';

/** An id that no user has. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export function signUpDisabled(): AuthError {
  return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
}

/**
 * Replaces an unconfirmed sign-up with the newest password and mail. An invited user sets a password only
 * after accepting.
 */
export async function replaceSignUp(
  sql: Queries,
  known: UserRow,
  { passwordHash, userMetadata }: { passwordHash: string | null; userMetadata: Metadata },
): Promise<void> {
  const hash = known.invited_at ? known.encrypted_password : passwordHash;
  await sql`
    update auth.users set encrypted_password = ${hash}, updated_at = now(),
      raw_user_meta_data = ${json(sql, mergeMetadata(known.raw_user_meta_data, userMetadata))}
    where id = ${known.id}`;
}

/**
 * Returns a made-up user for a sign-up with a taken address or number, so that the answer reveals nothing.
 */
export function decoyUser(
  { email = '', phone = '' }: { email?: string; phone?: string },
  userMetadata: Metadata,
) {
  const now = new Date().toISOString();
  const provider = email === '' ? 'phone' : 'email';
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
