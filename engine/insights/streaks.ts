/** A full calendar month of a customer, as the bank's `habit_months` returns it. */
export type HabitMonth = {
  /** The first day of the month (`2026-11-01`). */
  month: string;
  income: number;
  spending: number;
  /** Missed and failed payments. */
  missed: number;
  /** Late, overdraft, and returned payment fees. */
  fees: number;
  /** Interest charges on cards. */
  interest: number;
  cards: number;
  budgets: number;
  kept_budgets: number;
};

export const HABITS = ['saving', 'on_time', 'no_fees', 'no_interest', 'budgets'] as const;
export type Habit = (typeof HABITS)[number];

/** The lengths of streaks, in months, that are achievements. */
export const ACHIEVEMENT_MONTHS = [3, 6, 12, 24, 60] as const;

export type Achievement = {
  habit: Habit;
  /** The length of the streak. */
  months: number;
  /** The month in which the streak reached the length. */
  month: string;
};

export type Streak = {
  habit: Habit;
  /** The number of months in a row until the last full month. */
  current: number;
  longest: number;
  /** The length of the next achievement that the customer doesn't have. Undefined if there is none. */
  next: number | undefined;
  /** Each month with the habit: kept, broken, or null if it didn't apply. */
  months: { month: string; isKept: boolean | null }[];
};

/** Returns true if a month kept the habit, and null if the habit didn't apply. */
const RULES: Record<Habit, (month: HabitMonth) => boolean | null> = {
  saving: ({ income, spending }) => (income > 0 ? income > spending : spending > 0 ? false : null),
  on_time: (month) => (isUsed(month) ? month.missed === 0 : null),
  no_fees: (month) => (isUsed(month) ? month.fees === 0 : null),
  no_interest: ({ cards, interest }) => (cards > 0 ? interest === 0 : null),
  budgets: ({ budgets, kept_budgets }) => (budgets > 0 ? kept_budgets === budgets : null),
};

const isUsed = ({ income, spending, missed }: HabitMonth) => income > 0 || spending > 0 || missed > 0;

/**
 * Returns the streaks of the habits that applied in at least one month, with the achievements in the order in which
 * they were reached. A month in which a habit didn't apply neither continues nor ends its streak. `months` are
 * full calendar months, oldest first.
 */
export function computeStreaks(months: readonly HabitMonth[]): {
  streaks: Streak[];
  achievements: Achievement[];
} {
  const achievements: Achievement[] = [];
  const streaks: Streak[] = [];
  for (const habit of HABITS) {
    const results = months.map((month) => ({ month: month.month, isKept: RULES[habit](month) }));
    if (results.every(({ isKept }) => isKept === null)) continue;
    let current = 0;
    let longest = 0;
    for (const { month, isKept } of results) {
      if (isKept === null) continue;
      current = isKept ? current + 1 : 0;
      const isNew = current > longest;
      longest = Math.max(longest, current);
      if (isNew && ACHIEVEMENT_MONTHS.some((length) => length === longest))
        achievements.push({ habit, months: longest, month });
    }
    const next = ACHIEVEMENT_MONTHS.find((length) => length > longest);
    streaks.push({ habit, current, longest, next, months: results });
  }
  return { streaks, achievements: achievements.sort((left, right) => left.month.localeCompare(right.month)) };
}
