import {
  addMonths,
  type DayNumber,
  dayText,
  getDate,
  getDay,
  type Instant,
  MONTHS_A_YEAR,
  parseDay,
} from '../calendar/calendar.ts';
import { formatTextDate } from '../calendar/format-date.ts';
import { occurrenceDay, occursOn } from '../calendar/recurrence.ts';
import type { AutoDepositRow, Carryover, ScheduledPaymentRow } from '../household/row.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { formatAmount } from '../money/amount-text.ts';
import { findSmallest } from '../money/bisect.ts';
import { readPayTerms } from '../pay/pay-details.ts';
import { shockSize } from '../products/rates.ts';
import { Draws, hashKey } from '../simulation/draws.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type {
  AutoDepositFrequency,
  AutoDepositState,
  BillState,
  HouseholdState,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { BASE_LEVEL, getInflation, readPriceIndex, yearsSince } from '../simulation/yearly-adjustment.ts';
import {
  type AnnouncedType,
  getIncreasedAmount,
  getRaisedPay,
  getUtilityBill,
  INCREASE_TERMS,
  type IncreaseType,
  isAnnounced,
  UTILITY_SPREAD,
} from './increase-terms.ts';
import { getIncreaseType } from './increase-type.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The number of paychecks a year. */
const PAYCHECKS: Record<AutoDepositFrequency, number> = {
  HOURLY: 8_760,
  DAILY: 365,
  WEEKLY: 52,
  BIWEEKLY: 26,
  MONTHLY: 12,
};

/** Announces a bill's increases. The payment itself applies them (`applyIncrease`). */
export class BillIncreaseSimulator implements Timer {
  readonly rank = RANK.payment;
  due: Instant = NEVER;
  /** The day of the first payment with the next increase. */
  private on: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly rule: ScheduledPaymentState,
    private readonly bill: BillState & { type: AnnouncedType },
  ) {
    this.on = bill.next?.on ?? Number.NEGATIVE_INFINITY;
    this.plan();
  }

  fire(): void {
    const { run, rule, bill, on } = this;
    const account = run.account(rule.accountId);
    const before = bill.next?.amount ?? rule.amount;
    // The end of an insurance policy pauses its premium during a run.
    if (account && typeof before === 'number' && !rule.recurrence.paused) {
      const after = getIncreasedAmount(bill.type, before, getInflationNow(run));
      if (after > before) {
        bill.next = { amount: after, on };
        const [from, to] = [before, after].map((amount) => formatAmount(amount, account.currency));
        const day = formatTextDate(dayText(on), dayText(run.today));
        run.report({
          key: `${rule.id}:increase:${dayText(on)}`,
          kind: 'price_increase',
          description: `${rule.name} goes up from ${from} to ${to} on ${day}`,
          subject: rule.id,
          facts: { before, after, effective_date: dayText(on) },
        });
      }
    }
    this.plan();
  }

  /**
   * Plans the notice of the first increase after the last one. An increase whose notice was missed, because
   * the rule is newer or was paused, doesn't happen.
   */
  private plan(): void {
    const { run, rule, bill } = this;
    const { recurrence } = rule;
    this.due = NEVER;
    if (recurrence.paused) return;
    const { noticeDays } = INCREASE_TERMS[bill.type];
    const today = run.zone.getDay(run.missedUntil);
    for (let number = getFirstNumber(bill.type, recurrence.start, today); ; number += 1) {
      const occurrence = getOccurrence(rule, getIncreaseDay(bill.type, recurrence.start, number));
      if (!occursOn(recurrence, occurrence, run.zone)) return;
      const on = occurrenceDay(recurrence, occurrence, run.zone);
      const notice = run.zone.at(on - noticeDays, recurrence.minutes);
      if (notice <= run.missedUntil || on <= this.on || isSetByCustomer(bill, on)) continue;
      this.on = on;
      this.due = notice;
      return;
    }
  }
}

/** Returns the timers that announce increases. */
export const getIncreaseSimulators = (run: Run): BillIncreaseSimulator[] =>
  run.state.scheduledPayments.flatMap((rule) => {
    const { bill } = rule;
    return bill && hasNotice(bill) ? [new BillIncreaseSimulator(run, rule, bill)] : [];
  });

const hasNotice = (bill: BillState): bill is BillState & { type: AnnouncedType } => isAnnounced(bill.type);

/** Returns true in the calendar year in which the customer changed the amount. */
const isSetByCustomer = ({ changedIn }: BillState, day: DayNumber) =>
  changedIn !== undefined && getDate(day).year <= changedIn;

/** Returns the day from which an increase applies, counted from 1. */
function getIncreaseDay(type: AnnouncedType, start: DayNumber, number: number): DayNumber {
  const { every } = INCREASE_TERMS[type];
  return every === 'january' ? getDay(getDate(start).year + number, 1, 1) : addMonths(start, every * number);
}

/** Returns the number of an increase that is not after a day, or the first one. */
function getFirstNumber(type: AnnouncedType, start: DayNumber, day: DayNumber): number {
  const { every } = INCREASE_TERMS[type];
  const years = getDate(day).year - getDate(start).year - 1;
  return Math.max(1, every === 'january' ? years : Math.floor((years * MONTHS_A_YEAR) / every));
}

/** Returns the number of a payment's first occurrence on or after a day. */
function getOccurrence({ recurrence }: ScheduledPaymentState, day: DayNumber): number {
  const months = { MONTHLY: 1, QUARTERLY: 3, ANNUALLY: MONTHS_A_YEAR, WEEKLY: 0, BIWEEKLY: 0 };
  const { frequency, start } = recurrence;
  const step = months[frequency];
  const getOccurrenceDay = (occurrence: number) =>
    step === 0 ? start + (frequency === 'WEEKLY' ? 7 : 14) * occurrence : addMonths(start, step * occurrence);
  const isReached = (occurrence: number) => getOccurrenceDay(occurrence) >= day;
  let high = 1;
  while (!isReached(high)) high *= 2;
  return findSmallest(0, high, isReached) ?? high;
}

/** Returns today's inflation rate in percent per year, including shocks. */
function getInflationNow({ state, today }: Run): number {
  const usual = state.prices?.inflation ?? getInflation({ life: state.spendingProfile });
  return usual + shockSize(state, 'inflation', today);
}

/** Sets the announced amount from the first payment on or after its day. */
export function applyIncrease(rule: ScheduledPaymentState, day: DayNumber): void {
  const { bill } = rule;
  if (!bill?.next || day < bill.next.on) return;
  rule.amount = bill.next.amount;
  delete bill.next;
}

/**
 * Sets the amount of a utility bill's next occurrence, once. It depends on the season, on prices since the
 * customer entered the usual amount, and on a draw. The first bill has the amount that the customer entered.
 */
export function planUtilityBill(run: Run, rule: ScheduledPaymentState, occurrence: number): void {
  const { bill, recurrence } = rule;
  const utility = bill?.utility;
  if (!utility || utility.occurrence === occurrence) return;
  const isFirst = utility.occurrence === undefined;
  utility.occurrence = occurrence;
  if (isFirst) return;
  const day = occurrenceDay(recurrence, occurrence, run.zone);
  const { usual, level } = utility;
  const key = `${rule.name}:${dayText(day)}`;
  const drawn = new Draws(run.state.seed, 'bills', hashKey(key)).between(-UTILITY_SPREAD, UTILITY_SPREAD);
  const prices = (run.state.prices?.level ?? level) / level;
  rule.amount = isSetByCustomer(bill, day)
    ? usual
    : getUtilityBill({ usual, prices, month: getDate(day).month, drawn });
}

/** Raises pay with the first paycheck in each year since the rule's first day. */
export function raisePay(run: Run, rule: AutoDepositState, day: DayNumber): void {
  const { bill, pay, recurrence } = rule;
  if (bill?.type !== 'pay') return;
  const year = yearsSince(recurrence.start, day);
  if (year <= (bill.raised ?? 0)) return;
  bill.raised = year;
  if (isSetByCustomer(bill, day)) return;
  const paychecks = PAYCHECKS[recurrence.frequency];
  const before = pay ? pay.grossPerYear : rule.amount;
  const perYear = getRaisedPay(pay ? before : before * paychecks, getInflationNow(run));
  const after = pay ? perYear : Math.max(before, roundHalfAway(perYear / paychecks));
  if (after === before) return;
  if (pay) pay.grossPerYear = after;
  else rule.amount = after;
  const currency = run.account(rule.accountId)?.currency ?? 'USD';
  const [from, to] = [before, after].map((amount) => formatAmount(amount, currency));
  run.report({
    key: `${rule.id}:raise:${dayText(day)}`,
    kind: 'pay_raise',
    description: `${rule.name} went up from ${from} to ${to}${pay ? ' a year' : ''}`,
    subject: rule.id,
    facts: { before, after, effective_date: dayText(day), ...(pay && { per_year: true }) },
  });
}

/**
 * Returns the initial state of a rule's increases from a day on. `start` is the rule's first day, and `level`
 * is the price index.
 */
export const startBill = (
  type: IncreaseType,
  amount: number,
  { start, day, level = BASE_LEVEL }: { start: DayNumber; day: DayNumber; level: number | undefined },
): BillState => ({
  type,
  ...(type === 'utilities' && { utility: { usual: amount, level } }),
  ...(type === 'pay' && { raised: yearsSince(start, day) }),
});

/**
 * Returns the state of a rule's increases. Keeps the saved state unless the customer has since changed the
 * rule. A changed amount stays the same until the end of the calendar year. `now` is the day of the change,
 * and `day` the last simulated day.
 */
export function readBill(
  rule: AutoDepositRow | ScheduledPaymentRow,
  carryover: Carryover,
  { day, now }: { day: DayNumber; now: DayNumber },
): { bill?: BillState } {
  const type = carryover.billIncreases ? getIncreaseType(rule) : null;
  const details = 'pay_details' in rule ? rule.pay_details : null;
  const amount = details ? readPayTerms(details).grossPerYear : rule.amount;
  if (type === null || amount === null) return {};
  const start = parseDay(rule.start_date);
  const saved = carryover.bills?.[rule.id];
  const fresh = startBill(type, amount, { start, day, level: readPriceIndex(carryover).level });
  if (saved?.type !== type) return { bill: fresh };
  // The amount of a utility bill is that of its season, so it isn't the usual one.
  if (saved.start !== start && saved.amount === amount && saved.utility)
    return { bill: { ...fresh, utility: { usual: saved.utility.usual, level: saved.utility.level } } };
  if (saved.start !== start) return { bill: fresh };
  if (saved.amount !== amount) return { bill: { ...fresh, changedIn: getDate(now).year } };
  const { start: _start, amount: _amount, ...bill } = structuredClone(saved);
  return { bill };
}

/** Returns the state that the next simulation needs to continue the increases. */
export function saveBills(state: HouseholdState): Pick<Carryover, 'billIncreases' | 'bills'> {
  const bills = [...state.autoDeposits, ...state.scheduledPayments].flatMap((rule) => {
    const { id, bill, recurrence } = rule;
    const amount = ('pay' in rule && rule.pay?.grossPerYear) || rule.amount;
    return bill && typeof amount === 'number'
      ? [[id, { start: recurrence.start, amount, ...bill }] as const]
      : [];
  });
  return {
    ...(state.billIncreases && { billIncreases: state.billIncreases }),
    ...(bills.length > 0 && { bills: Object.fromEntries(bills) }),
  };
}
