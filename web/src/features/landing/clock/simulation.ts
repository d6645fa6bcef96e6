import { addMonths, Zone } from '@engine/calendar/calendar.ts';
import { computeNetWorth, getHoldings } from '@engine/insights/net-worth.ts';
import { Exchange } from '@engine/money/exchange.ts';
import { subtractMinor } from '@engine/money/minor.ts';
import { buildDigest, explainChange, joinDigests } from '@engine/simulation/digest.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import household from './household.json' with { type: 'json' };
import { LAST_DAY, OUTLOOK, type Step, TODAY } from './outlook';

const ZONE = new Zone(OUTLOOK.time_zone);
const EXCHANGE = new Exchange('USD', OUTLOOK.rates);
// A test checks that the file is a state that the engine wrote.
const START = household as unknown as HouseholdState;
const NOON_MINUTES = 12 * 60;

/** The household after some fast-forwards, and the last one's digest. */
export type Moment = ReturnType<typeof fastForward>;

/**
 * Simulates the demo household for one step and yields the household at each stop on the way: each day of a
 * month, or each month of a year. The first step starts today.
 */
export function* simulateStep(from: Moment | null, step: Step): Generator<Moment> {
  const start = from?.day ?? TODAY;
  const stops = getStops(start, step).filter((day) => day <= LAST_DAY);
  const before = getWorth(from?.state ?? START);
  let moment: Moment | null = null;
  for (const day of stops) {
    moment = fastForward(moment ?? from, moment !== null, day, before);
    yield moment;
  }
}

function getStops(start: number, step: Step): number[] {
  const end = step === 'P1D' ? start + 1 : addMonths(start, step === 'P1M' ? 1 : 12);
  if (step === 'P1Y') return Array.from({ length: 12 }, (_, month) => addMonths(start, month + 1));
  return Array.from({ length: end - start }, (_, index) => start + index + 1);
}

function fastForward(from: StateAndDigest | null, isSameStep: boolean, day: number, before: Worth) {
  const { events, state } = simulate(from?.state ?? START, ZONE.at(day, NOON_MINUTES));
  const own = buildDigest(events, state);
  const digest = isSameStep && from ? joinDigests(from.digest, own) : own;
  const worth = getWorth(state);
  const change = subtractMinor(worth, before);
  return { day, state, digest, worth, change, causes: explainChange(digest, change, 'USD') };
}

type Worth = ReturnType<typeof getWorth>;
type StateAndDigest = { state: HouseholdState; digest: ReturnType<typeof buildDigest> };

const getWorth = (state: HouseholdState) => computeNetWorth(getHoldings(state), EXCHANGE).total;
