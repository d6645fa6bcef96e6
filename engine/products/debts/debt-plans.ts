import { addMonths, type DayNumber } from '../../calendar/calendar.ts';
import { readFields } from '../../household/file-ledger.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { type Minor, markMinor, subtractMinor, sumMinor, ZERO } from '../../money/minor.ts';
import type { DebtState, LineTerms } from '../../simulation/state.ts';
import { getArrears } from './debt.ts';
import { debtInterest, getPeriodDays, isInterestOnly } from './debt-interest.ts';

/**
 * Projects a loan or mortgage, assuming that every installment is paid on time. Uses the engine's rules and
 * rounding: 30/360, interest posted on the due date, and a last installment that pays the remaining balance.
 * Amounts are in minor units, rates in percent per year, terms in months.
 */
export type DebtTerms = Pick<DebtState, 'balance' | 'rate' | 'payment' | 'term' | 'start' | 'next'> & {
  /**
   * The sum of balances times days since the last due date, and the number of these days, out of thirty.
   * Missing if interest was paid since then.
   */
  held?: { balanceDays: number; days: number };
  /** The past-due amount. It is part of the balance and is paid with the next installment. */
  overdue?: number;
  /** The interest of odd days after a change of the payment day, which is due with the next installment. */
  oddInterest?: number;
  /** The last day of a pause. Until this day, no installment is due, but interest accrues. */
  pausedUntil?: DayNumber;
  /** The terms of a line of credit, which is projected at its current rate and without further draws. */
  line?: LineTerms;
};

/** Returns the terms for projecting a simulated debt, including the current balance-days and arrears. */
export function getDebtTerms(debt: DebtState): DebtTerms {
  return {
    ...readFields(debt, ['balance', 'rate', 'payment', 'term', 'start', 'next']),
    held: { balanceDays: debt.balanceDays, days: debt.countedTo },
    overdue: getArrears(debt),
    ...(debt.oddInterest !== undefined && { oddInterest: debt.oddInterest }),
    ...(debt.hardshipUntil !== undefined && { pausedUntil: debt.hardshipUntil }),
    ...(debt.line && { line: debt.line }),
  };
}

/**
 * An extra payment. On a due date, it is made after the installment. If `effect` is `lower`, the remaining
 * installments are recomputed, even if the amount is 0.
 */
export type Lump = { day: DayNumber; amount: number; effect?: 'shorten' | 'lower' };

export type Plan = {
  /** The extra amount paid with every installment. */
  extra?: number;
  lumps?: readonly Lump[];
  /** Returns the rate after a number of installments. If the rate changes, the installment is recomputed. */
  rateAfter?: (passed: number, rate: number) => number;
};

export type PlanRow = {
  kind: 'installment' | 'lump';
  /** The number of the installment. For an extra payment, it is the number of the next installment. */
  number: number;
  day: DayNumber;
  rate: number;
  payment: Minor;
  interest: Minor;
  principal: Minor;
  balance: Minor;
};

/**
 * Returns a row for each due date and each extra payment in chronological order, until the debt is paid off.
 */
export function getSchedule(terms: DebtTerms, plan: Plan = {}): PlanRow[] {
  const builder = new ScheduleBuilder(terms, plan);
  while (builder.isOwed()) builder.nextPeriod();
  return builder.rows;
}

class ScheduleBuilder {
  readonly rows: PlanRow[] = [];
  private readonly lumps: Lump[];
  private balance: number;
  private rate: number;
  private payment: number;
  private next: number;
  private balanceDays: number;
  private days: number;
  private overdue: number;

  constructor(
    private readonly terms: DebtTerms,
    private readonly plan: Plan,
  ) {
    ({ balance: this.balance, rate: this.rate, payment: this.payment, next: this.next } = terms);
    this.balanceDays = terms.held?.balanceDays ?? 0;
    this.days = terms.held?.days ?? 0;
    this.overdue = terms.overdue ?? 0;
    this.lumps = [...(plan.lumps ?? [])].sort((left, right) => left.day - right.day);
  }

  isOwed(): boolean {
    return this.balance > 0 || this.balanceDays > 0;
  }

  nextPeriod(): void {
    const day = addMonths(this.terms.start, this.next);
    for (let lump = this.lumps[0]; lump && lump.day < day; lump = this.lumps[0]) {
      this.lumps.shift();
      this.payLump(lump);
    }
    this.count(this.getDays());
    const interest = this.getInterest(this.balanceDays);
    this.balance += interest;
    this.payInstallment(day, interest);
    this.balanceDays = 0;
    this.days = 0;
    this.next += 1;
    this.reset();
  }

  private getDays(next = this.next): number {
    const { start, line } = this.terms;
    return getPeriodDays({ start, next, ...(line && { line }) });
  }

  private getInterest(balanceDays: number): Minor {
    const { line } = this.terms;
    return debtInterest({ rate: this.rate, ...(line && { line }) }, balanceDays);
  }

  private count(until: number): void {
    const days = Math.max(this.days, until);
    this.balanceDays += this.balance * (days - this.days);
    this.days = days;
  }

  private payLump({ day, amount, effect }: Lump): void {
    const from = addMonths(this.terms.start, this.next - 1);
    const payment = Math.min(amount, this.balance);
    this.count(Math.min(this.getDays(), day - from));
    this.balance -= payment;
    this.overdue -= Math.min(this.overdue, payment);
    if (payment > 0) this.write('lump', day, payment, ZERO);
    if (effect === 'lower' && this.balance > 0) this.payment = this.recast();
  }

  /**
   * Recomputes the installment. Nothing is repaid during a pause, so the interest for those months is repaid
   * afterward.
   */
  private recast(): number {
    const { terms, rate } = this;
    let { next, balanceDays, days } = this;
    let balance = this.balance - this.overdue;
    for (; this.isPaused(addMonths(terms.start, next)); next += 1) {
      balance += this.getInterest(balanceDays + balance * (this.getDays(next) - days));
      balanceDays = 0;
      days = 0;
    }
    return recastPayment(balance, rate, terms.term, next);
  }

  private isPaused(day: DayNumber): boolean {
    const { pausedUntil } = this.terms;
    return pausedUntil !== undefined && day <= pausedUntil;
  }

  private payInstallment(day: DayNumber, interest: Minor): void {
    const { terms, plan } = this;
    let payment = 0;
    if (!this.isPaused(day)) {
      const rest = Math.max(0, this.balance - this.overdue);
      const odd = this.next === terms.next ? (terms.oddInterest ?? 0) : 0;
      const level = isInterestOnly(terms, this.next) ? interest : this.payment + odd;
      const installment = this.next >= terms.term ? rest : Math.min(level, rest);
      payment = Math.min(installment + this.overdue + (plan.extra ?? 0), this.balance);
      this.overdue = 0;
    }
    this.balance -= payment;
    if (payment > 0 || interest > 0) this.write('installment', day, payment, interest);
  }

  private write(kind: PlanRow['kind'], day: DayNumber, paid: number, interest: Minor): void {
    const { next: number, rate } = this;
    const [payment, balance] = [markMinor(paid), markMinor(this.balance)];
    const principal = subtractMinor(payment, interest);
    this.rows.push({ kind, number, day, rate, payment, interest, principal, balance });
  }

  private reset(): void {
    const { terms, plan } = this;
    const passed = this.next - 1;
    if (passed === terms.line?.drawMonths)
      this.payment = monthlyPayment(this.balance, this.rate, terms.term - passed);
    if (!plan.rateAfter || passed >= terms.term || this.balance <= 0) return;
    const rate = plan.rateAfter(passed, this.rate);
    if (rate === this.rate) return;
    this.rate = rate;
    this.payment = monthlyPayment(this.balance, rate, terms.term - passed);
  }
}

/** Returns the installment that repays the balance over the remaining payments, including payment `next`. */
export function recastPayment(balance: number, rate: number, term: number, next: number): Minor {
  return monthlyPayment(balance, rate, Math.max(1, term - next + 1));
}

export type Outcome = ReturnType<typeof getOutcome>;

/** Returns the result of a plan. */
export function getOutcome(terms: DebtTerms, plan: Plan = {}) {
  const rows = getSchedule(terms, plan);
  const last = rows.at(-1);
  return {
    /** The number of due dates until the debt is paid off. */
    months: last ? last.number - terms.next + 1 : 0,
    /** The day of the last payment; null if nothing is owed. */
    lastDay: last?.day ?? null,
    interest: sumMinor(rows, ({ interest }) => interest),
    /** The total of all payments. */
    paid: sumMinor(rows, ({ payment }) => payment),
    rows,
  };
}

/**
 * Returns what the contract says so far: the installments before `next`, as if each had been paid on time,
 * with the balance after them and their interest. `beginning` contains the original terms, and `rateAfter`
 * returns the past rates of an adjustable-rate mortgage.
 */
export function getContract(beginning: DebtTerms, next: number, rateAfter?: Plan['rateAfter']) {
  const rows = getSchedule(beginning, rateAfter ? { rateAfter } : {}).filter(({ number }) => number < next);
  return {
    rows,
    balance: rows.at(-1)?.balance ?? markMinor(beginning.balance),
    interest: sumMinor(rows, ({ interest }) => interest),
  };
}

export type Saving = ReturnType<typeof computeSaving>;

/**
 * Compares a plan with the same debt's usual plan, which has no extra payments by default. Returns the number of
 * months and the amount of interest that the plan saves.
 */
export function computeSaving(
  terms: DebtTerms,
  plan: Plan,
  usual: Plan = plan.rateAfter ? { rateAfter: plan.rateAfter } : {},
) {
  const without = getOutcome(terms, usual);
  const paid = getOutcome(terms, plan);
  return {
    months: without.months - paid.months,
    interest: subtractMinor(without.interest, paid.interest),
    with: paid,
    without,
  };
}

/** The resets of an adjustable rate in chronological order, by the number of installments before each. */
export type RateResets = ReadonlyMap<number, { from: number; to: number }>;

/** Reads the resets from the events of a mortgage. */
export function readRateResets(
  events: readonly { kind: string; event_key: string; facts: unknown }[],
): RateResets {
  const resets = events
    .filter(({ kind }) => kind === 'rate_reset')
    .map(({ event_key, facts }) => {
      const passed = Number(event_key.split(':').at(-1));
      return [passed, facts as { from: number; to: number }] as const;
    });
  return new Map(resets.toSorted(([left], [right]) => left - right));
}

/**
 * Returns the terms of the contract, and the past rates of an adjustable-rate mortgage. `months` is the term.
 */
export function getOriginalTerms(
  debt: { borrowed: Minor; rate: number; months: number; start: DayNumber },
  resets: RateResets,
) {
  const { borrowed, months, start } = debt;
  const rate = resets.values().next().value?.from ?? debt.rate;
  const terms: DebtTerms = {
    balance: borrowed,
    rate,
    payment: monthlyPayment(borrowed, rate, months),
    term: months,
    start,
    next: 1,
  };
  return { terms, rateAfter: (passed: number, present: number) => resets.get(passed)?.to ?? present };
}

/**
 * A payment as returned by `debt_payments`. `extra` is the part that exceeds the installment, in minor units.
 */
export type PastPayment = { day: DayNumber; extra: number; effect?: Lump['effect'] | null };

/**
 * Computes the interest that past extra payments save over the term, and the part that is saved by a given
 * day. `beginning` contains the original terms. `rateAfter` returns the past rates of an adjustable-rate
 * mortgage.
 */
export function computePastSaving(
  beginning: DebtTerms,
  payments: readonly PastPayment[],
  until: DayNumber,
  rateAfter?: Plan['rateAfter'],
) {
  const lumps = payments
    .filter(({ extra }) => extra > 0)
    .map(({ day, extra, effect }): Lump => ({ day, amount: extra, ...(effect && { effect }) }));
  const saving = computeSaving(beginning, { lumps, ...(rateAfter && { rateAfter }) });
  const by = ({ rows }: Outcome) => sumMinor(rows, ({ day, interest }) => (day <= until ? interest : ZERO));
  return { ...saving, interestByNow: subtractMinor(by(saving.without), by(saving.with)) };
}
