import { createHmac, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { parseDuration } from '../duration.ts';
import { randomCode } from '../mail/one-time-tokens.ts';
import { throttle } from '../mail/throttle.ts';
import { parsePhoneNumber } from '../phone/phone-number.ts';
import { composeText, getChannel, getTestCode, requireReachableNumber } from '../phone/sms.ts';
import { lockUser, type Queries } from '../users.ts';

/** Normalizes the number that receives codes. Throws 400 if it is invalid. */
export function parseFactorPhone(input: string): string {
  if (input === '') throw invalid('Phone number required to enroll Phone factor');
  return parsePhoneNumber(input);
}

/**
 * Deletes an unverified phone factor, so that it can be replaced. Throws 422 if the user has a verified
 * factor with this number.
 */
export async function deleteUnverifiedPhone(sql: Queries, userId: string, phone: string): Promise<void> {
  const user = await lockUser(sql, userId);
  const factors = user?.factors.filter((factor) => factor.phone === phone) ?? [];
  if (factors.some(({ status }) => status === 'verified')) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw new AuthError(422, 'mfa_verified_factor_exists', message);
  }
  await sql`delete from auth.mfa_factors where id = any(${factors.map(({ id }) => id)}::uuid[])`;
}

/**
 * Throws 429 if a code was sent to this number too recently, and 422 if codes can't be sent to this number.
 */
export async function throttleFactorText(auth: AuthContext, phone: string): Promise<void> {
  requireReachableNumber(auth, phone);
  const seconds = parseDuration(auth.config.mfa.phone.max_frequency);
  await throttle(auth, 'sms', phone, seconds === null ? undefined : { most: 1, seconds });
}

/** Sends a code to a factor's number and returns its keyed hash. */
export async function sendFactorCode(
  auth: AuthContext,
  sql: Queries,
  factorId: string,
  phone: string,
  channel: string,
): Promise<string> {
  const testCode = getTestCode(auth, phone);
  const code = testCode ?? randomCode(auth.config.mfa.phone.otp_length);
  const text = composeText(auth, { phone, kind: 'mfa', channel: getChannel(auth, channel), code });
  await auth.delivery.queue(sql, text, testCode === undefined);
  return computeCodeHash(auth, factorId, code).toString('base64url');
}

/** Compares a code with the stored hash in constant time. */
export function matchesCodeHash(auth: AuthContext, factorId: string, stored: string | null, code: string) {
  if (stored === null) return false;
  return timingSafeEqual(computeCodeHash(auth, factorId, code), Buffer.from(stored, 'base64url'));
}

function computeCodeHash({ context }: AuthContext, factorId: string, code: string): Buffer {
  return createHmac('sha256', context.keys.secret).update(`code of factor ${factorId} ${code}`).digest();
}
