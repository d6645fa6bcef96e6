import type { Habit } from '../simulation/state.ts';

const WEEKS_A_MONTH = 365 / 12 / 7;

/** The weight of each weekday, starting with Sunday. */
export const DAY_WEIGHTS = {
  'every day': [1, 1, 1, 1, 1, 1, 1],
  workdays: [0, 1, 1, 1, 1, 1, 0],
  'evenings out': [1, 0.5, 0.5, 1, 1, 3, 3],
  'shopping days': [2, 1, 1, 1, 1, 2, 4],
} as const;

type PlannedHabit = Omit<Habit, 'chances'> & { timesAMonth: number; on: keyof typeof DAY_WEIGHTS };

/**
 * Returns a habit with an average number of purchases per month and preferred weekdays. Prices are in minor
 * units.
 */
export function createHabit({ timesAMonth, on, ...habit }: PlannedHabit): Habit {
  const days = DAY_WEIGHTS[on];
  const weight = days.reduce((sum: number, day) => sum + day, 0);
  return {
    ...habit,
    chances: days.map((day) =>
      Math.min(1000, Math.round((timesAMonth * 1000 * day) / weight / WEEKS_A_MONTH)),
    ),
  };
}
