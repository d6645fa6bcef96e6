import { type DayNumber, dayText, parseDay } from '../../calendar/calendar.ts';
import { countWholeMonths } from '../../calendar/periods.ts';
import type { CardState } from '../../simulation/state.ts';
import { getCardProduct, getIntroEnd } from './card-catalog.ts';
import type { Rates } from './minimum-payment-warning.ts';

/** Rates are stored in thousandths of a percent. */
export const THOUSANDTHS = 1000;

const toThousandths = (rate: number) => Math.round(rate * THOUSANDTHS);

/**
 * Returns a card's rate for purchases on a day, in percent: the introductory rate, the penalty rate, or the
 * card's own rate.
 */
export function getPurchaseRate(card: CardState, day: DayNumber): number {
  const { apr, product, opened } = card;
  const penalty = getPenaltyRate(card, day);
  if (penalty !== null) return Math.max(apr, penalty);
  const end = getIntroEnd(product, opened);
  return end !== undefined && day <= end ? Math.min(apr, getCardProduct(product)?.intro?.apr ?? apr) : apr;
}

/** The rates of a statement: the card's own rate, and for a card of the catalog the rate in force when it closed. */
type StatementRates = { apr: number; purchase_apr?: number | null; intro_until?: string | null };

/** Returns the rate for purchases that was in force when a statement closed, in percent. */
export const getStatementRate = ({ apr, purchase_apr }: StatementRates): number => purchase_apr ?? apr;

/** Returns the rates for the payoff estimates of a statement that closed on a day. */
export const getStatementPayoffRates = (statement: StatementRates, closedOn: DayNumber): Rates =>
  getPayoffRates(closedOn, getStatementRate(statement), statement.apr, statement.intro_until);

/**
 * Returns the rates for estimates of a payoff that starts on a day: the rate in force until the last day of an
 * introductory rate, and then the card's own rate.
 */
export function getPayoffRates(
  day: DayNumber,
  current: number,
  own: number,
  introUntil: string | null | undefined,
): Rates {
  if (!introUntil) return current;
  const months = countWholeMonths(day, parseDay(introUntil) + 1);
  return months > 0 ? { intro: current, months, own } : own;
}

/** Returns the rates for the payoff estimates of a card, from a day on. */
export function getCardPayoffRates(card: CardState, day: DayNumber): Rates {
  const end = getIntroEnd(card.product, card.opened);
  const introUntil = end !== undefined && end >= day ? dayText(end) : null;
  return getPayoffRates(day, getPurchaseRate(card, day), card.apr, introUntil);
}

/** Returns the penalty rate if it applies on a day, in percent; otherwise null. */
export function getPenaltyRate({ penalty, product }: CardState, day: DayNumber): number | null {
  const isApplied = penalty?.from !== undefined && day >= penalty.from;
  return isApplied ? (getCardProduct(product)?.penaltyApr ?? null) : null;
}

/** Returns the sum of a card's rates on the first `days` days of its cycle, in thousandths of a percent. */
export function sumRates(card: CardState, days: number): number {
  let sum = 0;
  for (let day = card.cycle.from; day < card.cycle.from + days; day += 1)
    sum += toThousandths(getPurchaseRate(card, day));
  return sum;
}

/**
 * Adds a day's purchase balance times its rate to the cycle, before the day is added to its balance-days. A
 * cycle in which every day has the card's own rate doesn't need these sums.
 */
export function accruePurchases(card: CardState, day: DayNumber, owed: number, isResidual: boolean): void {
  const { cycle } = card;
  const own = toThousandths(card.apr);
  const rate = toThousandths(getPurchaseRate(card, day));
  if (!cycle.rates && rate === own) return;
  cycle.rates ??= {
    balance: cycle.balanceDays * own,
    residual: cycle.residualDays * own,
    repaid: (cycle.repaidDays ?? 0) * own,
  };
  cycle.rates.balance += owed * rate;
  if (isResidual) cycle.rates.residual += owed * rate;
}

/** Returns the rate times the days for which a repaid amount was owed, in thousandths of a percent. */
export function accrueRepaid(card: CardState, portion: number, days: number): void {
  if (card.cycle.rates) card.cycle.rates.repaid += portion * sumRates(card, days);
}
