import { TINY_SCENARIO } from './tiny-scenario.ts';

/** The file of a scenario that uses every part of the bank: pay details, funds, a CD, insurance, and so on. */
export const FULL_SCENARIO = {
  ...TINY_SCENARIO,
  id: 'full',
  months: 14,
  story: [
    'You earn {start.pay.gross} a year, about {start.pay.amount} a paycheck. PMI costs {start.home.pmi}.',
  ],
  start: {
    ...TINY_SCENARIO.start,
    age: 40,
    increases: true,
    unemployment: true,
    accounts: [
      {
        id: 'checking',
        name: 'Everyday',
        type: 'CHECKING',
        balance: 6_000,
        overdraft: { savings: 'savings' },
      },
      { id: 'savings', name: 'Rainy Day', type: 'SAVINGS', balance: 900, plan: 'goal_saver' },
      { id: 'cd', name: 'One-Year CD', type: 'CD', balance: 2_000, months: 12 },
      {
        id: 'fund',
        name: 'Index Fund',
        type: 'INVESTMENT',
        balance: 10_000,
        funds: { mix: { usStocks: 60, bonds: 30 }, rebalances: 'yearly', monthsBefore: 18, gain: 25 },
      },
      { id: 'plan', name: '401(k)', type: 'INVESTMENT', balance: 0, taxTreatment: '401k' },
    ],
    cards: [
      {
        ...{ id: 'card', name: 'Card', limit: 1_000, apr: 22.99, balance: 400, dueDay: 20 },
        ...{ product: 'quarter_five', monthsBefore: 8 },
      },
    ],
    mortgages: [
      {
        ...{
          id: 'home',
          name: 'Home',
          lent: 180_000,
          rate: 5.5,
          dueDay: 4,
          years: 30,
          paid: 12,
          price: 200_000,
        },
        ...{ autopay: { from: 'checking' }, pmi: true, points: 1_800 },
        escrow: { tax: 1_800, insurance: 900 },
      },
    ],
    incomes: [
      {
        id: 'pay',
        name: 'Pay',
        to: 'checking',
        every: 'two weeks',
        isPay: true,
        yearly: 'none',
        pay: {
          ...{ grossPerYear: 78_000, statePercent: 4, health: 60 },
          ...{ retirementPercent: 4, matchPercent: 50, matchUpTo: 4, retirementTo: 'plan' },
        },
      },
    ],
    payments: [
      {
        ...{ id: 'rent', name: 'Studio rent', from: 'checking', to: { payee: 'Landlord' }, amount: 700 },
        ...{ every: 'month', day: 3, category: 'Housing' },
      },
      {
        ...{ id: 'invest', name: 'To Index Fund', from: 'checking', to: { product: 'fund' }, amount: 100 },
        ...{ every: 'month', day: 6, fund: 'usStocks' },
      },
      {
        ...{ id: 'car', name: 'Car insurance', from: 'checking', to: { payee: 'Mutual' }, amount: 90 },
        ...{ every: 'month', day: 8, category: 'Transportation', yearly: 5 },
      },
    ],
    insurance: [
      { kind: 'health', deductible: 1_900, coinsurance: 20, limit: 6_000 },
      { kind: 'car', payment: 'car', deductible: 500 },
      { kind: 'home', deductible: 1_000 },
    ],
  },
  events: [
    {
      ...{ id: 'tooth', day: 40, kind: 'bill', title: 'A tooth', text: 'The dentist.', amount: 3_000 },
      ...{ payee: 'Dentist', category: 'Healthcare' },
    },
    {
      ...{ id: 'roof', day: 45, kind: 'bill', title: 'The roof', text: 'The roofer.', amount: 250 },
      ...{ payee: 'Roofer', category: 'Housing' },
    },
    { id: 'layoff', day: 60, kind: 'job loss', title: 'No pay', text: 'The end.', months: 3 },
  ],
  debrief: { won: ['You saved.'], lost: ['You didn’t save.'] },
} as const;
