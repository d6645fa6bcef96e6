import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import {
  findUserByPhone,
  phoneExists,
  type Queries,
  saveIdentity,
  toTakenRefusal,
  type UserRow,
} from '../users.ts';
import { sendCode, type TextChannel } from './sms.ts';

/**
 * Changes a user's number immediately if no confirmation is required, or else after the customer enters the
 * code. Throws 422 `phone_exists` if another user has the number.
 */
export async function changePhone(
  auth: AuthContext,
  sql: Queries,
  user: UserRow,
  { phone, channel }: { phone: string; channel: TextChannel },
): Promise<void> {
  if (!auth.config.sms.enable_confirmations) return savePhone(sql, user.id, phone);
  if (await findUserByPhone(sql, phone)) throw phoneExists();
  await sql`update auth.users set phone_change = ${phone} where id = ${user.id}`;
  await sendCode(auth, sql, {
    userId: user.id,
    type: 'phone_change_token',
    phone,
    kind: 'phone_change',
    channel,
  });
}

/** Applies a confirmed number. Throws 403 if the user has requested a different number in the meantime. */
export async function confirmPhoneChange(sql: Queries, user: UserRow, phone: string): Promise<void> {
  if (user.phone_change !== phone) throw voidCode();
  await savePhone(sql, user.id, phone);
}

const voidCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

/** Saves a user's number. A confirmed number makes an anonymous user permanent. */
export async function savePhone(sql: Queries, userId: string, phone: string, confirmed = true) {
  await sql`
    update auth.users set phone = ${phone}, phone_change = '', updated_at = now(),
      phone_confirmed_at = case when ${confirmed} then now() else phone_confirmed_at end,
      is_anonymous = is_anonymous and not ${confirmed},
      raw_app_meta_data = '{"provider": "phone"}' || coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
        case when raw_app_meta_data -> 'providers' ? 'phone' then raw_app_meta_data -> 'providers'
          else coalesce(raw_app_meta_data -> 'providers', '[]') || '["phone"]' end)
    where id = ${userId}`.catch((error) => {
    throw toTakenRefusal(error);
  });
  await saveIdentity(sql, userId, { phone }, confirmed);
}

/** Marks the number as confirmed. Throws 403 if the user no longer has it. */
export async function confirmPhone(sql: Queries, user: UserRow, phone: string): Promise<void> {
  if (user.phone !== phone) throw voidCode();
  await sql`
    update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now()
    where id = ${user.id}`;
  await sql`
    update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
    where user_id = ${user.id} and provider = 'phone'`;
}
