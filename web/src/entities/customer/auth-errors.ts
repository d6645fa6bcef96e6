import { isAuthWeakPasswordError } from '@supabase/supabase-js';

/** An error from the sign-in service and the form field that shows it. */
export type AuthProblem = {
  field: 'email' | 'phone' | 'password' | 'current' | 'name' | 'code' | null;
  text: string;
};

/** The specification's message for a request that has neither an email address nor a phone number. */
export const NEEDS_ADDRESS = 'You must provide either an email or phone number and a password';

const PROBLEMS: Record<string, AuthProblem> = {
  invalid_credentials: {
    field: 'password',
    text: "That email and password don't match. Check both and try again.",
  },
  user_already_exists: {
    field: 'email',
    text: 'An account with this email already exists. Sign in instead.',
  },
  email_exists: { field: 'email', text: 'An account with this email already exists. Sign in instead.' },
  email_address_invalid: { field: 'email', text: 'Enter a valid email address.' },
  validation_failed: { field: 'email', text: 'Enter a valid email address.' },
  email_not_confirmed: {
    field: 'email',
    text: 'Confirm your email first. Enter the code we sent you.',
  },
  user_banned: { field: null, text: 'This account is suspended.' },
  otp_expired: { field: 'code', text: 'That code is incorrect or expired. Request a new one.' },
  mfa_verification_failed: {
    field: 'code',
    text: 'That code is incorrect or already used. Wait for the next one.',
  },
  mfa_challenge_expired: { field: 'code', text: 'That code expired. Enter the current one.' },
  BADRC: { field: 'code', text: 'That recovery code is incorrect or already used.' },
  webauthn_verification_failed: {
    field: null,
    text: "We don't recognize that passkey. Sign in with your password.",
  },
  same_password: { field: 'password', text: 'This is your current password. Choose a different one.' },
  current_password_invalid: { field: 'current', text: 'Your current password is incorrect. Try again.' },
  phone_exists: {
    field: 'phone',
    text: 'An account with this phone number already exists. Use a different number.',
  },
  phone_provider_disabled: { field: 'phone', text: "Text messages aren't available on this server." },
  phone_not_confirmed: { field: 'phone', text: 'Confirm this phone number first.' },
  otp_disabled: { field: 'email', text: 'No account uses this email. Sign up instead.' },
  over_sms_send_rate_limit: {
    field: null,
    text: 'We just sent a code. Wait a moment before you request another.',
  },
  sms_send_failed: {
    field: 'phone',
    text: "We couldn't text this number. Check it and try again.",
  },
  single_identity_not_deletable: {
    field: null,
    text: 'Add another way to sign in first.',
  },
  email_conflict_identity_not_deletable: {
    field: null,
    text: "You can't unlink this because another account uses your remaining email.",
  },
  identity_not_found: { field: null, text: 'This service is already unlinked.' },
  identity_already_exists: { field: null, text: 'This service is already linked.' },
  manual_linking_disabled: { field: null, text: "You can't link services right now." },
  provider_disabled: { field: null, text: 'That sign-in service is no longer available.' },
  mfa_factor_name_conflict: { field: 'name', text: 'You already have an app with this name.' },
  too_many_enrolled_mfa_factors: {
    field: null,
    text: "You've reached the limit of authenticator apps. Remove one first.",
  },
  insufficient_aal: { field: null, text: 'Sign in again with two-step verification.' },
  too_many_passkeys: { field: null, text: "You've reached the limit of passkeys. Remove one first." },
  PROOF: { field: null, text: 'Verify your identity again.' },
  signup_disabled: { field: null, text: "Sandbank isn't accepting new customers right now." },
  over_request_rate_limit: {
    field: null,
    text: 'Too many attempts. Wait a few minutes, then try again.',
  },
  over_email_send_rate_limit: {
    field: null,
    text: 'We just sent a code. Wait a moment before you request another.',
  },
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
  return PROBLEMS[code] ?? null;
}
