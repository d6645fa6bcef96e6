import type { CreditFacts } from '@engine/credit/facts.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type ApplicationRow = Database['public']['Tables']['loan_applications']['Row'];

const FAILURE = 'Failed to load loan applications';

export const loanApplicationQueries = {
  list: () =>
    requestQuery(['loan-applications', 'list'], FAILURE, () =>
      supabase.from('loan_applications').select('*').order('submitted_at', { ascending: false }),
    ),
  /** Reads the saved draft, or null if there is none. Fetches it again each time the form opens. */
  draft: () =>
    queryOptions({
      queryKey: ['loan-applications', 'draft'],
      queryFn: async () => {
        await draftSaved();
        const { data } = await supabase
          .from('loan_applications')
          .select('id, form, submitted_at')
          .eq('status', 'draft')
          .maybeSingle()
          .throwOnError();
        return data;
      },
      gcTime: 0,
      staleTime: 0,
      meta: { failure: FAILURE },
    }),
  /** Reads the customer's credit record in dollars, the currency of applications. */
  facts: () =>
    requestQuery(['loan-applications', 'facts'], "We couldn't load your credit information", () =>
      withJson<CreditFacts>(supabase.rpc('my_credit_facts', { currency: 'USD' })),
    ),
};

/** Saves run one after another, so that the latest input is stored last. */
let saving: Promise<unknown> = Promise.resolve();

/** Saves a draft outside the mutation cache, because nothing else on screen depends on it. */
export function saveDraft(form: Record<string, string>): Promise<void> {
  const next = saving
    .catch(() => {})
    .then(async () => {
      await supabase.rpc('save_application_draft', { form }).throwOnError();
    });
  saving = next.catch(() => {});
  return next;
}

/** Resolves when no save is running. */
export async function draftSaved(): Promise<void> {
  await saving;
}
