import type { DayNumber } from '../../calendar/calendar.ts';
import { monthlyInterest, monthlyPayment } from '../../money/amortization.ts';
import { type Minor, markMinor } from '../../money/minor.ts';
import type { InsuranceState } from '../../simulation/state.ts';

/**
 * Private mortgage insurance (PMI) by the Homeowners Protection Act, 12 U.S.C. 4902. It ends automatically
 * after the payment with which the scheduled balance first reaches 78% of the home's original value, and at
 * the latest after the payment at the midpoint of the term. The customer can ask for its removal at 80%.
 * Amounts are in minor units, rates in percent per year, and terms in months.
 */
export const PMI = { endsAtPercent: 78, requestAtPercent: 80, requiredBelowDownPercent: 20 };

/**
 * The price of mortgage insurance without a credit decision, in percent of the original loan per year.
 */
export const PMI_RATE = 0.6;

/**
 * The price of mortgage insurance by credit score, best first, in percent of the original loan per year. These
 * are the average prices of insurers in the United States (Urban Institute, Housing Finance Policy Center).
 */
const PMI_RATES = [
  { from: 760, rate: 0.46 },
  { from: 740, rate: 0.58 },
  { from: 720, rate: 0.7 },
  { from: 700, rate: 0.79 },
  { from: 680, rate: 0.98 },
  { from: 660, rate: 1.23 },
  { from: 640, rate: 1.31 },
] as const;
const HIGHEST_PMI_RATE = 1.5;

/** Returns the price of mortgage insurance for a credit score, in percent of the original loan per year. */
export const getPmiRate = (score: number): number =>
  PMI_RATES.find(({ from }) => score >= from)?.rate ?? HIGHEST_PMI_RATE;

/** Returns the monthly premium. The bank's SQL uses the same formula. */
export const monthlyPremium = (borrowed: number, pmiRate: number): Minor =>
  monthlyInterest(borrowed, pmiRate);

/** Returns true if mortgage insurance is required, because less than 20% of the value is paid at once. */
export const requiresInsurance = (value: number, down: number) =>
  down * 100 < value * PMI.requiredBelowDownPercent;

const isAtMost = (balance: number, value: number, percent: number) => balance * 100 <= value * percent;

type OriginalTerms = { borrowed: number; value: number; premium: number; rate: number; term: number };

/** Starts the insurance of a mortgage, of which some installments have already been due. */
export function startInsurance(original: OriginalTerms, passed: number): InsuranceState {
  const { borrowed, rate, term } = original;
  const insurance = { ...original, scheduled: borrowed, level: monthlyPayment(borrowed, rate, term) };
  for (let number = 1; number <= passed; number += 1) insurance.scheduled = scheduledAfter(insurance, number);
  return insurance;
}

/** Returns the scheduled balance after an installment: the contract's balance, without extra payments. */
export function scheduledAfter({ scheduled, level, rate, term }: InsuranceState, number: number): Minor {
  if (number >= term) return markMinor(0);
  return markMinor(Math.max(0, scheduled + monthlyInterest(scheduled, rate) - level));
}

/**
 * Returns the monthly premium of a new mortgage, and the number of the last installment with one if every
 * installment is paid on time.
 */
export function getInsuranceCost(terms: Omit<OriginalTerms, 'premium'>, pmiRate: number) {
  const premium = monthlyPremium(terms.borrowed, pmiRate);
  return { premium, last: projectInsurance(startInsurance({ ...terms, premium }, 0), 1).last };
}

/** Changes the schedule after a reset of an adjustable rate, when a number of installments have passed. */
export function resetInsurance(insurance: InsuranceState, rate: number, passed: number): void {
  insurance.rate = rate;
  insurance.level = monthlyPayment(insurance.scheduled, rate, insurance.term - passed);
}

/** Returns why the insurance ends after an installment; null if it continues. */
export function whyInsuranceEnds({ scheduled, value, term }: InsuranceState, number: number) {
  if (isAtMost(scheduled, value, PMI.endsAtPercent)) return 'scheduled' as const;
  return number * 2 >= term ? ('midpoint' as const) : null;
}

/**
 * Projects the insurance if every installment is paid on time. `next` is the number of the next installment.
 * Returns the numbers of the installment after which it can be removed by the schedule, and of the last one
 * with a premium.
 */
export function projectInsurance(start: InsuranceState, next: number) {
  const insurance = { ...start };
  let request = isAtMost(insurance.scheduled, insurance.value, PMI.requestAtPercent) ? next - 1 : null;
  for (let number = next; ; number += 1) {
    insurance.scheduled = scheduledAfter(insurance, number);
    if (request === null && isAtMost(insurance.scheduled, insurance.value, PMI.requestAtPercent))
      request = number;
    const reason = whyInsuranceEnds(insurance, number);
    if (reason) return { request: request ?? number, last: number, reason };
  }
}

/**
 * Returns the day on which the actual balance is first at most a percentage of the original value: today, or
 * the day of a row of the plan. Null if the plan never reaches it.
 */
export function reachesShare(
  value: number,
  percent: number,
  now: { balance: number; day: DayNumber },
  rows: readonly { day: DayNumber; balance: number }[],
): DayNumber | null {
  return [now, ...rows].find(({ balance }) => isAtMost(balance, value, percent))?.day ?? null;
}

/** Returns the day from which the actual balance allows a request for the removal; null if there is none. */
export const reachesRequest = (
  value: number,
  now: { balance: number; day: DayNumber },
  rows: readonly { day: DayNumber; balance: number }[],
): DayNumber | null => reachesShare(value, PMI.requestAtPercent, now, rows);

/** Returns the largest balance at which the customer can ask for the removal. */
export const requestBalance = (value: number): Minor =>
  markMinor(Math.floor((value * PMI.requestAtPercent) / 100));
