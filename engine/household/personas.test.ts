import { describe, expect, it } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { personaHousehold } from '../testing/personas.ts';
import type { Household } from './household.ts';
import { PERSONA_IDS, PERSONAS, type PersonaId, personaHistory } from './personas.ts';

/**
 * Set `SANDBANK_PROVE_RUNS` to 200 to test all seeds. By default, the tests use three seeds that are far
 * apart.
 */
const RUNS = Number(process.env['SANDBANK_PROVE_RUNS'] ?? 3);
const SEEDS = Array.from({ length: Math.min(200, RUNS) }, (_, index) => ((index * 67) % 200) + 1);

/** The expected range of net worth after two years, including the home, in whole dollars. */
const BANDS: Record<PersonaId, [number, number]> = {
  student: [-6_000, 0],
  young_family: [50_000, 130_000],
  freelancer: [2_000, 45_000],
  retiree: [95_000, 260_000],
  high_earner: [450_000, 850_000],
};

const BOUGHT = new Set(['payment', 'card_charge']);

function counter(): () => string {
  let next = 0;
  return () => `product-${++next}`;
}

const live = (
  persona: PersonaId,
  seed: number,
  now = '2026-11-21T14:00:00Z',
  timeZone = 'America/New_York',
) => personaHistory({ persona, seed, now, timeZone, newId: counter() });

/**
 * Returns the lowest and the last balance of each ledger account in the file, in minor units and in the
 * customer's favor.
 */
function getBalances({ entries }: Household): Map<string, { least: number; last: number }> {
  const balances = new Map<string, { least: number; last: number }>();
  for (const { lines } of entries)
    for (const { ledger, amount } of lines) {
      const before = balances.get(ledger);
      const last = (before?.last ?? 0) + Math.round(amount * 100);
      balances.set(ledger, { least: Math.min(before?.least ?? 0, last), last });
    }
  return balances;
}

function worth({ accounts, cards, debts }: HouseholdState): number {
  const owned = accounts.reduce((sum, { balance }) => sum + balance, 0);
  const homes = debts.reduce((sum, { property }) => sum + (property?.value ?? 0), 0);
  return (owned + homes - [...cards, ...debts].reduce((sum, { balance }) => sum + balance, 0)) / 100;
}

describe.each(PERSONAS)('the persona $id', ({ id, description, challenge }) => {
  it.each(SEEDS)('lives within its means with seed %i', (seed) => {
    const { household, events, state } = live(id, seed);
    const balances = getBalances(household);
    for (const account of household.accounts) expect(balances.get(account.id)?.least).toBe(0);
    for (const card of household.cards)
      expect(-(balances.get(card.id)?.least ?? 0)).toBeLessThanOrEqual(card.credit_limit * 100);
    const missed = events.filter(({ kind }) => kind === 'payment_failed' || kind === 'payment_missed');
    expect(missed.length).toBeLessThanOrEqual(2);
    const [least, most] = BANDS[id];
    expect(worth(state)).toBeGreaterThan(least);
    expect(worth(state)).toBeLessThan(most);
    expect(household.entries.length).toBeGreaterThan(1_000);
    expect(household.entries.length).toBeLessThan(3_500);
  });

  it("has ordered records that sum to zero and end with the engine's balances", () => {
    const now = '2027-03-31T16:00:00.000Z';
    const { household, state } = live(id, 5, now, 'Europe/London');
    let last = '';
    for (const { at, lines } of household.entries) {
      expect(at > last && at <= now).toBe(true);
      last = at;
      expect(lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
      expect(lines.every(({ amount }) => amount !== 0)).toBe(true);
    }
    const balances = getBalances(household);
    const lastOf = (product: string) => balances.get(product)?.last ?? 0;
    expect(state.accounts.map((account) => lastOf(account.id))).toEqual(
      state.accounts.map(({ balance }) => balance),
    );
    const owed = [...state.cards, ...state.debts];
    expect(owed.map((product) => -lastOf(product.id) + 0)).toEqual(owed.map(({ balance }) => balance));
    expect(household.entries[0]).toMatchObject({ kind: 'opening', description: 'Initial deposit' });
    expect(household.simulated_until).toBe(now);
  });

  it('has ongoing rules and a description', () => {
    const { household, state } = live(id, 3);
    const rules = [...(household.auto_deposits ?? []), ...(household.scheduled_payments ?? [])];
    expect(rules.length).toBeGreaterThanOrEqual(7);
    const today = parseDay('2026-11-21');
    for (const { end_date } of rules) if (end_date) expect(parseDay(end_date)).toBeGreaterThan(today);
    const { events } = simulate(state, state.at + 31 * 86_400_000);
    expect(events.filter(({ kind }) => kind === 'auto_deposit').length).toBeGreaterThanOrEqual(1);
    expect(events.filter(({ kind }) => BOUGHT.has(kind)).length).toBeGreaterThan(30);
    expect(description.match(/\./g)).toHaveLength(2);
    expect(challenge.endsWith('.')).toBe(true);
  });
});

describe('personas', () => {
  it('are deterministic per seed and time, and differ between seeds', () => {
    const make = (seed: number) =>
      personaHousehold({
        persona: 'freelancer',
        seed,
        now: '2026-11-21T14:00:00Z',
        timeZone: 'UTC',
        newId: counter(),
      });
    expect(make(4)).toEqual(make(4));
    expect(make(4).entries).not.toEqual(make(5).entries);
  });

  it('are five different households', () => {
    expect(PERSONAS.map(({ id }) => id)).toEqual([...PERSONA_IDS]);
    const spent = PERSONA_IDS.map((id) => live(id, 2).household.entries.length);
    expect(new Set(spent).size).toBe(PERSONA_IDS.length);
  });

  it('require a valid time zone', () => {
    expect(() => live('student', 1, '2026-11-21T14:00:00Z', 'Nowhere/Land')).toThrow(RangeError);
  });
});
