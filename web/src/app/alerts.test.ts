import { describe, expect, it } from 'vitest';
import { alertsOf, type Facts } from './alerts';

const nothing: Facts = { accounts: [], cards: [], applications: [], today: '2026-10-14' };
const account = { id: 'a', name: 'Everyday', balance: 250, currency: 'USD', user_id: 'me', closed_at: null };
const card = {
  id: 'c',
  name: 'Tide Card',
  balance: 0,
  credit_limit: 1000,
  due_date: '2026-12-01',
  currency: 'USD',
};
const titles = (facts: Partial<Facts>) => alertsOf({ ...nothing, ...facts }).map(({ title }) => title);

describe('alerts', () => {
  it.each([
    [99.99, ['Low Balance Alert']],
    [100, []],
    [0, ['Low Balance Alert']],
  ])('a balance of %d raises %j', (balance, expected) => {
    expect(titles({ accounts: [{ ...account, balance }] })).toEqual(expected);
  });

  it('a shared or closed account raises nothing', () => {
    const accounts = [
      { ...account, balance: 5, user_id: null },
      { ...account, balance: 0, closed_at: '2026-10-01T00:00:00Z' },
    ];
    expect(titles({ accounts })).toEqual([]);
  });

  it.each([
    [900, []],
    [900.01, ['Credit Limit Alert']],
  ])('a card at %d of 1,000.00 raises %j', (balance, expected) => {
    expect(titles({ cards: [{ ...card, balance }] })).toEqual(expected);
  });

  it.each([
    ['2026-10-13', []],
    ['2026-10-14', ['Your Tide Card payment is due in 0 days.']],
    ['2026-10-15', ['Your Tide Card payment is due in 1 days.']],
    ['2026-10-17', ['Your Tide Card payment is due in 3 days.']],
    ['2026-10-18', []],
  ])('a card with a balance due on %s says %j', (due_date, expected) => {
    const alerts = alertsOf({ ...nothing, cards: [{ ...card, balance: 10, due_date }] });
    expect(alerts.map(({ message }) => message)).toEqual(expected);
  });

  it('what happened by itself is told for three days, in its own words', () => {
    const news = [
      {
        event_key: 'rent:1',
        kind: 'payment_failed',
        description: 'Rent could not be paid',
        day: '2026-10-12',
      },
      { event_key: 'rent:0', kind: 'payment_failed', description: 'Rent', day: '2026-09-12' },
      { event_key: 'value', kind: 'property_value', description: 'Your home', day: '2026-10-14' },
    ];
    expect(alertsOf({ ...nothing, news })).toEqual([
      {
        key: 'happened rent:1',
        once: 'session',
        type: 'error',
        title: 'Payment Failed',
        message: 'Rent could not be paid.',
      },
    ]);
  });

  it.each([
    [79.99, []],
    [80, ['Budget Nearly Used']],
    [100, ['Budget Nearly Used']],
    [100.01, ['Budget Passed']],
  ])('%d spent of a budget of 100.00 raises %j', (spent, expected) => {
    const food = { category_id: 'f', category: 'Food', currency: 'USD', available: 100, spent };
    expect(titles({ budgets: [food, { ...food, available: null }] })).toEqual(expected);
  });

  it('a budget is told of once in a month, with a link of its own and none of the phrases that lead elsewhere', () => {
    const food = { category_id: 'f', category: 'Food', currency: 'USD', available: 100, spent: 120 };
    const [alert] = alertsOf({ ...nothing, budgets: [food] });
    expect(alert).toMatchObject({
      key: 'budget_passed f 2026-10',
      once: 'ever',
      to: '/budgets',
      message: 'You have spent $120.00 of $100.00 on Food in October.',
    });
    expect(`${alert?.title} ${alert?.message}`).not.toMatch(/Loan Approved|Credit Limit|Low Balance/);
  });

  it('a card without a balance is never due', () => {
    expect(titles({ cards: [{ ...card, due_date: '2026-10-15' }] })).toEqual([]);
  });

  it('an approved application states its amount in USD, others say nothing', () => {
    const applications = [
      { id: '1', status: 'approved', loan_amount: 12500 },
      { id: '2', status: 'submitted', loan_amount: 1 },
    ];
    const alerts = alertsOf({ ...nothing, applications });
    expect(alerts).toMatchObject([{ title: 'Loan Approved', type: 'success' }]);
    expect(alerts[0]?.message).toContain('$12,500.00');
  });
});
