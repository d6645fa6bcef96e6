import {
  EVERY_DAY,
  GIFTS_IN_DECEMBER,
  HEATING_SEASON,
  habit,
  type PersonaPlan,
  SHOPPING_DAYS,
  SUMMER,
  WORKDAYS,
} from './persona-plan.ts';

const CHECKING = 'Household Checking';
const SAVINGS = 'Reserve';
const FUND = 'Balanced Fund';
const CARD = 'Evergreen Card';

/** Two pensions that do not grow, savings that shrink a little each month, a home that is paid for. */
export function retireePlan(): PersonaPlan {
  return {
    accounts: [
      { name: CHECKING, type: 'CHECKING', balance: 410_000 },
      { name: SAVINGS, type: 'SAVINGS', balance: 5_600_000 },
      { name: FUND, type: 'INVESTMENT', balance: 9_200_000 },
    ],
    cards: [
      { name: CARD, limit: 800_000, apr: 19.9, dueDate: 14, balance: 0, pays: 'statement', from: CHECKING },
    ],
    debts: [],
    deposits: [
      { ...PENSION, name: 'Social Security', amount: 211_000, date: 3, untilMonth: 12 },
      { ...PENSION, name: 'Social Security', amount: 216_300, date: 3, fromMonth: 12 },
      { ...PENSION, name: 'Teachers’ pension', amount: 105_000, date: 1 },
    ],
    payments: [
      bill('Health plan', 'Clearwater Health', 46_500, 5, 'Healthcare'),
      bill('Property tax and insurance', 'Anchor Mutual', 56_000, 9, 'Housing'),
      bill('Power and water', 'Northgate Power', 14_800, 12, 'Utilities'),
      bill('Internet and phone', 'Clearline Internet', 8_300, 15, 'Utilities'),
      bill('Newspaper', 'The Bay Courier', 1_900, 18, 'Entertainment'),
      bill('Choir', 'Harbor Voices', 2_500, 20, 'Entertainment'),
      bill('For Nora’s studies', 'Nora', 20_000, 10, 'Other'),
      { ...bill('From Balanced Fund', CHECKING, 25_000, 4, 'Savings'), from: FUND },
      { ...bill('From Reserve', CHECKING, 20_000, 4, 'Savings'), from: SAVINGS },
    ],
    life: { account: CHECKING, card: CARD, floor: 80_000, inflation: 2.5, habits: HABITS },
  };
}

const PENSION = { to: CHECKING, frequency: 'MONTHLY', category: 'Other income' } as const;

function bill(name: string, to: string, amount: number, date: number, category: string) {
  return { name, from: CHECKING, to, amount, frequency: 'MONTHLY' as const, date, category };
}

const HABITS = [
  habit(
    { name: 'Groceries', merchants: ['Hillside Market', 'Greenmarket'], category: 'Food' },
    11,
    [1_900, 7_600],
    {
      days: SHOPPING_DAYS,
      hours: [9, 12],
    },
  ),
  habit({ name: 'Bakery', merchants: ['Sunday Loaf'], category: 'Food' }, 12, [380, 1_250], {
    days: EVERY_DAY,
    hours: [7, 10],
    cash: true,
  }),
  habit(
    { name: 'Lunch with friends', merchants: ['Garden Tearoom', 'Juniper Kitchen'], category: 'Food' },
    5,
    [1_600, 4_900],
    { days: WORKDAYS, hours: [12, 15] },
  ),
  habit({ name: 'Fuel', merchants: ['Bayside Fuel'], category: 'Transportation' }, 2.5, [2_800, 4_900]),
  habit({ name: 'Pharmacy', merchants: ['Greenleaf Pharmacy'], category: 'Healthcare' }, 4, [800, 5_800], {
    days: WORKDAYS,
  }),
  habit(
    { name: 'Doctors', merchants: ['Dr. Amari', 'Bright Dental'], category: 'Healthcare' },
    0.9,
    [3_500, 21_000],
    { days: WORKDAYS, cash: true },
  ),
  habit({ name: 'Garden', merchants: ['Fern & Field Nursery'], category: 'Housing' }, 2, [1_400, 8_200], {
    seasons: [20, 40, 180, 230, 200, 130, 90, 80, 90, 80, 40, 20],
  }),
  habit({ name: 'Heating oil', merchants: ['Bay Fuel Oil'], category: 'Utilities' }, 0.4, [22_000, 39_000], {
    seasons: HEATING_SEASON,
    days: WORKDAYS,
  }),
  habit(
    { name: 'Grandchildren', merchants: ['Tumble Toys', 'Paper Lantern Books'], category: 'Shopping' },
    2.2,
    [1_500, 7_800],
    { seasons: GIFTS_IN_DECEMBER },
  ),
  habit(
    { name: 'Concerts', merchants: ['The Old Playhouse', 'Fossil Museum'], category: 'Entertainment' },
    2.4,
    [1_400, 5_200],
  ),
  habit(
    { name: 'Travel', merchants: ['Coastline Rail', 'Seaview Inn'], category: 'Entertainment' },
    0.6,
    [14_000, 68_000],
    { seasons: SUMMER },
  ),
  habit(
    { name: 'House repairs', merchants: ['Ridgeline Roofing', 'Copper Plumbing'], category: 'Housing' },
    0.15,
    [16_000, 88_000],
    { days: WORKDAYS, cash: true },
  ),
  habit({ name: 'Hairdresser', merchants: ['Salon Marigold'], category: 'Personal' }, 1, [3_800, 6_400], {
    days: WORKDAYS,
    cash: true,
  }),
];
