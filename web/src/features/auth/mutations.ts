import { mutationOptions } from '@tanstack/react-query';
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
};

function orThrow({ error }: { error: unknown }): void {
  if (error) throw error;
}
