import { addMonths, type DayNumber, monthsBetween } from '../calendar/calendar.ts';
import type { PaymentFrequency } from '../simulation/state.ts';

/** Money that left an account. Minor units. */
export type PastPayment = {
  day: DayNumber;
  /** The merchant, or what the entry is called. */
  name: string;
  amount: number;
  currency: string;
  accountId: string;
  /** The own account it went to; null when it left for good. */
  toAccountId: string | null;
  categoryId: string | null;
};

/** What a rule says already: by the names it goes under, or by the own account it pays into. */
export type KnownRule = { names: readonly string[]; toAccountId: string | null };

export type Candidate = {
  /** The same for the same series, however often it is looked for. */
  key: string;
  name: string;
  accountId: string;
  toAccountId: string | null;
  categoryId: string | null;
  currency: string;
  frequency: PaymentFrequency;
  /** What was paid last: minor units. */
  amount: number;
  lowest: number;
  highest: number;
  times: number;
  lastDay: DayNumber;
  /** The next day of the series after today. */
  nextDay: DayNumber;
  confidence: 'high' | 'medium' | 'low';
  /** Why it looks regular. */
  why: string;
};

type Period = {
  frequency: PaymentFrequency;
  /** `a month apart`. */
  apart: string;
  /** How many days a payment may come early or late. */
  tolerance: number;
  /** A year holds too few of the rarest to ask for three: two of the same amount must do. */
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

/** Amounts of one series differ by at most so much from their middle one: percent. */
const AMOUNTS_WITHIN_PERCENT = 25;
const SURE_AFTER = 4;
/** Days by which a payment of a series that is sure may stray: it may have waited for a weekend to pass. */
const SURE_WITHIN_DAYS = 3;

/**
 * Payments that come back by themselves and have no rule yet, the surest first. Looks for at least three (two a year
 * apart, when their amounts are equal) of one name at regular gaps, the last of them not long ago, with amounts within
 * 25 % of their middle one. Pure: what it says depends on the arguments alone.
 */
export function regularPayments(
  payments: readonly PastPayment[],
  rules: readonly KnownRule[],
  today: DayNumber,
): Candidate[] {
  const found: Candidate[] = [];
  for (const series of seriesOf(payments.filter((payment) => !isRuled(payment, rules)))) {
    const candidate = candidateOf(series, today) ?? bestOf(ofSameAmount(series), today);
    if (candidate) found.push(candidate);
  }
  return found.sort(
    (one, other) =>
      RANK[one.confidence] - RANK[other.confidence] ||
      other.times - one.times ||
      (one.key < other.key ? -1 : 1),
  );
}

const RANK = { high: 0, medium: 1, low: 2 } as const;

/** A name without what changes from bill to bill: case, spaces, punctuation, numbers. */
export function plainName(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const told = words.filter((word) => word !== '' && !/\d{2,}/.test(word));
  return (told.length > 0 ? told : words).join(' ').trim();
}

function isRuled(payment: PastPayment, rules: readonly KnownRule[]): boolean {
  const name = plainName(payment.name);
  return rules.some(
    (rule) =>
      rule.names.some((known) => plainName(known) === name) ||
      (payment.toAccountId !== null && rule.toAccountId === payment.toAccountId),
  );
}

/** Payments of one name, currency and target, the oldest first; what was paid twice a day counts as one. */
function seriesOf(payments: readonly PastPayment[]): PastPayment[][] {
  const series = new Map<string, PastPayment[]>();
  for (const payment of payments.toSorted((one, other) => one.day - other.day)) {
    const key = keyOf(payment);
    const earlier = series.get(key) ?? [];
    series.set(key, earlier);
    earlier.push(payment);
  }
  return [...series.values()];
}

const keyOf = ({ name, currency, toAccountId }: PastPayment) =>
  `${plainName(name)}:${currency}:${toAccountId ?? 'outside'}`;

/** A subscription among other purchases at the same merchant: it is the one amount that comes back. */
function ofSameAmount(series: readonly PastPayment[]): PastPayment[][] {
  const amounts = new Map<number, PastPayment[]>();
  for (const payment of series) {
    const same = amounts.get(payment.amount) ?? [];
    amounts.set(payment.amount, same);
    same.push(payment);
  }
  return [...amounts.values()];
}

function bestOf(parts: readonly PastPayment[][], today: DayNumber): Candidate | undefined {
  return parts
    .flatMap((part) => candidateOf(part, today) ?? [])
    .reduce<Candidate | undefined>(
      (best, next) => (best && best.times >= next.times ? best : next),
      undefined,
    );
}

function candidateOf(series: readonly PastPayment[], today: DayNumber): Candidate | undefined {
  for (const period of PERIODS) {
    const run = latestRun(series, period);
    const last = run.at(-1);
    if (!last || run.length < period.least || !isGoingOn(last.day, period, today)) continue;
    const amounts = run.map(({ amount }) => amount);
    const areEqual = amounts.every((amount) => amount === last.amount);
    if (!areWithin(amounts) || (run.length < 3 && !areEqual)) continue;
    const strays = strayOf(run, period);
    const confidence = confidenceOf(run.length, strays, areEqual);
    return {
      key: `${keyOf(last)}:${period.frequency}`,
      name: last.name,
      accountId: last.accountId,
      toAccountId: last.toAccountId,
      categoryId: last.categoryId,
      currency: last.currency,
      frequency: period.frequency,
      amount: last.amount,
      lowest: Math.min(...amounts),
      highest: Math.max(...amounts),
      times: run.length,
      lastDay: last.day,
      nextDay: nextAfter(anchorOf(run, period), period, today),
      confidence,
      why: wordsFor(run.length, strays, areEqual, period),
    };
  }
  return undefined;
}

/** The payments up to the last one that keep the period's gaps. */
function latestRun(series: readonly PastPayment[], period: Period): PastPayment[] {
  const run: PastPayment[] = [];
  for (const payment of series.toReversed()) {
    const later = run[0];
    if (later && Math.abs(period.after(payment.day, 1) - later.day) > period.tolerance) break;
    run.unshift(payment);
  }
  return run;
}

/** What has not come when it should have has ended. */
function isGoingOn(last: DayNumber, period: Period, today: DayNumber): boolean {
  return period.after(last, 1) + period.tolerance >= today;
}

function areWithin(amounts: readonly number[]): boolean {
  const middle = amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? 0;
  return amounts.every((amount) => Math.abs(amount - middle) * 100 <= middle * AMOUNTS_WITHIN_PERCENT);
}

/** By how many days the payment that strays most misses the day that the one before would have it on. */
function strayOf(run: readonly PastPayment[], period: Period): number {
  const anchor = anchorOf(run, period);
  return Math.max(
    ...run.map(({ day }) => {
      const periods = periodsBetween(anchor, day, period);
      return Math.min(...[-1, 0, 1].map((more) => Math.abs(period.after(anchor, periods + more) - day)));
    }),
  );
}

/** The payment whose day the others keep best: the 31st among the last days of months. */
function anchorOf(run: readonly PastPayment[], period: Period): DayNumber {
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

function confidenceOf(times: number, strays: number, areEqual: boolean): Candidate['confidence'] {
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
