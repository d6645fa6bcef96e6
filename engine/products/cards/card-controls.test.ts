import { describe, expect, test } from 'vitest';
import { addMonths, DAY_MS, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { CardState, EngineEvent, Habit, HouseholdState } from '../../simulation/state.ts';
import { account, card, household } from '../../testing/households.ts';
import { allowsPurchase, type CardControls, countPurchase } from './card-controls.ts';

const zone = new Zone('America/New_York');
const instant = (day: string) => zone.getStart(parseDay(day));

const daily = (name: string, category: string): Habit => ({
  name,
  merchants: [name],
  category,
  chances: Array(7).fill(1_000),
  from: 1_000,
  to: 1_000,
  hours: [9, 18],
  by: 'card',
});

function shopper(limits: CardControls['limits'], spent: CardControls['spent'] = {}): HouseholdState {
  const state = household({
    on: '2026-01-10',
    accounts: [account('checking', 1_000_000)],
    cards: [card('tide', '2026-01-05', { controls: { limits, month: '2026-01', spent } })],
  });
  return {
    ...state,
    spendingProfile: {
      persona: 'shopper',
      habits: [daily('Grocer', 'Food'), daily('Cinema', 'Entertainment')],
      accountId: 'checking',
      cardId: 'tide',
      floor: 0,
      priceLevel: 1_000_000,
      inflation: 0,
      luck: false,
    },
  };
}

const bought = (events: EngineEvent[], merchant: string, month: string) =>
  events.filter(
    (event) =>
      event.merchant === merchant &&
      zone.getDay(event.at) >= parseDay(`${month}-01`) &&
      zone.getDay(event.at) < addMonths(parseDay(`${month}-01`), 1),
  ).length;

test.each(['constructor', '__proto__'])(
  'spending in a category called %s is counted like any other',
  (name) => {
    const controls: CardControls = { limits: [], month: '2026-01', spent: {} };
    for (const amount of [500, 700]) countPurchase(controls, '2026-01', name, amount);
    expect(Object.entries(controls.spent)).toEqual([[name, 1_200]]);
    const held = {
      controls: { ...controls, limits: [{ kind: 'month', category: name, amount: 1_300 }] },
    } as CardState;
    const buying = (amount: number) => allowsPurchase(held, { amount, category: name, month: '2026-01' });
    expect([buying(100), buying(101)]).toEqual([true, false]);
  },
);

describe('a household with card controls', () => {
  test('buys nothing in a blocked category and everything else as before', () => {
    const { events } = simulate(
      shopper([{ kind: 'transaction', category: 'Entertainment', amount: 0 }]),
      instant('2026-02-01'),
    );
    expect(bought(events, 'Cinema', '2026-01')).toBe(0);
    expect(bought(events, 'Grocer', '2026-01')).toBe(22);
  });

  test('stops for the month at the limit, including earlier spending', () => {
    const limits: CardControls['limits'] = [{ kind: 'month', category: 'Food', amount: 10_500 }];
    const { events } = simulate(
      shopper(limits, { Food: 4_000, Entertainment: 90_000 }),
      instant('2026-03-01'),
    );
    expect([bought(events, 'Grocer', '2026-01'), bought(events, 'Grocer', '2026-02')]).toEqual([6, 10]);
    expect(bought(events, 'Cinema', '2026-02')).toBe(28);
  });

  test('counts everything toward a limit on all purchases', () => {
    const { events } = simulate(
      shopper([{ kind: 'month', category: null, amount: 8_000 }], { '': 3_000 }),
      instant('2026-02-01'),
    );
    expect(bought(events, 'Grocer', '2026-01') + bought(events, 'Cinema', '2026-01')).toBe(5);
  });

  test('loses to fraud at most the limit per purchase', () => {
    const state = shopper([{ kind: 'transaction', category: null, amount: 4_999 }]);
    const shocks = [{ id: 's1', kind: 'card_fraud' as const, on: parseDay('2026-01-12'), size: 5_000 }];
    const { events } = simulate({ ...state, spendingProfile: null, shocks }, instant('2026-01-14'));
    expect(events.filter(({ kind }) => kind === 'card_charge')).toEqual([]);
  });

  test('is simulated equally in steps of a day and in one', () => {
    const start = shopper([{ kind: 'month', category: null, amount: 30_000 }]);
    const whole = simulate(start, instant('2026-03-20'));
    let state = start;
    const events: EngineEvent[] = [];
    for (let at = state.at; at < instant('2026-03-20'); ) {
      at = Math.min(at + DAY_MS, instant('2026-03-20'));
      const day = simulate(state, at);
      events.push(...day.events);
      state = day.state;
    }
    expect(events).toEqual(whole.events);
    expect(state).toEqual(whole.state);
  });
});
