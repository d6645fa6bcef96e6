import type { SupabaseClient } from '@supabase/supabase-js';
import { type PersonaOptions, personaHistory } from '../../engine/household/personas.ts';
import { buildStep } from '../../engine/simulation/step.ts';
import type { CustomerCall } from './access.ts';
import { getRefusal } from './environment.ts';
import { applySteps, readHouseholds } from './households.ts';
import { refuse, respond } from './responses.ts';

const TRIES = 5;
const PAUSE_MS = 50;

type HistoryRequest = Pick<PersonaOptions, 'persona'> & {
  timeZone: string | null;
  getSeed: (customerId: string) => number;
  /** The real time after which a demo household can be deleted. */
  demoUntil?: string;
};

/**
 * Loads two years of a persona's history for the caller, and responds with the number of entries. If the
 * caller already has products, loads nothing. Responds to refusals with 409.
 */
export async function startPersona(
  { bank, mine }: CustomerCall,
  { persona, timeZone, getSeed, demoUntil }: HistoryRequest,
): Promise<Response> {
  try {
    const { data: customer } = await mine
      .rpc('ensure_customer', { time_zone: timeZone })
      .single<{ id: string; time_zone: string }>()
      .throwOnError();
    const { data: now } = await mine.rpc('simulated_now').throwOnError();
    if ((await readHouseholds(bank, [customer.id])).length > 0) return respond({ loaded: false, entries: 0 });
    const { household } = personaHistory({
      persona,
      seed: getSeed(customer.id),
      now,
      timeZone: customer.time_zone,
      newId: () => crypto.randomUUID(),
    });
    const { data: entries } = await bank
      .rpc('load_household', {
        customer_id: customer.id,
        household: { ...household, ...(demoUntil && { demo_until: demoUntil }) },
      })
      .throwOnError();
    if (entries > 0) await scheduleRules(bank, customer.id);
    return respond({ loaded: entries > 0, entries });
  } catch (error) {
    const refusal = getRefusal(error);
    if (refusal === null) throw error;
    return refuse(refusal, 409);
  }
}

/**
 * Applies a step of zero duration, which schedules each rule. Retries while another process holds the
 * household's lock. If it fails, the first real step schedules the rules.
 */
export async function scheduleRules(bank: SupabaseClient, customerId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [row] = await readHouseholds(bank, [customerId]);
    if (!row) return;
    const outcomes = await applySteps(bank, [buildStep(row, row.simulated_until, false).step]);
    if (outcomes.get(customerId) === 'applied') return;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS * (tries + 1)));
  }
}

/**
 * Returns the time zone in a request. Returns null, which means the bank's default, if the time zone doesn't
 * exist.
 */
export function parseTimeZone(name: unknown): string | null {
  if (typeof name !== 'string' || !name.includes('/')) return null;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return name;
  } catch {
    return null;
  }
}
