import { getIncreaseSimulators } from '../bills/bill-increases.ts';
import {
  type DayNumber,
  dayText,
  type Instant,
  isFirstOfMonth,
  lastDayOfMonth,
} from '../calendar/calendar.ts';
import { getPolicySimulators } from '../insurance/policies.ts';
import { SurchargeSimulator } from '../insurance/surcharge.ts';
import { FundMarket, payFundDividends } from '../investments/fund-market.ts';
import { DistributionSimulator } from '../investments/required-distributions.ts';
import { AccountPlanSimulator, endPlanDay } from '../products/accounts/account-plans.ts';
import { CertificateSimulator } from '../products/accounts/certificate.ts';
import { accrueAccountDay } from '../products/accounts/deposit-account.ts';
import { endOverdraftDay, isWatched, OverdraftSimulator } from '../products/accounts/overdraft.ts';
import { SavingsRateNoticeSimulator } from '../products/accounts/savings-rate-notice.ts';
import { CardSimulator } from '../products/cards/card.ts';
import { BiweeklySimulator } from '../products/debts/biweekly.ts';
import { DebtSimulator } from '../products/debts/debt.ts';
import { DisputeSimulator } from '../products/dispute.ts';
import { GoalSimulator } from '../products/goal.ts';
import { RefundSimulator } from '../products/refund.ts';
import { nextRunDay, ScenarioRunSimulator } from '../scenarios/run-simulator.ts';
import { clone } from './clone.ts';
import type { HoldObserver } from './hold-list.ts';
import { ClearingSimulator, DepositNoticeSimulator, HoldSimulator } from './holds.ts';
import { ReturnSimulator } from './purchase-returns.ts';
import { AutoDepositSimulator, ScheduledPaymentSimulator } from './recurring.ts';
import { RANK, Run, type Timer } from './run.ts';
import { ShockSimulator } from './shocks.ts';
import { raiseHabitPrices, SpendingSimulator } from './spending.ts';
import type { EngineEvent, HouseholdState, OutsideChange } from './state.ts';
import { drawShocks } from './surprise-draws.ts';
import { TaxReturnSimulator } from './tax-returns.ts';
import { raisePriceIndex } from './yearly-adjustment.ts';

/** The time of day of predicted manual purchases, in minutes after midnight. */
const SHOPS_AT_MINUTES = 18 * 60;

export type SimulateOptions = {
  /** Called at the end of each day with the current state, which must not be modified. */
  onDayEnd?: (day: DayNumber, state: HouseholdState) => void;
  /** False if the caller needs only the state and the days, but not the events. Defaults to true. */
  record?: boolean;
  /** True if required minimum distributions are withdrawn in December, as in projections. Defaults to false. */
  takesDistributions?: boolean;
  /** Called for each hold that is placed, changed, or ended. */
  onHold?: HoldObserver;
  /** Returns the manual purchases of an evening, which can overdraw the account. Defaults to none. */
  purchasesOn?: (day: DayNumber, state: HouseholdState) => readonly HandPurchase[];
};

/** A purchase with a positive amount in minor units, and the account or card that pays for it. */
export type HandPurchase = { productId: string; amount: number };

export type Simulation = {
  /** The events in chronological order. */
  events: EngineEvent[];
  /** The household at the end of the simulation. */
  state: HouseholdState;
};

/**
 * Simulates a household from `household.at` until an instant, inclusive. Pure and deterministic: the same
 * household produces the same events on every machine, in one step or in many. Changes from outside the
 * simulation (`household.changes`) are applied at the time they were made. Throws RangeError for an unknown
 * time zone or an instant before `household.at`.
 */
export function simulate(household: HouseholdState, to: Instant, options: SimulateOptions = {}): Simulation {
  if (!(to >= household.at))
    throw new RangeError("The target time is before the household's simulated time.");
  const state = clone(household);
  const run = new Run(state, options.record ?? true, options.onHold);
  const timers = getTimers(run, options);
  for (;;) {
    const next = findNextTimer(timers);
    if (next === undefined || next.due > to) break;
    // If a time zone change skipped the hour of an event, the event occurs now.
    run.now = Math.max(next.due, household.at);
    next.fire();
  }
  state.at = to;
  if (state.handledUntil !== undefined && run.zone.getLocal(to) >= state.handledUntil)
    delete state.handledUntil;
  return { events: run.events, state };
}

function getTimers(run: Run, options: SimulateOptions): Timer[] {
  const { state } = run;
  const cards = state.cards.map((card) => new CardSimulator(run, card));
  const debts = state.debts.map((debt) => new DebtSimulator(run, debt));
  const goals = (state.goals ?? []).map((goal) => new GoalSimulator(run, goal));
  const timers: Timer[] = [
    ...cards,
    ...debts,
    ...state.debts.flatMap((debt) =>
      debt.biweekly ? [new BiweeklySimulator(run, debt, debt.biweekly)] : [],
    ),
    ...state.autoDeposits.map((rule) => new AutoDepositSimulator(run, rule)),
    ...state.scheduledPayments.map((rule) => new ScheduledPaymentSimulator(run, rule)),
    ...state.shocks.map((shock) => new ShockSimulator(run, shock)),
    ...(state.disputes ?? []).map((dispute) => new DisputeSimulator(run, dispute)),
    ...(state.refunds ?? []).filter(({ ended }) => !ended).map((refund) => new RefundSimulator(run, refund)),
    ...(state.taxReturns ?? []).map((taxReturn) => new TaxReturnSimulator(run, taxReturn)),
    ...goals,
    ...state.accounts
      .filter(({ overdraft, overdrawn }) => overdraft?.kind === 'covered' || overdrawn)
      .map((account) => new OverdraftSimulator(run, account)),
    ...state.accounts.flatMap((account) =>
      account.planTerms && !account.closed ? [new AccountPlanSimulator(run, account)] : [],
    ),
    ...state.accounts.flatMap((account) =>
      account.certificate ? [new CertificateSimulator(run, account, account.certificate)] : [],
    ),
  ];
  timers.push(...getPolicySimulators(run));
  if (options.takesDistributions && state.birthDate !== undefined)
    timers.push(new DistributionSimulator(run, state.birthDate));
  if (state.drivingRecord) timers.push(new SurchargeSimulator(run, state.drivingRecord));
  if (state.accounts.some(({ type, closed }) => type === 'SAVINGS' && !closed))
    timers.push(new SavingsRateNoticeSimulator(run));
  if (state.billIncreases) timers.push(...getIncreaseSimulators(run));
  if (state.holds || state.pending) timers.push(new ClearingSimulator(run), new HoldSimulator(run));
  if (state.holds?.some(({ notice }) => notice)) timers.push(new DepositNoticeSimulator(run));
  if (state.spendingProfile) timers.push(new SpendingSimulator(run, state.spendingProfile));
  if (state.funds) timers.push(new FundMarket(run, state.funds));
  if (state.returns || state.plannedReturns) timers.push(new ReturnSimulator(run, timers));
  if (state.changes.length > 0) timers.push(new OutsideChanges(run));
  if (options.purchasesOn) timers.push(new HandPurchases(run, options.purchasesOn));
  const scenarioRun = state.play && new ScenarioRunSimulator(run, state.play);
  timers.push(new DayEnd(run, { cards, debts, goals, play: scenarioRun }, timers, options.onDayEnd));
  return timers;
}

/**
 * Returns the next instant at which something will be posted or reported, or null if there is none. Days with
 * only accruals don't count, because they can be accrued later with the same result.
 */
export function nextDueAt(household: HouseholdState): Instant | null {
  const run = new Run(clone({ ...household, changes: [] }), false);
  const timers = getTimers(run, {});
  const due = Math.min(
    ...timers.map((timer) => (timer instanceof DayEnd ? timer.nextOfInterest() : timer.due)),
  );
  return due === Number.POSITIVE_INFINITY ? null : due;
}

function findNextTimer(timers: readonly Timer[]): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers)
    if (!first || timer.due < first.due || (timer.due === first.due && timer.rank < first.rank))
      first = timer;
  return first;
}

/** Applies changes from outside the engine at the time they were made. */
class OutsideChanges implements Timer {
  readonly rank = RANK.outsideChange;
  due: Instant;
  private readonly changes: OutsideChange[];

  constructor(private readonly run: Run) {
    // Changes after the end of this run are left for the next run.
    this.changes = run.state.changes;
    this.due = this.changes[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  fire(): void {
    const change = this.changes.shift();
    if (change) this.run.takeIn(change);
    this.due = this.changes[0]?.at ?? Number.POSITIVE_INFINITY;
  }
}

/** Simulates the manual purchases that the caller predicts. */
class HandPurchases implements Timer {
  readonly rank = RANK.purchase;
  due: Instant;
  private day: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly purchasesOn: NonNullable<SimulateOptions['purchasesOn']>,
  ) {
    this.day = run.zone.getDay(run.start);
    this.due = run.zone.at(this.day, SHOPS_AT_MINUTES);
    if (this.due <= run.start) this.goOn();
  }

  fire(): void {
    const { run, day } = this;
    this.purchasesOn(day, run.state).forEach(({ productId, amount }, number) => {
      const product = run.product(productId);
      if (!product || product.kind === 'debt' || amount <= 0) return;
      const kind = product.kind === 'card' ? 'card_charge' : 'payment';
      const key = `bought:${dayText(day)}:${number}`;
      run.postWithBank({ key, kind, description: 'Everyday spending' }, product.state, -amount, 'outside');
    });
    this.goOn();
  }

  private goOn(): void {
    this.day += 1;
    this.due = this.run.zone.at(this.day, SHOPS_AT_MINUTES);
  }
}

/**
 * Ends the day at its last millisecond instead of midnight, so that interest, fees, and valuations have the
 * correct date.
 */
class DayEnd implements Timer {
  readonly rank = RANK.dayEnd;
  due: Instant;
  private day: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly simulators: {
      readonly cards: readonly CardSimulator[];
      readonly debts: readonly DebtSimulator[];
      readonly goals: readonly GoalSimulator[];
      readonly play: ScenarioRunSimulator | undefined;
    },
    private readonly timers: Timer[],
    private readonly onDayEnd: SimulateOptions['onDayEnd'],
  ) {
    // If the last millisecond of a day has passed, the previous run already ended that day.
    this.day = run.zone.getDay(run.start + 1);
    this.due = run.zone.getEnd(this.day);
  }

  fire(): void {
    const { run, day } = this;
    if (isFirstOfMonth(day + 1)) payFundDividends(run, day);
    for (const account of run.state.accounts) {
      accrueAccountDay(run, account, day);
      endOverdraftDay(run, account, day);
    }
    for (const account of run.state.accounts) if (account.planTerms) endPlanDay(run, account, day);
    for (const card of this.simulators.cards) card.endDay(day);
    for (const debt of this.simulators.debts) debt.endDay(day);
    if (isFirstOfMonth(day + 1)) this.endMonth(day);
    for (const goal of this.simulators.goals) goal.reportWhenReached();
    this.simulators.play?.endDay(day);
    this.onDayEnd?.(day, run.state);
    this.day = day + 1;
    this.due = run.zone.getEnd(this.day);
  }

  /** Returns the end of the next day on which more happens than interest accrual. */
  nextOfInterest(): Instant {
    const { run, day } = this;
    const { state } = run;
    const days = this.simulators.cards.map((card) => card.nextClosing(day));
    if (this.simulators.goals.some((goal) => goal.isNewlyReached())) days.push(day);
    if (state.debts.some(({ arrears }) => arrears.length > 0)) days.push(day);
    if (state.accounts.some(isWatched)) days.push(day);
    if (state.play) days.push(...nextRunDay(state.play, day));
    if (
      state.accounts.some(
        ({ closed, type, accruedMicros }) => closed && type === 'SAVINGS' && accruedMicros !== 0,
      )
    )
      days.push(day);
    const follows = state.accounts.some(({ type, closed }) => type !== 'CHECKING' && !closed);
    if (
      follows ||
      state.spendingProfile ||
      state.surprises ||
      state.debts.some(({ property, escrow, biweekly }) => property || escrow || biweekly)
    )
      days.push(lastDayOfMonth(day));
    return days.length === 0 ? Number.POSITIVE_INFINITY : run.zone.getEnd(Math.min(...days));
  }

  private endMonth(day: DayNumber): void {
    const { run } = this;
    for (const debt of this.simulators.debts) debt.endMonth(day);
    if (run.state.spendingProfile) raiseHabitPrices(run, run.state.spendingProfile, day);
    raisePriceIndex(run.state, day);
    const { shocks } = run.state;
    for (const shock of drawShocks(run, day + 1)) {
      if (shocks.some(({ id }) => id === shock.id)) continue;
      shocks.push(shock);
      this.timers.push(new ShockSimulator(run, shock));
    }
  }
}
