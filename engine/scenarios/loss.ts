import { type DayNumber, type Instant, parseDay, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';
import type { Figure } from './course-schema.ts';
import type { ScenarioRun } from './run-state.ts';

/** A payment that will fail, at least in part. Amounts in minor units. */
export type FailingPayment = {
  name: string;
  on: DayNumber;
  amount: number;
  /**
   * The amount that is missing. It is 0 if the account is closed, and the whole payment if nothing is set up
   * to pay it.
   */
  missing: number;
  currency: string;
  /** False if neither autopay nor a scheduled payment is set up for it. */
  isSetUp: boolean;
};

/** How the customer will lose a scenario run. */
export type ScenarioLoss = {
  /** The day on which the run ends. */
  on: DayNumber;
  /** The first day on which the deciding condition applies. For a missed objective, the same as `on`. */
  since: DayNumber;
  /**
   * The first payment that will fail and contribute to the loss; null if no failed payment decides the run.
   */
  payment: FailingPayment | null;
  /** The scenario run at the time of the loss. */
  play: ScenarioRun;
};

/** Figures that failed payments affect. */
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
 * Returns how the running scenario will be lost before an instant if the customer changes nothing, or null if
 * it won't be. Simulates the household, but posts nothing. Scenario events that are still hidden don't count,
 * because they are not part of the household.
 */
export function findScenarioLoss(row: HouseholdRow, to: Instant): ScenarioLoss | null {
  const before = buildHouseholdState(row);
  const { play: scenarioRun } = before;
  if (!scenarioRun || scenarioRun.outcome) return null;
  const zone = new Zone(row.time_zone);
  // Days after the scenario's last day are not judged.
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

/**
 * Returns the first attempt of a scheduled payment that failed after several attempts. For other events,
 * returns the event itself.
 */
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
