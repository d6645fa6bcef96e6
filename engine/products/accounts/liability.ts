import { addBusinessDays } from '../../calendar/bank-holidays.ts';
import { addMonths, type DayNumber, getDate, getDay } from '../../calendar/calendar.ts';
import { type Minor, markMinor } from '../../money/minor.ts';

/** The most that a customer owes for a loss reported within two business days, in cents. */
const PROMPT_LIMIT = 50_00;
/** The most that a customer owes for a loss reported later, in cents. */
const LATE_LIMIT = 500_00;
const PROMPT_BUSINESS_DAYS = 2;
const DAYS_AFTER_STATEMENT = 60;

export type Loss = {
  /** In minor units. */
  amount: Minor;
  /** The day of the purchase. We assume that the customer learned of the loss on this day. */
  chargedOn: DayNumber;
  reportedOn: DayNumber;
  /** The currency whose bank holidays count; undefined if only weekends count. */
  holidayCurrency?: string;
};

/**
 * Returns the most that the law lets a customer owe for a purchase with a lost or stolen debit card, in minor
 * units (Regulation E, 12 CFR 1005.6(b)): 50.00 if it is reported within two business days; 500.00 within 60
 * days of the statement that shows it, which ends with the month; otherwise all of it.
 */
export function getLegalLiability({ amount, chargedOn, reportedOn, holidayCurrency }: Loss): Minor {
  if (reportedOn <= addBusinessDays(chargedOn, PROMPT_BUSINESS_DAYS, holidayCurrency))
    return markMinor(Math.min(amount, PROMPT_LIMIT));
  const { year, month } = getDate(chargedOn);
  const statementOn = addMonths(getDay(year, month, 1), 1) - 1;
  return reportedOn <= statementOn + DAYS_AFTER_STATEMENT ? markMinor(Math.min(amount, LATE_LIMIT)) : amount;
}
