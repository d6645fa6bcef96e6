import { addMonths, type DayNumber, monthsBetween } from '../calendar/calendar.ts';
import { type Minor, markMinor } from '../money/minor.ts';
import type { PaymentFrequency } from '../simulation/state.ts';

/** Money that left an account. Minor units. */
export type PastPayment = {
  day: DayNumber;
  /** The merchant, or the description of the entry. */
  name: string;
  amount: number;
  currency: string;
  accountId: string;
  /** The receiving account of the customer; null for payments to others. */
  toAccountId: string | null;
  categoryId: string | null;
};

/** An existing rule, identified by its names or its receiving account. */
export type KnownRule = { names: readonly string[]; toAccountId: string | null };

export type Candidate = Omit<PastPayment, 'day' | 'amount'> & {
  /** A stable key: the same series always has the same key. */
  key: string;
  frequency: PaymentFrequency;
  /** The last amount in minor units. */
  amount: Minor;
  lowest: Minor;
  highest: Minor;
  times: number;
  lastDay: DayNumber;
  /** The next expected day after today. */
  nextDay: DayNumber;
  confidence: 'high' | 'medium' | 'low';
  /** The reason why it looks regular. */
  why: string;
};

type Period = {
  frequency: PaymentFrequency;
  /** `a month apart`. */
  apart: string;
  /** The number of days that a payment may be early or late. */
  tolerance: number;
  /** A year has too few payments of rare periods to require three, so two equal amounts are enough. */
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

/** The largest deviation of an amount from the series' median, in percent. */
const AMOUNTS_WITHIN_PERCENT = 25;
const SURE_AFTER = 4;
/** The largest deviation in days of a certain series. Payments move over weekends. */
const SURE_WITHIN_DAYS = 3;

/**
 * Finds regular payments without a rule, the most certain first. A series needs at least three payments (two
 * for yearly ones with equal amounts) of one name at regular intervals, a recent last payment, and amounts
 * within 25% of their median. Pure: depends only on its arguments.
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

/** Normalizes a name by removing case, spaces, punctuation, and numbers, which change from bill to bill. */
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
 * Groups payments by name, currency, and recipient in chronological order. Two equal payments on a day count
 * as one.
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

/** Finds a subscription among other purchases at the same merchant by its repeated amount. */
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

function getCandidate(series: readonly PastPayment[], today: DayNumber): Candidate | undefined {
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
      key: `${getKey(last)}:${period.frequency}`,
      frequency: period.frequency,
      amount: markMinor(amount),
      lowest: markMinor(Math.min(...amounts)),
      highest: markMinor(Math.max(...amounts)),
      times: run.length,
      lastDay,
      nextDay: nextAfter(getAnchor(run, period), period, today),
      confidence,
      why: wordsFor(run.length, strays, areEqual, period),
    };
  }
  return undefined;
}

/** Returns the latest payments that keep the period's interval. */
function latestRun(series: readonly PastPayment[], period: Period): PastPayment[] {
  const run: PastPayment[] = [];
  for (const payment of series.toReversed()) {
    const later = run[0];
    if (later && Math.abs(period.after(payment.day, 1) - later.day) > period.tolerance) break;
    run.unshift(payment);
  }
  return run;
}

/** Returns false if the next payment is overdue. */
function isGoingOn(last: DayNumber, period: Period, today: DayNumber): boolean {
  return period.after(last, 1) + period.tolerance >= today;
}

function areWithin(amounts: readonly number[]): boolean {
  const middle = amounts.toSorted((left, right) => left - right)[Math.floor(amounts.length / 2)] ?? 0;
  return amounts.every((amount) => Math.abs(amount - middle) * 100 <= middle * AMOUNTS_WITHIN_PERCENT);
}

/** Returns the largest deviation in days from the expected day. */
function getStray(run: readonly PastPayment[], period: Period): number {
  const anchor = getAnchor(run, period);
  return Math.max(
    ...run.map(({ day }) => {
      const periods = periodsBetween(anchor, day, period);
      return Math.min(...[-1, 0, 1].map((more) => Math.abs(period.after(anchor, periods + more) - day)));
    }),
  );
}

/** Returns the payment whose day of the month fits the others best, such as the 31st among month-ends. */
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

function getConfidence(times: number, strays: number, areEqual: boolean): Candidate['confidence'] {
  if (times < 3) return 'low';
  if (areEqual && times >= SURE_AFTER && strays <= SURE_WITHIN_DAYS) return 'high';
  return areEqual || times >= SURE_AFTER ? 'medium' : 'low';
}

function wordsFor(times: number, strays: number, areEqual: boolean, { apart }: Period): string {
  const often = times === 2 ? 'Twice' : `${times} times`;
  const regular =
    strays === 0
      ? `${apart} to the day`
      : `${apart}, give or take ${strays === 1 ? 'a day' : `${strays} days`}`;
  return `${often}, ${regular}, ${areEqual ? 'always the same amount' : 'much the same amount'}.`;
}
