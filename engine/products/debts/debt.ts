import { getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import {
  addMonths,
  type DayNumber,
  dayText,
  type Instant,
  monthsBetween,
  monthText,
} from '../../calendar/calendar.ts';
import { monthlyInterest, monthlyPayment, roundHalfAway } from '../../money/amortization.ts';
import { type NewEvent, RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { AccountState, DebtState, HouseholdState, LineTerms } from '../../simulation/state.ts';
import { ensureFunds } from '../accounts/overdraft.ts';
import { primeRate, propertyReturn, referenceRate, shockSize } from '../rates.ts';
import { endBiweekly, getThirteenth } from './biweekly.ts';
import { debtCategory } from './debt-category.ts';
import { cappedRate, debtInterest, getPeriodDays, isInterestOnly, periodInterest } from './debt-interest.ts';
import { EscrowSimulator } from './escrow-simulator.ts';
import { InsuranceSimulator } from './insurance-simulator.ts';

const DUE_MINUTES = 12 * 60;
/**
 * The number of days after the due date until an unpaid installment incurs a late fee, and the fee as a
 * percentage of the installment.
 */
export const LATE_AFTER_DAYS = 15;
export const LATE_FEE_PERCENT = 5;
const MARKS = [90, 60, 30] as const;
/** Kinds of extra payments, which shorten the term or lower the installments. */
const EXTRA = new Set(['extra_payment', 'recast_payment']);

/**
 * The parts of a payment in minor units. `amount` reduces the debt; `held` is the part of it from a biweekly plan;
 * `escrow` is paid on top of it.
 */
type PaymentParts = { amount: number; held: number; installment: number; overdue: number; escrow: number };

/** Simulates a loan or mortgage: interest, installments, past-due amounts, and rate resets. */
export class DebtSimulator implements Timer {
  readonly rank = RANK.debt;
  due: Instant = Number.POSITIVE_INFINITY;
  private readonly insurance: InsuranceSimulator;
  private readonly escrow: EscrowSimulator;

  constructor(
    private readonly run: Run,
    private readonly debt: DebtState,
  ) {
    this.insurance = new InsuranceSimulator(run, debt);
    this.escrow = new EscrowSimulator(run, debt);
    run.observe(debt.id, (amount, change) => this.applyChange(amount, change));
    // If the start date is in the past, no events are created for the time before the household started.
    if (!this.isOver()) while (this.dueAt() <= run.missedUntil) debt.next += 1;
    this.plan();
  }

  fire(): void {
    const { debt } = this;
    if (this.isOver()) {
      this.plan();
      return;
    }
    const day = this.dueDay();
    const interest = this.postInterest(day);
    if (debt.line) this.closeStatement(day, interest, debt.line);
    if (debt.balance > 0) this.fallDue(day, interest);
    this.insurance.fallDue(day);
    debt.countedTo = 0;
    debt.ahead = 0;
    delete debt.oddInterest;
    debt.next += 1;
    if (debt.line) this.resetLine(day, debt.line);
    else this.resetRate(day);
    this.plan();
  }

  endDay(day: DayNumber): void {
    this.escrow.endDay(day, this.isOver());
    const oldest = this.debt.arrears[0];
    if (!oldest) return;
    for (const arrear of this.debt.arrears)
      if (!arrear.charged && day - arrear.due >= LATE_AFTER_DAYS) this.chargeLate(arrear);
    const mark = MARKS.find((days) => day - oldest.due >= days) ?? 0;
    if (mark <= this.debt.delinquent) return;
    this.debt.delinquent = mark;
    const facts = { days: mark, since: dayText(oldest.due), arrears: getArrears(this.debt) };
    const key = `delinquent:${dayText(oldest.due)}:${mark}`;
    this.run.report({ ...this.event(key, 'delinquent', `is ${mark} days past due`), facts });
  }

  /** Revalues the home with the property index once a month, and pays bills from escrow. */
  endMonth(day: DayNumber): void {
    this.revalue(day);
    this.escrow.endMonth(day, this.isOver());
    if (this.isOver()) endBiweekly(this.run, this.debt, day);
  }

  private revalue(day: DayNumber): void {
    const { debt, run } = this;
    const { property } = debt;
    if (!property) return;
    const before = property.value;
    property.value = roundHalfAway(before * (1 + propertyReturn(run.state.seed, day)));
    run.report({
      key: `${debt.id}:value:${monthText(day)}`,
      kind: 'property_value',
      description: 'Your home value was updated',
      subject: debt.id,
      facts: { value: property.value, before },
    });
  }

  private event(key: string, kind: string, text: string): NewEvent {
    const { id, name } = this.debt;
    return { key: `${id}:${key}`, kind, description: `${name} ${text}`, subject: id };
  }

  private dueDay(): DayNumber {
    return addMonths(this.debt.start, this.debt.next);
  }

  private dueAt(): Instant {
    return this.run.zone.at(getCollectionDay(this.debt, this.run.state), DUE_MINUTES);
  }

  private isOver(): boolean {
    const { balance, balanceDays, line, next, term } = this.debt;
    // An open line of credit continues without a balance, because its rate changes and it can be drawn.
    return balance <= 0 && balanceDays <= 0 && (!line || next > term);
  }

  private plan(): void {
    this.due = this.isOver() ? Number.POSITIVE_INFINITY : this.dueAt();
  }

  /** Accrues interest on the previous balance before a transaction changes it. */
  private applyChange(amount: number, { kind, at }: { kind: string; at: Instant }): void {
    const day = this.run.zone.getDay(at);
    if (this.isOver() && amount < 0) this.beginAgain(day, at, -amount);
    this.count(day);
    // The interest posted at a payoff already covers the days since the last due date.
    if (kind === 'interest') this.debt.balanceDays = 0;
    else if (amount > 0 && kind !== 'fee') this.settle(amount, EXTRA.has(kind));
  }

  /** Restarts accrual when a paid-off debt has a balance again. Days with a zero balance don't count. */
  private beginAgain(day: DayNumber, at: Instant, borrowed: number): void {
    const { debt } = this;
    while (this.dueAt() <= at) debt.next += 1;
    debt.countedTo = this.daysHeld(day);
    // With a chosen payment day, the first period can be longer than a month. Its odd days are paid once.
    if (debt.paymentDay && debt.countedTo < 0)
      debt.oddInterest = periodInterest(borrowed * -debt.countedTo, debt.rate);
    debt.ahead = 0;
    this.due = this.dueAt();
  }

  private daysHeld(day: DayNumber): number {
    return Math.min(getPeriodDays(this.debt), day - addMonths(this.debt.start, this.debt.next - 1));
  }

  /** Accrues balance-days since the last due date, for at most the days of the period. */
  private count(day: DayNumber): void {
    const { debt } = this;
    const days = Math.max(debt.countedTo, this.daysHeld(day));
    debt.balanceDays += Math.max(0, debt.balance) * (days - debt.countedTo);
    debt.countedTo = days;
  }

  /**
   * Applies a payment to the oldest arrears first. Unless it is an extra payment, the remainder counts toward
   * the next installment.
   */
  private settle(amount: number, isExtra: boolean): void {
    const { debt, run } = this;
    let left = amount;
    for (const arrear of debt.arrears) {
      const part = Math.min(arrear.amount, left);
      arrear.amount -= part;
      left -= part;
    }
    const was = debt.arrears.length;
    debt.arrears = debt.arrears.filter((arrear) => arrear.amount > 0);
    if (!isExtra) debt.ahead += left;
    if (was > 0 && debt.arrears.length === 0) this.cure(run);
    const isRepaid = debt.balance > 0 && debt.balance <= amount;
    if (isRepaid && debtInterest(debt, debt.balanceDays) === 0)
      run.report(this.event(`repaid:${debt.next}:${run.now}`, 'repaid', 'is paid off'));
  }

  private cure(run: Run): void {
    const { debt } = this;
    if (debt.delinquent > 0)
      run.report({
        ...this.event(`cured:${run.now}`, 'cured', 'is current again'),
        facts: { days: debt.delinquent },
      });
    debt.delinquent = 0;
    this.insurance.becomeCurrent();
  }

  /** Posts the interest accrued since the last due date, and returns it in minor units. */
  private postInterest(day: DayNumber): number {
    const { debt, run } = this;
    const days = getPeriodDays(debt);
    debt.balanceDays += Math.max(0, debt.balance) * (days - debt.countedTo);
    debt.countedTo = days;
    const interest = debtInterest(debt, debt.balanceDays);
    if (interest > 0)
      run.postWithBank(
        { ...this.event(`interest:${debt.next}`, 'interest', 'interest'), facts: { due: dayText(day) } },
        debt,
        -interest,
        'interest',
      );
    debt.balanceDays = 0;
    return interest;
  }

  /**
   * Processes an installment that is due: draws autopay, applies prepaid amounts, or records a missed
   * payment. The last installment includes the whole balance. Interest that remains after a payoff is due in
   * full.
   */
  private fallDue(day: DayNumber, interest: number): void {
    const { debt } = this;
    if (this.isPaused(day)) return;
    const { overdue, installment, ahead } = this.getBill(interest);
    if (debt.autopay || debt.biweekly) this.draw(day, installment, overdue);
    else {
      if (installment > ahead) this.miss(day, installment - ahead, null);
      this.escrow.recordDeposit(day, false);
    }
  }

  private isPaused(day: DayNumber): boolean {
    const { hardshipUntil } = this.debt;
    return hardshipUntil !== undefined && day <= hardshipUntil;
  }

  /** Returns the installment that is due, what was paid ahead of it, and the past-due amount. */
  private getBill(interest: number): { overdue: number; installment: number; ahead: number } {
    const { debt } = this;
    const overdue = getArrears(debt);
    const rest = Math.max(0, debt.balance - overdue);
    const isLast = debt.next >= debt.term;
    const level = isInterestOnly(debt, debt.next) ? interest : debt.payment + (debt.oddInterest ?? 0);
    return {
      overdue,
      installment: isLast ? rest : Math.min(level, rest),
      ahead: isLast || rest <= interest ? 0 : debt.ahead,
    };
  }

  /** Closes the month of a line of credit: reports what its statement says, before the bill is paid. */
  private closeStatement(day: DayNumber, interest: number, { limit }: LineTerms): void {
    const { debt, run } = this;
    const { overdue, installment, ahead } = this.getBill(interest);
    const payment = debt.autopay ? installment : Math.max(0, installment - ahead);
    run.report({
      ...this.event(`line_statement:${debt.next}`, 'line_statement', 'statement is ready'),
      facts: {
        number: debt.next,
        from: dayText(addMonths(debt.start, debt.next - 1)),
        due: dayText(day),
        late_on: dayText(day + LATE_AFTER_DAYS),
        rate: debt.rate,
        limit,
        balance: Math.max(0, debt.balance),
        overdue,
        payment: this.isPaused(day) ? 0 : payment,
        autopay: debt.autopay !== null,
      },
    });
  }

  private draw(day: DayNumber, installment: number, overdue: number): void {
    const { debt, run } = this;
    const account = run.account(debt.autopay?.accountId ?? null);
    const available = account && account.currency === debt.currency ? run.available(account) : 0;
    const owed = run.owed(debt);
    const held = debt.biweekly?.balance ?? 0;
    const full = installment + overdue + getThirteenth(debt, installment + overdue);
    const requests = [full + (debt.autopay?.extra ?? 0), full, installment].map((request) =>
      Math.min(request, owed),
    );
    const deposit = this.escrow.getDeposit();
    // The held money is for the installments, so the account pays the extra amount of autopay.
    const takeHeld = (request: number) => Math.min(request, full, held);
    const find = (escrow: number) =>
      requests.find((request) => request - takeHeld(request) + escrow <= available) ??
      this.coverInstallment(account, Math.min(installment, owed), escrow - held);
    const withDeposit = find(deposit);
    const amount = withDeposit ?? (deposit > 0 ? find(0) : undefined);
    this.escrow.recordDeposit(day, withDeposit !== undefined);
    const escrow = withDeposit === undefined ? 0 : deposit;
    if (amount === undefined || (!account && amount + escrow > held)) {
      if (installment > 0) this.miss(day, installment, available);
    } else if (amount > 0)
      this.pay(day, account?.id, { amount, held: takeHeld(amount), installment, overdue, escrow });
  }

  /**
   * Returns the installment if the bank covers it for an account that is short; otherwise undefined. The bank
   * covers no arrears and no extra payment. `besides` is the escrow deposit without what is already held.
   */
  private coverInstallment(
    account: AccountState | undefined,
    installment: number,
    besides: number,
  ): number | undefined {
    const { debt, run } = this;
    if (!account || account.currency !== debt.currency) return undefined;
    const { key, description: name } = this.event(`installment:${debt.next}`, '', 'payment');
    return ensureFunds(run, account, installment + besides, { key, name }) ? installment : undefined;
  }

  private pay(day: DayNumber, accountId: string | undefined, parts: PaymentParts): void {
    const { debt, run } = this;
    const { amount, held, installment, overdue, escrow } = parts;
    const kind = debt.product === 'loan' ? 'loan_payment' : 'mortgage_payment';
    const event = {
      ...this.event(`installment:${debt.next}`, kind, 'payment'),
      category: debtCategory(debt),
      facts: { installment, extra: Math.max(0, amount - installment) },
    };
    const { id, currency, biweekly } = debt;
    const lines = [
      { ledger: accountId, amount: held - amount - escrow },
      { ledger: biweekly?.id, amount: -held },
      { ledger: id, amount },
      { ledger: debt.escrow?.id, amount: escrow },
    ].flatMap(({ ledger, amount: part }) =>
      ledger !== undefined && part !== 0 ? [{ ledger, amount: part, currency }] : [],
    );
    run.postLines(event, lines);
    // Arrears were paid first, so the unpaid part of this installment is past due as of today.
    const unpaid = installment - (amount - Math.min(amount, overdue));
    if (unpaid > 0 && debt.balance > 0)
      debt.arrears.push({ due: day, amount: Math.min(unpaid, debt.balance) });
  }

  private miss(day: DayNumber, amount: number, available: number | null): void {
    const { debt, run } = this;
    debt.arrears.push({ due: day, amount });
    const [kind, text] =
      available === null ? ['payment_missed', 'payment is due'] : ['payment_failed', 'payment failed'];
    run.report({
      ...this.event(`missed:${debt.next}`, kind, text),
      facts: { amount, due: dayText(day), ...(available !== null && { available }) },
    });
  }

  private chargeLate(arrear: DebtState['arrears'][number]): void {
    const { debt, run } = this;
    arrear.charged = true;
    const fee = roundHalfAway((arrear.amount * LATE_FEE_PERCENT) / 100);
    if (fee <= 0) return;
    run.postWithBank(this.event(`latefee:${dayText(arrear.due)}`, 'fee', 'late fee'), debt, -fee, 'fees');
  }

  /**
   * Resets the rate to the index plus the margin, within the caps. Recomputes the installment for the
   * remaining term.
   */
  private resetRate(day: DayNumber): void {
    const { debt, run } = this;
    const { variable } = debt;
    const passed = debt.next - 1;
    if (!variable || passed % variable.everyMonths !== 0 || passed >= debt.term || debt.balance <= 0) return;
    const index = referenceRate(run.state.seed, day) + shockSize(run.state, 'rate_change', day);
    const rate = cappedRate(index + variable.margin, debt.rate, variable);
    if (rate === debt.rate) return;
    const before = { rate: debt.rate, payment: debt.payment };
    debt.rate = rate;
    debt.payment = monthlyPayment(debt.balance, rate, debt.term - passed);
    this.insurance.resetRate(passed);
    run.report({
      ...this.event(`reset:${passed}`, 'rate_reset', 'rate changed'),
      facts: { from: before.rate, to: rate, payment_before: before.payment, payment: debt.payment },
    });
  }

  /**
   * Resets a line of credit to the prime rate plus the margin. Computes a level installment when the draw
   * period ends, and with each later change of the rate.
   */
  private resetLine(day: DayNumber, { drawMonths, margin, cap }: LineTerms): void {
    const { debt, run } = this;
    const passed = debt.next - 1;
    if (passed >= debt.term) return;
    const getPayment = (isDraw: boolean) =>
      isDraw ? monthlyInterest(Math.max(0, debt.balance), debt.rate) : debt.payment;
    const before = { rate: debt.rate, payment: getPayment(passed <= drawMonths) };
    debt.rate = Math.min(cap, primeRate(run.state, day) + margin);
    const endsDraws = passed === drawMonths;
    if (endsDraws || (passed > drawMonths && debt.rate !== before.rate))
      debt.payment = monthlyPayment(Math.max(0, debt.balance), debt.rate, debt.term - passed);
    const payment = getPayment(passed < drawMonths);
    if (debt.rate !== before.rate)
      run.report({
        ...this.event(`reset:${passed}`, 'rate_reset', 'rate changed'),
        facts: { from: before.rate, to: debt.rate, payment_before: before.payment, payment },
      });
    if (endsDraws)
      run.report({
        ...this.event(`repayment:${passed}`, 'repayment_started', 'has entered its repayment period'),
        facts: { payment, balance: debt.balance, months: debt.term - passed },
      });
  }
}

/** Returns the past-due amount in minor units. */
export function getArrears({ arrears }: DebtState): number {
  return arrears.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the day on which the next installment is collected. With a chosen payment day, an installment that
 * is due on a weekend or bank holiday moves to the next business day. Its interest still ends on the due
 * date.
 */
export function getCollectionDay(debt: DebtState, { bankHolidays }: Pick<HouseholdState, 'bankHolidays'>) {
  const due = addMonths(debt.start, debt.next);
  return debt.paymentDay ? getNextBusinessDay(due, bankHolidays && debt.currency) : due;
}

/**
 * Returns the number of the first installment that is due after a day. Installment 1 is due a month after the
 * start.
 */
export function firstDueAfter(start: DayNumber, day: DayNumber): number {
  let number = Math.max(1, monthsBetween(start, day));
  while (addMonths(start, number) <= day) number += 1;
  return number;
}
