import { mutationOptions } from '@tanstack/react-query';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import { whenConnected } from '@/lib/session';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { getLogin } from './login';

type Login = { address: string; password: string };
type Code = { address: string; code: string };

/** Refusals appear beside their field. Other failures show this sentence of the specification. */
const FAILURE = { failure: 'Authentication error. Please try again later.' };

const visitorAuth = async () => (await whenConnected()).auth;

export const authMutations = {
  signIn: mutationOptions({
    mutationFn: async ({ address, password }: Login) =>
      orThrow(await (await visitorAuth()).signInWithPassword({ ...getLogin(address), password })),
    meta: FAILURE,
  }),
  signUp: mutationOptions({
    mutationFn: async ({ address, password }: Login) =>
      orThrow(
        await (await visitorAuth()).signUp({
          ...getLogin(address),
          password,
          options: { data: { time_zone: BROWSER_TIME_ZONE } },
        }),
      ),
    meta: FAILURE,
  }),
  sendCode: mutationOptions({
    mutationFn: async ({ address }: { address: string }) =>
      orThrow(
        await (await visitorAuth()).signInWithOtp({
          ...getLogin(address),
          options: { shouldCreateUser: false },
        }),
      ),
    meta: FAILURE,
  }),
  signInWithCode: mutationOptions({
    mutationFn: async ({ address, code }: Code) => {
      const login = getLogin(address);
      orThrow(
        await (await visitorAuth()).verifyOtp(
          'phone' in login
            ? { phone: login.phone, token: code, type: 'sms' }
            : { email: login.email, token: code, type: 'email' },
        ),
      );
    },
    meta: FAILURE,
  }),
  sendRecovery: mutationOptions({
    mutationFn: async ({ address }: { address: string }) =>
      orThrow(await (await visitorAuth()).resetPasswordForEmail(address)),
    meta: FAILURE,
  }),
  /** Signs in with a recovery code and then sets the new password. */
  recover: mutationOptions({
    mutationFn: async ({ address, code, password }: Code & Login) => {
      orThrow(await (await visitorAuth()).verifyOtp({ email: address, token: code, type: 'recovery' }));
      orThrow(await (await visitorAuth()).updateUser({ password }));
    },
    meta: FAILURE,
  }),
  /** Opens the provider's page, which returns the customer to this one. */
  signInWithService: mutationOptions({
    mutationFn: async (provider: string) =>
      orThrow(
        await (await visitorAuth()).signInWithOAuth({
          provider: provider as 'github',
          options: { redirectTo: `${window.location.origin}/auth` },
        }),
      ),
    meta: FAILURE,
  }),
  /** Signs in with a passkey. */
  signInWithPasskey: mutationOptions({
    mutationFn: async () => {
      const { error } = await (await visitorAuth()).signInWithPasskey();
      // Closing the browser's dialog cancels the sign-in and is not an error.
      if (error && error.name !== 'NotAllowedError' && error.name !== 'AbortError') throw error;
    },
    meta: FAILURE,
  }),
  proveByApp: mutationOptions({
    mutationFn: async (answer: { factorId: string; code: string }) =>
      orThrow(await supabase.auth.mfa.challengeAndVerify(answer)),
    meta: FAILURE,
  }),
  /** Raises the session's assurance level, which the next token contains. */
  proveByRecovery: mutationOptions({
    mutationFn: async ({ code }: { code: string }) => {
      const { data: left } = await supabase.rpc('use_recovery_code', { code }).throwOnError();
      orThrow(await supabase.auth.refreshSession());
      toast.warning(`${left} recovery ${left === 1 ? 'code is' : 'codes are'} left`, {
        description: 'Create new codes in Settings, under Security.',
      });
    },
    meta: FAILURE,
  }),
  cancelSignIn: mutationOptions({
    mutationFn: async () => orThrow(await supabase.auth.signOut({ scope: 'local' })),
    meta: FAILURE,
  }),
};

function orThrow({ error }: { error: unknown }): void {
  if (error) throw error;
}
