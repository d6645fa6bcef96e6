import { mutationOptions } from '@tanstack/react-query';
import { toast } from 'sonner';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import { supabase } from '@/lib/supabase';

type Login = { email: string; password: string };
type Code = { email: string; code: string };

/** Refusals stand beside their field; what is left is told with this sentence of the specification. */
const FAILURE = { failure: 'Authentication error. Please try again later.' };

export const authMutations = {
  signIn: mutationOptions({
    mutationFn: async ({ email, password }: Login) =>
      orThrow(await supabase.auth.signInWithPassword({ email, password })),
    meta: FAILURE,
  }),
  signUp: mutationOptions({
    mutationFn: async ({ email, password }: Login) =>
      orThrow(
        await supabase.auth.signUp({ email, password, options: { data: { time_zone: BROWSER_TIME_ZONE } } }),
      ),
    meta: FAILURE,
  }),
  sendCode: mutationOptions({
    mutationFn: async ({ email }: { email: string }) =>
      orThrow(await supabase.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })),
    meta: FAILURE,
  }),
  signInWithCode: mutationOptions({
    mutationFn: async ({ email, code }: Code) =>
      orThrow(await supabase.auth.verifyOtp({ email, token: code, type: 'email' })),
    meta: FAILURE,
  }),
  sendRecovery: mutationOptions({
    mutationFn: async ({ email }: { email: string }) =>
      orThrow(await supabase.auth.resetPasswordForEmail(email)),
    meta: FAILURE,
  }),
  /** A recovery code signs in and then sets the new password. */
  recover: mutationOptions({
    mutationFn: async ({ email, code, password }: Code & Login) => {
      orThrow(await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' }));
      orThrow(await supabase.auth.updateUser({ password }));
    },
    meta: FAILURE,
  }),
  /** The device signs in place of the password. */
  signInWithPasskey: mutationOptions({
    mutationFn: async () => {
      const { error } = await supabase.auth.signInWithPasskey();
      // Whoever closes the browser's window has changed their mind: nothing went wrong.
      if (error && error.name !== 'NotAllowedError' && error.name !== 'AbortError') throw error;
    },
    meta: FAILURE,
  }),
  proveByApp: mutationOptions({
    mutationFn: async (answer: { factorId: string; code: string }) =>
      orThrow(await supabase.auth.mfa.challengeAndVerify(answer)),
    meta: FAILURE,
  }),
  /** The bank raises this session; the next token says so. */
  proveByRecovery: mutationOptions({
    mutationFn: async ({ code }: { code: string }) => {
      const { data: left } = await supabase.rpc('use_recovery_code', { code }).throwOnError();
      orThrow(await supabase.auth.refreshSession());
      toast.warning(`${left} recovery ${left === 1 ? 'code is' : 'codes are'} left`, {
        description: 'Make new ones in Settings, Security.',
      });
    },
    meta: FAILURE,
  }),
  giveUp: mutationOptions({
    mutationFn: async () => orThrow(await supabase.auth.signOut({ scope: 'local' })),
    meta: FAILURE,
  }),
};

function orThrow({ error }: { error: unknown }): void {
  if (error) throw error;
}
