import { type DayNumber, type Instant, parseDay, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';
import type { Figure } from './course-schema.ts';
import type { ScenarioRun } from './run-state.ts';

/** A payment that will not be made in full. Minor units. */
export type FailingPayment = {
  name: string;
  on: DayNumber;
  amount: number;
  /** The missing amount: 0 if the account is closed, the whole payment if nothing is set up to pay it. */
  missing: number;
  currency: string;
  /** False when neither autopay nor a scheduled payment pays it. */
  isSetUp: boolean;
};

/** How a scenario will be lost. */
export type ScenarioLoss = {
  /** The day it ends. */
  on: DayNumber;
  /** The first day on which the condition that decides holds; `on` for a missed objective. */
  since: DayNumber;
  /** The first payment that fails on the way; null when no failed payment decides the scenario. */
  payment: FailingPayment | null;
  /** The scenario as it will be when it is lost. */
  play: ScenarioRun;
};

/** Figures that a failed payment changes. */
const PAYMENT_FIGURES = new Set<Figure>([
  'failed_payments',
  'days_late',
  'late_fees',
  'fees_paid',
  'full_payments',
]);
const FAILED = new Set(['payment_failed', 'payment_missed']);
const FAILED_SUFFIX = ':failed';

/**
 * Returns how the running scenario will be lost before an instant if the customer changes nothing; null otherwise.
 * Simulates the household without posting anything. Scenario events that are still hidden are not in the household, so
 * they are not counted.
 */
export function findScenarioLoss(row: HouseholdRow, to: Instant): ScenarioLoss | null {
  const before = buildHouseholdState(row);
  const { play: scenarioRun } = before;
  if (!scenarioRun || scenarioRun.outcome) return null;
  const zone = new Zone(row.time_zone);
  // Nothing is judged after the scenario's last day.
  const end = Math.max(before.at, Math.min(to, zone.getStart(scenarioRun.ends + 1)));
  const { state, events } = simulate(before, end);
  const outcome = state.play?.outcome;
  if (!state.play || outcome?.state !== 'lost') return null;
  const condition = scenarioRun.losing.find(({ id }) => id === outcome.by);
  const decisive = condition ?? scenarioRun.objectives.find(({ id }) => id === outcome.by);
  const isByPayment = decisive !== undefined && PAYMENT_FIGURES.has(decisive.figure);
  const payment = events
    .filter(({ kind, at }) => FAILED.has(kind) && at > row.now && zone.getDay(at) <= outcome.on)
    .map((event) => describePayment(event, firstAttempt(event, events), before, zone))
    .sort((left, right) => left.on - right.on)[0];
  return {
    on: outcome.on,
    since: outcome.on - (condition?.days ?? 0),
    payment: (isByPayment && payment) || null,
    play: state.play,
  };
}

/** Returns the first attempt of a scheduled payment that failed after several, else the event itself. */
function firstAttempt(event: EngineEvent, events: readonly EngineEvent[]): EngineEvent {
  if (!event.key.endsWith(FAILED_SUFFIX)) return event;
  const key = event.key.slice(0, -FAILED_SUFFIX.length);
  return events.find((attempt) => attempt.key === key) ?? event;
}

function describePayment(
  { kind, subject, description }: EngineEvent,
  { at, facts = {} }: EngineEvent,
  { accounts, cards, debts, scheduledPayments }: HouseholdState,
  zone: Zone,
): FailingPayment {
  const rule = scheduledPayments.find(({ id }) => id === subject);
  const debt = [...cards, ...debts].find(({ id }) => id === subject);
  const account = accounts.find(({ id }) => id === rule?.accountId);
  const number = (name: string) => (typeof facts[name] === 'number' ? facts[name] : null);
  const due = facts['due'];
  const amount = number('amount') ?? number('missing') ?? 0;
  return {
    name: rule?.name ?? debt?.name ?? description,
    on: typeof due === 'string' ? parseDay(due) : zone.getDay(at),
    amount,
    missing: facts['reason'] === 'closed' ? 0 : Math.max(0, amount - (number('available') ?? 0)),
    currency: account?.currency ?? debt?.currency ?? 'USD',
    isSetUp: kind === 'payment_failed',
  };
}
