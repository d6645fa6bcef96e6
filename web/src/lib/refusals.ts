/** Codes with which the bank refuses: a rule, not a failure. `docs/error-codes.md` says what each means. */
const REFUSALS = new Set([
  // The sign-in service's.
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
  'identity_not_found',
  'identity_already_exists',
  'manual_linking_disabled',
  'provider_disabled',
  // The bank's.
  'ENDED',
  'PROOF',
  'NOFAC',
  'BADRC',
  'INSUF',
  'OVRLM',
  'OVPAY',
  'FROZN',
  'SPLIM',
  'NOREW',
  'NOLFT',
  'NOSUM',
  'NOCOR',
  'BADRU',
  'OWING',
  'NODIS',
  'NOPAU',
  'NOREF',
  'OFEXP',
  'BADEM',
  'ISYOU',
  'PAYLM',
  'NOTOP',
  'TSOON',
  'NTFND',
  'CLOSD',
  'NTZRO',
  'BADAM',
  'BADNM',
  'BADTY',
  'BADCU',
  'BADDT',
  'BADTM',
  'BADRT',
  'BADFM',
  'BADAP',
  'BADTX',
  'BADTZ',
  'SAMAC',
  'NOCTR',
  'NORAT',
  'RECON',
  'RQDIF',
  'LIMIT',
  'NOUSR',
  'APPND',
  'DCIDD',
  'BADST',
  'NOOFR',
  'CLOCK',
  'HOUSE',
  'BADFL',
  'NOROM',
]);

type Refusal = { code: string; message: string; details: string | null };

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'code' in error && REFUSALS.has(String(error.code));
}

/** The amounts that the bank sends with a refusal, by name; empty when there are none. */
export function refusalDetail(error: unknown): Record<string, number> {
  if (!isRefusal(error) || !error.details) return {};
  try {
    return JSON.parse(error.details) as Record<string, number>;
  } catch {
    return {};
  }
}
