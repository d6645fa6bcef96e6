import type { PolicyKind } from '@engine/insurance/terms.ts';
import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** A divided bill, as the engine recorded it. Amounts are in minor units. */
export type ClaimFacts = {
  insurance: PolicyKind;
  bill: number;
  insurer: number;
  customer: number;
  deductible_left: number;
  /** The part of `customer` that an HSA paid. Missing if it paid nothing. */
  hsa?: number;
  currency: string;
};

const MOST_SHOWN = 20;

export const insuranceQueries = {
  /** Reads the latest claims, newest first. */
  claims: () =>
    requestQuery(['insurance', 'claims'], "We couldn't load your claims", () =>
      supabase
        .from('household_events')
        .select('id, at, description, facts')
        .eq('kind', 'insurance_claim')
        .order('at', { ascending: false })
        .limit(MOST_SHOWN)
        .overrideTypes<
          { id: number; at: string; description: string; facts: ClaimFacts }[],
          { merge: false }
        >(),
    ),
};

const FAILURE = "We couldn't change your insurance";

export const insuranceMutations = {
  set: requestMutation(FAILURE, (policy: Arguments<'set_insurance'>) =>
    supabase.rpc('set_insurance', policy),
  ),
  setHsaPayments: requestMutation("We couldn't save your choice", (paid_first: boolean) =>
    supabase.rpc('set_hsa_payments', { paid_first }),
  ),
  end: requestMutation(FAILURE, (insurance_kind: PolicyKind) =>
    supabase.rpc('end_insurance', { insurance_kind }),
  ),
};
