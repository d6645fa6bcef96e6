import { isAuthWeakPasswordError } from '@supabase/supabase-js';

/** An error from the sign-in service and the form field that shows it. */
type AuthProblem = {
  field: 'email' | 'phone' | 'password' | 'current' | 'name' | 'code' | null;
  text: string;
};

/** The specification's message for a request that has neither an email address nor a phone number. */
export const NEEDS_ADDRESS = 'You must provide either an email or phone number and a password';

const PROBLEMS: Record<string, [field: AuthProblem['field'], text: string]> = {
  invalid_credentials: ['password', "That email and password don't match. Check both and try again."],
  user_already_exists: ['email', 'An account with this email already exists. Sign in instead.'],
  email_exists: ['email', 'An account with this email already exists. Sign in instead.'],
  email_address_invalid: ['email', 'Enter a valid email address.'],
  validation_failed: ['email', 'Enter a valid email address.'],
  email_not_confirmed: ['email', 'Confirm your email first. Enter the code we sent you.'],
  user_banned: [null, 'This account is suspended.'],
  otp_expired: ['code', 'That code is incorrect or expired. Request a new one.'],
  mfa_verification_failed: ['code', 'That code is incorrect or already used. Wait for the next one.'],
  mfa_challenge_expired: ['code', 'That code expired. Enter the current one.'],
  BADRC: ['code', 'That recovery code is incorrect or already used.'],
  webauthn_verification_failed: [null, "We don't recognize that passkey. Sign in with your password."],
  same_password: ['password', 'This is your current password. Choose a different one.'],
  current_password_invalid: ['current', 'Your current password is incorrect. Try again.'],
  phone_exists: ['phone', 'An account with this phone number already exists. Use a different number.'],
  phone_provider_disabled: ['phone', "Text messages aren't available on this server."],
  phone_not_confirmed: ['phone', 'Confirm this phone number first.'],
  otp_disabled: ['email', 'No account uses this email. Sign up instead.'],
  over_sms_send_rate_limit: [null, 'We just sent a code. Wait a moment before you request another.'],
  sms_send_failed: ['phone', "We couldn't text this number. Check it and try again."],
  single_identity_not_deletable: [null, 'Add another way to sign in first.'],
  email_conflict_identity_not_deletable: [
    null,
    "You can't unlink this because another account uses your remaining email.",
  ],
  identity_not_found: [null, 'This service is already unlinked.'],
  identity_already_exists: [null, 'This service is already linked.'],
  manual_linking_disabled: [null, "You can't link services right now."],
  provider_disabled: [null, 'That sign-in service is no longer available.'],
  mfa_factor_name_conflict: ['name', 'You already have an app with this name.'],
  too_many_enrolled_mfa_factors: [null, "You've reached the limit of authenticator apps. Remove one first."],
  insufficient_aal: [null, 'Sign in again with two-step verification.'],
  too_many_passkeys: [null, "You've reached the passkey limit. Remove one to add another."],
  PROOF: [null, 'Verify your identity again.'],
  signup_disabled: [null, "Sandbank isn't accepting new customers right now."],
  over_request_rate_limit: [null, 'Too many attempts. Wait a few minutes, then try again.'],
  over_email_send_rate_limit: [null, 'We just sent a code. Wait a moment before you request another.'],
};

const WEAKNESSES: Record<string, string> = {
  length: 'Use at least 8 characters.',
  characters: 'Use a mix of letters, numbers, and symbols.',
  pwned: 'This password appeared in a data breach. Choose a different one.',
};

/** Returns the problem that a sign-in error describes; null if the request failed for another reason. */
export function getProblem(error: unknown): AuthProblem | null {
  if (isAuthWeakPasswordError(error)) {
    const reasons = error.reasons.map((reason) => WEAKNESSES[reason]).filter(Boolean);
    return {
      field: 'password',
      text: reasons.join(' ') || 'This password is too easy to guess. Choose a stronger one.',
    };
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const [field, text] = PROBLEMS[code] ?? [];
  return text === undefined ? null : { field: field ?? null, text };
}
