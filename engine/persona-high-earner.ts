import {
  EVENINGS_OUT,
  GIFTS_IN_DECEMBER,
  habit,
  type PersonaPlan,
  SHOPPING_DAYS,
  SUMMER,
  WORKDAYS,
} from './persona-plan.ts';

const CHECKING = 'Premier Checking';
const SAVINGS = 'Emergency Fund';
const FUND = 'Index Portfolio';
const CARD = 'Summit Card';
const AIR_CARD = 'Skylark Miles Card';

/** A salary that leaves plenty over, and a life that grows into it: a large mortgage, two cars, travel. */
export function highEarnerPlan(): PersonaPlan {
  return {
    accounts: [
      { name: CHECKING, type: 'CHECKING', balance: 2_650_000 },
      { name: SAVINGS, type: 'SAVINGS', balance: 6_400_000 },
      { name: FUND, type: 'INVESTMENT', balance: 14_500_000 },
    ],
    cards: [
      { name: CARD, limit: 3_000_000, apr: 20.9, dueDate: 18, balance: 0, pays: 'statement', from: CHECKING },
      {
        name: AIR_CARD,
        limit: 1_500_000,
        apr: 22.4,
        dueDate: 26,
        balance: 1_180_000,
        pays: 50_000,
        from: CHECKING,
      },
    ],
    debts: [
      {
        product: 'mortgage',
        name: 'Mortgage',
        amount: 68_000_000,
        property: 92_000_000,
        rate: 5.4,
        term: 360,
        monthsBefore: 30,
        date: 1,
        from: CHECKING,
      },
      {
        product: 'loan',
        name: 'Car loan',
        amount: 5_900_000,
        rate: 5.9,
        term: 72,
        monthsBefore: 8,
        date: 9,
        from: CHECKING,
      },
    ],
    deposits: [
      { ...PAY, amount: 1_860_000, untilMonth: 13 },
      { ...PAY, amount: 1_930_000, fromMonth: 13 },
      {
        name: 'Shares vesting',
        to: FUND,
        amount: 120_000,
        frequency: 'MONTHLY',
        date: 15,
        category: 'Other income',
      },
    ],
    payments: [
      bill('Property tax and insurance', 'Bay County', 118_000, 4, 'Housing'),
      bill('Nanny', 'Willow Care', 120_000, 2, 'Personal'),
      bill('Second car lease', 'Meridian Leasing', 62_000, 6, 'Transportation'),
      bill('Power and water', 'Northgate Power', 31_000, 12, 'Utilities'),
      bill('Internet and phones', 'Clearline Internet', 21_500, 14, 'Utilities'),
      bill('Club', 'Lakeside Tennis', 28_000, 5, 'Entertainment'),
      bill('Cleaner', 'Bright Corners', 42_000, 20, 'Housing'),
      bill('To Emergency Fund', SAVINGS, 60_000, 3, 'Savings'),
      bill('To Index Portfolio', FUND, 120_000, 3, 'Savings'),
      { ...bill('Life insurance', 'Anchor Mutual', 240_000, 21, 'Other'), frequency: 'ANNUALLY' },
      { ...bill('Harbor Food Bank', 'Harbor Food Bank', 50_000, 22, 'Other'), frequency: 'QUARTERLY' },
    ],
    life: { account: CHECKING, card: CARD, floor: 250_000, inflation: 2.5, habits: HABITS },
  };
}

const PAY = {
  name: 'Meridian Systems payroll',
  to: CHECKING,
  frequency: 'MONTHLY',
  date: 28,
  category: 'Salary',
  isPay: true,
} as const;

function bill(name: string, to: string, amount: number, date: number, category: string) {
  return { name, from: CHECKING, to, amount, frequency: 'MONTHLY' as const, date, category };
}

const HABITS = [
  habit(
    { name: 'Groceries', merchants: ['Greenmarket', 'Hillside Market'], category: 'Food' },
    11,
    [3_800, 16_500],
    {
      days: SHOPPING_DAYS,
    },
  ),
  habit({ name: 'Coffee', merchants: ['Pier 4 Espresso'], category: 'Food' }, 17, [480, 1_450], {
    days: WORKDAYS,
    hours: [7, 11],
  }),
  habit(
    { name: 'Lunch', merchants: ['Basil & Stone', 'Soup & Such'], category: 'Food' },
    12,
    [1_600, 3_800],
    {
      days: WORKDAYS,
      hours: [11, 14],
    },
  ),
  habit(
    {
      name: 'Restaurants',
      merchants: ['The Copper Pan', 'Maison Verte', 'Juniper Kitchen'],
      category: 'Food',
    },
    7,
    [6_800, 24_500],
    { days: EVENINGS_OUT, hours: [18, 22] },
  ),
  habit({ name: 'Taxis', merchants: ['Hail & Ride'], category: 'Transportation' }, 9, [1_200, 4_800], {
    days: EVENINGS_OUT,
    hours: [8, 23],
  }),
  habit({ name: 'Fuel', merchants: ['Bayside Fuel'], category: 'Transportation' }, 4.5, [4_200, 7_800]),
  habit(
    { name: 'Travel', merchants: ['Skylark Air', 'Seaview Inn', 'Alpine Lodge'], category: 'Entertainment' },
    1.1,
    [38_000, 215_000],
    { seasons: SUMMER },
  ),
  habit(
    { name: 'Theatre', merchants: ['The Old Playhouse', 'Kite Theatre'], category: 'Entertainment' },
    2.5,
    [4_800, 19_500],
    { days: EVENINGS_OUT, hours: [18, 21] },
  ),
  habit(
    { name: 'Clothes', merchants: ['Linden & Wool', 'Atelier Nord'], category: 'Shopping' },
    3,
    [7_500, 46_000],
    { seasons: GIFTS_IN_DECEMBER },
  ),
  habit(
    { name: 'Home', merchants: ['Home & Harrow', 'Driftwood Furniture'], category: 'Housing' },
    1.4,
    [6_000, 72_000],
  ),
  habit({ name: 'Gadgets', merchants: ['Volt Electronics'], category: 'Shopping' }, 0.6, [9_000, 110_000], {
    seasons: GIFTS_IN_DECEMBER,
  }),
  habit(
    { name: 'Doctors', merchants: ['Bright Dental', 'Greenleaf Pharmacy'], category: 'Healthcare' },
    1.6,
    [1_500, 19_000],
    { days: WORKDAYS },
  ),
  habit({ name: 'Salon', merchants: ['Salon Marigold'], category: 'Personal' }, 1.4, [6_500, 14_500], {
    cash: true,
  }),
];
