import { expect, it } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { findScenarioLoss } from './loss.ts';
import type { Pack } from './scenario.ts';
import { packBeginning } from './start.ts';
import { TINY_PACK } from './testing.ts';

const ZONE = new Zone('America/New_York');
const BEGINS = parseDay('2031-03-01');

/** The scenario with a rent, lost when a payment fails. */
function startWithRent(amount: number) {
  const pack: Pack = {
    ...TINY_PACK,
    start: {
      ...TINY_PACK.start,
      payments: TINY_PACK.start.payments.map((rent) => ({ ...rent, amount })),
    },
    losing: [{ id: 'failed', words: 'A payment failed.', figure: 'failed_payments', above: 0 }],
  };
  let ids = 100;
  const newId = () => `id-${++ids}`;
  return packBeginning(pack, { begins: BEGINS, timeZone: 'America/New_York', newId }).row;
}

it('finds the first due date and the missing amount of a rent that fails and ends the scenario', () => {
  const loss = findScenarioLoss(startWithRent(5_000), ZONE.startOf(BEGINS + 40));
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

it('finds no loss before the failing rent is given up, nor when every payment is made', () => {
  expect(findScenarioLoss(startWithRent(5_000), ZONE.startOf(BEGINS + 3))).toBeNull();
  expect(findScenarioLoss(startWithRent(700), ZONE.startOf(BEGINS + 31))).toBeNull();
});
