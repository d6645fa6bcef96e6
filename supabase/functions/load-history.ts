import type { SupabaseClient } from '@supabase/supabase-js';
import type { SimulatedHistory } from '../../engine/simulation/history.ts';
import { buildStep } from '../../engine/simulation/step.ts';
import { applySteps, readHouseholds } from './households.ts';

const TRIES = 5;
const PAUSE_MS = 50;

/**
 * Simulates a history and loads it for a customer without products. Returns the number of entries; 0 without
 * simulating if the customer has products. A final step without duration schedules each rule. It retries
 * while another process holds the household, and otherwise leaves it to the scheduler.
 */
export async function loadHistory(
  bank: SupabaseClient,
  customer: string,
  simulate: () => Pick<SimulatedHistory, 'household'>,
  more: { demo_until?: string } = {},
): Promise<number> {
  if ((await readHouseholds(bank, [customer])).length > 0) return 0;
  const { household } = simulate();
  const loaded = await bank
    .rpc('load_household', { customer_id: customer, household: { ...household, ...more } })
    .throwOnError();
  for (let tries = 0; loaded.data > 0 && tries < TRIES; tries += 1) {
    const [row] = await readHouseholds(bank, [customer]);
    if (!row) break;
    const { step } = buildStep(row, row.simulated_until, false);
    const outcomes = await applySteps(bank, [step]);
    if (outcomes.get(customer) === 'applied') break;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS * (tries + 1)));
  }
  return loaded.data;
}
