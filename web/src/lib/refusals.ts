import { parseJson } from './parse-json';

/**
 * Matches the bank's refusal codes, which have five letters and are listed in `docs/error-codes.md`. Other
 * SQLSTATEs contain digits.
 */
const BANK_CODE = /^[A-Z]{5}$/;

const SIGN_IN_CODES = new Set([
  'invalid_credentials',
  'user_already_exists',
  'email_exists',
  'email_address_invalid',
  'validation_failed',
  'email_not_confirmed',
  'user_banned',
  'otp_expired',
  'otp_disabled',
  'same_password',
  'signup_disabled',
  'weak_password',
  'over_request_rate_limit',
  'over_email_send_rate_limit',
  'current_password_invalid',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'phone_exists',
  'phone_provider_disabled',
  'phone_not_confirmed',
  'over_sms_send_rate_limit',
  'sms_send_failed',
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'mfa_ip_address_mismatch',
  'mfa_factor_not_found',
  'mfa_factor_name_conflict',
  'too_many_enrolled_mfa_factors',
  'insufficient_aal',
  'webauthn_verification_failed',
  'too_many_passkeys',
  'passkey_disabled',
  'single_identity_not_deletable',
  'email_conflict_identity_not_deletable',
  'identity_not_found',
  'identity_already_exists',
  'manual_linking_disabled',
  'provider_disabled',
]);

export type Refusal = { code: string; message: string; details: string | null };

export function isRefusal(error: unknown): error is Refusal {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  const code = String(error.code);
  return BANK_CODE.test(code) || SIGN_IN_CODES.has(code);
}

/** Returns the amounts in a refusal's details by name. */
export function refusalDetail(error: unknown): Record<string, number> {
  if (!isRefusal(error)) return {};
  return (parseJson(error.details ?? '') ?? {}) as Record<string, number>;
}
