import type { AccountState, AutoDepositState, Habit, LifeState, ScheduledPaymentState } from './state.ts';

/**
 * A way of life as it begins: products, rules and habits, by names instead of ids. Amounts in minor units of US
 * dollars, rates in percent a year, months counted from the beginning of the history.
 */
export type PersonaPlan = {
  accounts: { name: string; type: AccountState['type']; balance: number }[];
  /** `dueDate` is the day of the month on which statements fall due; `pays` is what autopay draws. */
  cards: {
    name: string;
    limit: number;
    apr: number;
    dueDate: number;
    balance: number;
    pays: 'minimum' | 'statement' | number;
    from: string;
  }[];
  /** Drawn from an account on each due date, the day of the month on which the debt was taken. */
  debts: PlannedDebt[];
  deposits: PlannedDeposit[];
  payments: PlannedPayment[];
  life: Pick<LifeState, 'floor' | 'inflation' | 'habits'> & { account: string; card: string };
};

export type PlannedDebt = {
  product: 'loan' | 'mortgage';
  name: string;
  amount: number;
  rate: number;
  /** In months; whole years for a mortgage. */
  term: number;
  monthsBefore: number;
  date: number;
  from: string;
  extra?: number;
  /** What the home cost; the rest was paid down. */
  property?: number;
};

type Span = {
  /** Of the month, for rules that follow months. */
  date?: number;
  /** 0 for Sunday, for rules that follow weeks. */
  weekday?: number;
  /** The rule begins in this month of the history; before its beginning for none. */
  fromMonth?: number;
  /** The first month in which it is no more. */
  untilMonth?: number;
};

export type PlannedDeposit = Span & {
  name: string;
  to: string;
  amount: number;
  frequency: AutoDepositState['recurrence']['frequency'];
  category: 'Salary' | 'Gift' | 'Other income';
  isPay?: true;
};

/** `to` is the name of an own account, or of somebody outside. */
export type PlannedPayment = Span & {
  name: string;
  from: string;
  to: string;
  amount: number;
  frequency: ScheduledPaymentState['recurrence']['frequency'];
  category?: string;
};

type HabitWords = Pick<Habit, 'name' | 'merchants' | 'category'>;

/** Something that is bought so many times a month on average, more often on some days of the week than on others. */
export function habit(
  words: HabitWords,
  timesAMonth: number,
  prices: [number, number],
  more: { days?: readonly number[]; seasons?: readonly number[]; hours?: [number, number]; cash?: true } = {},
): Habit {
  const days = more.days ?? EVERY_DAY;
  const weight = days.reduce((sum, day) => sum + day, 0);
  return {
    ...words,
    chances: days.map((day) =>
      Math.min(1000, Math.round((timesAMonth * 1000 * day) / weight / WEEKS_A_MONTH)),
    ),
    ...(more.seasons && { seasons: [...more.seasons] }),
    from: prices[0],
    to: prices[1],
    hours: more.hours ?? [9, 20],
    by: more.cash ? 'account' : 'card',
  };
}

const WEEKS_A_MONTH = 365 / 12 / 7;

// Weights of the days from Sunday on.
export const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1] as const;
export const WORKDAYS = [0, 1, 1, 1, 1, 1, 0] as const;
export const EVENINGS_OUT = [1, 0.5, 0.5, 1, 1, 3, 3] as const;
export const SHOPPING_DAYS = [2, 1, 1, 1, 1, 2, 4] as const;

// Percent of the usual, from January on.
export const GIFTS_IN_DECEMBER = [60, 70, 80, 80, 90, 90, 80, 90, 90, 100, 140, 230] as const;
export const SUMMER = [50, 50, 80, 90, 110, 160, 200, 180, 90, 70, 50, 70] as const;
export const HEATING_SEASON = [180, 160, 130, 80, 60, 60, 80, 80, 60, 80, 120, 170] as const;
export const TERMS = [260, 60, 20, 20, 20, 20, 20, 320, 260, 60, 20, 20] as const;
