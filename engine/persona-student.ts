import {
  EVENINGS_OUT,
  GIFTS_IN_DECEMBER,
  habit,
  type PersonaPlan,
  SHOPPING_DAYS,
  SUMMER,
  TERMS,
  WORKDAYS,
} from './persona-plan.ts';

const CHECKING = 'Campus Checking';
const SAVINGS = 'Someday Savings';
const CARD = 'Quad Card';

/** Shifts in a bookshop, help from home, a shared flat and a loan to pay back. */
export function studentPlan(): PersonaPlan {
  return {
    accounts: [
      { name: CHECKING, type: 'CHECKING', balance: 98_000 },
      { name: SAVINGS, type: 'SAVINGS', balance: 65_000 },
    ],
    cards: [
      { name: CARD, limit: 200_000, apr: 26.99, dueDate: 19, balance: 0, pays: 'statement', from: CHECKING },
    ],
    debts: [
      {
        product: 'loan',
        name: 'Student loan',
        amount: 1_240_000,
        rate: 4.99,
        term: 120,
        monthsBefore: 11,
        date: 14,
        from: CHECKING,
      },
    ],
    deposits: [
      ...raised('Blue Door Books wages', 25_800, 27_400),
      {
        name: 'From home',
        to: CHECKING,
        amount: 36_000,
        frequency: 'MONTHLY',
        date: 1,
        category: 'Gift',
      },
      {
        name: 'Fairwater scholarship',
        to: CHECKING,
        amount: 30_000,
        frequency: 'MONTHLY',
        date: 5,
        category: 'Other income',
      },
    ],
    payments: [
      bill('Room on Alder Street', 'Alder Street Flats', 61_000, 2, 'Housing'),
      bill('Flat share of power', 'Northgate Power', 3_400, 12, 'Utilities'),
      bill('Phone', 'Pebble Mobile', 2_200, 16, 'Utilities'),
      bill('Music', 'Tidewave Music', 599, 9, 'Entertainment'),
      bill('Semester pass', 'Metro Transit', 3_900, 3, 'Transportation'),
      { ...bill('To Someday Savings', SAVINGS, 4_000, 6), category: 'Savings' },
    ],
    life: { account: CHECKING, card: CARD, floor: 25_000, inflation: 2.5, habits: HABITS },
  };
}

function raised(name: string, before: number, after: number): PersonaPlan['deposits'] {
  const pay = {
    name,
    to: CHECKING,
    frequency: 'WEEKLY',
    weekday: 5,
    category: 'Salary',
    isPay: true,
  } as const;
  return [
    { ...pay, amount: before, untilMonth: 12 },
    { ...pay, amount: after, fromMonth: 12 },
  ];
}

function bill(name: string, to: string, amount: number, date: number, category?: string) {
  return {
    name,
    from: CHECKING,
    to,
    amount,
    frequency: 'MONTHLY' as const,
    date,
    ...(category && { category }),
  };
}

const HABITS = [
  habit(
    { name: 'Groceries', merchants: ['Corner Grocer', 'Penny Market'], category: 'Food' },
    9,
    [900, 4_800],
    {
      days: SHOPPING_DAYS,
    },
  ),
  habit(
    { name: 'Coffee', merchants: ['Library Cafe', 'Blackbird Coffee'], category: 'Food' },
    13,
    [280, 640],
    { days: WORKDAYS, hours: [8, 16], cash: true },
  ),
  habit({ name: 'Canteen', merchants: ['Main Hall Canteen'], category: 'Food' }, 11, [550, 980], {
    days: WORKDAYS,
    hours: [11, 14],
    cash: true,
  }),
  habit(
    {
      name: 'Evenings out',
      merchants: ['The Half Note', 'Noodle Wharf', 'Taproom 9'],
      category: 'Entertainment',
    },
    7,
    [900, 3_600],
    { days: EVENINGS_OUT, hours: [18, 23] },
  ),
  habit(
    { name: 'Textbooks', merchants: ['Campus Bookstore', 'Second Shelf Books'], category: 'Other' },
    1.6,
    [2_400, 9_800],
    { seasons: TERMS },
  ),
  habit(
    { name: 'Clothes', merchants: ['Thread & Tonic', 'Thrift on Third'], category: 'Shopping' },
    1.8,
    [1_200, 6_500],
  ),
  habit({ name: 'Gifts', merchants: ['Paper Lantern Books'], category: 'Shopping' }, 0.7, [1_200, 4_500], {
    seasons: GIFTS_IN_DECEMBER,
  }),
  habit({ name: 'Trains', merchants: ['Coastline Rail'], category: 'Transportation' }, 0.8, [1_800, 6_200], {
    seasons: SUMMER,
  }),
  habit({ name: 'Pharmacy', merchants: ['Greenleaf Pharmacy'], category: 'Healthcare' }, 0.8, [600, 2_600]),
  habit({ name: 'Haircut', merchants: ['Oak Street Barber'], category: 'Personal' }, 0.7, [1_800, 2_800], {
    cash: true,
  }),
];
