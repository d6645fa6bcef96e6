import { addMonths, type DayNumber, getDate, MONTHS_A_YEAR, parseDay } from '../calendar/calendar.ts';
import type { AutoDepositRow, Carryover, ScheduledPaymentRow } from '../household/row.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { type PayTerms, readPayTerms } from '../pay/pay-details.ts';
import { shockSize } from '../products/rates.ts';
import type { HouseholdState, PriceIndex, YearlyAdjustment } from './state.ts';

/** The price index before any inflation, in millionths. */
export const BASE_LEVEL = 1_000_000;
/** Inflation for households that have no spending profile, in percent per year. */
const USUAL_INFLATION = 2.5;
/** The maximum amount of a rule, in minor units. */
const HIGHEST_AMOUNT = 99_999_999_999;

/** A rule with a yearly adjustment. */
type AdjustedRule = {
  amount: number | 'statement' | 'minimum';
  /** If set, the yearly adjustment changes the gross pay instead of the amount. */
  pay?: PayTerms;
  recurrence: { start: DayNumber };
  yearly?: YearlyAdjustment;
};

/**
 * Adjusts a rule's amount on its first occurrence in each year since the rule's first day. The increase is a
 * percentage, or the rise in prices since the last adjustment. Amounts are rounded to minor units, half away
 * from zero.
 */
export function adjustForYear(state: HouseholdState, rule: AdjustedRule, day: DayNumber): void {
  const { yearly } = rule;
  if (!yearly || typeof rule.amount !== 'number') return;
  const year = yearsSince(rule.recurrence.start, day);
  if (year <= yearly.year) return;
  const level = state.prices?.level ?? yearly.level;
  let factor = yearly.by === 'inflation' ? level / yearly.level : 1;
  if (yearly.by !== 'inflation')
    for (let passed = yearly.year; passed < year; passed += 1) factor *= 1 + yearly.by / 100;
  const adjust = (amount: number) => Math.min(HIGHEST_AMOUNT, Math.max(1, roundHalfAway(amount * factor)));
  if (rule.pay) rule.pay.grossPerYear = adjust(rule.pay.grossPerYear);
  else rule.amount = adjust(rule.amount);
  yearly.year = year;
  yearly.level = level;
}

/** Raises the price index at the end of a month by one twelfth of the annual inflation rate. */
export function raisePriceIndex(state: HouseholdState, day: DayNumber): void {
  if (!state.prices) return;
  const percent = state.prices.inflation + shockSize(state, 'inflation', day);
  state.prices.level *= 1 + percent / 100 / MONTHS_A_YEAR;
}

/**
 * Returns a rule's yearly adjustment for the engine. Keeps the saved adjustments unless the customer has
 * since changed the amount or the start date. After such a change, the next adjustment covers only the time
 * since `day`.
 */
export function readAdjustment(
  rule: AutoDepositRow | ScheduledPaymentRow,
  carryover: Carryover,
  day: DayNumber,
): { yearly?: YearlyAdjustment } {
  const { adjustment: by } = rule;
  const pay = 'pay_details' in rule ? rule.pay_details : null;
  const amount = pay ? readPayTerms(pay).grossPerYear : rule.amount;
  if ((typeof by !== 'number' && by !== 'inflation') || amount === null) return {};
  const start = parseDay(rule.start_date);
  const saved = carryover.adjustments?.[rule.id];
  if (saved?.start === start && saved.amount === amount)
    return { yearly: { by, year: saved.year, level: saved.level } };
  return { yearly: { by, year: yearsSince(start, day), level: readPriceIndex(carryover).level } };
}

/** Returns the household's inflation rate, in percent per year. */
export const getInflation = (carryover: Pick<Carryover, 'life' | 'prices'> = {}): number =>
  carryover.life?.inflation ?? carryover.prices?.inflation ?? USUAL_INFLATION;

/** Returns the price index of a household whose rules follow inflation. */
export function readPriceIndex({ prices, life }: Pick<Carryover, 'life' | 'prices'>): PriceIndex {
  return {
    level: prices?.level ?? life?.priceLevel ?? BASE_LEVEL,
    inflation: getInflation({ life, prices }),
  };
}

/** Returns the state that the next simulation needs to continue the yearly adjustments. */
export function saveAdjustments(state: HouseholdState): Pick<Carryover, 'adjustments' | 'prices'> {
  const adjusted = [...state.autoDeposits, ...state.scheduledPayments].flatMap((rule) => {
    const { id, recurrence, yearly } = rule;
    const amount = ('pay' in rule && rule.pay?.grossPerYear) || rule.amount;
    return yearly && typeof amount === 'number'
      ? [[id, { start: recurrence.start, amount, year: yearly.year, level: yearly.level }] as const]
      : [];
  });
  return {
    ...(adjusted.length > 0 && { adjustments: Object.fromEntries(adjusted) }),
    ...(state.prices && { prices: state.prices }),
  };
}

/** Returns the number of full years from a rule's first day to a day, never negative. */
export function yearsSince(start: DayNumber, day: DayNumber): number {
  const years = getDate(day).year - getDate(start).year;
  return Math.max(0, addMonths(start, years * MONTHS_A_YEAR) > day ? years - 1 : years);
}
