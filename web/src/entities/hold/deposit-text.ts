import { getBankHoliday, getNextBusinessDay, isBusinessDay } from '@engine/calendar/bank-holidays.ts';
import { getBankZone } from '@engine/calendar/bank-time.ts';
import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { CheckKind, DepositMethod } from '@engine/household/schema/rules.ts';
import { markMinor } from '@engine/money/minor.ts';
import {
  type Availability,
  getArrival,
  getCutoff,
  LARGE_DEPOSIT,
  planDeposit,
} from '@engine/products/accounts/funds-availability.ts';
import {
  SAME_DAY_CURRENCY,
  SAME_DAY_CUTOFF_MINUTES,
  SAME_DAY_FEE,
  SAME_DAY_LIMIT,
} from '@engine/products/accounts/same-day.ts';
import type { HoldException, HoldStep } from '@engine/simulation/state.ts';
import { formatListDate, formatTime } from '@/lib/dates';
import { formatMinor } from '@/lib/money';

/** The kinds of deposits of a household with pending transactions. */
export const DEPOSIT_METHODS: readonly { value: DepositMethod | 'cash'; label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'direct', label: 'Bank transfer' },
  { value: 'check', label: 'Check' },
];

/**
 * Returns the speeds of a transfer from another bank to an account, with their arrivals. The list is empty if a
 * same-day transfer would not be faster now.
 */
export function listSpeeds(
  { time_zone, carryover, now }: HouseholdRow,
  currency: string,
): { value: 'direct' | 'same_day'; label: string }[] {
  const target = { currency, customerZone: time_zone, observesHolidays: carryover.bankHolidays === true };
  const [usual, fast] = [getArrival(now, target), getArrival(now, target, 'same_day')];
  if (fast.fee === 0) return [];
  return [
    { value: 'direct', label: `${formatListDate(new Date(usual.at), time_zone)}, free` },
    {
      value: 'same_day',
      label: `${formatArrivalTime(fast.at, time_zone)}, ${formatMinor(markMinor(fast.fee), currency)}`,
    },
  ];
}

/** Explains the largest same-day transfer. */
export const SAME_DAY_LIMIT_TEXT = `A same-day transfer can move up to ${formatMinor(markMinor(SAME_DAY_LIMIT), SAME_DAY_CURRENCY)}.`;

/** Describes until when same-day transfers are accepted. Empty for currencies without them. */
export function describeSameDayCutoff({ time_zone, now }: HouseholdRow, currency: string): string {
  if (currency !== SAME_DAY_CURRENCY) return '';
  const zone = getBankZone(currency, time_zone);
  const cutoff = zone.at(zone.getDay(now), SAME_DAY_CUTOFF_MINUTES);
  const time = formatTime(new Date(cutoff), zone.name);
  return `Same-day transfers are open until ${time} in New York on business days.`;
}

/** The bank time at which branches open, in minutes after midnight. */
const OPENS_AT_MINUTES = 9 * 60;

/**
 * Returns the next morning on which same-day transfers are open. Returns undefined if they are open now, and for
 * currencies without them.
 */
export function findSameDayMorning(household: HouseholdRow, currency: string): number | undefined {
  const { time_zone, carryover, now } = household;
  if (currency !== SAME_DAY_CURRENCY || listSpeeds(household, currency).length > 0) return undefined;
  const zone = getBankZone(currency, time_zone);
  const day = getNextBusinessDay(zone.getDay(now) + 1, carryover.bankHolidays ? currency : undefined);
  return zone.at(day, OPENS_AT_MINUTES);
}

/** Formats the arrival of a same-day transfer: `Mon, Nov 30, by 5:00 PM`. */
export const formatArrivalTime = (at: number, zone: string): string =>
  `${formatListDate(new Date(at), zone)}, by ${formatTime(new Date(at), zone)}`;

/** The kinds of checks. An empty value is an ordinary check. */
export const CHECK_KINDS: readonly { value: CheckKind | ''; label: string }[] = [
  { value: '', label: 'Ordinary check' },
  { value: 'redeposited', label: 'Returned unpaid before' },
  { value: 'stale', label: 'Dated more than six months ago' },
  { value: 'suspended_bank', label: 'From a bank that has suspended payments' },
];

const EXCEPTIONS: Record<Exclude<HoldException, 'large_deposit'>, string> = {
  new_account: 'Deposits take longer in an account that is less than 30 days old.',
  redeposited: 'The check was returned unpaid before, so it takes five more business days.',
  repeated_overdrafts:
    'This account was overdrawn repeatedly in the last six months, so checks take five more business days.',
  stale: 'The check is dated more than six months ago, so it takes five more business days.',
  suspended_bank:
    'The bank that has to pay the check has suspended payments. It takes five more business days.',
};

type NewDeposit = { method: DepositMethod; amount: number; at: number; check?: CheckKind | undefined };

/** Describes when a deposit of an amount in minor units becomes available, and why not sooner. */
export function describeDeposit(
  household: HouseholdRow,
  account: { id: string; currency: string },
  deposit: NewDeposit,
): string {
  const plan = planDeposit(household, account.id, deposit);
  if (!plan) return '';
  return [
    describeDay(household, account.currency, deposit, plan),
    plan.releases[0]?.at === deposit.at
      ? 'You can use the money right away.'
      : `You can use ${listReleases(plan.releases, account.currency, household.time_zone).join(', and ')}.`,
    describeCash(plan.releases, account.currency, household.time_zone),
    describeClosures(household, account.currency, deposit, plan),
    plan.exception && describeException(plan.exception, account.currency),
    plan.releases.some(({ fee }) => fee) &&
      `The same-day fee of ${formatMinor(markMinor(SAME_DAY_FEE), account.currency)} is charged when the transfer arrives.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Explains why a deposit is on hold for longer than usual. */
export function describeException(exception: HoldException, currency: string): string {
  if (exception !== 'large_deposit') return EXCEPTIONS[exception];
  const limit = formatMinor(markMinor(LARGE_DEPOSIT), currency);
  return `Amounts above ${limit} in checks on one day take five more business days.`;
}

/** Returns the parts of a deposit with their days: `$275.00 on Tue, Dec 22`. */
export function listReleases(releases: readonly HoldStep[], currency: string, zone: string): string[] {
  return releases
    .filter(({ amount }) => amount > 0)
    .map(
      ({ at, amount, fee }) =>
        `${formatMinor(markMinor(amount), currency)} on ${fee ? formatArrivalTime(at, zone) : formatListDate(new Date(at), zone)}`,
    );
}

/** Describes the part of a check that can be used before it can be withdrawn in cash. Empty if there is none. */
export function describeCash(releases: readonly HoldStep[], currency: string, zone: string): string {
  const last = releases.findLast(({ amount, cash = amount }) => cash > amount);
  if (!last?.cash) return '';
  const later = formatMinor(markMinor(last.cash - last.amount), currency);
  return `You can withdraw ${later} of it in cash starting ${formatListDate(new Date(last.at), zone)}.`;
}

/** Explains a deposit that counts for a later day than today. Empty if it counts today. */
function describeDay(
  household: HouseholdRow,
  currency: string,
  { method, at }: NewDeposit,
  { countsOn }: Availability,
): string {
  const zone = getBankZone(currency, household.time_zone);
  const today = zone.getDay(at);
  if (countsOn === today) return '';
  const cutoff = formatTime(new Date(zone.at(today, getCutoff(method, currency))), zone.name);
  const isOpen = isBusinessDay(today, household.carryover.bankHolidays ? currency : undefined);
  const place = zone.name.split('/').at(-1)?.replace('_', ' ');
  const why = isOpen ? `It's after ${cutoff} in ${place}` : 'Banks are closed today';
  return `${why}, so we treat this deposit as received on ${formatDay(countsOn)}.`;
}

/** Names the bank holidays before a deposit becomes available. */
function describeClosures(
  { carryover, time_zone }: HouseholdRow,
  currency: string,
  { at }: NewDeposit,
  { releases }: Availability,
): string {
  const last = releases.at(-1);
  if (!carryover.bankHolidays || !last) return '';
  const zone = getBankZone(currency, time_zone);
  const closed: string[] = [];
  for (let day = zone.getDay(at); day < zone.getDay(last.at); day += 1)
    if (isBusinessDay(day) && getBankHoliday(day, currency)) closed.push(formatDay(day));
  return closed.length === 0 ? '' : `Banks are closed on ${closed.join(' and ')}.`;
}

const formatDay = (day: DayNumber) => formatListDate(dayText(day));
