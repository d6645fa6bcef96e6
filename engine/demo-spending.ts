import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Day, weekday } from './demo-books.ts';

/** Draws whole numbers, the same ones for the same seed on every machine. */
export class Dice {
  private readonly generator;

  constructor(seed: number) {
    this.generator = xoroshiro128plus(seed);
  }

  /** A whole number between two, both included. */
  between(least: number, most: number): number {
    return uniformInt(this.generator, least, most);
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }
}

/** What is bought on a day without having to be. Amounts in minor units, times in minutes after midnight. */
export type Purchase = {
  merchant: string;
  category: string;
  amount: number;
  minutes: number;
  by: 'card' | 'checking';
};

type Habit = {
  merchants: readonly [string, ...string[]];
  category: string;
  /** In percent, for each day of the week from Sunday on. */
  chances: readonly number[];
  from: number;
  to: number;
  hours: readonly [number, number];
  by: Purchase['by'];
};

export const HABITS: readonly Habit[] = [
  {
    merchants: ['Corner Grocer', 'Corner Grocer', 'Hillside Market'],
    category: 'Food',
    chances: [40, 25, 35, 25, 35, 30, 65],
    from: 1_840,
    to: 8_790,
    hours: [9, 20],
    by: 'card',
  },
  {
    merchants: ['Blackbird Coffee', 'Blackbird Coffee', 'Pier 4 Espresso'],
    category: 'Food',
    chances: [20, 50, 45, 50, 45, 55, 25],
    from: 425,
    to: 1_190,
    hours: [7, 10],
    by: 'checking',
  },
  {
    merchants: ['Juniper Kitchen', 'Noodle Wharf', 'The Copper Pan'],
    category: 'Food',
    chances: [12, 4, 6, 8, 10, 30, 32],
    from: 1_850,
    to: 7_400,
    hours: [12, 21],
    by: 'card',
  },
  {
    merchants: ['Bayside Fuel', 'Bayside Fuel', 'Crossroads Fuel'],
    category: 'Transportation',
    chances: [18, 16, 10, 12, 10, 18, 14],
    from: 2_900,
    to: 5_450,
    hours: [7, 19],
    by: 'card',
  },
  {
    merchants: ['Metro Transit'],
    category: 'Transportation',
    chances: [4, 22, 18, 22, 18, 16, 6],
    from: 275,
    to: 550,
    hours: [7, 18],
    by: 'checking',
  },
  {
    merchants: ['Greenleaf Pharmacy'],
    category: 'Healthcare',
    chances: [3, 6, 6, 6, 6, 6, 8],
    from: 640,
    to: 3_850,
    hours: [10, 18],
    by: 'card',
  },
  {
    merchants: ['Harbor Cinema', 'The Old Playhouse'],
    category: 'Entertainment',
    chances: [8, 1, 3, 4, 4, 14, 16],
    from: 1_250,
    to: 4_200,
    hours: [17, 21],
    by: 'card',
  },
  {
    merchants: ['Linden & Wool', 'Paper Lantern Books', 'Home & Harrow'],
    category: 'Shopping',
    chances: [8, 4, 4, 4, 5, 8, 15],
    from: 1_490,
    to: 12_900,
    hours: [11, 19],
    by: 'card',
  },
  {
    merchants: ['Oak Street Barber'],
    category: 'Personal',
    chances: [0, 0, 4, 4, 4, 6, 8],
    from: 2_490,
    to: 3_400,
    hours: [10, 17],
    by: 'checking',
  },
];

/** What is bought on one day, in order of time. */
export function purchasesOf(day: Day, dice: Dice): Purchase[] {
  const purchases: Purchase[] = [];
  for (const habit of HABITS) {
    if (!dice.chance(habit.chances[weekday(day)] ?? 0)) continue;
    purchases.push({
      merchant: dice.pick(habit.merchants),
      category: habit.category,
      amount: dice.between(habit.from, habit.to),
      minutes: dice.between(habit.hours[0] * 60, habit.hours[1] * 60 - 1),
      by: habit.by,
    });
  }
  return purchases.sort((one, other) => one.minutes - other.minutes);
}
