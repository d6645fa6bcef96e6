import { isAuthWeakPasswordError } from '@supabase/supabase-js';

/** The field beside which a refusal of the sign-in service stands, and what it says. */
export type AuthProblem = {
  field: 'email' | 'phone' | 'password' | 'current' | 'name' | 'code' | null;
  text: string;
};

/** The sentence of the specification for requests without an address. */
export const NEEDS_ADDRESS = 'You must provide either an email or phone number and a password';

const PROBLEMS: Record<string, AuthProblem> = {
  invalid_credentials: {
    field: 'password',
    text: 'This e-mail and password do not belong together. Check both and try again.',
  },
  user_already_exists: {
    field: 'email',
    text: 'There is already an account with this e-mail. Sign in instead.',
  },
  email_exists: { field: 'email', text: 'There is already an account with this e-mail. Sign in instead.' },
  email_address_invalid: { field: 'email', text: 'This is not an e-mail address we can use.' },
  validation_failed: { field: 'email', text: 'This is not an e-mail address we can use.' },
  email_not_confirmed: {
    field: 'email',
    text: 'This e-mail is not confirmed yet. Use the code that was sent to it.',
  },
  user_banned: { field: null, text: 'This account is closed to sign-ins.' },
  otp_expired: { field: 'code', text: 'This code is not right or no longer valid. Ask for a new one.' },
  mfa_verification_failed: {
    field: 'code',
    text: 'This code is not right, or was used already. Wait for the next one.',
  },
  mfa_challenge_expired: { field: 'code', text: 'That took too long. Enter the code that shows now.' },
  BADRC: { field: 'code', text: 'This recovery code is not right, or was used before.' },
  webauthn_verification_failed: {
    field: null,
    text: 'This bank does not know that passkey. Sign in with your password.',
  },
  same_password: { field: 'password', text: 'This is your present password. Choose another one.' },
  current_password_invalid: { field: 'current', text: 'This is not your present password.' },
  phone_exists: { field: 'phone', text: 'There is already an account with this number.' },
  phone_provider_disabled: { field: 'phone', text: 'This bank sends no text messages.' },
  phone_not_confirmed: { field: 'phone', text: 'This number is not confirmed yet.' },
  otp_disabled: { field: 'email', text: 'No account has this e-mail. Sign up instead.' },
  over_sms_send_rate_limit: {
    field: null,
    text: 'A code was sent a moment ago. Wait a little before asking for another.',
  },
  sms_send_failed: {
    field: 'phone',
    text: 'No message could be sent to this number. Check it and try again.',
  },
  single_identity_not_deletable: {
    field: null,
    text: 'You have no other way to sign in, so it stays.',
  },
  email_conflict_identity_not_deletable: {
    field: null,
    text: 'Another account has the e-mail that would be left, so it stays.',
  },
  identity_not_found: { field: null, text: 'It is unlinked already.' },
  identity_already_exists: { field: null, text: 'It is linked already.' },
  manual_linking_disabled: { field: null, text: 'This bank links no services to customers at the moment.' },
  provider_disabled: { field: null, text: 'This bank does not offer that service any more.' },
  mfa_factor_name_conflict: { field: 'name', text: 'You have an app of this name already.' },
  too_many_enrolled_mfa_factors: {
    field: null,
    text: 'You have as many apps as the bank keeps. Remove one.',
  },
  insufficient_aal: { field: null, text: 'Sign in again with your second factor first.' },
  too_many_passkeys: { field: null, text: 'You have as many passkeys as the bank keeps. Remove one.' },
  PROOF: { field: null, text: 'Confirm once more that it is you.' },
  signup_disabled: { field: null, text: 'This bank takes no new customers at the moment.' },
  over_request_rate_limit: {
    field: null,
    text: 'Too many tries from here. Wait a few minutes, then try again.',
  },
  over_email_send_rate_limit: {
    field: null,
    text: 'A code was sent a moment ago. Wait a little before asking for another.',
  },
};

const WEAKNESSES: Record<string, string> = {
  length: 'Use at least 8 characters.',
  characters: 'Mix more kinds of characters.',
  pwned: 'This password is on lists of leaked ones. Choose another.',
};

/** Reads an error of the sign-in service; null when it is not a refusal but a failure. */
export function problemOf(error: unknown): AuthProblem | null {
  if (isAuthWeakPasswordError(error)) {
    const reasons = error.reasons.map((reason) => WEAKNESSES[reason]).filter(Boolean);
    return { field: 'password', text: reasons.join(' ') || 'This password is too easy to guess.' };
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return PROBLEMS[code] ?? null;
}
