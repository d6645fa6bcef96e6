import { AuthError, invalid } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';

/**
 * Normalizes a number to E.164 without its plus sign, as stored. Throws 400 `validation_failed` if it is
 * invalid.
 */
export function parsePhoneNumber(input: string): string {
  const number = stripNumber(input);
  if (!/^[1-9]\d{1,14}$/.test(number)) throw invalid('Invalid phone number format (E.164 required)');
  return number;
}

/** Like parsePhoneNumber, but for lookups: an invalid number has no user. */
export function stripNumber(input: string): string {
  return input.replaceAll(' ', '').replace(/^\+/, '');
}

/** Throws `phone_provider_disabled` if sign-in by phone is disabled. */
export function requirePhoneSignIn(
  { config }: AuthContext,
  message = 'Unsupported phone provider',
  status: 400 | 422 = 400,
): void {
  if (!config.sms.enable_signup) throw new AuthError(status, 'phone_provider_disabled', message);
}
