// What the demo household lives on and owes. Amounts in minor units, rates in percent a year.

export const MONTHS_OF_HISTORY = 24;
/** Each Friday. */
export const PAYROLL = { first: 107_000, afterRaise: 113_000, raiseAfterMonths: 13 };
export const HOME = { value: 29_200_000, down: 5_840_000, rate: 5.25, years: 30 };
export const CAR = { amount: 1_560_000, rate: 6.4, months: 48 };
export const SAVINGS_RATE = 4.1;
export const TIDE = { limit: 600_000, apr: 21.49, statementDaysBeforeDue: 25, dueInDays: 2 };
export const REEF = {
  limit: 150_000,
  apr: 24.99,
  charge: 145_500,
  payment: 4_500,
  monthsAgo: 4,
  dueInDays: 16,
};
/** Checking is kept above this: below, money comes from savings and nothing is bought that need not be. */
export const FLOOR = 45_000;
export const OPENING = { checking: 312_500, savings: 860_000, index: 1_420_000, pocket: 4_200 };
export const EURO_RATES = [1.0842, 1.1035, 1.1267, 1.1418];
/** What checking holds beyond this is set aside. */
export const COMFORT = 420_000;
