import { describe, expect, test } from 'vitest';
import { addMonths, Zone } from '../calendar/calendar.ts';
import { personaHistory } from '../household/personas.ts';
import { computeNetWorth, getHoldings } from '../insights/net-worth.ts';
import { Exchange } from '../money/exchange.ts';
import { buildDigest, explainChange, joinDigests } from './digest.ts';
import { simulate } from './simulate.ts';
import type { HouseholdState } from './state.ts';

const NOW = '2026-11-21T14:00:00Z';
const ZONE = 'America/New_York';
const DOLLARS = new Exchange('USD', { USD: 1 });
const OTHERS = 'Exchange rates and other currencies';

let ids = 0;
const state = (persona: 'demo' | 'young_family') =>
  personaHistory({ persona, seed: 3, now: NOW, timeZone: ZONE, newId: () => `product-${++ids}` }).state;

const worth = (household: HouseholdState) => computeNetWorth(getHoldings(household), DOLLARS).total;
const zone = new Zone(ZONE);
const monthsLater = (months: number) => zone.getStart(addMonths(zone.getDay(Date.parse(NOW)), months));

describe('the causes of a change in net worth', () => {
  test('explain three months of a household with one currency completely', () => {
    const before = state('young_family');
    const { events, state: after } = simulate(before, monthsLater(3));
    const change = worth(after) - worth(before);
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    expect(causes.map(({ label }) => label)).not.toContain(OTHERS);
    expect(causes.reduce((sum, { amount }) => sum + amount, 0)).toBe(change);
    const of = (label: string) => causes.find((cause) => cause.label === label)?.amount ?? 0;
    expect(of('Paychecks')).toBeGreaterThan(0);
    expect(of('Purchases')).toBeLessThan(0);
    expect(of('Interest charged')).toBeLessThan(0);
  });

  test('name what other currencies add last', () => {
    const before = state('demo');
    const { events, state: after } = simulate(before, monthsLater(1));
    const change = worth(after) - worth(before) + 1_234;
    const causes = explainChange(buildDigest(events, after), change, 'USD');
    expect(causes.at(-1)).toEqual({ label: OTHERS, amount: 1_234 });
  });
});

test('money that moves between own accounts has an amount but no sign, and changes no net worth', () => {
  const { events, state: after } = simulate(state('demo'), monthsLater(1));
  const { lines } = buildDigest(events, after);
  const payments = lines.find(({ group }) => group === 'card_payment');
  expect(payments?.amounts.USD).toBe(0);
  expect(payments?.moved.USD).toBeGreaterThan(0);
  expect(payments?.items.reduce((sum, { moved }) => sum + (moved.USD ?? 0), 0)).toBe(payments?.moved.USD);
  expect(lines.find(({ group }) => group === 'pay')?.moved).toEqual({});
});

test('the digest of two periods is the digest of both', () => {
  const before = state('demo');
  const first = simulate(before, monthsLater(1));
  const second = simulate(first.state, monthsLater(2));
  const whole = buildDigest([...first.events, ...second.events], second.state);
  const joined = joinDigests(
    buildDigest(first.events, first.state),
    buildDigest(second.events, second.state),
  );
  expect(joined).toEqual(whole);
  for (const { first: begin, last, items } of whole.lines) {
    expect(begin).toBe(items[0]?.at);
    expect(last).toBeGreaterThanOrEqual(begin);
  }
});
