import {
  addMonths,
  type DayNumber,
  type Instant,
  isFirstOfMonth,
  lastDayOfMonth,
  monthsBetween,
  Zone,
} from '../calendar/calendar.ts';
import { joinNames } from '../insights/join-names.ts';
import { computeNetWorth, getHoldings, toProjectionPoint } from '../insights/net-worth.ts';
import { describeDistributions } from '../investments/required-distributions.ts';
import { Exchange } from '../money/exchange.ts';
import { DebtPlan } from '../products/debts/debt-strategies.ts';
import { currencyFactor } from '../products/rates.ts';
import { simulate } from '../simulation/simulate.ts';
import type { Currency, HouseholdState } from '../simulation/state.ts';
import { getCoverage } from './coverage-decisions.ts';
import { applyDecision } from './decisions.ts';
import { ProjectionRecorder } from './events.ts';
import { debtsWithoutPayment, getNow } from './household.ts';
import { ProjectedSpending } from './spending.ts';
import type { Decision, Projection, ProjectionPoint, WhatIfOptions } from './what-if.ts';

/**
 * The local time of a debt plan's payments, in minutes after midnight. Installments are paid earlier in the
 * day.
 */
const PLAN_PAYMENTS_AT_MINUTES = 13 * 60;
const NEVER = Number.POSITIVE_INFINITY;

/** Simulates one projection for `simulateWhatIf`. */
export class WhatIfSimulator {
  private state: HouseholdState;
  private readonly zone: Zone;
  private readonly currency: Currency;
  private readonly exchange: Exchange;
  private readonly today: DayNumber;
  private readonly recorder: ProjectionRecorder;
  private readonly spending: ProjectedSpending | null;
  private readonly pendingDecisions: Decision[];
  private readonly points: ProjectionPoint[] = [];
  private plan: { debts: DebtPlan; from: DayNumber; steps: number; accountId: string } | null = null;

  constructor(
    household: HouseholdState,
    decisions: readonly Decision[],
    private readonly to: DayNumber,
    private readonly options: WhatIfOptions,
  ) {
    const { currency = household.accounts.find(({ closed }) => !closed)?.currency, spending, seed } = options;
    if (currency === undefined) throw new RangeError('There is no account to pay from.');
    this.currency = currency;
    this.exchange = new Exchange(currency, options.rates);
    this.zone = new Zone(household.timeZone);
    // Simulates up to the current time, so that changes made outside the engine take effect before any
    // decision.
    const now = getNow(household, options.now);
    const { state } = simulate(withoutScenarioRun(household), now, { record: false });
    this.state = state;
    this.today = this.zone.getDay(now);
    this.recorder = new ProjectionRecorder(this.zone, this.exchange, this.state);
    this.spending =
      spending && !household.spendingProfile ? new ProjectedSpending(spending, this.exchange, seed) : null;
    this.pendingDecisions = [...decisions].sort((a, b) => a.on - b.on);
  }

  simulateToEnd(): Projection {
    const { options, today, to, zone } = this;
    const assumptions = getAssumptions(this.state, this.exchange, options);
    this.points.push(this.getPoint(today));
    this.applyDueDecisions();
    const months = monthsBetween(today, to + 1);
    let stopped = false;
    const end = zone.getStart(to + 1);
    while (this.state.at < end && !stopped) {
      this.advanceTo(Math.min(end, this.nextMonth(), this.nextDecision(), this.nextPlanStep()));
      const day = zone.getDay(this.state.at);
      const isNewDay = this.state.at === zone.getStart(day);
      if (isNewDay && (isFirstOfMonth(day) || day > to)) this.points.push(this.getPoint(day - 1));
      if (isNewDay && isFirstOfMonth(day)) stopped = this.shouldStop(monthsBetween(today, day), months);
      if (this.state.at < end && !stopped) this.applyDueDecisions();
    }
    const { currency } = this;
    return {
      points: this.points,
      ...this.recorder.getTotals(),
      coverage: getCoverage(this.state),
      currency,
      leftOut: this.leftOut(),
      assumptions,
      stopped,
    };
  }

  private advanceTo(instant: Instant): void {
    const { spending, recorder } = this;
    const names = new Map([...this.state.debts, ...this.state.cards].map(({ id, name }) => [id, name]));
    const premiums = new Set(Object.values(this.state.insurance ?? {}).map(({ paymentId }) => paymentId));
    const { state, events } = simulate(this.state, instant, {
      takesDistributions: true,
      onDayEnd: (day, household) => {
        this.exchange.moveTo(currencyFactor(household, day));
        recorder.endDay(day, household);
      },
      ...(spending && {
        // Predicts purchases from tomorrow on. Today's purchases may already be in the balances.
        purchasesOn: (day, household) => (day > this.today ? spending.on(day, household) : []),
      }),
    });
    this.state = state;
    for (const event of events) {
      recorder.recordEngineEvent(event, names);
      if (event.subject !== undefined && premiums.has(event.subject)) recorder.recordPremium(event);
      this.plan?.debts.recordEvent(event);
    }
  }

  private shouldStop(done: number, of: number): boolean {
    const { onMonth, untilDebtFree } = this.options;
    const continues = onMonth?.(done, of) ?? true;
    return !continues || (untilDebtFree === true && this.recorder.isDebtFree);
  }

  private nextMonth(): Instant {
    return this.zone.getStart(lastDayOfMonth(this.zone.getDay(this.state.at)) + 1);
  }

  private nextDecision(): Instant {
    const [next] = this.pendingDecisions;
    return next ? Math.max(this.state.at, this.zone.getStart(next.on)) : NEVER;
  }

  private nextPlanStep(): Instant {
    const { plan, zone } = this;
    return plan
      ? Math.max(this.state.at, zone.at(addMonths(plan.from, plan.steps), PLAN_PAYMENTS_AT_MINUTES))
      : NEVER;
  }

  private applyDueDecisions(): void {
    const day = this.zone.getDay(this.state.at);
    while (this.pendingDecisions[0] && this.pendingDecisions[0].on <= day) {
      const decision = this.pendingDecisions.shift();
      if (decision) this.applyOne(decision, day);
    }
    if (this.nextPlanStep() <= this.state.at) this.payPlan(day);
    this.recorder.recordState(day, this.state);
  }

  private applyOne(decision: Decision, day: DayNumber): void {
    const { state, event } = applyDecision(this.state, decision, this.currency);
    this.state = state;
    if (event) this.recorder.recordEvent({ day, ...event });
    if (decision.kind === 'debt_strategy' && event?.kind !== 'refused')
      this.plan = {
        debts: new DebtPlan(decision, this.currency),
        from: day,
        steps: 0,
        accountId: decision.accountId,
      };
  }

  private payPlan(day: DayNumber): void {
    const { plan } = this;
    if (!plan) return;
    const { state, isShort } = plan.debts.step(this.state);
    this.state = state;
    plan.steps += 1;
    const text = 'The debt plan can’t be paid because the account doesn’t have enough money';
    if (isShort) this.recorder.recordEvent({ day, kind: 'payment_failed', text, subject: plan.accountId });
  }

  private getPoint(day: DayNumber): ProjectionPoint {
    const { state, exchange } = this;
    exchange.moveTo(currencyFactor(state, day));
    return toProjectionPoint(day, computeNetWorth(getHoldings(state), exchange));
  }

  private leftOut(): Currency[] {
    const { accounts, cards, debts } = this.state;
    return this.exchange.leftOut(
      [...accounts.filter(({ closed }) => !closed), ...cards, ...debts].map(({ currency }) => currency),
    );
  }
}

/**
 * Removes the scenario run and its hidden events. A what-if must not reveal hidden events, and its result
 * isn't scored.
 */
function withoutScenarioRun({ play: _, ...household }: HouseholdState): HouseholdState {
  return { ...household, shocks: household.shocks.filter(({ begun, story }) => begun || !story) };
}

/** Returns the projection's assumptions as sentences for the customer. */
function getAssumptions(state: HouseholdState, exchange: Exchange, options: WhatIfOptions): string[] {
  const unpaid = debtsWithoutPayment(state)
    .filter(({ balance }) => balance > 0)
    .map(({ name }) => name);
  const products = [...state.accounts.filter(({ closed }) => !closed), ...state.cards, ...state.debts];
  const currencies = [...new Set(products.map(({ currency }) => currency))];
  const distributions = describeDistributions(state);
  const currenciesWithoutRate = exchange.leftOut(currencies);
  const convertedCurrencies = currencies.filter((item) => item !== exchange.into && exchange.counts(item));
  return [
    "Amounts aren't adjusted for inflation.",
    'Paychecks, bills, and transfers continue on schedule, without a raise.',
    'Savings earn today’s rate. Adjustable mortgages follow the bank’s index.',
    ...describePriceAssumptions(state),
    ...(distributions ? [distributions] : []),
    getSpending(state, options),
    ...(unpaid.length > 0 ? [describeUnpaidDebts(unpaid)] : []),
    ...(convertedCurrencies.length > 0
      ? [`Amounts in ${joinNames(convertedCurrencies)} use today’s exchange rate, unless a shock changes it.`]
      : []),
    ...(currenciesWithoutRate.length > 0
      ? [`Amounts in ${joinNames(currenciesWithoutRate)} aren't included because there is no exchange rate.`]
      : []),
  ];
}

function describePriceAssumptions({ accounts, debts }: HouseholdState): string[] {
  const hasInvestments = accounts.some(({ type, closed }) => type === 'INVESTMENT' && !closed);
  const hasHome = debts.some(({ property }) => property);
  return [
    ...(hasInvestments ? ['Investments follow the simulated market: 7% a year on average, with drops.'] : []),
    ...(hasHome ? ['Home values follow the simulated index: 3.2% a year on average.'] : []),
  ];
}

function getSpending({ spendingProfile }: HouseholdState, { spending, seed }: WhatIfOptions): string {
  if (spendingProfile)
    return `Everyday spending continues as usual, and prices rise ${spendingProfile.inflation}% a year.`;
  if (!spending) return 'Only scheduled payments are included, not everyday spending.';
  const samplingMethod = seed === undefined ? 'using the daily average' : 'sampled day by day';
  return `Everyday spending matches the last ${spending.days.length} days, ${samplingMethod}, at today’s prices.`;
}

const describeUnpaidDebts = (names: readonly string[]) =>
  `No payment is set up for ${joinNames(names)}, so ${names.length === 1 ? 'it' : 'they'} will become past due.`;
