import { addBusinessDays, getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import { getBankZone } from '../../calendar/bank-time.ts';
import type { DayNumber, Instant } from '../../calendar/calendar.ts';
import type { HoldRow, HouseholdRow } from '../../household/row.ts';
import type { CheckKind, DepositMethod } from '../../household/schema/rules.ts';
import { getOwn } from '../../money/lookup.ts';
import type { HoldException, HoldStep } from '../../simulation/state.ts';
import { isRepeatedlyOverdrawn } from './overdraft-days.ts';
import { getSameDayArrival, SAME_DAY_FEE } from './same-day.ts';

/**
 * The availability of deposits under Regulation CC (12 CFR 229). Dollar amounts are in force from July 1,
 * 2025, to June 30, 2030. Accounts in other currencies have the same amounts. Amounts are in minor units.
 */
const NEXT_DAY_PART = 275_00;
/**
 * The amount of a day's checks that can be withdrawn in cash on the second business day, besides the part of
 * the next day. The rest of that day's part takes one more business day (229.12(d)).
 */
const CASH_PART = 550_00;
/** A day's checks above this amount take five more business days. New accounts have the same limit. */
export const LARGE_DEPOSIT = 6_725_00;
const DAYS_OF_CHECK = 2;
const DAYS_OF_CASH = 3;
/** Five more business days, which are reasonable for every exception (229.13(h)). */
const DAYS_OF_EXCEPTION = 7;
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
  /** The reason to doubt a check. Missing for an ordinary check and for transfers. */
  check?: CheckKind | undefined;
};

/** The account that receives a deposit. */
type Target = {
  currency: string;
  customerZone: string;
  /** True if bank holidays count. If false, only weekends do. */
  observesHolidays: boolean;
  /** The instant at which the account was opened. Undefined if it is older than its records. */
  opened: Instant | undefined;
  /** True if the account was repeatedly overdrawn in the last six months. */
  isRepeatedlyOverdrawn?: boolean;
};

export type Availability = {
  /** The business day for which the deposit counts: its own day, or the next one after the cutoff. */
  countsOn: DayNumber;
  /** The parts that become available, in chronological order. */
  releases: HoldStep[];
  /** The exception that delays the deposit or a part of it. Missing if there is none. */
  exception?: HoldException;
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
  const sameDay = method === 'same_day' ? getSameDayArrival(at, target) : undefined;
  const zone = getBankZone(target.currency, target.customerZone);
  const isNew =
    target.opened !== undefined && zone.getDay(at) - zone.getDay(target.opened) < NEW_ACCOUNT_DAYS;
  const doubt = isNew ? undefined : findDoubt(deposit, target);
  const bands = doubt ? EXCEPTION_BANDS : getBands(method, isNew, target.currency);
  const parts = new Map<number, { amount: number; cash: number }>();
  const add = (days: number, amount: number, cash: number) => {
    const part = parts.get(days) ?? { amount: 0, cash: 0 };
    parts.set(days, { amount: part.amount + amount, cash: part.cash + cash });
  };
  let from = earlier;
  let left = amount;
  for (const { upTo, days, cashDays = days } of bands) {
    const part = Math.min(left, Math.max(0, upTo - from));
    if (part === 0) continue;
    add(days, part, 0);
    add(cashDays, 0, part);
    from += part;
    left -= part;
  }
  const releases: HoldStep[] = [...parts]
    .sort(([one], [other]) => one - other)
    .map(([days, { amount, cash }]) => ({
      at: zone.at(addBusinessDays(countsOn, days, getHolidays(target)), AVAILABLE_AT_MINUTES),
      amount,
      ...(cash !== amount && { cash }),
    }));
  const [first] = releases;
  // A transfer after the cutoff can be slower in the next same-day window than overnight, so it has no fee.
  if (first && sameDay !== undefined && sameDay < first.at && parts.has(1))
    releases[0] = { ...first, at: sameDay, fee: SAME_DAY_FEE };
  const isLong = [...parts.keys()].some((days) => days > DAYS_OF_CASH);
  return {
    countsOn,
    releases,
    ...(isLong && { exception: doubt ?? (isNew ? 'new_account' : 'large_deposit') }),
  };
}

/** Returns the exception that applies to a whole check, whatever its amount. Undefined if there is none. */
function findDoubt({ method, check }: Deposit, target: Target): HoldException | undefined {
  if (method !== 'check') return undefined;
  return check ?? (target.isRepeatedlyOverdrawn ? 'repeated_overdrafts' : undefined);
}

/** A part of a day's deposits, in business days until it is available, and until then in cash. */
type Band = { upTo: number; days: number; cashDays?: number };

const EXCEPTION_BANDS: Band[] = [{ upTo: Number.POSITIVE_INFINITY, days: DAYS_OF_EXCEPTION }];

/** Returns the parts of a day's deposits, by their running sum, and their business days until available. */
function getBands(method: DepositMethod, isNew: boolean, currency: string): Band[] {
  const rest = Number.POSITIVE_INFINITY;
  if (method === 'check') {
    if (isNew) return [{ upTo: rest, days: DAYS_OF_NEW_ACCOUNT }];
    return [
      { upTo: NEXT_DAY_PART, days: 1 },
      { upTo: NEXT_DAY_PART + CASH_PART, days: DAYS_OF_CHECK },
      { upTo: LARGE_DEPOSIT, days: DAYS_OF_CHECK, cashDays: DAYS_OF_CASH },
      { upTo: rest, days: DAYS_OF_EXCEPTION },
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
  if (method === 'check') return false;
  if (currency === 'GBP') return true;
  return currency === 'EUR' && countsOn === getBankZone(currency, customerZone).getDay(at);
}

/** Returns the bank time until which a deposit counts for the day, in minutes after midnight. */
export function getCutoff(method: DepositMethod, currency: string): number {
  if (method === 'check') return CHECK_CUTOFF_MINUTES;
  return currency === 'EUR' ? T2_CUTOFF_MINUTES : TRANSFER_CUTOFF_MINUTES;
}

const getHolidays = ({ observesHolidays, currency }: Target) => (observesHolidays ? currency : undefined);

/** The arrival of a transfer to or from another bank, and the fee of a same-day transfer in minor units. */
export type Arrival = { at: Instant; day: DayNumber; fee: number };

/**
 * Returns when a transfer to or from another bank arrives. It counts for a business day until the cutoff, and
 * arrives on the next one, or at 5 p.m. on the same one if it is a same-day transfer. Transfers in pounds, and
 * in euros before the cutoff, arrive at once.
 */
export function getArrival(
  at: Instant,
  target: Omit<Target, 'opened'>,
  method: 'direct' | 'same_day' = 'direct',
): Arrival {
  const plan = planAvailability({ method, amount: 1, at }, { ...target, opened: undefined }, 0);
  const [step] = plan.releases;
  if (!step) return { at, day: plan.countsOn, fee: 0 };
  const zone = getBankZone(target.currency, target.customerZone);
  return { at: step.at, day: zone.getDay(step.at), fee: step.fee ?? 0 };
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
    isRepeatedlyOverdrawn: isRepeatedlyOverdrawn(
      getOwn(household.carryover.overdraftDays ?? {}, accountId) ?? [],
      getBankZone(account.currency, household.time_zone).getDay(deposit.at),
    ),
  };
  const day = getDepositDay(deposit, target);
  const earlier = (household.holds ?? [])
    .filter(({ account_id, deposit: method }) => account_id === accountId && method)
    .filter(({ deposit: method }) => (method === 'check') === (deposit.method === 'check'))
    // An exception already delays the whole of a doubtful check.
    .filter(({ placed_at, check_kind }) => placed_at < deposit.at && !check_kind)
    .filter(({ placed_at: at, amount }) => getDepositDay({ ...deposit, at, amount }, target) === day)
    .reduce((sum, { amount }) => sum + amount, 0);
  return planAvailability(deposit, target, earlier);
}

/** The plan of a deposit's hold. */
export type HoldPlan = {
  /** The parts that are still to become available, in chronological order. */
  releases: HoldStep[];
  /** The exception that delays them. Missing if there is none. */
  exception?: HoldException;
  /** True if the engine has not saved the plan yet. */
  isNew?: true;
};

/** Returns the plan of a deposit's hold: the saved one, or a new one. */
export function getHoldPlan(household: Household, hold: HoldRow): HoldPlan {
  const { key, account_id, deposit: method, amount, placed_at: at, check_kind } = hold;
  const { holds = {}, holdExceptions = {} } = household.carryover;
  const saved = getOwn(holds, key);
  if (saved) {
    const exception = getOwn(holdExceptions, key);
    return { releases: structuredClone(saved), ...(exception && { exception }) };
  }
  if (!account_id || !method) return { releases: [] };
  const deposit = { method, amount, at, check: check_kind ?? undefined };
  const { releases, exception } = planDeposit(household, account_id, deposit) ?? { releases: [] };
  return { releases, ...(exception && { exception }), isNew: true };
}

/** Returns the amount of a deposit that can be used, but not withdrawn in cash yet. */
export const getCashLimit = (releases: readonly HoldStep[]): number =>
  releases.reduce((sum, { amount, cash = amount }) => sum + cash - amount, 0);
