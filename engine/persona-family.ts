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

const CHECKING = 'Family Checking';
const SAVINGS = 'Rainy Day Savings';
const FUND = 'College Fund';
const CARD = 'Hearth Card';
const STORE_CARD = 'Nest Store Card';

/** Two incomes, two children, a mortgage, a car loan, and a store card that is paid off slowly. */
export function familyPlan(): PersonaPlan {
  return {
    accounts: [
      { name: CHECKING, type: 'CHECKING', balance: 520_000 },
      { name: SAVINGS, type: 'SAVINGS', balance: 640_000 },
      { name: FUND, type: 'INVESTMENT', balance: 380_000 },
    ],
    cards: [
      { name: CARD, limit: 900_000, apr: 21.49, dueDate: 11, balance: 0, pays: 'statement', from: CHECKING },
      {
        name: STORE_CARD,
        limit: 350_000,
        apr: 27.9,
        dueDate: 23,
        balance: 284_000,
        pays: 11_000,
        from: CHECKING,
      },
    ],
    debts: [
      {
        product: 'mortgage',
        name: 'Mortgage',
        amount: 27_000_000,
        property: 31_000_000,
        rate: 5.6,
        term: 360,
        monthsBefore: 20,
        date: 1,
        from: CHECKING,
      },
      {
        product: 'loan',
        name: 'Car loan',
        amount: 2_150_000,
        rate: 6.2,
        term: 60,
        monthsBefore: 9,
        date: 7,
        from: CHECKING,
      },
    ],
    deposits: [
      { ...PAY, amount: 95_500, untilMonth: 14 },
      { ...PAY, amount: 98_500, fromMonth: 14 },
      {
        name: 'Maple School payroll',
        to: CHECKING,
        amount: 238_000,
        frequency: 'MONTHLY',
        date: 28,
        category: 'Salary',
        isPay: true,
      },
    ],
    payments: [
      bill('Daycare', 'Little Otters Daycare', 94_000, 3, 'Personal'),
      bill('Power and water', 'Northgate Power', 18_500, 12, 'Utilities'),
      bill('Internet', 'Clearline Internet', 6_400, 15, 'Utilities'),
      bill('Phones', 'Pebble Mobile', 8_900, 18, 'Utilities'),
      bill('Home and car insurance', 'Anchor Mutual', 19_600, 8, 'Other'),
      bill('Streaming', 'Lantern TV', 1_799, 21, 'Entertainment'),
      bill('Swimming lessons', 'Lakeside Pool', 5_200, 4, 'Entertainment'),
      bill('To Rainy Day Savings', SAVINGS, 25_000, 5, 'Savings'),
      bill('To College Fund', FUND, 10_000, 6, 'Savings'),
      { ...bill('Property tax', 'Bay County', 62_000, 20, 'Housing'), frequency: 'QUARTERLY' },
    ],
    life: { account: CHECKING, card: CARD, floor: 60_000, inflation: 2.5, habits: HABITS },
  };
}

const PAY = {
  name: 'Riverside Clinic payroll',
  to: CHECKING,
  frequency: 'WEEKLY',
  weekday: 5,
  category: 'Salary',
  isPay: true,
} as const;

function bill(name: string, to: string, amount: number, date: number, category: string) {
  return { name, from: CHECKING, to, amount, frequency: 'MONTHLY' as const, date, category };
}

const HABITS = [
  habit(
    { name: 'Groceries', merchants: ['Hillside Market', 'Hillside Market', 'Bulk Barn'], category: 'Food' },
    11,
    [3_400, 13_800],
    { days: SHOPPING_DAYS },
  ),
  habit({ name: 'Bakery', merchants: ['Sunday Loaf'], category: 'Food' }, 7, [450, 1_600], {
    hours: [7, 11],
    cash: true,
  }),
  habit({ name: 'Coffee', merchants: ['Blackbird Coffee'], category: 'Food' }, 9, [380, 980], {
    days: WORKDAYS,
    hours: [7, 10],
    cash: true,
  }),
  habit(
    { name: 'Eating out', merchants: ['Juniper Kitchen', 'Pizza Harbor', 'Noodle Wharf'], category: 'Food' },
    4.5,
    [2_400, 8_200],
    { days: EVENINGS_OUT, hours: [12, 20] },
  ),
  habit(
    { name: 'Fuel', merchants: ['Bayside Fuel', 'Crossroads Fuel'], category: 'Transportation' },
    5,
    [3_100, 5_900],
    { hours: [7, 19] },
  ),
  habit(
    {
      name: 'Children',
      merchants: ['Tumble Toys', 'Small Steps Shoes', 'Acorn Kidswear'],
      category: 'Shopping',
    },
    3,
    [1_400, 7_800],
    { seasons: GIFTS_IN_DECEMBER },
  ),
  habit({ name: 'School things', merchants: ['Pencil & Pine'], category: 'Shopping' }, 0.8, [1_500, 8_500], {
    seasons: TERMS,
  }),
  habit(
    { name: 'Outings', merchants: ['City Zoo', 'Harbor Cinema', 'Fossil Museum'], category: 'Entertainment' },
    2,
    [1_800, 7_400],
  ),
  habit(
    { name: 'Holiday', merchants: ['Pinewood Cabins', 'Coastline Rail'], category: 'Entertainment' },
    0.35,
    [12_000, 52_000],
    { seasons: SUMMER },
  ),
  habit(
    { name: 'Pharmacy', merchants: ['Greenleaf Pharmacy', 'Dr. Amari'], category: 'Healthcare' },
    2.2,
    [900, 5_600],
  ),
  habit(
    { name: 'House', merchants: ['Home & Harrow', 'Ridgeline Hardware'], category: 'Housing' },
    1.5,
    [1_900, 14_500],
  ),
  habit(
    { name: 'Car repair', merchants: ['Anchor Garage'], category: 'Transportation' },
    0.12,
    [18_000, 74_000],
    {
      days: WORKDAYS,
      hours: [9, 17],
      cash: true,
    },
  ),
];
