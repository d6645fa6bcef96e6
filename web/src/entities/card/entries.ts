import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { daysBetween, getDay } from '@/lib/dates';
import { sumAmounts } from '@/lib/money';
import type { CardEntry, Statement } from './queries';

export function getEntries(statement: Statement, entries: readonly CardEntry[], zone: string): CardEntry[] {
  return entries.filter((entry) => {
    const day = getDay(entry.countsAt, zone);
    return day >= statement.from_date && day <= statement.to_date;
  });
}

/** Returns the activity since the last statement closed, or all activity if there is no statement. */
export function entriesSince(
  closedOn: string | undefined,
  entries: readonly CardEntry[],
  zone: string,
): CardEntry[] {
  if (!closedOn) return [...entries];
  return entries.filter((entry) => getDay(entry.countsAt, zone) > closedOn);
}

const KIND_LABELS: Record<string, string> = {
  opening: 'Starting balance',
  card_charge: 'Charge',
  cash_advance: 'Cash advance',
  balance_transfer: 'Balance transfer',
  card_payment: 'Payment',
  imported_charge: 'Imported charge',
  imported_payment: 'Imported payment',
  imported_credit: 'Imported credit',
  adjustment: 'Balance adjustment',
  interest: 'Interest',
  fee: 'Fee',
  fee_waived: 'Fee waived',
  refund: 'Refund',
  card_credit: 'Credit',
  dispute_credit: 'Provisional credit',
  dispute_reversal: 'Provisional credit reversed',
  reward_redemption: 'Rewards redeemed',
  credit_balance_refund: 'Credit balance refund',
};

/**
 * Returns the label of an entry's kind, such as a dispute credit or a refund. Returns null if the merchant
 * name is enough.
 */
export function kindNote({ kind, merchant }: CardEntry): string | null {
  return merchant && kind !== 'card_charge' ? (KIND_LABELS[kind] ?? null) : null;
}

export function entryTitle(entry: CardEntry): string {
  return entry.merchant ?? entry.description ?? KIND_LABELS[entry.kind] ?? entry.kind;
}

/** The kinds of entries that don't count as the customer's spending. */
const NOT_SPENT = new Set([
  'interest',
  'fee',
  'opening',
  'adjustment',
  'dispute_reversal',
  'cash_advance',
  'balance_transfer',
  'credit_balance_refund',
]);

export const isPurchase = ({ kind, amount }: CardEntry) => amount > 0 && !NOT_SPENT.has(kind);

/** Returns the sum of the amounts in major units. */
export const sumEntries = (entries: readonly CardEntry[]) => sumAmounts(entries.map(({ amount }) => amount));

/** Returns the totals of charges, payments, interest, and fees on a statement, in major units. */
export function getParts(entries: readonly CardEntry[]) {
  const sumWhere = (matches: (entry: CardEntry) => boolean) => sumEntries(entries.filter(matches));
  const isBank = ({ kind }: CardEntry) => kind === 'interest' || kind === 'fee';
  return {
    charges: sumWhere((entry) => !isBank(entry) && entry.amount > 0),
    payments: 0 - sumWhere((entry) => !isBank(entry) && entry.amount < 0),
    interest: sumWhere(({ kind }) => kind === 'interest'),
    fees: sumWhere(({ kind }) => kind === 'fee'),
  };
}

export type MonthUse = { month: string; owed: number; share: number };

/** Returns the credit utilization at each month-end in chronological order, ending with the current month. */
export function usageByMonth(
  entries: readonly CardEntry[],
  { limit, today, zone, months }: { limit: number; today: string; zone: string; months: number },
): MonthUse[] {
  const usage = new Map<string, number>();
  // Entries are sorted latest first, so the first entry of each month is the latest.
  for (const entry of entries) {
    const month = getDay(entry.at, zone).slice(0, 7);
    if (!usage.has(month)) usage.set(month, entry.owed);
  }
  const first = [...usage.keys()].at(-1);
  if (!first) return [];
  const result: MonthUse[] = [];
  let owed = 0;
  for (let month = first; month <= today.slice(0, 7); month = monthAfter(month)) {
    owed = usage.get(month) ?? owed;
    result.push({ month, owed, share: limit > 0 ? Math.max(0, owed) / limit : 0 });
  }
  return result.slice(-months);
}

const monthAfter = (month: string) => dayText(addMonths(parseDay(`${month}-01`), 1)).slice(0, 7);

/** Returns the average daily balance, on which interest is charged, in major units rounded to the cent. */
export function averageDailyBalance(
  statement: Statement,
  entries: readonly CardEntry[],
  zone: string,
): number {
  const changes = new Map<string, number>();
  for (const entry of entries) {
    // Postings in the last millisecond of a day accrue interest from the next day.
    const day = getDay(new Date(Date.parse(entry.countsAt) + 1), zone);
    changes.set(day, (changes.get(day) ?? 0) + toMinor(entry.amount));
  }
  const days = daysBetween(statement.from_date, statement.to_date) + 1;
  const first = parseDay(statement.from_date);
  let owed = toMinor(statement.opening_balance) as number;
  let sum = 0;
  for (let day = first; day < first + days; day += 1) {
    owed += changes.get(dayText(day)) ?? 0;
    sum += Math.max(0, owed);
  }
  return fromMinor(roundMinor(sum / days));
}
