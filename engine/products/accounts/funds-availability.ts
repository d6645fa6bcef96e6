import { getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import { getBankZone } from '../../calendar/bank-time.ts';
import type { DayNumber, Instant } from '../../calendar/calendar.ts';
import type { HoldRow, HouseholdRow } from '../../household/row.ts';
import type { DepositMethod } from '../../household/schema/rules.ts';
import { getOwn } from '../../money/lookup.ts';
import { addBusinessDays } from '../../simulation/clearing-schedule.ts';
import type { HoldStep } from '../../simulation/state.ts';

/**
 * The availability of deposits under Regulation CC (12 CFR 229). Dollar amounts are in force from July 1,
 * 2025, to June 30, 2030. Accounts in other currencies have the same amounts. Amounts are in minor units.
 */
const NEXT_DAY_PART = 275_00;
/** A day's checks above this amount take five more business days. New accounts have the same limit. */
export const LARGE_DEPOSIT = 6_725_00;
const DAYS_OF_CHECK = 2;
const DAYS_OF_LARGE_CHECK = 7;
/** Deposits in an account that is less than 30 days old can be held until the ninth business day. */
const DAYS_OF_NEW_ACCOUNT = 9;
const NEW_ACCOUNT_DAYS = 30;

/** Deposits become available at 9 a.m. bank time (229.19(b)), in minutes after midnight. */
const AVAILABLE_AT_MINUTES = 9 * 60;
const CHECK_CUTOFF_MINUTES = 20 * 60;
const TRANSFER_CUTOFF_MINUTES = 20 * 60;
const T2_CUTOFF_MINUTES = 17 * 60;

/** A deposit by check or by transfer from another bank. */
export type Deposit = {
  method: DepositMethod;
  amount: number;
  at: Instant;
};

/** The account that receives a deposit. */
type Target = {
  currency: string;
  customerZone: string;
  /** True if bank holidays count. If false, only weekends do. */
  observesHolidays: boolean;
  /** The instant at which the account was opened. Undefined if it is older than its records. */
  opened: Instant | undefined;
};

export type Availability = {
  /** The business day for which the deposit counts: its own day, or the next one after the cutoff. */
  countsOn: DayNumber;
  /** The parts that become available, in chronological order. */
  releases: HoldStep[];
  /** The exception that delays the deposit. Missing if there is none. */
  exception?: 'new_account' | 'large_deposit';
};

/** Returns the business day for which a deposit counts, in the currency's bank time. */
export function getDepositDay({ method, at }: Deposit, target: Target): DayNumber {
  const zone = getBankZone(target.currency, target.customerZone);
  const day = zone.getDay(at);
  const isLate = at >= zone.at(day, getCutoff(method, target.currency));
  return getNextBusinessDay(isLate ? day + 1 : day, getHolidays(target));
}

/**
 * Returns when a deposit becomes available. `earlier` is the sum of the deposits of the same method that
 * counted for the same business day before this one.
 */
export function planAvailability(deposit: Deposit, target: Target, earlier: number): Availability {
  const { method, amount, at } = deposit;
  const countsOn = getDepositDay(deposit, target);
  if (isInstant(deposit, target, countsOn)) return { countsOn, releases: [{ at, amount }] };
  const zone = getBankZone(target.currency, target.customerZone);
  const isNew =
    target.opened !== undefined && zone.getDay(at) - zone.getDay(target.opened) < NEW_ACCOUNT_DAYS;
  const bands = getBands(method, isNew, target.currency);
  let from = earlier;
  let left = amount;
  let isLong = false;
  const releases: HoldStep[] = [];
  for (const { upTo, days } of bands) {
    const part = Math.min(left, Math.max(0, upTo - from));
    if (part === 0) continue;
    const day = addBusinessDays(countsOn, days, getHolidays(target));
    releases.push({ at: zone.at(day, AVAILABLE_AT_MINUTES), amount: part });
    from += part;
    left -= part;
    isLong ||= days > DAYS_OF_CHECK;
  }
  return { countsOn, releases, ...(isLong && { exception: isNew ? 'new_account' : 'large_deposit' }) };
}

type Band = { upTo: number; days: number };

/** Returns the parts of a day's deposits, by their running sum, and their business days until available. */
function getBands(method: DepositMethod, isNew: boolean, currency: string): Band[] {
  const rest = Number.POSITIVE_INFINITY;
  if (method === 'check') {
    if (isNew) return [{ upTo: rest, days: DAYS_OF_NEW_ACCOUNT }];
    return [
      { upTo: NEXT_DAY_PART, days: 1 },
      { upTo: LARGE_DEPOSIT, days: DAYS_OF_CHECK },
      { upTo: rest, days: DAYS_OF_LARGE_CHECK },
    ];
  }
  if (currency === 'EUR') return [{ upTo: rest, days: 0 }];
  if (!isNew) return [{ upTo: rest, days: 1 }];
  return [
    { upTo: LARGE_DEPOSIT, days: 1 },
    { upTo: rest, days: DAYS_OF_NEW_ACCOUNT },
  ];
}

/** Returns true for transfers that arrive at once: Faster Payments, and T2 payments before the cutoff. */
function isInstant({ method, at }: Deposit, { currency, customerZone }: Target, countsOn: DayNumber) {
  if (method !== 'direct') return false;
  if (currency === 'GBP') return true;
  return currency === 'EUR' && countsOn === getBankZone(currency, customerZone).getDay(at);
}

/** Returns the bank time until which a deposit counts for the day, in minutes after midnight. */
export function getCutoff(method: DepositMethod, currency: string): number {
  if (method === 'check') return CHECK_CUTOFF_MINUTES;
  return currency === 'EUR' ? T2_CUTOFF_MINUTES : TRANSFER_CUTOFF_MINUTES;
}

const getHolidays = ({ observesHolidays, currency }: Target) => (observesHolidays ? currency : undefined);

/**
 * Returns the bank day on which a transfer to or from another bank arrives. It counts for a business day
 * until the cutoff, and arrives on the next one. Transfers in pounds, and in euros before the cutoff, arrive
 * at once.
 */
export function getArrivalDay(at: Instant, target: Omit<Target, 'opened'>): DayNumber {
  const { releases, countsOn } = planAvailability(
    { method: 'direct', amount: 1, at },
    { ...target, opened: undefined },
    0,
  );
  const arrives = releases[0]?.at;
  return arrives === undefined ? countsOn : getBankZone(target.currency, target.customerZone).getDay(arrives);
}

type Household = Pick<HouseholdRow, 'accounts' | 'holds' | 'time_zone' | 'carryover'>;

/** Returns when a deposit to one of a household's accounts becomes available, with its earlier deposits. */
export function planDeposit(
  household: Household,
  accountId: string,
  deposit: Deposit,
): Availability | undefined {
  const account = household.accounts.find(({ id }) => id === accountId);
  if (!account) return undefined;
  const target: Target = {
    currency: account.currency,
    customerZone: household.time_zone,
    observesHolidays: household.carryover.bankHolidays === true,
    opened: account.opened ?? undefined,
  };
  const day = getDepositDay(deposit, target);
  const earlier = (household.holds ?? [])
    .filter(({ account_id, deposit: method }) => account_id === accountId && method === deposit.method)
    .filter(({ placed_at }) => placed_at < deposit.at)
    .filter(({ placed_at: at, amount }) => getDepositDay({ ...deposit, at, amount }, target) === day)
    .reduce((sum, { amount }) => sum + amount, 0);
  return planAvailability(deposit, target, earlier);
}

/** Returns the parts of a deposit's hold that are still to become available. */
export function getReleases(household: Household, hold: HoldRow): HoldStep[] {
  const { key, account_id, deposit: method, amount, placed_at: at } = hold;
  const saved = getOwn(household.carryover.holds ?? {}, key);
  if (saved) return structuredClone(saved);
  if (!account_id || !method) return [];
  return planDeposit(household, account_id, { method, amount, at })?.releases ?? [];
}
