import { usePreferences } from './storage/preferences';

export const DAYS_A_WEEK = 7;
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Week = {
  /** Weekday names in calendar order. */
  names: readonly string[];
  /** Returns the number of days between the start of the week and a weekday (0 is Sunday). */
  daysInto: (weekday: number) => number;
};

const WEEKS: Record<'sunday' | 'monday', Week> = { sunday: weekFrom(0), monday: weekFrom(1) };

/** Returns the calendar week with the customer's preferred first day. */
export function useWeek(): Week {
  return WEEKS[usePreferences().weekStart];
}

function weekFrom(first: number): Week {
  return {
    names: [...NAMES.slice(first), ...NAMES.slice(0, first)],
    daysInto: (weekday) => (weekday - first + DAYS_A_WEEK) % DAYS_A_WEEK,
  };
}
