import { AuthError, invalid } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';

/**
 * Normalizes a number to E.164 in the stored form, which has no plus sign. Throws 400 `validation_failed` if
 * it is invalid.
 */
export function parsePhoneNumber(input: string): string {
  const number = stripNumber(input);
  if (!/^[1-9]\d{1,14}$/.test(number)) throw invalid('Invalid phone number format (E.164 required)');
  return number;
}

/**
 * Normalizes a number for lookups. Unlike parsePhoneNumber, doesn't throw, because no user has an invalid
 * number.
 */
export const stripNumber = (input: string): string => input.replaceAll(' ', '').replace(/^\+/, '');

/** Throws `phone_provider_disabled` if sign-in by phone is disabled. */
export function requirePhoneSignIn(
  { config }: AuthContext,
  message = 'Unsupported phone provider',
  status: 400 | 422 = 400,
): void {
  if (!config.sms.enable_signup) throw new AuthError(status, 'phone_provider_disabled', message);
}
