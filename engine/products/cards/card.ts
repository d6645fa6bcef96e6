import { getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import {
  addMonths,
  DAYS_A_YEAR,
  type DayNumber,
  dayText,
  type Instant,
  monthText,
} from '../../calendar/calendar.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { getOwn } from '../../money/lookup.ts';
import { type Minor, markMinor, ZERO } from '../../money/minor.ts';
import { type Change, type NewEvent, RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { CardCycle, CardState, ImportedChange } from '../../simulation/state.ts';
import { ensureFunds } from '../accounts/overdraft.ts';
import {
  accrueBalances,
  addToBalance,
  allocate,
  type BalanceKind,
  balanceInterest,
  getNextBalances,
  getPromotional,
  getPurchaseBalance,
  getRequired,
} from './card-balances.ts';
import { getCardProduct, getIntroEnd, getNextAnnualFee } from './card-catalog.ts';
import { countPurchase } from './card-controls.ts';
import { recordDay, recordRepaid } from './card-daily.ts';
import { rememberBeforeImport, removeImport } from './card-imports.ts';
import { announcePenalty, endPenalty, getNoticeDay, payMissed, recordDueDate } from './card-penalty.ts';
import { accruePurchases, accrueRepaid, getPurchaseRate } from './card-rates.ts';
import { earnRewards, settleQuarter } from './card-rewards.ts';
import { countOnTime } from './secured-card.ts';

/**
 * The number of days from a statement's closing to its due date (at least 21 under Regulation Z,
 * 1026.5(b)(2)(ii)).
 */
export const DAYS_TO_PAY = 25;
/** The lowest minimum payment in minor units, unless the balance is smaller. */
const MIN_MINIMUM = 2_500;
/**
 * The safe harbor amounts for late fees under Regulation Z, 1026.52(b)(1)(ii), as of 2024, in minor units.
 */
export const LATE_FEE = { first: 3_000, repeated: 4_100 };
/**
 * The terms of purchases above the limit, which need an opt-in: the percentage of the limit that purchases
 * can exceed it by, the highest fee in minor units, and the number of cycles in a row with a fee.
 */
export const OVER_LIMIT = { percent: 10, fee: 3_000, cyclesInARow: 3 };
const REPEATED_WITHIN_CYCLES = 6;
/** The local time of autopay on the due date, in minutes after midnight. */
const AUTOPAY_MINUTES = 9 * 60;
/**
 * The number of days after a returned autopay on which the payment is tried again, as for scheduled payments.
 */
export const AUTOPAY_RETRY_DAYS = 3;

/**
 * The category for interest and fees. Budgets also use it for payments on debts that have no more specific
 * category.
 */
const CHARGES_CATEGORY = 'Other';
const NO_REWARD = new Set([
  'interest',
  'fee',
  'opening',
  'adjustment',
  'closing',
  'currency_change',
  'cash_advance',
  'balance_transfer',
  'credit_balance_refund',
]);
/** The kinds of charges that have a balance with their own rate. */
const BALANCES: Record<string, BalanceKind> = { cash_advance: 'cash', balance_transfer: 'transfer' };
const BALANCE_NAMES = { cash: 'cash advance', transfer: 'balance transfer' };
/** The kinds of credits that also reverse the rewards of a purchase. Payments do not reverse rewards. */
export const TAKES_REWARD_BACK: ReadonlySet<string> = new Set(['refund', 'card_credit', 'dispute_credit']);

/** Returns the closing day of the current statement, or of a statement some months later. */
export const getClosingDay = ({ firstDue, cycle }: CardState, months = 0): DayNumber =>
  addMonths(firstDue, cycle.number + months) - DAYS_TO_PAY;

/** Computes a cycle's interest in minor units: the sum of daily balances times the daily rate. */
export function cycleInterest(balanceDays: number, apr: number): number {
  return roundHalfAway((balanceDays * apr) / 100 / DAYS_A_YEAR);
}

/**
 * Computes the minimum payment: 1% of the balance plus the cycle's interest and fees. It is at least 25.00,
 * but never more than the balance.
 */
export function minimumPayment(balance: number, interest: number, fees: number): Minor {
  if (balance <= 0) return ZERO;
  return markMinor(Math.min(balance, Math.max(MIN_MINIMUM, roundHalfAway(balance / 100) + interest + fees)));
}

/** Simulates a card: charges, statements, grace period, interest, fees, rewards, autopay. */
export class CardSimulator implements Timer {
  readonly rank = RANK.payment;
  due: Instant = Number.POSITIVE_INFINITY;
  /** The balance to which the current interest charge belongs. */
  private charged: BalanceKind | undefined;

  constructor(
    private readonly run: Run,
    private readonly card: CardState,
  ) {
    run.observe(card.id, (amount, change) => this.applyChange(amount, change));
    this.plan();
  }

  /** Runs autopay for an open statement, or tries a returned autopay again. */
  fire(): void {
    const { card, run } = this;
    const { cycle } = card;
    const { statement, paid } = cycle;
    const tries = cycle.retry?.tries ?? 0;
    delete cycle.retry;
    this.due = Number.POSITIVE_INFINITY;
    if (!statement || !card.autopay) return;
    const request = autopayAmount(card);
    if (request <= 0) return;
    const account = run.account(card.autopay.accountId);
    const planned = `autopay:${dayText(statement.due)}`;
    const key = tries > 0 ? `${planned}:try${tries}` : planned;
    const { currency } = card;
    const event = this.event(key, 'card_payment', 'autopay');
    if (
      account &&
      account.currency === currency &&
      ensureFunds(run, account, request, {
        key: event.key,
        item: this.event(planned, '', '').key,
        name: event.description,
      })
    ) {
      run.post(event, { from: account.id, to: card.id, amount: request, currency });
      return;
    }
    const retryOn = card.autopay.retries && tries < AUTOPAY_RETRY_DAYS ? run.today + 1 : null;
    if (retryOn !== null) {
      cycle.retry = { tries: tries + 1, on: retryOn };
      this.due = run.zone.at(retryOn, AUTOPAY_MINUTES);
    }
    run.report({
      ...(tries === 0
        ? this.event(key, 'payment_failed', 'autopay was returned')
        : this.event(key, 'payment_retry', 'autopay was returned again')),
      facts: {
        amount: request,
        available: account ? run.available(account) : 0,
        ...(tries > 0 && { tries }),
        ...(retryOn !== null && { retry_on: dayText(retryOn) }),
      },
    });
    // The fee doesn't exceed the unpaid part of the minimum payment. 1026.52(b)(2) allows the whole minimum.
    // A payment that is returned again costs no second fee.
    const fee = tries === 0 ? Math.min(LATE_FEE.first, statement.minimum - paid) : 0;
    if (fee > 0) {
      cycle.returnedFee = true;
      this.charge(`${key}:returned`, 'fee', 'returned payment fee', fee);
    }
  }

  endDay(day: DayNumber): void {
    const { card } = this;
    const { cycle } = card;
    const owed = Math.max(0, getPurchaseBalance(card));
    const isResidual = cycle.statement !== null && cycle.paid < getRequired(cycle.statement);
    accruePurchases(card, day, owed, isResidual);
    cycle.balanceDays += owed;
    if (isResidual) cycle.residualDays += owed;
    cycle.imports?.days.push([getPurchaseBalance(card), cycle.paid]);
    accrueBalances(card, day);
    recordDay(card, day);
    this.chargeAnnualFee(day);
    this.reportPenalty(announcePenalty(card, day));
    if (cycle.statement && cycle.inFull === null && day >= getLastDayToPay(cycle.statement))
      this.passDueDate(cycle.statement);
    if (day >= getClosingDay(card)) this.close(day);
  }

  /**
   * Returns the next day on which the statement closes or its due date passes. Either event is processed at
   * the end of the day.
   */
  nextClosing(day: DayNumber): DayNumber {
    const { statement, inFull } = this.card.cycle;
    const { card } = this;
    const days = [getClosingDay(card)];
    if (statement && inFull === null) days.push(getLastDayToPay(statement));
    const others = [getNoticeDay(card), getNextAnnualFee(card.product, card.opened, day)];
    for (const other of others) if (other !== undefined) days.push(other);
    return Math.max(day, Math.min(...days));
  }

  /**
   * Charges the over-limit fee if purchases exceed the limit when the statement closes (12 CFR 1026.56(j)):
   * not more than the excess, and in at most three cycles in a row. Returns the number of cycles in a row
   * with the fee.
   */
  private chargeOverLimit(day: DayNumber): number {
    const { card } = this;
    const { cycle } = card;
    // Fees and interest of the cycle don't count.
    const excess = card.balance - cycle.fees - cycle.interest - card.limit;
    if (!card.overLimit || excess <= 0) return 0;
    const cycles = (cycle.overLimitFees ?? 0) + 1;
    if (cycles <= OVER_LIMIT.cyclesInARow)
      this.charge(`over_limit:${dayText(day)}`, 'fee', 'over-limit fee', Math.min(OVER_LIMIT.fee, excess));
    return cycles;
  }

  private chargeAnnualFee(day: DayNumber): void {
    const { product: id, opened } = this.card;
    const product = getCardProduct(id);
    if (!product || getNextAnnualFee(id, opened, day) !== day) return;
    this.charge(`annual_fee:${dayText(day)}`, 'fee', 'annual fee', product.annualFee);
  }

  private reportPenalty(event: ReturnType<typeof announcePenalty>): void {
    if (!event) return;
    const { key, kind, description, facts } = event;
    this.run.report({ ...this.event(key, kind, description), ...(facts && { facts }) });
  }

  private event(key: string, kind: string, text: string): NewEvent {
    const { id, name } = this.card;
    return { key: `${id}:${key}`, kind, description: `${name} ${text}`, subject: id };
  }

  private applyChange(amount: number, { kind, category, at, imported, balance }: Change): void {
    const { cycle, controls } = this.card;
    if (imported) {
      this.applyImport(amount, kind, imported, at);
      return;
    }
    const part = this.charged ?? balance ?? getOwn(BALANCES, kind);
    if (amount < 0 && part) addToBalance(this.card, part, -amount, this.run.zone.getDay(at + 1));
    if (kind === 'interest') cycle.interest -= amount;
    else if (kind === 'fee') cycle.fees -= amount;
    else if (amount > 0) this.pay(amount, at, TAKES_REWARD_BACK.has(kind) || kind === 'fee_waived');
    else cycle.charges -= amount;
    // The next minimum payment doesn't include a fee of this cycle that the bank has waived.
    if (kind === 'fee_waived' && cycle.fees > 0)
      cycle.waived = Math.min(cycle.fees, (cycle.waived ?? 0) + amount);
    const isPurchase = amount < 0 && !NO_REWARD.has(kind);
    if (isPurchase || TAKES_REWARD_BACK.has(kind))
      earnRewards(this.card, -amount, category, this.run.zone.getDay(at));
    if (controls && kind === 'card_charge')
      countPurchase(controls, monthText(this.run.zone.getDay(at)), category ?? '', -amount);
  }

  /**
   * Posts an imported file, or undoes it. Its charges and payments count from the day of the import. They
   * earn no rewards, because they were made with another bank's card.
   */
  private applyImport(
    amount: number,
    kind: string,
    { id, payments, at }: ImportedChange,
    now: Instant,
  ): void {
    const { cycle } = this.card;
    const { zone } = this.run;
    if (kind === 'import') {
      rememberBeforeImport(cycle, zone.getDay(now + 1));
      // Like a credit, it repays purchases first, so that undoing the import doesn't change other balances.
      if (payments > 0) this.pay(payments, now, true, id);
      cycle.charges += payments - amount;
      return;
    }
    const importedOn = zone.getDay(at + 1);
    if (cycle.imports && importedOn >= cycle.imports.from)
      removeImport(this.card, cycle.imports, { id, payments, amount, importedOn });
    // A closed statement doesn't change. This cycle gets the difference as a credit or as a charge.
    else if (amount > 0) this.pay(amount, now, true);
    else cycle.charges -= amount;
  }

  /** Records a payment, and the number of days in this cycle for which the repaid amount was owed. */
  private pay(amount: number, at: Instant, isCredit: boolean, importId?: string): void {
    const { cycle } = this.card;
    const { statement, inFull, paid } = cycle;
    // A payment in the last millisecond of a day counts as made on the next day.
    const day = this.run.zone.getDay(at + 1);
    const repaid = allocate(this.card, amount, day, isCredit);
    if (statement && inFull === null) {
      const portion = Math.min(repaid, Math.max(0, getRequired(statement) - paid));
      const days = day - cycle.from;
      cycle.repaidDays = (cycle.repaidDays ?? 0) + portion * days;
      accrueRepaid(this.card, portion, days);
      recordRepaid(this.card, day, portion);
      cycle.imports?.payments.push({ amount: repaid, days, ...(importId && { id: importId }) });
    }
    cycle.paid += amount;
    payMissed(this.card, amount);
  }

  private charge(
    key: string,
    kind: 'fee' | 'interest',
    text: string,
    amount: number,
    balance?: BalanceKind,
  ): void {
    const event = { ...this.event(key, kind, text), category: CHARGES_CATEGORY };
    this.charged = balance;
    this.run.postWithBank(event, this.card, -amount, kind === 'fee' ? 'fees' : 'interest');
    this.charged = undefined;
  }

  private passDueDate(statement: NonNullable<CardState['cycle']['statement']>): void {
    const { card, run } = this;
    const { cycle } = card;
    cycle.inFull = cycle.paid >= getRequired(statement);
    const isRepeated =
      cycle.cyclesSinceLateFee !== null && cycle.cyclesSinceLateFee <= REPEATED_WITHIN_CYCLES;
    if (cycle.paid < statement.minimum) {
      const missing = statement.minimum - cycle.paid;
      const due = dayText(statement.due);
      run.report({
        ...this.event(`late:${due}`, 'payment_missed', 'payment is late'),
        facts: { due, minimum: statement.minimum, missing },
      });
      // Only one penalty fee applies per event, so there is no late fee if the payment was returned
      // (1026.52(b)(2)(ii)).
      if (!cycle.returnedFee) {
        const fee = Math.min(missing, isRepeated ? LATE_FEE.repeated : LATE_FEE.first);
        this.charge(`latefee:${due}`, 'fee', 'late fee', fee);
        cycle.cyclesSinceLateFee = 0;
      }
    }
    recordDueDate(card, statement.due, Math.max(0, statement.minimum - cycle.paid));
    countOnTime(run, card, statement.due, cycle.paid >= statement.minimum);
    card.due = addMonths(card.firstDue, cycle.number);
    this.plan();
  }

  /**
   * Returns a cycle's interest. There is no interest if the previous statement was paid in full by its due
   * date (grace period). However, if the cycle before that bore interest, the interest until the payment is
   * still due (residual interest). In all other cases, interest accrues on every day's balance. The part of a
   * statement with a grace period that was repaid by its due date bears no interest (12 CFR
   * 1026.54(a)(1)(ii)). A new card is in its grace period unless it was opened with a revolving balance.
   */
  private interestOfCycle(): number {
    const { cycle, apr } = this.card;
    const { statement, inFull, revolving, rates, balanceDays, residualDays, repaidDays = 0 } = cycle;
    // With several rates in the cycle, each day's balance was multiplied by the rate of that day.
    const charge = (days: number, rateDays = 0) =>
      rates ? balanceInterest({ rateDays }) : cycleInterest(days, apr);
    if (!statement) return revolving ? charge(balanceDays, rates?.balance) : 0;
    if (inFull) return revolving ? charge(residualDays, rates?.residual) : 0;
    return revolving
      ? charge(balanceDays, rates?.balance)
      : charge(balanceDays - repaidDays, rates && rates.balance - rates.repaid);
  }

  private close(day: DayNumber): void {
    const { card, run } = this;
    const { cycle } = card;
    const key = `statement:${dayText(day)}`;
    const overLimitFees = this.chargeOverLimit(day);
    const accrued = this.interestOfCycle();
    if (accrued > 0) this.charge(`${key}:interest`, 'interest', 'interest', accrued);
    for (const balance of cycle.balances ?? []) {
      const owed = balanceInterest(balance);
      const text = `${BALANCE_NAMES[balance.kind]} interest`;
      if (owed > 0) this.charge(`${key}:interest:${balance.kind}`, 'interest', text, owed, balance.kind);
    }
    const { interest, fees, charges, paid, opening } = cycle;
    const minimum = minimumPayment(card.balance, interest, fees - (cycle.waived ?? 0));
    const due = addMonths(card.firstDue, cycle.number);
    const payBy = run.state.bankHolidays ? getNextBusinessDay(due, card.currency) : due;
    settleQuarter(card, day);
    const rewards = Math.floor(Math.max(0, cycle.rewardMillis) / 1000);
    const promotional = getPromotional(card, minimum, day);
    // Purchases that clear later are on the next statement.
    const pending = run.holds.sum(card.id, run.now);
    run.report({
      ...this.event(key, 'statement', 'statement'),
      facts: {
        from: dayText(cycle.from),
        to: dayText(day),
        due: dayText(due),
        ...(payBy !== due && { pay_by: dayText(payBy) }),
        ...(pending > 0 && { pending }),
        opening,
        charges,
        paid,
        interest,
        fees,
        closing: card.balance,
        minimum,
        rewards,
        ...Object.fromEntries((cycle.balances ?? []).map(({ kind, owed }) => [`${kind}_balance`, owed])),
        ...getRateFacts(card, day),
      },
    });
    this.reportPenalty(endPenalty(card, day));
    card.due = due;
    card.cycle = {
      ...newCycle(day + 1, card.balance, cycle.number + 1),
      revolving: cycle.statement === null ? cycle.revolving : cycle.inFull === false,
      statement: {
        balance: card.balance,
        minimum,
        due,
        closedOn: day,
        ...(payBy !== due && { payBy }),
        ...(promotional > 0 && { promotional }),
      },
      ...getNextBalances(card),
      ...(overLimitFees > 0 && { overLimitFees }),
      cyclesSinceLateFee: cycle.cyclesSinceLateFee === null ? null : cycle.cyclesSinceLateFee + 1,
      rewardMillis: cycle.rewardMillis - rewards * 1000,
    };
    this.plan();
  }

  private plan(): void {
    const { card, run } = this;
    const { statement, inFull, retry } = card.cycle;
    const waits = statement && card.autopay && inFull === null;
    const day = card.autopay?.retries && retry ? retry.on : waits ? statement.due : Number.POSITIVE_INFINITY;
    const draws = day === Number.POSITIVE_INFINITY ? day : run.zone.at(day, AUTOPAY_MINUTES);
    // The previous run has already handled payments that were due before this run started.
    this.due = draws > run.start ? draws : Number.POSITIVE_INFINITY;
  }
}

/** Returns the rate for purchases on a closing day, and the days on which it changes. */
function getRateFacts(card: CardState, day: DayNumber): Record<string, number | string> {
  const { product, opened, penalty } = card;
  if (!product) return {};
  const introEnd = getIntroEnd(product, opened);
  return {
    apr: getPurchaseRate(card, day),
    ...(introEnd !== undefined && introEnd >= day && { intro_until: dayText(introEnd) }),
    ...(penalty?.from !== undefined && { penalty_from: dayText(penalty.from) }),
  };
}

function autopayAmount({ autopay, balance, cycle: { statement, paid } }: CardState): number {
  if (!autopay || !statement) return 0;
  const { pays } = autopay;
  const request =
    pays === 'statement'
      ? getRequired(statement) - paid
      : pays === 'minimum'
        ? statement.minimum - paid
        : pays;
  return Math.max(0, Math.min(request, balance));
}

/**
 * Returns the last day on which a payment of a statement is on time. If banks are closed on the due date,
 * that is the next business day (12 CFR 1026.10(d)). The law allows a cutoff at 5 p.m.; this bank accepts
 * payments until the end of the day.
 */
export const getLastDayToPay = ({ due, payBy = due }: NonNullable<CardCycle['statement']>): DayNumber =>
  payBy;

/**
 * Returns a cycle without a previous statement, such as the first cycle of a card that the engine simulates.
 */
export function newCycle(from: DayNumber, opening: number, number: number): CardState['cycle'] {
  return {
    from,
    balanceDays: 0,
    residualDays: 0,
    revolving: false,
    statement: null,
    paid: 0,
    inFull: null,
    fees: 0,
    interest: 0,
    cyclesSinceLateFee: null,
    rewardMillis: 0,
    opening,
    charges: 0,
    number,
  };
}

/** Returns the number of the first statement that closes today or later. */
export function firstCycle(firstDue: DayNumber, day: DayNumber): number {
  let number = 0;
  while (addMonths(firstDue, number) - DAYS_TO_PAY < day) number += 1;
  return number;
}
