import { getProblem } from '@/entities/customer/auth-errors';
import { formatCount } from '@/lib/count';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import { requestMutation } from '@/lib/requests';
import { whenConnected } from '@/lib/session';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

type Login = { address: string; password: string };
type Code = { address: string; code: string };

type Auth = Awaited<ReturnType<typeof whenConnected>>['auth'];

/**
 * Builds a mutation that calls the sign-in service. Refusals appear next to their field. Other failures show
 * the specification's message.
 */
function authMutation<Input = void>(act: (auth: Auth, input: Input) => Promise<{ error: unknown }>) {
  return requestMutation('Authentication error. Please try again later.', async (input: Input) => {
    const { error } = await act((await whenConnected()).auth, input);
    if (error) throw error;
  });
}

export const authMutations = {
  signIn: authMutation((auth, { address, password }: Login) =>
    auth.signInWithPassword({ ...getLogin(address), password }),
  ),
  signUp: authMutation((auth, { address, password }: Login) =>
    auth.signUp({ ...getLogin(address), password, options: { data: { time_zone: BROWSER_TIME_ZONE } } }),
  ),
  sendCode: authMutation((auth, { address }: { address: string }) =>
    auth.signInWithOtp({ ...getLogin(address), options: { shouldCreateUser: false } }),
  ),
  signInWithCode: authMutation((auth, { address, code }: Code) => {
    const login = getLogin(address);
    return auth.verifyOtp(
      'phone' in login ? { ...login, token: code, type: 'sms' } : { ...login, token: code, type: 'email' },
    );
  }),
  sendRecovery: authMutation((auth, { address }: { address: string }) => auth.resetPasswordForEmail(address)),
  /** Signs in with a recovery code and then sets the new password. */
  recover: authMutation(async (auth, { address, code, password }: Code & Login) => {
    const verified = await auth.verifyOtp({ email: address, token: code, type: 'recovery' });
    return verified.error ? verified : auth.updateUser({ password });
  }),
  /** Opens the provider's page, which returns the customer to this page. */
  signInWithService: authMutation((auth, provider: string) =>
    auth.signInWithOAuth({
      provider: provider as 'github',
      options: { redirectTo: `${window.location.origin}/auth` },
    }),
  ),
  /** Signs in with a passkey. Closing the browser's dialog cancels the sign-in and is not an error. */
  signInWithPasskey: authMutation(async (auth) => {
    const { error } = await auth.signInWithPasskey();
    const isCanceled = error?.name === 'NotAllowedError' || error?.name === 'AbortError';
    return { error: isCanceled ? null : error };
  }),
  proveByApp: authMutation((auth, answer: { factorId: string; code: string }) =>
    auth.mfa.challengeAndVerify(answer),
  ),
  /**
   * Raises the session's assurance level with a recovery code and refreshes the token, which contains the
   * level.
   */
  proveByRecovery: authMutation(async (auth, { code }: { code: string }) => {
    const { data: left } = await supabase.rpc('use_recovery_code', { code }).throwOnError();
    const refreshed = await auth.refreshSession();
    if (!refreshed.error)
      toast.warning(`${formatCount(left, 'recovery code is', 'recovery codes are')} left`, {
        description: 'Create new codes in Settings, under Security.',
      });
    return refreshed;
  }),
  cancelSignIn: authMutation((auth) => auth.signOut({ scope: 'local' })),
};

function getLogin(address: string): { email: string } | { phone: string } {
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
export function addressProblem(error: unknown, { address }: { address: string }) {
  const problem = getProblem(error);
  if (!problem) return null;
  const code = String((error as { code?: unknown }).code);
  const text = ('phone' in getLogin(address) && OF_NUMBERS[code]) || problem.text;
  const isOfAddress = problem.field === 'email' || problem.field === 'phone';
  return { field: isOfAddress ? 'address' : problem.field, text };
}
