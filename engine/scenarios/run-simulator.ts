import { type DayNumber, isFirstOfMonth, lastDayOfMonth } from '../calendar/calendar.ts';
import { getOwn } from '../money/lookup.ts';
import { getLastDayToPay } from '../products/cards/card.ts';
import { type Change, isFee, type NewEvent, OVERDRAFT_TRANSFER, type Run } from '../simulation/run.ts';
import type { CardState } from '../simulation/state.ts';
import { computeWorth, getPoint, readFigure } from './figures.ts';
import { judgeDay } from './judge.ts';
import { recordCredit, recordMissedPayment, recordStatement } from './run-credit.ts';
import { RUN_CURRENCY, type RunTurn, type ScenarioRun } from './run-state.ts';

/**
 * The kinds of transactions that are neither income nor spending, such as transfers and revaluations. The
 * bank's spending reports exclude them too.
 */
const OWN_MONEY = new Set([
  'transfer',
  OVERDRAFT_TRANSFER,
  'card_payment',
  'cash_advance',
  'balance_transfer',
  'loan_payment',
  'mortgage_payment',
  'biweekly_payment',
  'biweekly_refund',
  'opening',
  'adjustment',
  'closing',
  'currency_change',
  'market_change',
  'loan_proceeds',
  'home_purchase',
  'extra_payment',
  'recast_payment',
  'payoff',
  'refinance',
  'correction',
  'credit_balance_refund',
]);
/** Credits that count as income even if the customer initiated them. */
const EARNED = new Set(['interest', 'reward_redemption', 'refund']);
/** Kinds of transactions through which the customer borrows. Excludes mortgages and refinancing. */
const BORROWED = new Set(['loan_proceeds', 'opening']);
const COMES_BACK = new Set([
  'refund',
  'escrow_refund',
  'card_credit',
  'dispute_credit',
  'provisional_credit',
  'charge_off',
]);
const MAX_TURNS = 60;

/** Tracks a household during a scenario run. Adds up the figures and judges each day at its end. */
export class ScenarioRunSimulator {
  constructor(
    private readonly run: Run,
    private readonly scenarioRun: ScenarioRun,
  ) {
    if (scenarioRun.outcome) return;
    const { accounts, cards, debts } = run.state;
    for (const account of accounts)
      if (account.currency === RUN_CURRENCY)
        run.observe(account.id, (amount, change) => this.onAccount(amount, change));
    for (const debt of [...cards, ...debts])
      if (debt.currency === RUN_CURRENCY)
        run.observe(debt.id, (amount, change) => this.onDebt(debt.id, amount, change));
    for (const debt of debts)
      run.observe(debt.id, (amount) => {
        if (amount > 0 && debt.balance > 0 && debt.balance <= amount) this.turn('paid_off', debt.id);
      });
    run.observeEvents((event) => this.onEvent(event));
  }

  endDay(day: DayNumber): void {
    const { scenarioRun, run } = this;
    if (scenarioRun.outcome || day < scenarioRun.begins) return;
    for (const card of run.state.cards) this.endCardDay(card, day);
    recordCredit(run.state, scenarioRun, day);
    const { cash } = computeWorth(run.state, scenarioRun);
    if (!scenarioRun.lowest || cash < scenarioRun.lowest.cash) scenarioRun.lowest = { day, cash };
    judgeDay(scenarioRun, day, (figure, isRequested) =>
      readFigure(run.state, scenarioRun, figure, { day, isAsked: isRequested }),
    );
    for (const checkpoint of scenarioRun.checkpoints)
      if (checkpoint.day === day + 1 && !scenarioRun.outcome)
        checkpoint.reached = getPoint(run.state, scenarioRun, day);
    if (!isFirstOfMonth(day + 1) && !scenarioRun.outcome) return;
    scenarioRun.months.push(getPoint(run.state, scenarioRun, day));
    for (const objective of scenarioRun.objectives) objective.course.push(objective.value);
  }

  private onAccount(amount: number, change: Change): void {
    const { totals } = this.scenarioRun;
    const { kind, byHand } = change;
    if (byHand && kind === 'withdrawal') this.takeOut(-amount);
    else if (OWN_MONEY.has(kind)) this.balance(amount, change);
    else if (byHand && amount > 0 && !EARNED.has(kind)) totals.brought += amount;
    else if (isFee(kind) && amount < 0) this.payFee(-amount, change);
    else if (amount < 0 || COMES_BACK.has(kind)) this.spend(-amount, change);
    else totals.income += amount;
  }

  private onDebt(id: string, amount: number, change: Change): void {
    const { totals, borrowed } = this.scenarioRun;
    const { kind, byHand } = change;
    if (byHand && amount < 0 && BORROWED.has(kind)) {
      if (!borrowed.includes(id)) borrowed.push(id);
      // Opening a debt doesn't move any money.
      if (kind === 'opening') return;
    }
    if (kind === 'interest' && amount < 0) {
      totals.interest -= amount;
      totals.spent -= amount;
    } else if (isFee(kind) && amount < 0) this.payFee(-amount, change);
    else if (OWN_MONEY.has(kind)) this.balance(amount, change);
    else this.spend(-amount, change);
  }

  /**
   * Adds manual deposits and withdrawals to `brought`. Transfers between the customer's accounts cancel out,
   * so the sum is the money that entered or left the scenario. Excludes home values, because they are not
   * part of any account.
   */
  private balance(amount: number, { kind, byHand }: Change): void {
    if (byHand && kind !== 'home_purchase') this.scenarioRun.totals.brought += amount;
  }

  private spend(amount: number, { category }: Change): void {
    const { totals } = this.scenarioRun;
    totals.spent += amount;
    if (!category) return;
    totals.categories = {
      ...totals.categories,
      [category]: (getOwn(totals.categories, category) ?? 0) + amount,
    };
  }

  private payFee(amount: number, { key }: Change): void {
    const { totals } = this.scenarioRun;
    totals.fees += amount;
    totals.spent += amount;
    if (key?.includes(':latefee:')) totals.lateFees += 1;
  }

  /** Counts a withdrawal. It uses up earlier manual deposits first, and only the remainder is spending. */
  private takeOut(amount: number): void {
    const { totals } = this.scenarioRun;
    const returned = Math.max(0, Math.min(totals.brought, amount));
    totals.brought -= returned;
    totals.spent += amount - returned;
  }

  private onEvent(event: NewEvent): void {
    const { kind, subject, facts } = event;
    recordMissedPayment(this.scenarioRun.credit, event);
    const eventId = facts?.['story'];
    if (kind === 'payment_failed') {
      this.scenarioRun.totals.failedPayments += 1;
      this.turn('failed', subject ?? '', facts?.['amount']);
    } else if (kind === 'payment_missed') this.turn('late', subject ?? '', facts?.['missing']);
    else if (kind === 'shock' && typeof eventId === 'string') this.turn('event', eventId);
  }

  private turn(kind: RunTurn['kind'], subject: string, amount?: unknown): void {
    const { turns } = this.scenarioRun;
    // If an event is repeated, only the first one is kept because it is the turning point.
    if (turns.length >= MAX_TURNS || turns.some((item) => item.kind === kind && item.subject === subject))
      return;
    const day = this.run.today;
    turns.push({ day, kind, subject, ...(typeof amount === 'number' && { amount }) });
  }

  /**
   * Records whether a statement was paid in full by its due date. A statement with a zero balance doesn't
   * break a streak.
   */
  private endCardDay(card: CardState, day: DayNumber): void {
    const { id, balance, cycle } = card;
    const record = this.scenarioRun.cards[id] ?? { counted: null, inRow: 0, mostInRow: 0, lateSince: null };
    this.scenarioRun.cards[id] = record;
    const { statement, inFull, paid } = cycle;
    if (statement && inFull !== null && record.counted !== statement.closedOn) {
      record.counted = statement.closedOn;
      recordStatement(this.scenarioRun.credit, card);
      if (statement.balance > 0) record.inRow = inFull ? record.inRow + 1 : 0;
      record.mostInRow = Math.max(record.mostInRow, record.inRow);
    }
    const isPaid = !statement || balance <= 0 || paid >= statement.minimum;
    if (isPaid) record.lateSince = null;
    else if (day >= getLastDayToPay(statement)) record.lateSince ??= statement.due;
  }
}

/** Returns the next day on which the run must be judged. A day is judged at its end. */
export function nextRunDay(
  { outcome, ends, checkpoints, objectives }: ScenarioRun,
  day: DayNumber,
): DayNumber[] {
  if (outcome) return [];
  const days = [...checkpoints.map((entry) => entry.day - 1), ...objectives.map((item) => item.day), ends];
  return [Math.min(lastDayOfMonth(day), ...days.filter((item) => item >= day))];
}
