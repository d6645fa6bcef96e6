import { addMonths, type Day, dayText } from './demo-books.ts';
import type { Household, HouseholdBudget } from './household.ts';

/** The household began to budget so many months ago, and gave food more room later. */
const MONTHS_OF_BUDGETS = 6;
const FOOD = { before: 800, now: 850, raisedMonthsAgo: 2 };

const BUDGETS: readonly Omit<HouseholdBudget, 'starts_on' | 'currency'>[] = [
  { category: 'Housing', amount: 1_900, rollover: 'none' },
  { category: 'Transportation', amount: 720, rollover: 'none' },
  { category: 'Food', amount: FOOD.now, rollover: 'none' },
  { category: 'Utilities', amount: 235, rollover: 'none' },
  { category: 'Healthcare', amount: 95, rollover: 'both', rollover_cap: 60 },
  { category: 'Entertainment', amount: 110, rollover: 'none' },
  { category: 'Shopping', amount: 180, rollover: 'surplus', rollover_cap: 120 },
];

/** Budgets with half a year behind them; personal and other things go without. */
export function budgetsOf(today: Day): Pick<Required<Household>, 'budgets' | 'budget_limits'> {
  const monthsAgo = (months: number) => dayText(addMonths({ ...today, date: 1 }, -months));
  const starts_on = monthsAgo(MONTHS_OF_BUDGETS);
  const food = { category: 'Food', currency: 'USD', rollover: 'none' } as const;
  return {
    budgets: BUDGETS.map((budget) => ({ ...budget, currency: 'USD', starts_on })),
    budget_limits: [
      { ...food, month: starts_on, amount: FOOD.before },
      { ...food, month: monthsAgo(FOOD.raisedMonthsAgo), amount: FOOD.now },
    ],
  };
}
