import { type DayNumber, getDate, MONTHS_A_YEAR } from '../../calendar/calendar.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { type Minor, markMinor } from '../../money/minor.ts';
import type { EscrowState } from '../../simulation/state.ts';

/**
 * Escrow for property tax and home insurance by the Real Estate Settlement Procedures Act (RESPA), 12 CFR
 * 1024.17. The monthly amount is a twelfth of the year's bills. The cushion is at most one sixth of them,
 * which is two months. Amounts are in minor units, and months of the year count from 1.
 */
export const ESCROW = { taxMonths: [4, 10], insuranceMonth: 9, refundsFrom: 50_00 } as const;

/** The number of business days after a payoff in which the balance has to be refunded, 12 CFR 1024.34(b)(1). */
export const REFUND_BUSINESS_DAYS = 20;

/** The cushion is one sixth of the year's bills. */
const CUSHION_SHARE = 6;

/** The property tax and the home insurance of a year. */
export type YearlyBills = { tax: number; insurance: number };

/** Returns the bills that are due in a month of the year. The second half of the tax includes an odd cent. */
export function getBillsDue({ tax, insurance }: YearlyBills, month: number): YearlyBills {
  const [first, second] = ESCROW.taxMonths;
  const half = Math.floor(tax / 2);
  return {
    tax: month === first ? half : month === second ? tax - half : 0,
    insurance: month === ESCROW.insuranceMonth ? insurance : 0,
  };
}

/** A year's plan: the monthly amount, the cushion, and the balance that the year has to start with. */
export type EscrowPlan = { payment: Minor; cushion: Minor; target: Minor };

/**
 * Returns the plan of a year that starts with a month. With the target as the opening balance, the lowest
 * balance at the end of a month is the cushion. The bank's SQL has the same formula for the initial deposit.
 */
export function planEscrow(bills: YearlyBills, firstMonth: number): EscrowPlan {
  const due = Array.from({ length: MONTHS_A_YEAR }, (_, passed) => {
    const { tax, insurance } = getBillsDue(bills, ((firstMonth - 1 + passed) % MONTHS_A_YEAR) + 1);
    return tax + insurance;
  });
  return planDisbursements(due);
}

/** Returns the plan of a year with these bills in its twelve months (Regulation X, 12 CFR 1024.17(d)). */
export function planDisbursements(due: readonly number[]): EscrowPlan {
  const year = due.reduce((sum, bills) => sum + bills, 0);
  const payment = markMinor(roundHalfAway(year / MONTHS_A_YEAR));
  const cushion = Math.floor(year / CUSHION_SHARE);
  let balance = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const bills of due) {
    balance += payment - bills;
    lowest = Math.min(lowest, balance);
  }
  return { payment, cushion: markMinor(cushion), target: markMinor(Math.max(0, cushion - lowest)) };
}

/**
 * The result of an annual analysis. `spread` is added to the next 12 payments; it is negative for a credit.
 */
export type EscrowAnalysis = EscrowPlan & {
  refund: Minor;
  shortage: Minor;
  deficiency: Minor;
  spread: Minor;
};

/**
 * Compares the balance at the end of a year with the target of the next one. Refunds a surplus of 50.00 or
 * more if the mortgage is current, and credits a smaller one. Spreads a shortage and a deficiency (a balance
 * below zero) over 12 months.
 */
export function analyzeEscrow(
  balance: number,
  bills: YearlyBills,
  firstMonth: number,
  isCurrent: boolean,
): EscrowAnalysis {
  const plan = planEscrow(bills, firstMonth);
  const surplus = balance - plan.target;
  const isLarge = surplus >= ESCROW.refundsFrom;
  const deficiency = Math.max(0, -balance);
  return {
    ...plan,
    refund: markMinor(isLarge && isCurrent ? surplus : 0),
    shortage: markMinor(Math.max(0, -surplus - deficiency)),
    deficiency: markMinor(deficiency),
    // A mortgage that is past due keeps a large surplus in escrow.
    spread: markMinor(isLarge ? 0 : -surplus),
  };
}

/**
 * Returns the deposit that comes with the next payment. The twelfth deposit of a year includes the remainder
 * of the division by 12.
 */
export function getNextEscrowDeposit({ payment, spread, deposits }: EscrowState): Minor {
  const share = Math.trunc(spread / MONTHS_A_YEAR);
  const isLast = deposits >= MONTHS_A_YEAR - 1;
  return markMinor(Math.max(0, payment + (isLast ? spread - share * (MONTHS_A_YEAR - 1) : share)));
}

/**
 * Starts the first year of an escrow account, which begins with the month of the next installment. `assessed` is
 * the home's value, with which the property tax rises.
 */
export function startEscrow<Account extends YearlyBills>(
  account: Account,
  next: DayNumber,
  assessed: number,
) {
  const from = getMonthNumber(next);
  const { payment } = planEscrow(account, getMonthOfYear(from));
  return { ...account, from, payment, spread: 0, deposits: 0, assessed };
}

/** Returns the number of a day's month, counted from year 0. */
export function getMonthNumber(day: DayNumber): number {
  const { year, month } = getDate(day);
  return year * MONTHS_A_YEAR + month - 1;
}

/** Returns the month of the year, from 1, of a month's number. */
export const getMonthOfYear = (number: number): number => (number % MONTHS_A_YEAR) + 1;
