import { addMonths, type DayNumber } from '../calendar/calendar.ts';
import { monthlyPayment } from '../money/amortization.ts';
import { type Minor, markMinor, sumMinor, ZERO } from '../money/minor.ts';
import { pointsFee, rateWithPoints } from '../products/debts/apr.ts';
import { periodInterest } from '../products/debts/debt-interest.ts';
import { getSchedule, type PlanRow } from '../products/debts/debt-plans.ts';
import { type EscrowPlan, planEscrow, type YearlyBills } from '../products/debts/escrow.ts';
import { monthlyPremium } from '../products/debts/mortgage-insurance.ts';
import type { Offer } from './decision.ts';

/** The customer's choices when they accept an offer. */
export type ClosingChoices = {
  points: number;
  /** The yearly bills that escrow pays; null without escrow. */
  bills: YearlyBills | null;
  /** The month of the first installment, from 1. */
  firstMonth: number;
};

/** The terms of an accepted offer. Amounts are in minor units, and rates in percent per year. */
export type Closing = {
  /** The rate with points. */
  rate: number;
  /** The installment at that rate. */
  payment: Minor;
  fees: { origination: Minor; underwriting: Minor; points: Minor };
  /** The monthly premium of mortgage insurance; zero if it isn't required. */
  premium: Minor;
  escrow: EscrowPlan | null;
  /** The monthly payment: the installment, escrow, and mortgage insurance. */
  monthly: Minor;
  /** The down payment, the fees, and the deposit into escrow, which the account pays when the loan opens. */
  cashToClose: Minor;
};

/** Returns the terms of an accepted offer. The bank's SQL posts the same amounts (`accept_offer`). */
export function getClosing(
  offer: Omit<Offer, 'kind' | 'payment' | 'interest'>,
  { points, bills, firstMonth }: ClosingChoices,
): Closing {
  const { amount, term, downPayment, originationFee = ZERO, underwritingFee = ZERO, pmiRate } = offer;
  const rate = rateWithPoints(offer.rate, points);
  const payment = monthlyPayment(amount, rate, term);
  const fees = {
    origination: originationFee,
    underwriting: underwritingFee,
    points: pointsFee(amount, points),
  };
  const premium = pmiRate === undefined ? ZERO : monthlyPremium(amount, pmiRate);
  const escrow = bills && planEscrow(bills, firstMonth);
  const due = [downPayment, fees.origination, fees.underwriting, fees.points, escrow?.target ?? ZERO];
  return {
    ...{ rate, payment, fees, premium, escrow },
    monthly: markMinor(payment + premium + (escrow?.payment ?? 0)),
    cashToClose: sumMinor(due, (part) => part),
  };
}

/**
 * Returns the installments of an accepted offer. `oddDays` is the number of days by which the first period is
 * longer than a month; it is negative if the period is shorter. The interest of additional days is paid once,
 * with the first installment.
 */
export function listInstallments(
  { amount, term }: Pick<Offer, 'amount' | 'term'>,
  { rate, payment }: Pick<Closing, 'rate' | 'payment'>,
  { firstDue, oddDays }: { firstDue: DayNumber; oddDays: number },
): PlanRow[] {
  return getSchedule({
    ...{ balance: amount, rate, payment, term, start: addMonths(firstDue, -1), next: 1 },
    held: { balanceDays: 0, days: -oddDays },
    ...(oddDays > 0 && { oddInterest: periodInterest(amount * oddDays, rate) }),
  });
}
