import type { Context } from 'hono';
import { type AuthContext, audit, getClient } from '../context.ts';
import { countMessage, getPause } from '../mail/throttle.ts';
import { NOBODY } from '../passwords/sign-up-answer.ts';
import { findUserById, findUserByPhone, type Queries, type UserRow } from '../users.ts';
import { parsePhoneNumber, requirePhoneSignIn } from './phone-number.ts';
import { createMessageReceipt, getChannel, sendCode } from './sms.ts';

type AgainRequest = { phone: string; type: string; channel: string };

/**
 * Sends the code again to a customer who hasn't entered it yet. Neither the response nor its timing reveals
 * whether there is such a customer. A request too soon after the last message gets the same response, but
 * nothing is sent.
 */
export async function sendPhoneCodeAgain(auth: AuthContext, c: Context, body: AgainRequest) {
  requirePhoneSignIn(auth);
  const phone = parsePhoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  const isTooSoon = (await getPause(auth, 'sms', phone)) > 0;
  if (!isTooSoon) await countMessage(auth, 'sms');
  await auth.sql.begin(async (sql) => {
    const isChange = body.type === 'phone_change';
    const user = isChange ? await findUserChangingTo(sql, phone) : await findUserByPhone(sql, phone);
    const recipient = user && !isTooSoon && (isChange || !user.phone_confirmed_at) ? user : null;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, phone);
    await sendCode(auth, sql, {
      userId: recipient?.id ?? NOBODY,
      ...(isChange
        ? { type: 'phone_change_token', kind: 'phone_change', phone: recipient?.phone_change || phone }
        : { type: 'confirmation_token', kind: 'sms', phone }),
      channel,
    });
  });
  return createMessageReceipt();
}

/** Returns the user who has requested a change to or from this number. */
async function findUserChangingTo(sql: Queries, phone: string): Promise<UserRow | undefined> {
  const [match] = await sql<{ id: string }[]>`
    select id from auth.users where phone_change <> '' and (phone_change = ${phone} or phone = ${phone})
    order by phone_change_sent_at desc nulls last limit 1`;
  return match && findUserById(sql, match.id);
}
