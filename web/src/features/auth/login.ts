import { type AuthProblem, getProblem } from '@/entities/customer/auth-errors';

type Login = { email: string } | { phone: string };

export function getLogin(address: string): Login {
  return address.startsWith('+') ? { phone: address } : { email: address };
}

/** The sign-in error messages for phone numbers, which must not mention email. */
const OF_NUMBERS: Record<string, string> = {
  invalid_credentials: "That number and password don't match. Check both and try again.",
  user_already_exists: 'An account with this phone number already exists. Sign in instead.',
  phone_exists: 'An account with this phone number already exists. Sign in instead.',
  validation_failed: 'Enter a valid phone number with its country code.',
  phone_not_confirmed: 'Confirm this phone number first. Sign in with a one-time code.',
  otp_disabled: 'No account uses this number. Sign up instead.',
};

/** Returns the refusal to show next to the field for the email address or phone number. */
export function addressProblem(error: unknown, { address }: { address: string }): Problem | null {
  const problem = getProblem(error);
  if (!problem) return null;
  const code = String((error as { code?: unknown }).code);
  const text = ('phone' in getLogin(address) && OF_NUMBERS[code]) || problem.text;
  const isOfAddress = problem.field === 'email' || problem.field === 'phone';
  return { field: isOfAddress ? 'address' : problem.field, text };
}

type Problem = { field: AuthProblem['field'] | 'address'; text: string };
