import { describe, expect, test } from 'vitest';
import { parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { CardState, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import { card, household, start } from '../../testing/households.ts';

const zone = new Zone('America/New_York');
const atNoon = (day: string) => zone.at(parseDay(day), 720);

const moved = (day: string, amount: number): OutsideChange => ({
  at: atNoon(day),
  productId: 'tide',
  amount,
  kind: amount < 0 ? 'card_charge' : 'card_payment',
});

/** Returns the import of a file with these charges and payments in minor units, and its reversal. */
function imported(day: string, charges: number, payments: number, undoneOn = day) {
  const shared = { productId: 'tide' };
  const posted: OutsideChange = {
    ...shared,
    at: atNoon(day),
    amount: payments - charges,
    kind: 'import',
    imported: { id: `${day} ${charges}`, payments, at: atNoon(day) },
  };
  const undone: OutsideChange = {
    ...shared,
    at: atNoon(undoneOn) + 60_000,
    amount: charges - payments,
    kind: 'import_reversal',
    imported: { id: `${day} ${charges}`, payments: -payments, at: atNoon(day) },
  };
  return { posted, undone };
}

/**
 * Returns a household with a 24% APR card that was opened on January 10. Its statements close on January 15,
 * February 12, March 15, and so on, and are due on the 9th.
 */
function tide(changes: OutsideChange[], parts: Partial<CardState> = {}): HouseholdState {
  const sorted = changes.toSorted((first, second) => first.at - second.at);
  return household({ on: '2026-01-10', cards: [card('tide', '2026-01-10', parts)], changes: sorted });
}

const statements = (state: HouseholdState, until: string) =>
  simulate(state, start(until))
    .events.filter(({ kind }) => kind === 'statement')
    .map(({ facts = {} }) => facts);

const first = moved('2026-01-12', -10_000);
/** Keeps the second cycle from its grace period, and the third one with residual interest. */
const late = [first, moved('2026-01-18', -30_000), moved('2026-02-20', 40_000)];

describe('an import into a card', () => {
  test('counts from the day of the import, without rewards', () => {
    const { posted } = imported('2026-01-13', 90_000, 50_000);
    expect(statements(tide([first, posted]), '2026-01-20')).toEqual([
      expect.objectContaining({ charges: 100_000, paid: 50_000, closing: 50_000, rewards: 100 }),
    ]);
  });

  test('pays the open statement, so that no late fee is due', () => {
    const state = (changes: OutsideChange[]) => statements(tide([first, ...changes]), '2026-02-20')[1];
    expect(state([])).toMatchObject({ fees: 2_500 });
    expect(state([imported('2026-02-01', 20_000, 10_000).posted])).toMatchObject({ fees: 0, interest: 0 });
  });

  test('is undone as if it had never been posted, whatever happened in between', () => {
    const between = [moved('2026-01-25', 4_000), moved('2026-01-29', -1_000), moved('2026-02-04', 3_000)];
    const others = [late, [first, moved('2026-01-30', 10_000)], [], [moved('2026-01-11', 700)]];
    for (const other of others)
      for (const apart of [[], between])
        for (const [charges, payments] of [
          [50_000, 0],
          [0, 8_000],
          [20_000, 90_000],
          [90_000, 20_000],
        ] as const) {
          const changes = [...other, ...apart];
          const one = imported('2026-01-22', charges, payments, '2026-02-07');
          const two = imported('2026-01-24', 7_000, 2_500, '2026-02-06');
          const without = simulate(tide(changes), start('2026-04-20'));
          const undone = [one, two].flatMap(({ posted, undone }) => [posted, undone]);
          const run = simulate(tide([...changes, ...undone]), start('2026-04-20'));
          expect(run.events.map(({ facts, key }) => ({ facts, key }))).toEqual(
            without.events.map(({ facts, key }) => ({ facts, key })),
          );
        }
  });

  test('undone after its statement closed is a credit or a charge of the next statement', () => {
    const owed = imported('2026-01-13', 30_000, 10_000, '2026-02-01');
    const [closed, next] = statements(tide([owed.posted, owed.undone]), '2026-02-20');
    expect(closed).toMatchObject({ charges: 30_000, paid: 10_000, closing: 20_000 });
    expect(next).toMatchObject({ opening: 20_000, charges: 0, paid: 20_000, fees: 0, closing: 0 });
    const credit = imported('2026-01-13', 10_000, 30_000, '2026-02-01');
    expect(statements(tide([first, credit.posted, credit.undone]), '2026-02-20')[1]).toMatchObject({
      opening: -10_000,
      charges: 20_000,
      paid: 0,
      closing: 10_000,
    });
  });

  test('in one step gives the same statements as day by day', () => {
    const { posted, undone } = imported('2026-01-22', 90_000, 20_000, '2026-02-07');
    const kept = imported('2026-02-03', 5_000, 1_000).posted;
    const changes = [...late, posted, kept, undone];
    const whole = simulate(tide(changes), start('2026-06-01'));
    let state = tide([]);
    const events = [];
    for (let day = parseDay('2026-01-11'); day <= parseDay('2026-06-01'); day += 1) {
      const to = zone.getStart(day);
      const due = changes.filter(({ at }) => at > state.at && at <= to);
      const step = simulate({ ...state, changes: due.toSorted((a, b) => a.at - b.at) }, to);
      events.push(...step.events);
      // The bank stores the state as JSON between two steps.
      state = JSON.parse(JSON.stringify(step.state));
    }
    expect(events).toEqual(whole.events);
    expect(state.cards).toEqual(JSON.parse(JSON.stringify(whole.state.cards)));
  });
});
