import { addMonths, type DayNumber } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { type Minor, markMinor, subtractMinor } from '../../money/minor.ts';
import { type DebtTerms, getOutcome, type Outcome } from './debt-plans.ts';

/**
 * A new loan that pays off existing debts. Amounts are in minor units, rates in percent per year, and terms
 * in months.
 */
export type RefinanceTerms = {
  /** The loan amount: the payoff amount plus the fee. */
  amount: number;
  rate: number;
  term: number;
  start: DayNumber;
  fee: number;
  /** The payoff amount of the existing debts, including interest since their last due dates. */
  payoff: number;
};

export type RefinanceComparison = ReturnType<typeof compareRefinance>;

/** Compares keeping the existing debts with replacing them by one new loan. */
export function compareRefinance(old: readonly DebtTerms[], offer: RefinanceTerms) {
  const { amount, rate, term, start, fee, payoff } = offer;
  const remaining = old.map((terms) => getOutcome(terms));
  const payment = monthlyPayment(amount, rate, term);
  const taken = getOutcome({ balance: amount, rate, payment, term, start, next: 1 });
  // The interest for the current month is paid with the payoff, because it is not part of the balances yet.
  const upFront = fee + payoff - total(old, ({ balance }) => balance);
  const lastDay = remaining.reduce<DayNumber | null>(
    (latest, { lastDay: day }) => getLater(latest, day),
    null,
  );
  const costs = getCosts(remaining, taken, start, upFront, getLater(lastDay, taken.lastDay) ?? start);
  const breakEven = costs.find(({ month, before, after }) => month > 0 && after <= before);
  const overtaken =
    breakEven && costs.find(({ month, before, after }) => month > breakEven.month && after > before);
  const before = {
    payment: markMinor(total(old, ({ payment: entry }) => entry)),
    interest: markMinor(total(remaining, ({ interest }) => interest)),
    months: Math.max(0, ...remaining.map(({ months }) => months)),
    lastDay,
  };
  return {
    before,
    after: { payment, interest: taken.interest, months: taken.months, lastDay: taken.lastDay },
    /** The reduction in the monthly payment. Negative if the payment rises. */
    lessAMonth: subtractMinor(before.payment, payment),
    /** The savings in interest over the term, minus the fee. Negative if refinancing costs more. */
    saved: markMinor(before.interest - taken.interest - upFront),
    /** The first month in which the new loan has cost no more than the existing debts. */
    breakEvenMonth: breakEven?.month ?? null,
    /**
     * The first month after the break-even month in which the new loan's cumulative cost again exceeds the old
     * loan's, because its term is longer. Null if there is no such month.
     */
    costsMoreFrom: overtaken?.month ?? null,
    /** Cumulative cost by month: interest, plus the fee from the first day. */
    costs,
  };
}

/**
 * Combines debts into one total balance and payment, the average rate weighted by balance, and the latest end
 * date.
 */
export function getTogether(old: readonly DebtTerms[]) {
  const balance = total(old, (terms) => terms.balance);
  const weighted = total(old, (terms) => terms.balance * terms.rate);
  const outcomes = old.map((terms) => getOutcome(terms));
  return {
    balance: markMinor(balance),
    payment: markMinor(total(old, ({ payment }) => payment)),
    rate: balance > 0 ? weighted / balance : 0,
    interest: markMinor(total(outcomes, ({ interest }) => interest)),
    lastDay: outcomes.reduce<DayNumber | null>((latest, { lastDay }) => getLater(latest, lastDay), null),
  };
}

function getCosts(
  kept: readonly Outcome[],
  taken: Outcome,
  start: DayNumber,
  upFront: number,
  until: DayNumber,
) {
  const posted = kept
    .flatMap(({ rows }) => rows.map(({ day, interest }) => ({ day, interest })))
    .sort((left, right) => left.day - right.day);
  const costs: { month: number; day: DayNumber; before: Minor; after: Minor }[] = [];
  let [before, after, postedCount, number] = [0, upFront, 0, 0];
  for (let month = 0, day = start; ; month += 1, day = addMonths(start, month)) {
    for (let row = posted[postedCount]; row && row.day <= day; row = posted[postedCount]) {
      before += row.interest;
      postedCount += 1;
    }
    for (let row = taken.rows[number]; row && row.day <= day; row = taken.rows[number]) {
      after += row.interest;
      number += 1;
    }
    costs.push({ month, day, before: markMinor(before), after: markMinor(after) });
    if (day >= until) return costs;
  }
}

function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function getLater(left: DayNumber | null, right: DayNumber | null): DayNumber | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
