import { monthlyPayment } from '@engine/money/amortization.ts';
import { cycleInterest, minimumPayment } from '@engine/products/card.ts';
import type { LessonFacts } from './lesson';

const CARD = { balance: 240_000, apr: 22.9 };
const HOME = { borrowed: 28_000_000, rate: 6.5, months: 360 };
const CYCLE_DAYS = 30;

/** An example household for customers who lack the lesson's products. The lesson says so. */
export const EXAMPLE: LessonFacts = {
  isExample: true,
  currency: 'USD',
  months: [
    { month: '2026-04-01', earned: 420_000, spent: 395_000 },
    { month: '2026-05-01', earned: 420_000, spent: 372_000 },
    { month: '2026-06-01', earned: 330_000, spent: 381_000 },
    { month: '2026-07-01', earned: 480_000, spent: 402_000 },
    { month: '2026-08-01', earned: 390_000, spent: 366_000 },
    { month: '2026-09-01', earned: 450_000, spent: 378_000 },
  ],
  categories: [
    { name: 'Housing', spent: 900_000 },
    { name: 'Food', spent: 468_000 },
    { name: 'Transportation', spent: 312_000 },
    { name: 'Entertainment', spent: 132_000 },
  ],
  bills: [
    { name: 'Rent', monthly: 150_000 },
    { name: 'Phone', monthly: 6_500 },
    { name: 'Video', monthly: 1_549 },
  ],
  checking: 190_000,
  savings: 540_000,
  investments: 1_200_000,
  tiers: [{ above: 0, percent: 3.1 }],
  card: {
    name: 'A card',
    ...CARD,
    limit: 600_000,
    minimum: minimumPayment(CARD.balance, cycleInterest(CARD.balance * CYCLE_DAYS, CARD.apr), 0),
  },
  mortgage: {
    name: 'A mortgage',
    balance: HOME.borrowed,
    rate: HOME.rate,
    payment: monthlyPayment(HOME.borrowed, HOME.rate, HOME.months),
  },
  credit: {
    today: '2026-10-01',
    currency: 'USD',
    since: '2023-10-01',
    lines: [
      {
        id: 'example-card',
        kind: 'card',
        name: 'A card',
        opened: '2023-10-01',
        closed: null,
        rate: CARD.apr,
        balance: CARD.balance,
        limit: 600_000,
        payment: 7_000,
        months: [],
      },
    ],
    payments: Array.from({ length: 24 }, (_, index) => ({
      lineId: 'example-card',
      on: `${2024 + Math.floor((index + 9) / 12)}-${String(((index + 9) % 12) + 1).padStart(2, '0')}-01`,
      daysLate: 0,
    })),
    inquiries: [],
    income: [],
  },
};
