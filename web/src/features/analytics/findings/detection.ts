import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { type Candidate, plainName, regularPayments } from '@engine/insights/recurring-payments.ts';
import { addMinor, type Minor, roundMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import type { SpendingRow } from '../queries';
import { getMonths, type Range } from '../range';

export type Anomaly = {
  /** The key never changes, so that a dismissed finding stays dismissed. */
  key: string;
  day: string;
  title: string;
  why: string;
  categoryId: string | null;
};

/** The number of earlier purchases needed to determine the usual amount. */
const HABIT = 4;
const LARGE_TIMES = 2.5;
const LARGE_AT_LEAST = 2000;
const MONTH_TIMES = 1.5;
const MONTH_AT_LEAST = 5000;
const MONTHS_LOOKED_BACK = 6;
const FEWEST_MONTHS = 3;

/**
 * Finds unusual spending in a range, latest first: an unusually large purchase, a duplicate, or an expensive
 * month.
 */
export function getAnomalies(
  rows: readonly SpendingRow[],
  currency: string,
  range: Pick<Range, 'from' | 'to'>,
): Anomaly[] {
  const own = rows
    .filter((row) => row.currency === currency && row.amount > 0)
    .toSorted((left, right) => left.day.localeCompare(right.day));
  return [...paidTwice(own), ...largePurchases(own), ...dearMonths(own)]
    .filter(({ day }) => day >= range.from && day <= range.to)
    .toSorted((left, right) => right.day.localeCompare(left.day));
}

function paidTwice(rows: readonly SpendingRow[]): Anomaly[] {
  const seen = new Map<string, SpendingRow>();
  return rows.flatMap((row) => {
    const name = getName(row);
    const key = `${row.day} ${plainName(name)} ${row.amount}`;
    const first = name === '' ? undefined : seen.get(key);
    seen.set(key, row);
    if (!first) return [];
    return [
      {
        key: `twice ${row.id}`,
        day: row.day,
        title: `${name}: ${formatMinor(toMinor(row.amount), row.currency)} twice`,
        why: `You paid the same amount twice on ${formatTextDate(row.day)}. If that's a mistake, ask the merchant for a refund.`,
        categoryId: row.category_id,
      },
    ];
  });
}

function largePurchases(rows: readonly SpendingRow[]): Anomaly[] {
  const earlier = new Map<string, Minor[]>();
  return rows.flatMap((row) => {
    const name = plainName(getName(row));
    const amount = toMinor(row.amount);
    const past = earlier.get(name) ?? [];
    earlier.set(name, [...past, amount]);
    const usual = middle(past);
    const isUsual = past.length < HABIT || amount < usual * LARGE_TIMES || amount - usual < LARGE_AT_LEAST;
    if (name === '' || isUsual) return [];
    return [
      {
        key: `large ${row.id}`,
        day: row.day,
        title: `${getName(row)}: ${formatMinor(amount, row.currency)}`,
        why: `On ${formatTextDate(row.day)}. You usually pay about ${formatMinor(usual, row.currency)} there, based on ${past.length} earlier payments.`,
        categoryId: row.category_id,
      },
    ];
  });
}

/** Finds months in which a category's spending is far above the median of earlier months. */
function dearMonths(rows: readonly SpendingRow[]): Anomaly[] {
  const months = new Map<string, { row: SpendingRow; byMonth: Map<string, Minor> }>();
  const [from, to] = [rows[0]?.day, rows.at(-1)?.day];
  const all = from && to ? getMonths({ from, to }).map((month) => month.slice(0, 7)) : [];
  for (const row of rows) {
    const category = months.get(row.category_id ?? '') ?? { row, byMonth: new Map<string, Minor>() };
    const month = row.day.slice(0, 7);
    category.byMonth.set(month, addMinor(category.byMonth.get(month) ?? ZERO, toMinor(row.amount)));
    months.set(row.category_id ?? '', category);
  }
  // Skips the first month, because it can be incomplete.
  return [...months.values()].flatMap(({ row, byMonth }) =>
    all.slice(1 + FEWEST_MONTHS).flatMap((month) => {
      const at = all.indexOf(month);
      const past = all
        .slice(Math.max(1, at - MONTHS_LOOKED_BACK), at)
        .map((item) => byMonth.get(item) ?? ZERO);
      const amount = byMonth.get(month) ?? ZERO;
      const usual = middle(past);
      const isUsual = usual === 0 || amount < usual * MONTH_TIMES || amount - usual < MONTH_AT_LEAST;
      if (row.category === null || isUsual) return [];
      const last = rows.findLast(
        (entry) => entry.category_id === row.category_id && entry.day.startsWith(month),
      );
      return [
        {
          key: `month ${row.category_id} ${month} ${row.currency}`,
          day: last?.day ?? `${month}-01`,
          title: `${row.category} in ${formatAs(`${month}-01`, 'MMMM yyyy')}: ${formatMinor(amount, row.currency)}`,
          why: `Usually about ${formatMinor(usual, row.currency)} a month, the median of the previous ${past.length} months.`,
          categoryId: row.category_id,
        },
      ];
    }),
  );
}

function middle(amounts: readonly Minor[]): Minor {
  return amounts.toSorted((left, right) => left - right)[Math.floor(amounts.length / 2)] ?? ZERO;
}

/** A recurring payment. Amounts are in minor units. */
export type Subscription = {
  key: string;
  name: string;
  currency: string;
  frequency: Candidate['frequency'];
  amount: Minor;
  yearly: Minor;
  nextDay: string;
  why: string;
  /** The last price increase: the old price, the day of the change, and the extra cost per year. */
  rise: { from: Minor; since: string; yearly: Minor } | null;
};

const TIMES_A_YEAR: Record<Candidate['frequency'], number> = {
  WEEKLY: 52,
  BIWEEKLY: 26,
  MONTHLY: 12,
  QUARTERLY: 4,
  ANNUALLY: 1,
};
/** A price counts as stable after this many charges. */
const PRICE_AFTER = 2;
/** Only purchases and bills count, because debts have their own pages. */
const KINDS = ['card_charge', 'withdrawal', 'payment'];

/** Finds monthly and yearly payments with a stable price, most expensive first. */
export function getSubscriptions(
  rows: readonly SpendingRow[],
  currency: string,
  today: string,
): Subscription[] {
  const own = rows.filter(
    (row) => row.currency === currency && row.amount > 0 && KINDS.includes(row.kind) && getName(row),
  );
  const payments = own.map((row) => ({
    day: parseDay(row.day),
    name: getName(row),
    amount: toMinor(row.amount),
    currency,
    accountId: row.account_id ?? row.card_id ?? '',
    toAccountId: null,
    categoryId: row.category_id,
  }));
  return regularPayments(payments, [], parseDay(today))
    .filter(({ frequency, confidence }) => !frequency.endsWith('WEEKLY') && confidence !== 'low')
    .map((candidate) => {
      const { key, name, frequency, amount, nextDay, why } = candidate;
      const yearly = roundMinor(amount * TIMES_A_YEAR[frequency]);
      const series = payments.filter((payment) => plainName(payment.name) === plainName(name));
      const rise = getRise(series, amount, TIMES_A_YEAR[frequency]);
      return { key, name, currency, frequency, amount, yearly, nextDay: dayText(nextDay), why, rise };
    })
    .toSorted((left, right) => right.yearly - left.yearly);
}

/**
 * Returns the last price increase. Only a change between two stable prices counts, so a bill that always
 * varies has none.
 */
function getRise(
  payments: readonly { day: number; amount: Minor }[],
  amount: Minor,
  timesAYear: number,
): Subscription['rise'] {
  const series = payments.toSorted((left, right) => left.day - right.day);
  const lastOther = series.findLastIndex((payment) => payment.amount !== amount);
  const before = series[lastOther];
  const first = series[lastOther + 1];
  if (!before || !first || before.amount >= amount) return null;
  const settled = series.slice(0, lastOther + 1).toReversed();
  const changedAt = settled.findIndex((payment) => payment.amount !== before.amount);
  if ((changedAt < 0 ? settled.length : changedAt) < PRICE_AFTER) return null;
  return {
    from: before.amount,
    since: dayText(first.day),
    yearly: roundMinor((amount - before.amount) * timesAYear),
  };
}

export const getName = (row: SpendingRow) => row.merchant ?? row.description ?? '';
