import type { SupabaseClient } from '@supabase/supabase-js';
import { buildStep, type Step } from '../../../engine/simulation/step.ts';
import { forSchedule } from '../access.ts';
import { applySteps, readHouseholds } from '../households.ts';
import { respond } from '../responses.ts';

const BATCH = 1000;
/** The engine computes one batch while the database writes another. */
const BATCHES_AT_ONCE = 2;
/**
 * The time limit of one call. The scheduler calls again a minute later to process the remaining households.
 */
const BUDGET_MS = 50_000;

/**
 * Simulates all households with due events in batches. The scheduler calls this function with the service
 * key. Concurrent calls share the work.
 */
export default forSchedule(async ({ request, bank }) => {
  const until = Date.now() + BUDGET_MS;
  const counts = { households: 0, events: 0, left: 0 };
  async function work(): Promise<void> {
    while (Date.now() < until && !request.signal.aborted) {
      const { data } = await bank.rpc('claim_due_households', { most: BATCH }).throwOnError();
      const ids = (data ?? []) as string[];
      if (ids.length === 0) break;
      await simulateBatch(bank, ids, counts);
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  return respond(counts);
});

type Counts = { households: number; events: number; left: number };

async function simulateBatch(bank: SupabaseClient, ids: string[], counts: Counts): Promise<void> {
  const steps: Step[] = [];
  for (const row of await readHouseholds(bank, ids)) {
    try {
      steps.push(buildStep(row, Math.max(row.now, row.simulated_until), false).step);
    } catch {
      // An unreadable household must not block the others. The next call retries it.
      counts.left += 1;
    }
  }
  try {
    await applyBatch(bank, steps, counts);
  } catch {
    // A household that can't be posted must not affect the others.
    for (const step of steps) await applyBatch(bank, [step], counts).catch(() => (counts.left += 1));
  }
}

async function applyBatch(bank: SupabaseClient, steps: Step[], counts: Counts): Promise<void> {
  if (steps.length === 0) return;
  const outcomes = await applySteps(bank, steps);
  for (const { customer_id, events } of steps) {
    if (outcomes.get(customer_id) === 'applied') {
      counts.households += 1;
      counts.events += events.length;
    } else counts.left += 1;
  }
}
