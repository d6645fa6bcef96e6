import { usePreferences } from './preferences';

export const DAYS_A_WEEK = 7;
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Week = {
  /** In calendar order. */
  names: readonly string[];
  /** Returns how many days before a weekday (0 is Sunday) its week began. */
  daysInto: (weekday: number) => number;
};

const WEEKS: Record<'sunday' | 'monday', Week> = { sunday: weekFrom(0), monday: weekFrom(1) };

/** Which day weeks begin with in this customer's calendar. */
export function useWeek(): Week {
  return WEEKS[usePreferences().weekStart];
}

function weekFrom(first: number): Week {
  return {
    names: [...NAMES.slice(first), ...NAMES.slice(0, first)],
    daysInto: (weekday) => (weekday - first + DAYS_A_WEEK) % DAYS_A_WEEK,
  };
}
