import type { DayNumber } from '../calendar/calendar.ts';
import type { Exchange } from '../money/exchange.ts';
import { addMinor, type Minor, markMinor, negateMinor, ZERO } from '../money/minor.ts';
import type { Currency, HouseholdState } from '../simulation/state.ts';
import type { ProjectionPoint } from '../what-if/what-if.ts';

/** The kinds of assets and debts in display order. The bank's SQL functions use the same names. */
export const NET_WORTH_KINDS = ['cash', 'investments', 'property', 'cards', 'loans', 'mortgages'] as const;

export type NetWorthKind = (typeof NET_WORTH_KINDS)[number];

/** An amount in minor units of its currency. Assets are positive and debts negative. */
export type Holding = { kind: NetWorthKind; currency: Currency; amount: number };

/** Amounts in minor units of one currency. Debts are negative. `total` is the sum of all other fields. */
export type NetWorth = Record<NetWorthKind, Minor> & { total: Minor };

/**
 * Adds up net worth in the exchange's target currency. Amounts are added by kind and currency, then converted
 * and rounded to the cent, as in `bank.net_worth_parts`. Currencies that have no rate are excluded.
 */
export function computeNetWorth(holdings: Iterable<Holding>, exchange: Exchange): NetWorth {
  const sums = new Map<string, Holding>();
  for (const { kind, currency, amount } of holdings) {
    const key = `${kind} ${currency}`;
    sums.set(key, { kind, currency, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  const worth: NetWorth = {
    cash: ZERO,
    investments: ZERO,
    property: ZERO,
    cards: ZERO,
    loans: ZERO,
    mortgages: ZERO,
    total: ZERO,
  };
  for (const { kind, currency, amount } of sums.values()) {
    const converted = exchange.worth(amount, currency);
    worth[kind] = markMinor(worth[kind] + converted);
    worth.total = markMinor(worth.total + converted);
  }
  return worth;
}

/** Returns a simulated household's assets and debts, with homes at their current value. */
export function getHoldings({ accounts, cards, debts }: HouseholdState): Holding[] {
  return [
    ...accounts.flatMap(({ type, currency, balance, closed }): Holding[] =>
      closed ? [] : [{ kind: type === 'INVESTMENT' ? 'investments' : 'cash', currency, amount: balance }],
    ),
    ...cards.map(({ currency, balance }): Holding => ({ kind: 'cards', currency, amount: -balance })),
    ...cards.flatMap(({ currency, deposit }): Holding[] =>
      deposit ? [{ kind: 'cash', currency, amount: deposit.amount }] : [],
    ),
    ...debts.map(
      ({ product, currency, balance }): Holding => ({
        kind: product === 'mortgage' ? 'mortgages' : 'loans',
        currency,
        amount: -balance,
      }),
    ),
    ...debts.flatMap(({ property, currency }): Holding[] =>
      property ? [{ kind: 'property', currency, amount: property.value }] : [],
    ),
    // Money that the bank holds for a mortgage belongs to the home.
    ...debts.flatMap(({ escrow, biweekly }): Holding[] =>
      [escrow, biweekly].flatMap((held) =>
        held ? [{ kind: 'property', currency: held.currency, amount: held.balance }] : [],
      ),
    ),
  ];
}

/** Converts net worth to a projection point, in which debts are positive. */
export function toProjectionPoint(
  day: DayNumber,
  { total, cash, investments, property, cards, loans, mortgages }: NetWorth,
): ProjectionPoint {
  return {
    day,
    netWorth: total,
    cash,
    debt: negateMinor(addMinor(cards, loans, mortgages)),
    property,
    investments,
  };
}
