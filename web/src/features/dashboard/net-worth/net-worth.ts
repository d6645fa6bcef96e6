import { NET_WORTH_KINDS, type NetWorthKind } from '@engine/insights/net-worth.ts';
import { formatMoney, sumOf } from '@/lib/money';

/** Net worth at the end of a day in the base currency, as the bank's `net_worth_history` returns it. */
export type NetWorthDay = {
  day: string;
  amount: number;
  left_out: readonly string[];
  /** The net worth at the start of the household's first day; null on other days. */
  opened_with: number | null;
};

/** A row of the bank's `net_worth_parts`: `amount` in its currency, `worth` in the base currency. */
export type NetWorthPart = {
  kind: string;
  currency: string;
  amount: number;
  rate: number | null;
  worth: number | null;
};

const LABELS: Record<NetWorthKind, string> = {
  cash: 'Cash',
  investments: 'Investments',
  property: 'Homes',
  cards: 'Credit cards',
  loans: 'Loans',
  mortgages: 'Mortgages',
};

/** Returns the latest net worth, or zero before there is an account. */
export const currentNetWorth = (history: readonly NetWorthDay[]) => history.at(-1)?.amount ?? 0;

/** Returns the currencies that had no rate on some day. */
export const getCurrenciesWithoutRate = (history: readonly NetWorthDay[]) => [
  ...new Set(history.flatMap(({ left_out }) => left_out)),
];

type Change = { since: { day: string; value: number }; by: number };

/**
 * Returns the change over a number of days. For younger households, compares with the start of the first day.
 * Null on the first day.
 */
export function getChangeSince(history: readonly NetWorthDay[], days: number): Change | null {
  const last = history.at(-1);
  const since = history.at(-1 - days) ?? history[0];
  if (!last || !since || since === last) return null;
  const value = since.opened_with ?? since.amount;
  return { since: { day: since.day, value }, by: sumOf([last.amount, -value]) };
}

/** A line of the explanation: an amount in the base currency and a link to its products. */
type NetWorthLine = { name: string; detail: string | null; amount: number | null; to: string };

type Account = { id: string; type: string };

/** Returns the parts of net worth by kind and currency. A single account of its kind has a link. */
export function getNetWorthLines(
  parts: readonly NetWorthPart[],
  accounts: readonly Account[],
  base: string,
): NetWorthLine[] {
  return NET_WORTH_KINDS.flatMap((kind) =>
    parts
      .filter((part) => part.kind === kind)
      .toSorted((one, other) => Number(other.currency === base) - Number(one.currency === base))
      .map(({ currency, amount, rate, worth }) => ({
        name: currency === base ? LABELS[kind] : `${LABELS[kind]} in ${currency}`,
        detail: currency === base || rate === null ? null : `${formatMoney(amount, currency)} × ${rate}`,
        amount: worth,
        to: getPath(kind, accounts),
      })),
  );
}

function getPath(kind: NetWorthKind, accounts: readonly Account[]): string {
  if (kind === 'cards') return '/credit-cards';
  if (kind === 'loans') return '/loans';
  if (kind === 'mortgages' || kind === 'property') return '/mortgages';
  const [only, ...others] = accounts.filter(
    ({ type }) => (type === 'INVESTMENT') === (kind === 'investments'),
  );
  return only && others.length === 0 ? `/dashboard/accounts/${only.id}` : '/dashboard#accounts';
}
