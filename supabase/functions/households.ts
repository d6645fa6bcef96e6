import type { SupabaseClient } from '@supabase/supabase-js';
import type { HouseholdRow } from '../../engine/household/row.ts';
import type { Step } from '../../engine/simulation/step.ts';

/**
 * The outcome of a step: applied, changed (there was a concurrent change), busy (another process holds the
 * lock), or gone.
 */
export type Outcome = 'applied' | 'changed' | 'busy' | 'gone';

/** Loads households in the engine's row format. Throws the bank's errors. */
export async function readHouseholds(bank: SupabaseClient, ids: string[]): Promise<HouseholdRow[]> {
  const { data } = await bank.rpc('engine_households', { customer_ids: ids }).throwOnError();
  return (data ?? []) as HouseholdRow[];
}

/** Posts each step completely or not at all, and returns the outcome by household. */
export async function applySteps(bank: SupabaseClient, steps: Step[]): Promise<Map<string, Outcome>> {
  const { data } = await bank.rpc('apply_engine_steps', { steps }).throwOnError();
  const rows = (data ?? []) as { customer_id: string; outcome: Outcome }[];
  return new Map(rows.map(({ customer_id, outcome }) => [customer_id, outcome]));
}
