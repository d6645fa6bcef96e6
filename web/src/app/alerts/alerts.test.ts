import { describe, expect, it } from 'vitest';
import { ABOUTS, getNotificationKind } from '@/entities/notification/notification-kinds';
import { type BudgetFacts, budgetNotices, type Facts, getAlerts, newsNotices } from './alerts';

const nothing: Facts = { accounts: [], cards: [], applications: [], preferences: [], today: '2026-10-14' };
const account = { id: 'a', name: 'Everyday', balance: 250, currency: 'USD', user_id: 'me', closed_at: null };
const card = {
  id: 'c',
  name: 'Tide Card',
  balance: 0,
  credit_limit: 1000,
  due_date: '2026-12-01',
  currency: 'USD',
};
const titles = (facts: Partial<Facts>) => getAlerts({ ...nothing, ...facts }).map(({ title }) => title);

describe('alerts', () => {
  it.each([
    [99.99, ['Low Balance Alert']],
    [100, []],
    [0, ['Low Balance Alert']],
  ])('a balance of %d causes %j', (balance, expected) => {
    expect(titles({ accounts: [{ ...account, balance }] })).toEqual(expected);
  });

  it('a shared or closed account causes no alert', () => {
    const accounts = [
      { ...account, balance: 5, user_id: null },
      { ...account, balance: 0, closed_at: '2026-10-01T00:00:00Z' },
    ];
    expect(titles({ accounts })).toEqual([]);
  });

  it.each([
    [900, []],
    [900.01, ['Credit Limit Alert']],
  ])('a card at %d of 1,000.00 causes %j', (balance, expected) => {
    expect(titles({ cards: [{ ...card, balance }] })).toEqual(expected);
  });

  it.each([
    ['Reef Card', "You've used $950.00 of the $1,000.00 limit on your Reef Card."],
    ['Reef', "You've used $950.00 of the $1,000.00 limit on your Reef card."],
    ['Postcard', "You've used $950.00 of the $1,000.00 limit on your Postcard card."],
  ])('an alert about the balance of %s names the card once', (name, message) => {
    expect(getAlerts({ ...nothing, cards: [{ ...card, name, balance: 950 }] })).toMatchObject([{ message }]);
  });

  it.each([
    ['Joint Account', 'Your Joint Account balance is $5.00.'],
    ['Everyday', 'Your Everyday account balance is $5.00.'],
  ])('an alert about the balance of %s names the account once', (name, message) => {
    expect(getAlerts({ ...nothing, accounts: [{ ...account, name, balance: 5 }] })).toMatchObject([
      { message },
    ]);
  });

  it.each([
    ['2026-10-13', []],
    ['2026-10-14', ['Your Tide Card payment is due in 0 days.']],
    ['2026-10-15', ['Your Tide Card payment is due in 1 days.']],
    ['2026-10-17', ['Your Tide Card payment is due in 3 days.']],
    ['2026-10-18', []],
  ])('a card payment due on %s reads %j', (due_date, expected) => {
    const alerts = getAlerts({ ...nothing, cards: [{ ...card, balance: 10, due_date }] });
    expect(alerts.map(({ message }) => message)).toEqual(expected);
  });

  it('a card without a balance has no payment due', () => {
    expect(titles({ cards: [{ ...card, due_date: '2026-10-15' }] })).toEqual([]);
  });

  it('an approved application states its amount in USD, and others cause nothing', () => {
    const applications = [
      { id: '1', status: 'approved', loan_amount: 12500 },
      { id: '2', status: 'submitted', loan_amount: 1 },
    ];
    const alerts = getAlerts({ ...nothing, applications });
    expect(alerts).toMatchObject([{ title: 'Loan Approved', type: 'success' }]);
    expect(alerts[0]?.message).toContain('$12,500.00');
  });
});

describe('notification settings', () => {
  const row = (about: string, item_id: string | null, enabled: boolean, threshold: number | null = null) => ({
    about,
    item_id,
    enabled,
    threshold,
  });

  it('for one account apply to it, and the general settings apply to the others', () => {
    const accounts = [
      { ...account, balance: 30 },
      { ...account, id: 'b', balance: 30 },
    ];
    const low = (...preferences: Facts['preferences']) =>
      getAlerts({ ...nothing, accounts, preferences }).map(({ key }) => key);
    expect(low(row('low_balance', null, true, 20))).toEqual([]);
    expect(low(row('low_balance', null, true, 20), row('low_balance', 'b', true, 50))).toEqual([
      'low-balance b',
    ]);
    expect(low(row('low_balance', 'a', false, 100))).toEqual(['low-balance b']);
  });

  it('change the limit percentage and the days before a payment', () => {
    const cards = [{ ...card, balance: 600, due_date: '2026-10-20' }];
    expect(titles({ cards })).toEqual([]);
    expect(titles({ cards, preferences: [row('credit_limit', 'c', true, 50)] })).toEqual([
      'Credit Limit Alert',
    ]);
    expect(titles({ cards, preferences: [row('payment_due', null, true, 7)] })).toEqual(['Payment Due Soon']);
  });

  it('turn off alerts about approved loans', () => {
    const applications = [{ id: '1', status: 'approved', loan_amount: 12500 }];
    expect(titles({ applications, preferences: [row('loan_approved', null, false)] })).toEqual([]);
  });
});

describe('budget alerts', () => {
  const food = { category_id: 'f', category: 'Food', currency: 'USD', available: 100, spent: 120 };
  const october: BudgetFacts = {
    budgets: [],
    month: '2026-10-01',
    steady: new Set<string>(),
    preferences: [],
    today: '2026-10-14',
  };
  const raised = (facts: Partial<BudgetFacts>) =>
    budgetNotices({ ...october, ...facts }).map(({ title }) => title);

  it.each([
    [79.99, []],
    [80, ['Budget Nearly Used']],
    [100, ['Budget Nearly Used']],
    [100.01, ['Budget Passed']],
  ])('%d spent of a budget of 100.00 causes %j', (spent, expected) => {
    expect(
      raised({
        budgets: [
          { ...food, spent },
          { ...food, available: null },
        ],
      }),
    ).toEqual(expected);
  });

  it('belong to the month of their numbers, and disappear when the clock leaves it', () => {
    expect(budgetNotices({ ...october, budgets: [food] })).toMatchObject([
      {
        id: 'budget_passed f 2026-10',
        to: '/budgets',
        message: 'You have spent $120.00 of $100.00 on Food in October.',
      },
    ]);
    expect(raised({ budgets: [food], today: '2026-11-01' })).toEqual([]);
  });

  it('at 80% exclude fixed monthly costs and unknown ones', () => {
    const rent = { ...food, category_id: 'r', spent: 95 };
    expect(raised({ budgets: [rent], steady: new Set(['r']) })).toEqual([]);
    expect(raised({ budgets: [rent], steady: null })).toEqual([]);
    expect(raised({ budgets: [{ ...rent, spent: 101 }], steady: new Set(['r']) })).toEqual(['Budget Passed']);
  });

  it('are off where the customer turned them off', () => {
    const off = { about: 'budget_passed', item_id: null, enabled: false, threshold: null };
    expect(raised({ budgets: [food], preferences: [off] })).toEqual([]);
  });
});

describe('event alerts', () => {
  const landed = {
    kind: 'deposit_landed',
    event_key: 'pay:1',
    at: '2026-10-14T06:00:00Z',
    message: 'Pay of $500.00 arrived in Everyday.',
    path: '/auto-deposit',
    others: 0,
  };

  it("describe the event in the bank's words with a link", () => {
    expect(newsNotices([landed, { ...landed, kind: 'something newer' }])).toEqual([
      {
        kind: 'deposit_landed',
        id: 'deposit_landed pay:1',
        at: landed.at,
        title: 'Deposit Landed',
        type: 'success',
        message: landed.message,
        to: '/auto-deposit',
      },
    ]);
  });

  it('state how many similar events there are', () => {
    expect(newsNotices([{ ...landed, others: 11 }])[0]?.message).toBe(
      'Pay of $500.00 arrived in Everyday, and 11 more like it.',
    );
  });

  it('have no title that leads elsewhere', () => {
    for (const about of ABOUTS.slice(4))
      expect(getNotificationKind(about).title).not.toMatch(/Loan Approved|Credit Limit|Low Balance/);
  });
});
