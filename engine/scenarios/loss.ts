import { type Instant, parseDay, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';
import type { Figure } from './course-schema.ts';

/** A payment that will fail, at least in part. Amounts are in minor units. */
export type FailingPayment = ReturnType<typeof describePayment>;

/** The upcoming loss of a scenario run and its cause. */
export type ScenarioLoss = NonNullable<ReturnType<typeof findScenarioLoss>>;

/** The figures that failed payments affect. */
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
 * Returns how the customer will lose the running scenario before an instant if they change nothing. Returns
 * null if they won't lose it. Simulates the household, but posts nothing. Hidden scenario events don't count,
 * because they are not part of the household.
 */
export function findScenarioLoss(row: HouseholdRow, to: Instant) {
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
    /** The first day on which the deciding condition applies. Equals `on` if an objective was missed. */
    since: outcome.on - (condition?.days ?? 0),
    /**
     * The first failed payment that contributed to the loss, or null if no failed payment decided the run.
     */
    payment: (isByPayment && payment) || null,
    /** The scenario run at the time of the loss. */
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
) {
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
    /** The shortfall: 0 if the account is closed, or the whole payment if no payment is set up. */
    missing: facts['reason'] === 'closed' ? 0 : Math.max(0, amount - (number('available') ?? 0)),
    currency: account?.currency ?? debt?.currency ?? 'USD',
    /** True if autopay or a scheduled payment is set up for this payment. */
    isSetUp: kind === 'payment_failed',
  };
}
