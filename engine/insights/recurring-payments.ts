import { addMonths, type DayNumber, monthsBetween } from '../calendar/calendar.ts';
import { markMinor } from '../money/minor.ts';
import type { PaymentFrequency } from '../simulation/state.ts';

/** A past payment from an account. Amounts are in minor units. */
export type PastPayment = {
  day: DayNumber;
  /** The merchant, or the entry's description. */
  name: string;
  amount: number;
  currency: string;
  accountId: string;
  /** The customer's account that received the money; null for payments to other payees. */
  toAccountId: string | null;
  categoryId: string | null;
};

/** An existing rule, identified by its names or its receiving account. */
export type KnownRule = { names: readonly string[]; toAccountId: string | null };

export type Candidate = NonNullable<ReturnType<typeof getCandidate>>;

type Period = {
  frequency: PaymentFrequency;
  /** The interval in words, such as `a month apart`. */
  apart: string;
  /** The number of days by which a payment can be early or late. */
  tolerance: number;
  /**
   * The minimum number of payments. For yearly payments, two equal amounts are enough, because a history of a
   * few years contains no more.
   */
  least: number;
  after: (day: DayNumber, periods: number) => DayNumber;
};

const byDays = (days: number) => (day: DayNumber, periods: number) => day + days * periods;
const byMonths = (months: number) => (day: DayNumber, periods: number) => addMonths(day, months * periods);

const PERIODS: readonly Period[] = [
  { frequency: 'WEEKLY', apart: 'a week apart', tolerance: 1, least: 3, after: byDays(7) },
  { frequency: 'BIWEEKLY', apart: 'two weeks apart', tolerance: 2, least: 3, after: byDays(14) },
  { frequency: 'MONTHLY', apart: 'a month apart', tolerance: 4, least: 3, after: byMonths(1) },
  { frequency: 'QUARTERLY', apart: 'three months apart', tolerance: 7, least: 3, after: byMonths(3) },
  { frequency: 'ANNUALLY', apart: 'a year apart', tolerance: 7, least: 2, after: byMonths(12) },
];

/** The maximum deviation of an amount from the series' median, in percent. */
const AMOUNTS_WITHIN_PERCENT = 25;
const SURE_AFTER = 4;
/**
 * The maximum deviation, in days, of a series with high confidence. It allows for payments that move because
 * of a weekend.
 */
const SURE_WITHIN_DAYS = 3;

/**
 * Finds regular payments that have no rule, most certain first. A series needs at least three payments of the
 * same name at regular intervals (two for yearly payments with equal amounts). Its last payment must be
 * recent, and its amounts must be within 25% of their median. The result depends only on the arguments.
 */
export function regularPayments(
  payments: readonly PastPayment[],
  rules: readonly KnownRule[],
  today: DayNumber,
): Candidate[] {
  const matches: Candidate[] = [];
  for (const series of getSeries(payments.filter((payment) => !isRuled(payment, rules)))) {
    const candidate = getCandidate(series, today) ?? getBest(ofSameAmount(series), today);
    if (candidate) matches.push(candidate);
  }
  return matches.sort(
    (left, right) =>
      RANK[left.confidence] - RANK[right.confidence] ||
      right.times - left.times ||
      (left.key < right.key ? -1 : 1),
  );
}

const RANK = { high: 0, medium: 1, low: 2 } as const;

/**
 * Normalizes a name. Removes case, spaces, punctuation, and numbers, because they can change from bill to
 * bill.
 */
export function plainName(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const fixedWords = words.filter((word) => word !== '' && !/\d{2,}/.test(word));
  return (fixedWords.length > 0 ? fixedWords : words).join(' ').trim();
}

function isRuled(payment: PastPayment, rules: readonly KnownRule[]): boolean {
  const name = plainName(payment.name);
  return rules.some(
    (rule) =>
      rule.names.some((ruleName) => plainName(ruleName) === name) ||
      (payment.toAccountId !== null && rule.toAccountId === payment.toAccountId),
  );
}

/**
 * Groups payments by name, currency, and recipient, in chronological order. Two equal payments on the same
 * day count once.
 */
function getSeries(payments: readonly PastPayment[]): PastPayment[][] {
  const series = new Map<string, PastPayment[]>();
  for (const payment of payments.toSorted((left, right) => left.day - right.day)) {
    const key = getKey(payment);
    const earlier = series.get(key) ?? [];
    series.set(key, earlier);
    earlier.push(payment);
  }
  return [...series.values()];
}

const getKey = ({ name, currency, toAccountId }: PastPayment) =>
  `${plainName(name)}:${currency}:${toAccountId ?? 'outside'}`;

/** Groups payments by repeated amount, to find a subscription among a merchant's other charges. */
function ofSameAmount(series: readonly PastPayment[]): PastPayment[][] {
  const amounts = new Map<number, PastPayment[]>();
  for (const payment of series) {
    const same = amounts.get(payment.amount) ?? [];
    amounts.set(payment.amount, same);
    same.push(payment);
  }
  return [...amounts.values()];
}

function getBest(parts: readonly PastPayment[][], today: DayNumber): Candidate | undefined {
  return parts
    .flatMap((part) => getCandidate(part, today) ?? [])
    .reduce<Candidate | undefined>(
      (best, next) => (best && best.times >= next.times ? best : next),
      undefined,
    );
}

function getCandidate(series: readonly PastPayment[], today: DayNumber) {
  for (const period of PERIODS) {
    const run = latestRun(series, period);
    const last = run.at(-1);
    if (!last || run.length < period.least || !isGoingOn(last.day, period, today)) continue;
    const amounts = run.map(({ amount }) => amount);
    const areEqual = amounts.every((amount) => amount === last.amount);
    if (!areWithin(amounts) || (run.length < 3 && !areEqual)) continue;
    const strays = getStray(run, period);
    const confidence = getConfidence(run.length, strays, areEqual);
    const { day: lastDay, amount, ...payment } = last;
    return {
      ...payment,
      /** A stable key that identifies the series. */
      key: `${getKey(last)}:${period.frequency}`,
      frequency: period.frequency,
      /** The most recent amount in minor units. */
      amount: markMinor(amount),
      lowest: markMinor(Math.min(...amounts)),
      highest: markMinor(Math.max(...amounts)),
      times: run.length,
      lastDay,
      /** The next expected day, always after today. */
      nextDay: nextAfter(getAnchor(run, period), period, today),
      confidence,
      /** An explanation for the customer of why the series looks regular. */
      why: wordsFor(run.length, strays, areEqual, period),
    };
  }
  return undefined;
}

/** Returns the most recent payments that occur at the period's interval. */
function latestRun(series: readonly PastPayment[], period: Period): PastPayment[] {
  const run: PastPayment[] = [];
  for (const payment of series.toReversed()) {
    const later = run[0];
    if (later && Math.abs(period.after(payment.day, 1) - later.day) > period.tolerance) break;
    run.unshift(payment);
  }
  return run;
}

/** Returns true if the series continues, that is, its next payment is not overdue. */
function isGoingOn(last: DayNumber, period: Period, today: DayNumber): boolean {
  return period.after(last, 1) + period.tolerance >= today;
}

function areWithin(amounts: readonly number[]): boolean {
  const middle = amounts.toSorted((left, right) => left - right)[Math.floor(amounts.length / 2)] ?? 0;
  return amounts.every((amount) => Math.abs(amount - middle) * 100 <= middle * AMOUNTS_WITHIN_PERCENT);
}

/** Returns the largest deviation of a payment from its expected day, in days. */
function getStray(run: readonly PastPayment[], period: Period): number {
  const anchor = getAnchor(run, period);
  return Math.max(
    ...run.map(({ day }) => {
      const periods = periodsBetween(anchor, day, period);
      return Math.min(...[-1, 0, 1].map((more) => Math.abs(period.after(anchor, periods + more) - day)));
    }),
  );
}

/**
 * Returns the payment whose day of the month fits the series best, such as the 31st in a series of month-end
 * payments.
 */
function getAnchor(run: readonly PastPayment[], period: Period): DayNumber {
  const misses = (anchor: DayNumber) =>
    run.filter(({ day }) => period.after(anchor, periodsBetween(anchor, day, period)) !== day).length;
  return run.reduceRight<DayNumber>(
    (best, { day }) => (misses(day) < misses(best) ? day : best),
    run.at(-1)?.day ?? 0,
  );
}

function periodsBetween(from: DayNumber, to: DayNumber, { frequency }: Period): number {
  if (frequency === 'WEEKLY') return Math.round((to - from) / 7);
  if (frequency === 'BIWEEKLY') return Math.round((to - from) / 14);
  const months = { MONTHLY: 1, QUARTERLY: 3, ANNUALLY: 12 }[frequency];
  return Math.round(monthsBetween(from, to) / months);
}

function nextAfter(anchor: DayNumber, period: Period, today: DayNumber): DayNumber {
  let periods = periodsBetween(anchor, today, period) - 1;
  while (period.after(anchor, periods) <= today) periods += 1;
  return period.after(anchor, periods);
}

function getConfidence(times: number, strays: number, areEqual: boolean): keyof typeof RANK {
  if (times < 3) return 'low';
  if (areEqual && times >= SURE_AFTER && strays <= SURE_WITHIN_DAYS) return 'high';
  return areEqual || times >= SURE_AFTER ? 'medium' : 'low';
}

function wordsFor(times: number, strays: number, areEqual: boolean, { apart }: Period): string {
  const often = times === 2 ? 'Twice' : `${times} times`;
  const regular =
    strays === 0 ? `exactly ${apart}` : `${apart}, give or take ${strays === 1 ? 'a day' : `${strays} days`}`;
  return `${often}, ${regular}, ${areEqual ? 'always the same amount' : 'similar amounts'}.`;
}
