import { describe, expect, test } from 'vitest';
import { addMonths, Zone } from '../calendar/calendar.ts';
import { personaHistory } from '../household/personas.ts';
import { computeNetWorth, getHoldings } from '../insights/net-worth.ts';
import { Exchange } from '../money/exchange.ts';
import { addMinor, markMinor, negateMinor, subtractMinor } from '../money/minor.ts';
import { buildDigest, explainChange, joinDigests, summarizeMovements } from './digest.ts';
import { simulate } from './simulate.ts';
import type { HouseholdState } from './state.ts';

const NOW = '2026-11-21T14:00:00Z';
const ZONE = 'America/New_York';
const DOLLARS = new Exchange('USD', { USD: 1 });
const OTHERS = 'Exchange rates and other changes';

let ids = 0;
const state = (persona: 'demo' | 'young_family') =>
  personaHistory({ persona, seed: 3, now: NOW, timeZone: ZONE, newId: () => `product-${++ids}` }).state;

const worth = (household: HouseholdState) => computeNetWorth(getHoldings(household), DOLLARS).total;
const zone = new Zone(ZONE);
const monthsLater = (months: number) => zone.getStart(addMonths(zone.getDay(Date.parse(NOW)), months));

describe('the causes of a change in net worth', () => {
  test('add up to the change over three months in a household with one currency', () => {
    const before = state('young_family');
    const { events, state: after } = simulate(before, monthsLater(3));
    const change = subtractMinor(worth(after), worth(before));
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    expect(causes.map(({ label }) => label)).not.toContain(OTHERS);
    expect(causes.reduce((sum, { amount }) => sum + amount, 0)).toBe(change);
    const getAmount = (label: string) => causes.find((cause) => cause.label === label)?.amount ?? 0;
    expect(getAmount('Paychecks')).toBeGreaterThan(0);
    expect(getAmount('Purchases')).toBeLessThan(0);
    expect(getAmount('Interest charged')).toBeLessThan(0);
  });

  test('count money that the bank holds for a debt as the customer’s', () => {
    const before = state('young_family');
    const debt = before.debts.find(({ autopay }) => autopay);
    if (!debt) throw new Error('The household has no debt with autopay.');
    const next = zone.getDay(Date.parse(NOW)) + 3;
    const biweekly = { id: 'held', currency: debt.currency, balance: 0, next };
    const debts = before.debts.map((each) => (each === debt ? { ...each, biweekly } : each));
    const { events, state: after } = simulate({ ...before, debts }, monthsLater(1));
    expect(after.debts.some(({ biweekly }) => (biweekly?.balance ?? 0) > 0)).toBe(true);
    const change = subtractMinor(worth(after), worth({ ...before, debts }));
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    expect(causes.map(({ label }) => label)).not.toContain(OTHERS);
    expect(causes.map(({ label }) => label)).not.toContain('Other');
  });

  test('end with the effect of other currencies', () => {
    const before = state('demo');
    const { events, state: after } = simulate(before, monthsLater(1));
    const change = addMinor(worth(after), negateMinor(worth(before)), markMinor(1_234));
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    expect(causes.at(-1)).toMatchObject({ label: OTHERS, amount: 1_234, postings: [] });
  });

  test('name opening balances and deposited checks, which are not income', () => {
    const money = { subject: null, isPay: false, isSurprise: false, product: 'account', currency: 'USD' };
    const digest = summarizeMovements([
      { ...money, kind: 'opening', amount: markMinor(200_000_00), times: 1 },
      { ...money, kind: 'check_deposit', amount: markMinor(3_000_00), times: 1 },
    ]);
    expect(explainChange(digest, markMinor(203_000_00), 'USD')).toMatchObject([
      { label: 'Deposits', amount: 3_000_00 },
      { label: 'Opening balances', amount: 200_000_00 },
    ]);
  });

  test('count a transfer to an account in another currency as an exchange', () => {
    const transfer = { kind: 'transfer', subject: null, isPay: false, isSurprise: false, product: 'account' };
    const digest = summarizeMovements([
      { ...transfer, currency: 'USD', amount: markMinor(-700_00), times: 1 },
      { ...transfer, currency: 'EUR', amount: markMinor(645_64), times: 1 },
    ]);
    // The euros are worth 699.10.
    expect(explainChange(digest, markMinor(-90), 'USD')).toMatchObject([{ label: OTHERS, amount: -90 }]);
  });

  test('are the sums of their postings, also of those that the digest leaves out', () => {
    const before = state('young_family');
    const { events, state: after } = simulate(before, monthsLater(12));
    const change = subtractMinor(worth(after), worth(before));
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    for (const { label, amount, postings, others } of causes.filter(({ label }) => label !== OTHERS)) {
      const listed = postings.reduce((sum, posting) => sum + posting.amount, 0);
      expect([label, listed + others.amount]).toEqual([label, amount]);
      expect(others.count === 0 && others.amount !== 0).toBe(false);
    }
    const purchases = causes.find(({ label }) => label === 'Purchases');
    expect(purchases?.postings).toHaveLength(20);
    expect(purchases?.others.count).toBeGreaterThan(100);
  });

  test('count the payment of a surprise as a surprise, not as a bill or a purchase', () => {
    const before = { ...state('young_family'), surprises: undefined, spendingProfile: null };
    const on = zone.getDay(Date.parse(NOW)) + 3;
    const shocks = [{ id: 'flat-tire', kind: 'car_repair' as const, on, size: 12_300 }];
    const { events, state: after } = simulate({ ...before, shocks }, monthsLater(1));
    const change = subtractMinor(worth(after), worth(before));
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    expect(causes.find(({ label }) => label === 'Surprises')).toMatchObject({
      amount: -12_300,
      postings: [{ description: 'Car repair', amount: -12_300 }],
    });
    expect(causes.map(({ label }) => label)).not.toContain('Purchases');
    expect(causes.reduce((sum, { amount }) => sum + amount, 0)).toBe(change);
  });
});

test('a card payment from an own account is counted as moved and leaves net worth unchanged', () => {
  const { events, state: after } = simulate(state('demo'), monthsLater(1));
  const { lines } = buildDigest(events, after);
  const payments = lines.find(({ group }) => group === 'card_payment');
  expect(payments?.amounts.USD).toBe(0);
  expect(payments?.moved.USD).toBeGreaterThan(0);
  expect(payments?.items.reduce((sum, { moved }) => sum + (moved.USD ?? 0), 0)).toBe(payments?.moved.USD);
  expect(lines.find(({ group }) => group === 'pay')?.moved).toEqual({});
});

test('joins the digests of two months into the digest of both months', () => {
  const before = state('demo');
  const first = simulate(before, monthsLater(1));
  const second = simulate(first.state, monthsLater(2));
  const whole = buildDigest([...first.events, ...second.events], second.state);
  const joined = joinDigests(
    buildDigest(first.events, first.state),
    buildDigest(second.events, second.state),
  );
  expect(joined).toEqual(whole);
  for (const { first: start, last, items } of whole.lines) {
    expect(start).toBe(items[0]?.at);
    expect(last).toBeGreaterThanOrEqual(start);
  }
});
