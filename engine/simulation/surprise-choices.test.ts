import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { getCarryover } from '../household/state.ts';
import { reloadFields, simulateByDay } from '../testing/daily-steps.ts';
import { account, card, deposit, household, start } from '../testing/households.ts';
import { createLeak } from '../testing/surprises.ts';
import { buildDigest } from './digest.ts';
import { Draws } from './draws.ts';
import { withoutSurprises } from './shocks.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState, ShockState } from './state.ts';
import { type Choice, drawChoice, findNewChoice, getOpenChoices, getOutcome } from './surprise-choices.ts';
import { drawShocks, getYearlyProbability } from './surprise-draws.ts';

const zone = new Zone('America/New_York');

const leak = (parts: Partial<NonNullable<ShockState['choice']>> = {}): ShockState =>
  createLeak(parseDay('2026-10-14'), 'luck:2026-10:home_repair', parts);

const leaking = (parts: Partial<HouseholdState> = {}) =>
  household({ on: '2026-10-01', accounts: [account('checking', 500_000)], shocks: [leak()], ...parts });

const list = (events: EngineEvent[]) =>
  events.map(({ at, kind, description, lines }) => [
    dayText(zone.getDay(at)),
    kind,
    description,
    lines?.[0]?.amount,
  ]);

/** Simulates the household until the surprise, and makes a choice as the bank's function does. */
function choose(chosen: Choice, seed: number, cost: number) {
  const asked = simulate(leaking({ seed }), start('2026-10-16')).state;
  const paid = asked.accounts.map((item) => ({ ...item, balance: item.balance - cost }));
  const shocks = asked.shocks.map((shock) => ({
    ...shock,
    ...(shock.choice && { choice: { ...shock.choice, chosen } }),
  }));
  return { ...asked, accounts: paid, shocks };
}

/** Returns the first seed with which an item breaks, or doesn't break, after a choice. */
function findSeed(chosen: 'repair' | 'wait', fails: boolean): number {
  const until = parseDay('2026-10-18');
  for (let seed = 1; ; seed += 1)
    if ((getOutcome(seed, leak(), { chosen, until })?.fails ?? false) === fails) return seed;
}

describe('a surprise with a decision', () => {
  test('asks first, and repairs the item on the day after the last one', () => {
    const { events, state } = simulate(leaking({ seed: findSeed('repair', false) }), start('2027-12-01'));
    expect(list(events)).toEqual([
      ['2026-10-14', 'shock', 'The water heater is leaking. Decide by Oct 18.', undefined],
      ['2026-10-19', 'payment', 'Water heater repair', -24_000],
      [
        '2026-10-19',
        'surprise_decided',
        'You didn’t decide about the water heater by Oct 18, so it was repaired',
        undefined,
      ],
    ]);
    expect(events[0]?.facts).toMatchObject({ repair: 24_000, replace: 76_000, decide_by: '2026-10-18' });
    expect(state.shocks[0]?.choice).toMatchObject({ chosen: 'repair', currency: 'USD' });
  });

  test('waits if nothing can pay for the repair by default', () => {
    const poor = leaking({ accounts: [account('checking', 23_999)], seed: findSeed('wait', false) });
    expect(list(simulate(poor, start('2027-01-01')).events).slice(1)).toEqual([
      ['2026-10-19', 'payment_failed', 'Water heater repair', undefined],
      [
        '2026-10-19',
        'surprise_decided',
        'You didn’t decide about the water heater by Oct 18, and there wasn’t enough money to repair it',
        undefined,
      ],
      ['2026-12-13', 'surprise_outcome', 'You waited, and the water heater still works', undefined],
    ]);
  });

  test('pays for the default by card if the account is short', () => {
    const short = leaking({ accounts: [account('checking', 0)], cards: [card('tide', '2026-10-01')] });
    const paid = simulate(short, start('2026-10-20')).events.find(({ kind }) => kind === 'card_charge');
    expect(paid).toMatchObject({ description: 'Water heater repair', category: 'Housing' });
  });

  test('costs nothing more after a replacement', () => {
    expect(simulate(choose('replace', 3, 76_000), start('2028-01-01')).events).toEqual([]);
  });

  test('after waiting, costs an urgent replacement within 60 days, or nothing', () => {
    const broken = simulate(choose('wait', findSeed('wait', true), 0), start('2027-01-01')).events;
    expect(broken.map(({ kind, lines }) => [kind, lines?.[0]?.amount])).toEqual([
      ['surprise_outcome', undefined],
      ['payment', -115_000],
    ]);
    const day = zone.getDay(broken[1]?.at ?? 0) - parseDay('2026-10-14');
    expect(day).toBeGreaterThanOrEqual(10);
    expect(day).toBeLessThanOrEqual(60);
    const lasting = simulate(choose('wait', findSeed('wait', false), 0), start('2027-01-01')).events;
    expect(list(lasting)).toEqual([
      ['2026-12-13', 'surprise_outcome', 'You waited, and the water heater still works', undefined],
    ]);
  });

  test('after a repair that doesn’t last, costs a replacement within a year', () => {
    const { events } = simulate(choose('repair', findSeed('repair', true), 24_000), start('2027-12-01'));
    expect(events.map(({ kind, lines }) => [kind, lines?.[0]?.amount])).toEqual([
      ['surprise_outcome', undefined],
      ['payment', -76_000],
    ]);
  });

  test('has odds of 3 in 4 after waiting and 1 in 4 after a repair', () => {
    const share = (chosen: 'repair' | 'wait') => {
      let broken = 0;
      for (let seed = 1; seed <= 4000; seed += 1)
        if (getOutcome(seed, leak(), { chosen, until: 20_744 })?.fails) broken += 1;
      return broken / 4000;
    };
    expect(share('wait')).toBeCloseTo(0.75, 1);
    expect(share('repair')).toBeCloseTo(0.25, 1);
    expect(getOutcome(1, leak(), { chosen: 'replace', until: 20_744 })).toBeNull();
  });

  test('is the same in one step of a year and in days, through the carryover', () => {
    const parts = {
      seed: 11,
      shocks: [],
      surprises: 'many' as const,
      surpriseChoices: true as const,
      accounts: [account('checking', 5_000_000)],
      cards: [card('tide', '2026-10-01')],
      autoDeposits: [deposit('pay', 'checking', 300_000, '2026-10-03', { isPay: true })],
    };
    const end = start('2028-10-01');
    const once = simulate(leaking(parts), end);
    const reload = reloadFields('shocks', 'surprises', 'surpriseChoices');
    expect(simulateByDay(leaking(parts), end, reload).events).toEqual(once.events);
    expect(once.events.some(({ kind }) => kind === 'surprise_decided')).toBe(true);
  });

  test('is a decision in the digest until it is decided', () => {
    const asked = simulate(leaking(), start('2026-10-16'));
    expect(findNewChoice(asked.events)).toEqual({
      id: 'luck:2026-10:home_repair',
      at: zone.at(parseDay('2026-10-14'), 600),
    });
    expect(getOpenChoices(asked.state)).toHaveLength(1);
    const getGroups = ({ events, state }: typeof asked) =>
      buildDigest(events, state).lines.map(({ group }) => group);
    expect(getGroups(asked)).toEqual(['decision']);
    expect(getGroups(simulate(leaking(), start('2026-10-20')))).toEqual([
      'shock',
      'surprise_outcome',
      'surprise_money',
    ]);
  });

  test('is left out of forecasts before it happens, as is what follows a choice', () => {
    const chosen = choose('wait', findSeed('wait', true), 0);
    const future: ShockState = {
      id: 'luck:2026-10:windfall',
      kind: 'windfall',
      on: parseDay('2026-10-30'),
      size: 1,
    };
    const known = withoutSurprises({ ...chosen, shocks: [...chosen.shocks, future], surprises: 'some' });
    expect(simulate(known, start('2027-06-01')).events).toEqual([]);
  });
});

describe('the draws', () => {
  const seeded = (seed: number, parts: Partial<HouseholdState> = {}) => ({
    state: household({ on: '2026-01-01', seed, surprises: 'some', surpriseChoices: true, ...parts }),
  });
  const home = { property: { value: 1 } } as HouseholdState['debts'][number];
  const getFirstDay = (month: number) =>
    parseDay(`${2026 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`);
  const LOSSES = new Set([
    'car_repair',
    'medical_bill',
    'home_repair',
    'collision',
    'home_damage',
    'job_loss',
  ]);

  test.each([
    ['some', 0.626, 0.97, 0.25],
    ['many', 0.863, 1.94, 0.584],
  ] as const)(
    'bring losses to an owner with %s surprises as computed',
    (surprises, any, average, several) => {
      const years = { any: 0, several: 0 };
      let total = 0;
      for (let seed = 1; seed <= 1000; seed += 1) {
        const run = seeded(seed * 7919, { debts: [home], surprises });
        for (let year = 0; year < 10; year += 1) {
          let losses = 0;
          for (let month = 0; month < 12; month += 1)
            losses += drawShocks(run, getFirstDay(year * 12 + month)).filter(({ kind }) =>
              LOSSES.has(kind),
            ).length;
          if (losses > 0) years.any += 1;
          if (losses > 1) years.several += 1;
          total += losses;
        }
      }
      // Of 10,000 household-years: with a loss, losses a year, and with two or more.
      expect(Math.abs(years.any / 10_000 - any)).toBeLessThan(0.015);
      expect(Math.abs(total / 10_000 - average)).toBeLessThan(0.03);
      expect(Math.abs(years.several / 10_000 - several)).toBeLessThan(0.015);
    },
  );

  test.each([
    ['car_repair', 30.6],
    ['medical_bill', 23.4],
    ['home_repair', 16.6],
    ['collision', 5.8],
    ['home_damage', 5.8],
    ['job_loss', 4.7],
    ['card_fraud', 9.2],
    ['windfall', 16.6],
    ['market_fall', 7.0],
  ] as const)('%s happens to an owner in %s% of years', (kind, percent) => {
    expect(getYearlyProbability(kind, 'some', true) * 100).toBeCloseTo(percent, 1);
  });

  test('a home repair happens to a renter in 5.8% of years', () => {
    expect(getYearlyProbability('home_repair', 'some', false) * 100).toBeCloseTo(5.8, 1);
  });

  test('keep the surprises of households without choices, and add nothing to them', () => {
    const shown = (parts: Partial<HouseholdState>) =>
      Array.from({ length: 240 }, (_, month) => drawShocks(seeded(3, parts), getFirstDay(month))).flat();
    const before = shown({ surpriseChoices: undefined });
    const after = shown({ debts: [home] });
    const kinds = (shocks: ShockState[]) => new Set(shocks.map(({ kind }) => kind));
    expect(kinds(before).has('home_repair')).toBe(false);
    expect(before.every(({ choice }) => choice === undefined)).toBe(true);
    expect(kinds(after).has('home_repair')).toBe(true);
    const isFirst = ({ id }: ShockState) => before.some((shock) => shock.id === id);
    expect(after.filter(isFirst).map(({ id, on }) => [id, on])).toEqual(before.map(({ id, on }) => [id, on]));
  });

  test('round costs to tens, and a replacement costs more than a repair', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const { repair, replace, late } = drawChoice(new Draws(seed, 'claims', 1), 'car', 18_000 + seed * 601);
      for (const cost of [repair, replace, late]) expect(cost % 1_000).toBe(0);
      expect(replace).toBeGreaterThan(repair);
      expect(late).toBeGreaterThan(replace);
    }
  });
});

test('a household of an earlier version loads without choices', () => {
  const state = leaking({ shocks: [], surprises: 'some' });
  expect(getCarryover(state)).not.toHaveProperty('surpriseChoices');
});
