import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

type Profile = { id: string; displayName: string; timeZone: string; baseCurrency: string };

export const customerMutations = {
  update: mutationOptions({
    mutationFn: async ({ id, displayName, timeZone, baseCurrency }: Profile) => {
      const row = { display_name: displayName || null, time_zone: timeZone, base_currency: baseCurrency };
      const { data } = await supabase
        .from('customers')
        .update(row)
        .eq('id', id)
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to save your settings' },
  }),
  changePassword: mutationOptions({
    mutationFn: async ({ password }: { password: string }) => {
      const { error } = await supabase.auth.updateUser({ password });
      if (error) throw error;
    },
    meta: { failure: 'Failed to change your password' },
  }),
  /** A demo copy becomes a customer of its own, with everything in it. */
  keep: mutationOptions({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      const { error } = await supabase.auth.updateUser({ email, password });
      if (error) throw error;
      // The new token says that this is no visitor any more; only then the bank keeps the copy.
      const refreshed = await supabase.auth.refreshSession();
      if (refreshed.error) throw refreshed.error;
      await supabase.rpc('keep_demo').throwOnError();
    },
    meta: { failure: 'Failed to keep your demo copy' },
  }),
};
