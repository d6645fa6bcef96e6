import type { Scenario } from '../scenarios/scenario.ts';

/**
 * A two-month scenario for tests, without randomness: pay, rent, a card balance, a loan, savings, and a bill.
 */
export const TINY_SCENARIO: Scenario = {
  format: 'sandbank-pack',
  version: 1,
  id: 'tiny',
  edition: 1,
  title: 'Two months',
  topics: ['saving'],
  difficulty: 'easy',
  months: 2,
  teaches: 'To put something aside.',
  story: ['You have {start.checking.balance} and owe {start.card.balance}.'],
  author: 'Nobody',
  license: 'CC0-1.0',
  seed: 7,
  start: {
    begins: { on: '2031-03-01' },
    you: 'A card with a limit of {start.card.limit}.',
    accounts: [
      { id: 'checking', name: 'Everyday', type: 'CHECKING', balance: 1_500 },
      { id: 'savings', name: 'Rainy Day', type: 'SAVINGS', balance: 0 },
    ],
    cards: [{ id: 'card', name: 'Card', limit: 1_000, apr: 24, balance: 400, dueDay: 20 }],
    loans: [
      {
        id: 'loan',
        name: 'Loan',
        lent: 1_200,
        rate: 6,
        months: 24,
        paid: 6,
        dueDay: 10,
        autopay: { from: 'checking' },
      },
    ],
    mortgages: [],
    incomes: [{ id: 'pay', name: 'Pay', to: 'checking', amount: 1_000, every: 'month', day: 5, isPay: true }],
    payments: [
      {
        id: 'rent',
        name: 'Rent',
        from: 'checking',
        to: { payee: 'Landlord' },
        amount: 700,
        every: 'month',
        day: 3,
        category: 'Housing',
      },
    ],
    budgets: [{ category: 'Housing', amount: 750 }],
    goals: [{ id: 'reserve', name: 'Reserve', target: 500, account: 'savings', month: 2 }],
  },
  events: [
    {
      id: 'tooth',
      day: 40,
      kind: 'bill',
      title: 'A tooth',
      text: 'The dentist asks for {event.tooth.amount}.',
      amount: 250,
      payee: 'Dentist',
      category: 'Healthcare',
    },
  ],
  checkpoints: [{ id: 'half', day: 31, title: 'Half time', text: 'You have {play.cash}.' }],
  objectives: [
    {
      id: 'saved',
      text: 'Save {objective.saved.target}.',
      measure: { figure: 'balance', of: 'savings', atLeast: 300, when: 'end' },
      met: 'You saved {objective.saved.value}.',
      missed: 'You saved only {objective.saved.value}.',
    },
    {
      id: 'no-fees',
      text: 'Don’t pay any late fees.',
      measure: { figure: 'late_fees', atMost: 0, when: 'always' },
      required: false,
      met: 'None.',
      missed: '{play.late_fees} of them.',
    },
  ],
  losing: [{ id: 'broke', text: 'Less than {losing.broke.target}.', figure: 'cash', below: 100, days: 2 }],
  debrief: {
    won: ['You kept {play.cash}, {difference.cash} away from the reference.'],
    lost: ['It cost {play.interest} of interest.'],
    reference: {
      text: 'Others keep {reference.cash}.',
      moves: [{ day: 6, kind: 'save', from: 'checking', to: 'savings', amount: 150, every: 'month' }],
    },
  },
};
