import type { CustomerContext } from '../intent.ts';

const usd = { currency: 'USD' } as const;

/** The household of the examples. November 22, 2026 is a Sunday. */
export const CUSTOMER: CustomerContext = {
  today: '2026-11-22',
  timeZone: 'America/New_York',
  baseCurrency: 'USD',
  accounts: [
    { id: 'a1', name: 'Everyday Checking', type: 'CHECKING', balance: 3214.6, ...usd },
    { id: 'a2', name: 'Travel Euros', type: 'CHECKING', currency: 'EUR', balance: 640 },
    { id: 'a3', name: 'Rainy Day Savings', type: 'SAVINGS', balance: 8450.25, ...usd },
    { id: 'a4', name: 'Index Fund', type: 'INVESTMENT', balance: 12300, ...usd },
  ],
  cards: [
    { id: 'c1', name: 'Tide Card', balance: 412.3, limit: 5000, frozen: false, ...usd },
    { id: 'c2', name: 'Reef Card', balance: 1290, limit: 3000, frozen: false, ...usd },
  ],
  loans: [{ id: 'l1', name: 'Car loan', balance: 9120.4, ...usd }],
  mortgages: [{ id: 'm1', name: 'Mortgage', balance: 248000, ...usd }],
  scheduledPayments: [
    payment('p1', 'Netflix', 'Netflix', 15.49, '2026-12-03'),
    payment('p2', 'City Power', 'City Power & Light', 84, '2026-12-01'),
    payment('p3', 'Gym', 'Northside Gym', 39, '2026-12-05'),
    payment('p4', 'To Rainy Day Savings', null, 250, '2026-12-01'),
    payment('p5', 'Rent', 'Linden Street Apartments', 1450, '2026-12-01'),
  ],
  autoDeposits: [
    {
      id: 'd1',
      name: 'Harbor Studio payroll',
      amount: 4100,
      frequency: 'MONTHLY',
      accountId: 'a1',
      isPay: true,
      nextDay: '2026-11-30',
    },
  ],
  contacts: [
    { id: 'k1', name: 'Maya Patel', address: 'maya.patel@friends.example' },
    { id: 'k2', name: 'Tom Becker', address: 'tom.becker@friends.example' },
    { id: 'k3', name: 'Tom Baker', address: 'tom.baker@friends.example' },
    { id: 'k4', name: 'Nadia Rahman', address: 'nadia@friends.example' },
  ],
  merchants: [
    'Corner Grocer',
    'Blackbird Coffee',
    'Netflix',
    'Spotify',
    'Hillside Market',
    'Bayside Fuel',
    'Juniper Kitchen',
    'Greenleaf Pharmacy',
    'Harbor Cinema',
    'Starbucks',
    'Amazon',
    'Linden & Wool',
    'Linden Street Apartments',
    'City Power & Light',
    'Home & Harrow',
    'Metro Transit',
  ],
  tags: ['holiday', 'kids'],
  categories: [
    ...'Housing Transportation Food Utilities Healthcare Entertainment Shopping Personal Savings Other'
      .split(' ')
      .map((name) => ({ id: `g-${name.toLowerCase()}`, name, kind: 'spending' as const })),
    ...['Salary', 'Interest', 'Refund', 'Gift', 'Other income'].map((name) => ({
      id: `i-${name.toLowerCase()}`,
      name,
      kind: 'income' as const,
    })),
  ],
  budgets: [
    { categoryId: 'g-food', amount: 600, currency: 'USD' },
    { categoryId: 'g-transportation', amount: 200, currency: 'USD' },
    { categoryId: 'g-entertainment', amount: 120, currency: 'USD' },
  ],
  goals: [
    { id: 't1', name: 'Emergency fund', target: 10000, currency: 'USD', targetDay: '2027-06-30' },
    { id: 't2', name: 'Two weeks in Lisbon', target: 3200, currency: 'USD', targetDay: null },
  ],
};

function payment(id: string, name: string, payee: string | null, amount: number, nextDay: string) {
  return { id, name, payee, amount, frequency: 'MONTHLY' as const, accountId: 'a1', nextDay };
}
