import { addMonths, DAYS_A_YEAR, type DayNumber } from '../../calendar/calendar.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { type Minor, markMinor } from '../../money/minor.ts';
import type { CardCycle, CardState } from '../../simulation/state.ts';
import { getPenaltyRate, getPurchaseRate, THOUSANDTHS } from './card-rates.ts';

/** A balance of a card with its own rate. All other debt on a card is its purchase balance. */
export type CardBalance = NonNullable<CardCycle['balances']>[number];
export type BalanceKind = CardBalance['kind'];

/** The terms of cash advances. They have no grace period. Amounts are in minor units and rates in percent. */
export const CASH_ADVANCE = { apr: 29.99, feePercent: 5, leastFee: 1_000, percentOfLimit: 20 };
/**
 * The terms of balance transfers. The rate is 0% for 15 months, and then the rate for purchases. Regulation Z
 * requires that a promotional rate lasts at least six months (1026.55(b)(1)).
 */
export const BALANCE_TRANSFER = {
  apr: 0,
  months: 15,
  feePercent: 3,
  leastFee: 500,
  percentOfLimit: 75,
  requestDays: 60,
};

const PERCENT = 100;

/** Computes the fee of a cash advance or balance transfer: a percentage, but at least a fixed amount. */
export function transactionFee(
  amount: Minor,
  { feePercent, leastFee }: { feePercent: number; leastFee: number },
): Minor {
  return markMinor(Math.max(leastFee, roundHalfAway((amount * feePercent) / PERCENT)));
}

/**
 * Returns a balance's rate on a day, in percent. After a promotion, it is the card's rate for purchases. A
 * penalty rate also applies to promotional balances.
 */
export function getRate({ kind, apr, until }: CardBalance, card: CardState, day: DayNumber): number {
  if (kind === 'cash') return Math.max(apr, card.apr, getPenaltyRate(card, day) ?? 0);
  if (until !== undefined && day > until) return getPurchaseRate(card, day);
  return getPenaltyRate(card, day) ?? apr;
}

const sumOwed = (balances: readonly CardBalance[]) => balances.reduce((sum, { owed }) => sum + owed, 0);

/** Returns the part of a card's balance that comes from purchases. It is negative after an overpayment. */
export function getPurchaseBalance({ balance, cycle }: CardState): number {
  return balance - sumOwed(cycle.balances ?? []);
}

/** Returns the part of a statement that must be paid to keep the grace period for purchases. */
export function getRequired({ balance, promotional = 0 }: NonNullable<CardCycle['statement']>): number {
  return balance - promotional;
}

/**
 * Returns the part of a new statement that can stay unpaid without losing the grace period: the balance at a
 * promotional rate, less the part of the minimum payment that repays it.
 */
export function getPromotional({ cycle }: CardState, minimum: number, day: DayNumber): number {
  const promotional = sumOwed((cycle.balances ?? []).filter(({ until = day }) => until > day));
  return promotional - Math.min(minimum, promotional);
}

/** Adds the interest of one day to the balances that have their own rate. */
export function accrueBalances(card: CardState, day: DayNumber): void {
  for (const balance of card.cycle.balances ?? [])
    balance.rateDays += balance.owed * Math.round(getRate(balance, card, day) * THOUSANDTHS);
}

/** Computes a balance's interest in a cycle, in minor units. */
export function balanceInterest({ rateDays }: Pick<CardBalance, 'rateDays'>): number {
  return roundHalfAway(rateDays / THOUSANDTHS / PERCENT / DAYS_A_YEAR);
}

/** Returns the balances for the next cycle. If all are repaid, the card has only purchases again. */
export function getNextBalances({ cycle }: CardState): Pick<CardCycle, 'balances'> {
  const balances = (cycle.balances ?? []).filter(({ owed }) => owed > 0);
  return balances.length > 0 ? { balances: balances.map((balance) => ({ ...balance, rateDays: 0 })) } : {};
}

/** Adds a charge to the balance of its kind, before the card's own balance changes. `amount` is positive. */
export function addToBalance(card: CardState, kind: BalanceKind, amount: number, day: DayNumber): void {
  const { cycle } = card;
  cycle.balances ??= [];
  const credit = Math.max(0, -getPurchaseBalance(card));
  let balance = cycle.balances.find((each) => each.kind === kind);
  if (!balance) {
    balance =
      kind === 'cash'
        ? { kind, owed: 0, apr: CASH_ADVANCE.apr, rateDays: 0 }
        : {
            kind,
            owed: 0,
            apr: BALANCE_TRANSFER.apr,
            until: addMonths(day, BALANCE_TRANSFER.months),
            rateDays: 0,
          };
    cycle.balances.push(balance);
  }
  // An overpayment repays the new charge.
  balance.owed += amount - Math.min(credit, amount);
}

/**
 * Divides a payment among a card's balances, before the card's own balance changes. The unpaid part of the
 * minimum payment goes to the lowest rate, and the rest goes to the highest rate first (12 CFR 1026.53(a)).
 * Credits, such as refunds, go to purchases first. Returns the part that repays purchases.
 */
export function allocate(card: CardState, amount: number, day: DayNumber, isCredit: boolean): number {
  const { cycle } = card;
  if (!cycle.balances) return amount;
  const { statement, paid } = cycle;
  const purchases = { owed: Math.max(0, getPurchaseBalance(card)) };
  // Sorting is stable: at the same rate, balances without a grace period are repaid before purchases.
  const parts = [
    ...cycle.balances.map((balance) => ({ part: balance, rate: getRate(balance, card, day) })),
    { part: purchases, rate: getPurchaseRate(card, day) },
  ]
    .sort((left, right) => right.rate - left.rate)
    .map(({ part }) => part);
  let rest = amount;
  const repay = (part: { owed: number }, most: number) => {
    const repaid = Math.min(part.owed, most, rest);
    part.owed -= repaid;
    rest -= repaid;
    return repaid;
  };
  const before = purchases.owed;
  if (isCredit) repay(purchases, rest);
  else {
    let minimum = statement ? Math.max(0, statement.minimum - paid) : 0;
    for (const part of parts.toReversed()) minimum -= repay(part, minimum);
  }
  for (const part of parts) repay(part, rest);
  return before - purchases.owed + rest;
}
