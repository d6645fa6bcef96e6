import { expect, it } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { TINY_SCENARIO } from '../testing/tiny-scenario.ts';
import { findScenarioLoss } from './loss.ts';
import type { Scenario } from './scenario.ts';
import { buildScenarioStart } from './start.ts';

const ZONE = new Zone('America/New_York');
const BEGINS = parseDay('2031-03-01');

const ON_FAILURE: Scenario['losing'] = [
  { id: 'failed', text: 'A payment failed.', figure: 'failed_payments', above: 0 },
];

/** Builds the scenario with a given rent. A failed payment loses the run. */
const startWithRent = (rent: number) => startScenario({ losing: ON_FAILURE, rent });

/** Builds the scenario with the given losing conditions. `rent` is the amount of the rent in dollars. */
function startScenario({ losing, rent: amount }: { losing: Scenario['losing']; rent: number }) {
  const pack: Scenario = {
    ...TINY_SCENARIO,
    start: {
      ...TINY_SCENARIO.start,
      payments: TINY_SCENARIO.start.payments.map((payment) => ({ ...payment, amount })),
    },
    losing,
  };
  let ids = 100;
  const newId = () => `id-${++ids}`;
  return buildScenarioStart(pack, { begins: BEGINS, timeZone: 'America/New_York', newId }).row;
}

it('finds the first due date and the shortfall of a rent payment that ends the scenario', () => {
  const loss = findScenarioLoss(startWithRent(5_000), ZONE.getStart(BEGINS + 40));
  expect(loss && dayText(loss.on)).toBe('2031-03-06');
  expect(loss?.payment).toEqual({
    name: 'Rent',
    on: parseDay('2031-03-03'),
    amount: 500_000,
    missing: 350_000,
    currency: 'USD',
    isSetUp: true,
  });
});

it('finds a loss by a condition without a payment, with the days on which it first applies', () => {
  const row = startScenario({
    losing: [{ id: 'poor', text: 'You had little.', figure: 'cash', below: 1_200, days: 1 }],
    rent: 700,
  });
  expect(findScenarioLoss(row, ZONE.getStart(BEGINS + 31))).toMatchObject({
    on: parseDay('2031-03-04'),
    since: parseDay('2031-03-03'),
    payment: null,
    play: { outcome: { state: 'lost', by: 'poor' } },
  });
  expect(findScenarioLoss(row, ZONE.getStart(BEGINS + 3))).toBeNull();
});

it('finds a loss by a required objective that is missed on the last day', () => {
  const row = startScenario({ losing: [], rent: 700 });
  const last = ZONE.getDay(ZONE.getStart(parseDay('2031-04-30')));
  expect(findScenarioLoss(row, ZONE.getStart(last + 30))).toMatchObject({
    on: last,
    since: last,
    payment: null,
    play: { outcome: { state: 'lost', by: 'saved' } },
  });
  expect(findScenarioLoss(row, ZONE.getStart(last))).toBeNull();
});

it('finds no loss before the rent fails, or if every payment is made', () => {
  expect(findScenarioLoss(startWithRent(5_000), ZONE.getStart(BEGINS + 3))).toBeNull();
  expect(findScenarioLoss(startWithRent(700), ZONE.getStart(BEGINS + 31))).toBeNull();
});
