import { Draws } from './draws.ts';
import {
  EVENINGS_OUT,
  GIFTS_IN_DECEMBER,
  habit,
  type PersonaPlan,
  type PlannedDeposit,
  SHOPPING_DAYS,
  SUMMER,
  WORKDAYS,
} from './persona-plan.ts';

const CHECKING = 'Studio Checking';
const TAXES = 'Tax Pot';
const SAVINGS = 'Quiet Months';
const CARD = 'Drift Card';

/** Luck is drawn by the month from 0 on: no month has this number. */
const PROJECTS = -1;
const MONTHS_OF_HISTORY = 24;
/** What is agreed already when the history ends. */
const MONTHS_AHEAD = 5;

/** One steady client, projects that come and go by the seed, taxes set aside for each quarter. */
export function freelancerPlan(seed: number): PersonaPlan {
  return {
    accounts: [
      { name: CHECKING, type: 'CHECKING', balance: 1_040_000 },
      { name: TAXES, type: 'SAVINGS', balance: 260_000 },
      { name: SAVINGS, type: 'SAVINGS', balance: 410_000 },
    ],
    cards: [
      { name: CARD, limit: 650_000, apr: 23.9, dueDate: 17, balance: 0, pays: 'statement', from: CHECKING },
    ],
    debts: [
      {
        product: 'loan',
        name: 'Equipment loan',
        amount: 640_000,
        rate: 8.4,
        term: 48,
        monthsBefore: 6,
        date: 10,
        from: CHECKING,
      },
    ],
    deposits: [
      {
        name: 'Fennel Press retainer',
        to: CHECKING,
        amount: 248_000,
        frequency: 'MONTHLY',
        date: 2,
        category: 'Salary',
        isPay: true,
      },
      {
        name: 'Print shop sales',
        to: CHECKING,
        amount: 14_500,
        frequency: 'WEEKLY',
        weekday: 1,
        category: 'Other income',
      },
      ...projectsOf(seed),
    ],
    payments: [
      bill('Rent', 'Foundry Lofts', 118_000, 3, 'Housing'),
      bill('Desk', 'Cogwheel Coworking', 19_500, 4, 'Housing'),
      bill('Health plan', 'Clearwater Health', 34_500, 8, 'Healthcare'),
      bill('Power', 'Northgate Power', 7_600, 13, 'Utilities'),
      bill('Internet and phone', 'Clearline Internet', 9_200, 15, 'Utilities'),
      bill('Software', 'Inkwell Suite', 5_499, 20, 'Other'),
      bill('To Tax Pot', TAXES, 72_000, 5, 'Savings'),
      bill('To Quiet Months', SAVINGS, 15_000, 6, 'Savings'),
      {
        ...bill('Estimated taxes', 'Treasury', 212_000, 15, 'Other'),
        from: TAXES,
        frequency: 'QUARTERLY',
      },
    ],
    life: { account: CHECKING, card: CARD, floor: 90_000, inflation: 2.5, habits: HABITS },
  };
}

/**
 * Projects follow each other, one to four monthly instalments each, with a gap of up to two months between them now and
 * then: well over half of what the retainer brings.
 */
function projectsOf(seed: number): PlannedDeposit[] {
  const draws = new Draws(seed, 'luck', PROJECTS);
  const projects: PlannedDeposit[] = [];
  for (let month = 0, number = 0; month < MONTHS_OF_HISTORY + MONTHS_AHEAD; number += 1) {
    const months = draws.between(1, 4);
    const date = draws.between(7, 26);
    const amount = draws.between(70, 116) * 2_000;
    const gap = draws.pick([0, 0, 0, 0, 1, 1, 2]) ?? 0;
    projects.push({
      name: `${CLIENTS[number % CLIENTS.length]} project`,
      to: CHECKING,
      amount,
      frequency: 'MONTHLY',
      date,
      fromMonth: month,
      untilMonth: month + months,
      category: 'Salary',
      isPay: true,
    });
    month += months + gap;
  }
  return projects;
}

const CLIENTS = [
  'Lumen Labs',
  'Orchard & Oak',
  'City Museum',
  'Brightwater Tea',
  'Kite Theatre',
  'Mosaic Radio',
];

function bill(name: string, to: string, amount: number, date: number, category: string) {
  return { name, from: CHECKING, to, amount, frequency: 'MONTHLY' as const, date, category };
}

const HABITS = [
  habit(
    { name: 'Groceries', merchants: ['Corner Grocer', 'Greenmarket'], category: 'Food' },
    9,
    [1_600, 7_200],
    {
      days: SHOPPING_DAYS,
    },
  ),
  habit(
    { name: 'Coffee', merchants: ['Blackbird Coffee', 'Pier 4 Espresso'], category: 'Food' },
    16,
    [390, 1_150],
    {
      days: WORKDAYS,
      hours: [8, 16],
      cash: true,
    },
  ),
  habit({ name: 'Lunch', merchants: ['Soup & Such', 'Noodle Wharf'], category: 'Food' }, 8, [950, 1_900], {
    days: WORKDAYS,
    hours: [11, 14],
  }),
  habit(
    { name: 'Dinners', merchants: ['Juniper Kitchen', 'The Copper Pan'], category: 'Food' },
    4,
    [2_400, 7_800],
    { days: EVENINGS_OUT, hours: [18, 22] },
  ),
  habit(
    { name: 'Concerts', merchants: ['The Half Note', 'Kite Theatre'], category: 'Entertainment' },
    2.5,
    [1_500, 6_800],
    { days: EVENINGS_OUT, hours: [18, 22] },
  ),
  habit(
    { name: 'Supplies', merchants: ['Paper & Pigment', 'Volt Electronics'], category: 'Shopping' },
    3,
    [1_200, 11_500],
  ),
  habit({ name: 'Transit', merchants: ['Metro Transit'], category: 'Transportation' }, 12, [275, 550], {
    days: WORKDAYS,
    cash: true,
  }),
  habit(
    { name: 'Trips', merchants: ['Coastline Rail', 'Skylark Air'], category: 'Transportation' },
    0.5,
    [8_000, 42_000],
    { seasons: SUMMER },
  ),
  habit(
    { name: 'Clothes and gifts', merchants: ['Linden & Wool', 'Paper Lantern Books'], category: 'Shopping' },
    2,
    [1_900, 9_800],
    { seasons: GIFTS_IN_DECEMBER },
  ),
  habit({ name: 'Pharmacy', merchants: ['Greenleaf Pharmacy'], category: 'Healthcare' }, 1, [700, 4_200]),
  habit({ name: 'Barber', merchants: ['Oak Street Barber'], category: 'Personal' }, 0.9, [2_400, 3_600], {
    cash: true,
  }),
];
