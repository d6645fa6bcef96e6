import { createHmac, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { durationSeconds } from '../duration.ts';
import { randomCode } from '../mail/one-time-tokens.ts';
import { phoneNumber } from '../phone/phone-number.ts';
import { agreedCode, getChannel, refuseUnreachable, sendText, throttleText } from '../phone/sms.ts';
import { lockUser, type Queries } from '../users.ts';

/** Normalizes the number that receives codes. Throws 400. */
export function factorPhone(written: string): string {
  if (written === '') throw invalid('Phone number required to enroll Phone factor');
  return phoneNumber(written);
}

/** Replaces an unverified number. Throws 422 for a verified one. */
export async function forgetPhone(sql: Queries, userId: string, phone: string): Promise<void> {
  const user = await lockUser(sql, userId);
  const held = user?.factors.filter((factor) => factor.phone === phone) ?? [];
  if (held.some(({ status }) => status === 'verified')) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw new AuthError(422, 'mfa_verified_factor_exists', message);
  }
  await sql`delete from auth.mfa_factors where id = any(${held.map(({ id }) => id)}::uuid[])`;
}

/** Throws 429 if a code was sent to this number a moment ago, and 422 if none can be sent. */
export async function throttleFactorText(auth: AuthContext, phone: string): Promise<void> {
  refuseUnreachable(auth, phone);
  const seconds = durationSeconds(auth.config.mfa.phone.max_frequency);
  await throttleText(auth, phone, seconds === null ? undefined : { most: 1, seconds });
}

/** Sends a code to a factor's number and returns its keyed hash. */
export async function textFactorCode(
  auth: AuthContext,
  sql: Queries,
  factorId: string,
  phone: string,
  channel: string,
): Promise<string> {
  const code = agreedCode(auth, phone) ?? randomCode(auth.config.mfa.phone.otp_length);
  await sendText(auth, sql, { phone, kind: 'mfa', channel: getChannel(auth, channel), code });
  return hash(auth, factorId, code).toString('base64url');
}

/** Compares a code with the stored hash in constant time. */
export function isTextedCode(
  auth: AuthContext,
  factorId: string,
  kept: string | null,
  code: string,
): boolean {
  if (kept === null) return false;
  return timingSafeEqual(hash(auth, factorId, code), Buffer.from(kept, 'base64url'));
}

function hash({ context }: AuthContext, factorId: string, code: string): Buffer {
  return createHmac('sha256', context.keys.secret).update(`code of factor ${factorId} ${code}`).digest();
}
