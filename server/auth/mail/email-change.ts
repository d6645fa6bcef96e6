import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import type { Challenge } from '../identities/flow-states.ts';
import { NOBODY } from '../passwords/sign-up-answer.ts';
import {
  emailExists,
  findUserByEmail,
  type Queries,
  saveIdentity,
  toTakenRefusal,
  type UserRow,
} from '../users.ts';
import { mailToken } from './token.ts';

type EmailChange = { email: string; redirectTo: string; challenge: Challenge | null };

/** The number of confirmations so far, with the same values as in Supabase. */
const NONE_CONFIRMED = 0;
const ONE_CONFIRMED = 1;

/**
 * Changes a user's email address. If the operator doesn't require confirmation, changes it immediately, and
 * throws 422 `email_exists` if the address belongs to another user. Otherwise, sends a confirmation email to
 * the new address and, with double_confirm_changes, also to the current address. If the new address belongs
 * to another user, sends nothing to it, but the response is the same.
 */
export async function changeEmail(auth: AuthContext, sql: Queries, user: UserRow, requested: EmailChange) {
  const { email: config } = auth.config;
  if (!config.enable_confirmations) return saveEmail(sql, user, requested.email);
  const isTaken = (await findUserByEmail(sql, requested.email)) !== undefined;
  const confirmsCurrent = config.double_confirm_changes && user.email !== null;
  await recordEmailChange(sql, user.id, requested.email, confirmsCurrent);
  const mail = { userId: user.id, kind: 'email_change', ...requested } as const;
  await mailToken(auth, sql, {
    ...mail,
    userId: isTaken ? NOBODY : user.id,
    type: 'email_change_token_new',
    recipient: requested.email,
  });
  if (confirmsCurrent && user.email !== null)
    await mailToken(auth, sql, { ...mail, type: 'email_change_token_current', recipient: user.email });
}

/** Records the new address of an email change. The operator creates the links that confirm the change. */
export async function prepareEmailChange(auth: AuthContext, sql: Queries, user: UserRow, email: string) {
  if (await findUserByEmail(sql, email)) throw emailExists();
  // The operator requests the two links separately. The second request must not reset the change.
  if (user.email_change === email) return;
  await recordEmailChange(sql, user.id, email, auth.config.email.double_confirm_changes);
}

/** Stores the new address until it is confirmed, and invalidates an earlier change's tokens. */
async function recordEmailChange(sql: Queries, userId: string, email: string, confirmsCurrent: boolean) {
  const status = confirmsCurrent ? NONE_CONFIRMED : ONE_CONFIRMED;
  await sql`
    update auth.users set email_change = ${email}, email_change_confirm_status = ${status} where id = ${userId}`;
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type in ('email_change_token_new', 'email_change_token_current')`;
}

/** Records a confirmation and returns true if no more are needed. */
export async function confirmEmailChange(sql: Queries, user: UserRow): Promise<boolean> {
  if (!user.email_change) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  if (user.email_change_confirm_status === ONE_CONFIRMED) {
    await saveEmail(sql, user, user.email_change);
    return true;
  }
  await sql`update auth.users set email_change_confirm_status = ${ONE_CONFIRMED} where id = ${user.id}`;
  return false;
}

/**
 * Saves an address as the user's confirmed address, which makes an anonymous user permanent. If `confirmed`
 * is false, saves it as unconfirmed and keeps the previous confirmation.
 */
export async function saveEmail(sql: Queries, user: UserRow, email: string, confirmed = true): Promise<void> {
  const providers = { provider: 'email', providers: ['email'] };
  await sql`
    update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0, updated_at = now(),
      email_confirmed_at = case when ${confirmed} then now() else email_confirmed_at end,
      is_anonymous = is_anonymous and not ${confirmed},
      raw_app_meta_data = ${sql.json(providers)} || coalesce(raw_app_meta_data, '{}'),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
        || case when ${confirmed} then '{"email_verified": true}' else '{}' end::jsonb
    where id = ${user.id}`.catch((error) => {
    throw toTakenRefusal(error);
  });
  await saveIdentity(sql, user.id, { email }, confirmed);
}
