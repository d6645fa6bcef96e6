import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Violation } from './violations';

/**
 * The audit of a customer's ledger. Totals by currency are in major units, and timestamps are in ISO 8601.
 */
export type LedgerAuditResult = {
  hash: string;
  /** The number of earlier ledger hashes that were checked. */
  hashes_checked: number;
  chain_intact: boolean;
  sums: Record<string, number>;
  entries: number;
  postings: number;
  first_at: string | null;
  last_at: string | null;
  /** All violations; empty if there are none. */
  found: Violation[];
};

export const ledgerMutations = {
  /** Audits and hashes the whole ledger, which can take a moment. */
  audit: requestMutation("We couldn't check your ledger", async (): Promise<LedgerAuditResult> => {
    const { data } = await supabase.rpc('my_ledger_hash').throwOnError();
    const { replay, violations, ...result } = data as Omit<LedgerAuditResult, 'found'> & {
      replay: Violation[];
      violations: number;
    };
    if (violations === 0) return { ...result, found: replay };
    const { data: bookViolations } = await supabase.rpc('audit_my_books').throwOnError();
    return { ...result, found: [...(bookViolations as Violation[]), ...replay] };
  }),
};
