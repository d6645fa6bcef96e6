import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { AuthError } from '../auth-error.ts';
import { type AuthContext, audit, getClient } from '../context.ts';
import { type Metadata, mergeMetadata } from '../request-body.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import { insertUser, json, type NewUser, type Queries, type UserRow } from '../users.ts';

/** An id that no user has. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export function signUpDisabled(): AuthError {
  return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
}

/**
 * Signs up a customer and starts a session immediately, because no confirmation is required. `taken` is the
 * error code if the user already exists.
 */
export async function signUpConfirmed(auth: AuthContext, c: Context, newUser: NewUser, taken: string) {
  const client = getClient(auth, c);
  const session = await auth.sql
    .begin(async (sql) => {
      const user = await insertUser(sql, newUser);
      await audit(sql, client, 'user_signedup', user, user.email ?? user.phone);
      return startSession(auth, sql, user.id, 'password', client);
    })
    .catch((error) => {
      if (!(error instanceof AuthError) || error.code !== taken) throw error;
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    });
  return sessionJson(auth, session);
}

/**
 * Replaces the password of an unconfirmed sign-up and merges in the new user metadata. Invited users can set
 * a password only after they accept the invitation.
 */
export async function replaceSignUp(
  sql: Queries,
  existing: UserRow,
  { passwordHash, userMetadata }: { passwordHash: string | null; userMetadata: Metadata },
): Promise<void> {
  const hash = existing.invited_at ? existing.encrypted_password : passwordHash;
  await sql`
    update auth.users set encrypted_password = ${hash}, updated_at = now(),
      raw_user_meta_data = ${json(sql, mergeMetadata(existing.raw_user_meta_data, userMetadata))}
    where id = ${existing.id}`;
}

/**
 * Returns a fictitious user for a sign-up whose address or number is taken, so that the response doesn't
 * reveal that it is taken.
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
