import { type Day, lastDate } from './demo-books.ts';

export type Bill = {
  name: string;
  category: string;
  /** Day of the month; the month's last where there is no such day. */
  date: number;
  /** Minor units. */
  amount: number;
  /** Up to so much more or less from month to month. */
  varies?: number;
  minutes: number;
  raised?: { afterMonths: number; amount: number };
};

export const BILLS: readonly Bill[] = [
  {
    name: 'Studio rent',
    category: 'Housing',
    date: 1,
    amount: 56_000,
    minutes: 420,
    raised: { afterMonths: 12, amount: 57_500 },
  },
  { name: 'Tidewater Electric', category: 'Utilities', date: 12, amount: 9_240, varies: 2_850, minutes: 430 },
  { name: 'City Water', category: 'Utilities', date: 20, amount: 3_840, varies: 420, minutes: 430 },
  { name: 'Fjord Fiber & Mobile', category: 'Utilities', date: 2, amount: 7_400, minutes: 440 },
  {
    name: 'Lighthouse Streaming',
    category: 'Entertainment',
    date: 9,
    amount: 1_199,
    minutes: 450,
    raised: { afterMonths: 15, amount: 1_499 },
  },
  { name: 'Drift Music', category: 'Entertainment', date: 17, amount: 999, minutes: 450 },
  { name: 'Cloudbank Storage', category: 'Other', date: 23, amount: 299, minutes: 450 },
  { name: 'Kelp & Co. Gym', category: 'Healthcare', date: 4, amount: 3_900, minutes: 455 },
  { name: 'Seawall Insurance', category: 'Transportation', date: 28, amount: 8_650, minutes: 460 },
];

export function dueOn({ date }: Bill, day: Day): boolean {
  return day.date === Math.min(date, lastDate(day.year, day.month));
}

/** What a week away costs, in minor units of euros. */
type Stop = { merchant: string; category: string; from: number; to: number };

export const TRIP_SPENDING: readonly [Stop, ...Stop[]] = [
  { merchant: 'Trattoria del Porto', category: 'Food', from: 1_850, to: 5_600 },
  { merchant: 'Museo Civico', category: 'Entertainment', from: 900, to: 2_400 },
  { merchant: 'Treni Costieri', category: 'Transportation', from: 1_190, to: 4_800 },
  { merchant: 'Pensione Miramare', category: 'Other', from: 6_400, to: 9_800 },
];
