import { dayText, parseDay, Zone } from '@engine/calendar/calendar.ts';
import type { Minor } from '@engine/money/minor.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import { account, household } from '@engine/testing/households.ts';
import { describe, expect, it } from 'vitest';
import { type Assumption, getNextDay, readAssumptions, withAssumptions } from './assumptions';

const TODAY = parseDay('2026-03-02');
const STATE = household({ on: '2026-03-02', accounts: [account('checking', 100_000)] });
const ZONE = new Zone(STATE.timeZone);

const layer = (parts: Partial<Assumption>): Assumption => ({
  id: 'imagined',
  kind: 'bill',
  name: 'Gym',
  amount: 5_000 as Minor,
  startDate: '2026-03-05',
  frequency: 'MONTHLY',
  accountId: 'checking',
  ...parts,
});

/** Returns the movements of the next `days` days as pairs of day and amount. */
function moves(layers: readonly Assumption[], days: number): [string, number | undefined][] {
  const { events } = simulate(withAssumptions(STATE, layers, ZONE), ZONE.getStart(TODAY + days));
  return events.map(({ at, lines }) => [
    dayText(ZONE.getDay(at)),
    lines?.find(({ ledger }) => ledger === 'checking')?.amount,
  ]);
}

describe('assumptions', () => {
  it('are simulated like real rules: a monthly bill, a one-time purchase, a one-time income', () => {
    const purchase = layer({ id: 'sofa', kind: 'purchase', frequency: 'ONCE', amount: 9_900 as Minor });
    const income = layer({ id: 'gift', kind: 'income', frequency: 'ONCE', startDate: '2026-03-06' });
    expect(moves([layer({}), purchase, income], 50)).toEqual([
      ['2026-03-05', -5_000],
      ['2026-03-05', -9_900],
      ['2026-03-06', 5_000],
      ['2026-04-05', -5_000],
    ]);
  });

  it('have no past: earlier recurring ones continue with their next date, and earlier one-time ones are over', () => {
    expect(moves([layer({ startDate: '2026-01-20' })], 50)).toEqual([
      ['2026-03-20', -5_000],
      ['2026-04-20', -5_000],
    ]);
    expect(moves([layer({ startDate: '2026-01-20', frequency: 'ONCE' })], 50)).toEqual([]);
    expect(getNextDay(layer({ startDate: '2026-01-20' }), TODAY, ZONE)).toBe('2026-03-20');
    expect(getNextDay(layer({ startDate: '2026-01-20', frequency: 'ONCE' }), TODAY, ZONE)).toBeNull();
  });

  it('are left out if their account is gone', () => {
    expect(withAssumptions(STATE, [layer({ accountId: 'closed long ago' })], ZONE)).toEqual(STATE);
  });

  it('are restored from the browser, and invalid stored values are ignored', () => {
    expect(readAssumptions(JSON.stringify([layer({})]))).toEqual([layer({})]);
    for (const text of [null, '', '{', '7', '[{"kind":"bill"}]', '[{"amount":0.5}]'])
      expect(readAssumptions(text)).toEqual([]);
  });
});
