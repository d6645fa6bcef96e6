import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import type { Violation } from './violations';

/** The proof of a customer's books. Sums per currency are in major units; instants are ISO 8601. */
export type Proof = {
  hash: string;
  /** Earlier seals that the books were compared with. */
  seals: number;
  chain_intact: boolean;
  sums: Record<string, number>;
  entries: number;
  postings: number;
  first_at: string | null;
  last_at: string | null;
  /** Everything that is wrong: nothing, when all is well. */
  found: Violation[];
};

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
  /** Reads the books from the beginning and seals them; it may take a moment. */
  prove: mutationOptions({
    mutationFn: async (): Promise<Proof> => {
      const { data } = await supabase.rpc('prove_my_books').throwOnError();
      const { replay, violations, ...proof } = data as Omit<Proof, 'found'> & {
        replay: Violation[];
        violations: number;
      };
      if (violations === 0) return { ...proof, found: replay };
      const audit = await supabase.rpc('audit_my_books').throwOnError();
      return { ...proof, found: [...(audit.data as Violation[]), ...replay] };
    },
    meta: { failure: 'Failed to check your books' },
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
