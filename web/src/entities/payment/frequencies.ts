const EVERY = {
  HOURLY: 'Every hour',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  BIWEEKLY: 'Every 2 weeks',
  MONTHLY: 'Every month',
  QUARTERLY: 'Every 3 months',
  ANNUALLY: 'Every year',
} as const;
const A_TIME: Record<keyof typeof EVERY, string> = {
  HOURLY: 'an hour',
  DAILY: 'a day',
  WEEKLY: 'a week',
  BIWEEKLY: 'every 2 weeks',
  MONTHLY: 'a month',
  QUARTERLY: 'a quarter',
  ANNUALLY: 'a year',
};

const isKnown = (frequency: string): frequency is keyof typeof EVERY => frequency in EVERY;

/** Formats a frequency, such as `Every two weeks`. */
export const formatEvery = (frequency: string) => (isKnown(frequency) ? EVERY[frequency] : '');

/**
 * Formats a frequency after an amount: `$200.00 a month`, `$15.00 every two weeks`. Empty if there is no
 * frequency.
 */
export const formatFrequency = (frequency: string | null) =>
  frequency !== null && isKnown(frequency) ? A_TIME[frequency] : '';
