import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Instant } from '../../../engine/calendar/calendar.ts';
import { after, MAX_FAST_FORWARD } from '../../../engine/calendar/duration.ts';
import { nameFastForwardCheckpoint } from '../../../engine/household/checkpoint-names.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import {
  buildDigest,
  type Digest,
  type FastForwardDigest,
  joinDigests,
} from '../../../engine/simulation/digest.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { findNewChoice } from '../../../engine/simulation/surprise-choices.ts';
import { forCustomers } from '../access.ts';
import { type FastForward, type FastForwardResponse, fastForwardOnce } from '../fast-forwards.ts';
import { applySteps, readHouseholds } from '../households.ts';
import { readBody, respond } from '../responses.ts';
import { getScenarioEnd, saveAtCheckpoint, stepWithinScenario } from './scenario.ts';

/** The last instant that the bank's calendar supports. */
const LAST_INSTANT = Date.UTC(2190, 0, 1);
/**
 * The length of a step. Each step is posted separately, so that a canceled fast-forward ends after a complete
 * step.
 */
const STEP = { usual: 'P1M', far: 'P6M', farAfterYears: 5 };
/** The longest fast-forward that stops at a surprise with a decision. Longer ones take the default. */
const STOPS_WITHIN = 'P1M';
const YEAR_MS = 365.25 * 86_400_000;
/** The maximum number of times a household is reloaded after concurrent changes. */
const TRIES = 20;
const PAUSE_MS = 50;

/**
 * Moves the caller's simulated clock: `{ "by": "P1M" }` or `{ "to": "2027-01-01T00:00:00Z" }`. Posts
 * everything due in complete steps and returns a summary. A canceled request stops after the current step. If
 * a scenario is won or lost, the clock stops at the end of that day, and `ended` reports the outcome. A
 * fast-forward of up to a month also stops when a surprise asks for a decision (`decision` is its id).
 * `checkpoint` is the id of the checkpoint before the fast-forward, or null. Each customer can have one
 * request at a time. An identical request gets the same response; other requests are refused (CLOCK).
 */
export default forCustomers(async ({ request, bank, customer }) => {
  const target = (await readBody(request, requestSchema)) ?? {};
  const key = JSON.stringify(target).slice(0, 200);
  const response = await fastForwardOnce(bank, customer.id, key, request.signal, (run) =>
    advance(bank, customer.id, target, run),
  );
  const { body, status } = response ?? inProgress();
  return respond(body, status);
});

/** Ignores values of the wrong type. A request that has no target is refused. */
const requestSchema = z.object({
  by: z.string().optional().catch(undefined),
  to: z.string().optional().catch(undefined),
});
type AdvanceRequest = z.infer<typeof requestSchema>;

async function advance(
  bank: SupabaseClient,
  customer: string,
  request: AdvanceRequest,
  { signal, continues }: FastForward,
): Promise<FastForwardResponse> {
  const [first] = await readHouseholds(bank, [customer]);
  if (!first) return refusal('NTFND', 'Open an account first.', 409);
  const target = getTarget(request, first.now, first.time_zone);
  if (target === null)
    return refusal('BADDT', 'Enter a duration or a future date within the next 50 years.', 400);
  const name = nameFastForwardCheckpoint(request.by, target, first.time_zone);
  const [before, checkpoint] = await Promise.all([
    readNetWorth(bank, customer),
    target > first.now ? saveCheckpoint(bank, customer, name) : null,
  ]);
  const step = target - first.now > STEP.farAfterYears * YEAR_MS ? STEP.far : STEP.usual;
  const stopsAtDecision = target <= after(first.now, STOPS_WITHIN, first.time_zone);
  let digest: Digest | null = null;
  let ended: StepResult['ended'] = null;
  let decision: StepResult['decision'] = null;
  let at = Math.max(first.now, first.simulated_until);
  for (let steps = 0; at < target || steps === 0; steps += 1) {
    if (signal.aborted) break;
    if (!(await continues())) return inProgress();
    const to = Math.min(target, after(at, step, first.time_zone));
    const simulated = await advanceStep(bank, customer, {
      row: steps === 0 ? first : null,
      generation: first.generation,
      to: Math.max(to, at),
      stopsAtDecision,
    });
    if (simulated === null) return inProgress();
    digest = digest === null ? simulated.digest : joinDigests(digest, simulated.digest);
    at = Math.max(simulated.at, at);
    ({ ended, decision } = simulated);
    if (ended || decision) break;
  }
  const body = {
    from: iso(first.now),
    to: iso(at),
    whole: at >= target,
    ended,
    decision,
    checkpoint,
    digest: { ...(digest ?? NOTHING), netWorth: { before, after: await readNetWorth(bank, customer) } },
  };
  return { status: 200, body };
}

const NOTHING: Digest = { lines: [] };

/**
 * Saves the household so that the fast-forward can be undone, and returns the checkpoint's id. Returns null
 * while a payment from another customer arrives: the fast-forward is more important than its undo.
 */
async function saveCheckpoint(bank: SupabaseClient, customer: string, name: string): Promise<string | null> {
  const { data, error } = await bank.rpc('save_fast_forward_checkpoint', { customer_id: customer, name });
  if (error && error.code !== 'CLOCK') throw error;
  return data;
}

/** Reads the net worth as shown on every screen, in major units of the base currency. */
async function readNetWorth(
  bank: SupabaseClient,
  customer: string,
): Promise<FastForwardDigest['netWorth']['after']> {
  const { data } = await bank.rpc('customer_net_worth', { customer_id: customer }).single().throwOnError();
  return data as FastForwardDigest['netWorth']['after'];
}

/**
 * The result of a step: the outcome of the scenario if the step ended it, and the id of the surprise with a
 * decision if the step stopped there.
 */
type StepResult = { digest: Digest; at: Instant; ended: 'won' | 'lost' | null; decision: string | null };

type StepTarget = {
  /** The household if it was just read. The bank discards a step of a household that has changed since. */
  row: HouseholdRow | null;
  generation: number;
  to: Instant;
  stopsAtDecision: boolean;
};

/**
 * Runs one step. Reloads the household after concurrent changes, and returns null if the changes don't stop.
 */
async function advanceStep(
  bank: SupabaseClient,
  customer: string,
  { row: known, generation, to, stopsAtDecision }: StepTarget,
): Promise<StepResult | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const row = (tries === 0 && known) || (await readHouseholds(bank, [customer]))[0];
    // The household was deleted, or a checkpoint replaced it, so this run ends.
    if (row?.generation !== generation) return null;
    // A concurrent fast-forward has already passed this instant.
    if (row.simulated_until >= to) return { digest: NOTHING, at: to, ended: null, decision: null };
    const { step, after: simulated, ended, decision } = buildStoppingStep(row, to, stopsAtDecision);
    const outcome = (await applySteps(bank, [step])).get(customer);
    if (outcome === 'applied') {
      await saveAtCheckpoint(bank, customer, simulated);
      return { digest: buildDigest(step.events, simulated), at: simulated.at, ended, decision };
    }
    if (outcome === 'busy') await new Promise((resume) => setTimeout(resume, PAUSE_MS * (tries + 1)));
  }
  return null;
}

/** Runs a step like `buildScenarioStep`. If wanted, stops when a surprise asks for a decision. */
function buildStoppingStep(
  row: HouseholdRow,
  to: Instant,
  stopsAtDecision: boolean,
): ReturnType<typeof buildScenarioStep> & Pick<StepResult, 'decision'> {
  const simulated = buildScenarioStep(row, to);
  const choice = stopsAtDecision ? findNewChoice(simulated.step.events) : null;
  return choice === null
    ? { ...simulated, decision: null }
    : { ...buildScenarioStep(row, choice.at), decision: choice.id };
}

/** Runs a step to an instant. Stops earlier at a checkpoint or at the end of a scenario. */
function buildScenarioStep(
  row: HouseholdRow,
  to: Instant,
): ReturnType<typeof buildStep> & Pick<StepResult, 'ended'> {
  const simulated = buildStep(row, stepWithinScenario(row, to), true);
  const end = getScenarioEnd(simulated.before, simulated.after);
  if (end === null) return { ...simulated, ended: null };
  const ended = simulated.after.play?.outcome?.state ?? null;
  return end < simulated.after.at ? { ...buildStep(row, end, true), ended } : { ...simulated, ended };
}

/** Returns the clock's target, or null if it is invalid. */
function getTarget({ by, to }: AdvanceRequest, now: Instant, timeZone: string): Instant | null {
  let target = Number.NaN;
  try {
    target = by === undefined ? Date.parse(to ?? '') : after(now, by, timeZone);
  } catch {
    return null;
  }
  const latest = Math.min(after(now, MAX_FAST_FORWARD, timeZone), LAST_INSTANT);
  return target >= now && target <= latest ? target : null;
}

const iso = (instant: Instant) => new Date(instant).toISOString();

const refusal = (code: string, message: string, status: number): FastForwardResponse => ({
  status,
  body: { code, message },
});

const inProgress = () => refusal('CLOCK', 'A fast-forward is in progress. Try again in a moment.', 409);
