import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoHousehold } from './demo-household.ts';
import type { Household } from './household.ts';

function counter(): () => string {
  let next = 0;
  return () => `product-${++next}`;
}

const make = (now: string, timeZone = 'America/New_York', seed = 7) =>
  demoHousehold({ seed, now, timeZone, newId: counter() });

/** Balances at the end in minor units, in the customer's favour; fails on a balance that was ever below zero. */
function endBalances(household: Household): Map<string, number> {
  const accounts = new Set(household.accounts.map(({ id }) => id));
  const balances = new Map<string, number>();
  for (const entry of household.entries) {
    for (const { ledger, amount } of entry.lines) {
      const balance = (balances.get(ledger) ?? 0) + Math.round(amount * 100);
      if (accounts.has(ledger) && balance < 0)
        throw new Error(`${ledger} falls to ${balance} at ${entry.at}`);
      balances.set(ledger, balance);
    }
  }
  return balances;
}

const moments = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  now: fc
    .date({ min: new Date('2025-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  timeZone: fc.constantFrom(
    'UTC',
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'America/St_Johns',
  ),
});

describe('the demo household', () => {
  it('holds together whenever and wherever it is made', () => {
    fc.assert(
      fc.property(moments, ({ seed, now, timeZone }) => {
        const household = demoHousehold({ seed, now, timeZone, newId: counter() });
        const balances = endBalances(household);
        let last = '';
        for (const { at, lines } of household.entries) {
          if (at <= last || at > now) throw new Error(`${at} comes after ${last} and before ${now}`);
          last = at;
          const sums = new Map<string, number>();
          for (const { currency, amount } of lines)
            sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100));
          const isSound =
            [...sums.values()].every((sum) => sum === 0) && lines.every(({ amount }) => amount !== 0);
          if (!isSound) throw new Error(`the entry at ${at} does not sum to zero`);
        }
        const pocket = household.accounts.find(({ name }) => name === 'Pocket Money');
        expect(balances.get(pocket?.id ?? '')).toBeLessThan(10_000);
        const [tide, reef] = household.cards;
        expect(-(balances.get(tide?.id ?? '') ?? 0)).toBeGreaterThan(0);
        expect(-(balances.get(reef?.id ?? '') ?? 0)).toBeGreaterThan(0.9 * 150_000);
        expect(household.entries.length).toBeGreaterThan(1_000);
        expect(household.entries.length).toBeLessThan(3_000);
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  it('is the same household for the same seed and moment', () => {
    expect(make('2026-11-21T14:00:00Z')).toEqual(make('2026-11-21T14:00:00Z'));
    expect(make('2026-11-21T14:00:00Z', 'UTC', 8)).not.toEqual(make('2026-11-21T14:00:00Z', 'UTC', 9));
  });

  it('pays its rent on the first of each month', () => {
    const rents = make('2026-11-21T14:00:00Z').entries.filter(
      ({ description }) => description === 'Studio rent',
    );
    expect(rents).toHaveLength(25);
    expect(rents.every(({ at }) => at.slice(8, 10) === '01')).toBe(true);
  });

  it('has card statements that follow from its entries, up to what is owed today', () => {
    const { cards, statements = [], entries, memory } = make('2026-11-22T01:00:00Z', 'America/New_York');
    for (const { id } of cards) {
      const own = statements.filter(({ card_id }) => card_id === id);
      expect(own.length).toBeGreaterThanOrEqual(24);
      own.forEach((statement, index) => {
        expect(statement.opening_balance).toBe(own[index - 1]?.closing_balance ?? 0);
        const { opening_balance, charges, payments, interest, fees, closing_balance } = statement;
        expect(opening_balance + charges - payments + interest + fees).toBeCloseTo(closing_balance, 6);
      });
      const cycle = memory?.cards?.[id]?.cycle;
      const owed = entries.flatMap(({ lines }) => lines.filter(({ ledger }) => ledger === id));
      const balance = owed.reduce((sum, { amount }) => sum - Math.round(amount * 100), 0);
      expect(Math.round((own.at(-1)?.closing_balance ?? 0) * 100)).toBe(cycle?.statement?.balance);
      expect(Math.round((own.at(-1)?.minimum_payment ?? 0) * 100)).toBe(cycle?.statement?.minimum);
      expect((cycle?.opening ?? 0) + (cycle?.charges ?? 0) - (cycle?.paid ?? 0)).toBe(balance);
    }
    // The Tide card is always paid in full: what is paid is what the statement before said, and once a charge made twice.
    const tide = statements.filter(({ card_id }) => card_id === cards[0]?.id);
    const more = tide
      .slice(2)
      .map(({ payments }, index) => payments - (tide[index + 1]?.closing_balance ?? 0));
    expect(more.map((amount) => Math.round(amount * 100)).filter((amount) => amount !== 0)).toEqual([4_160]);
  });

  it('grows richer over the two years', () => {
    const household = make('2026-11-21T14:00:00Z');
    const own = new Set(
      [...household.accounts, ...household.cards, ...household.loans, ...household.mortgages].map(
        ({ id }) => id,
      ),
    );
    const balances = [...endBalances(household)].filter(([id]) => own.has(id));
    const worth = balances.reduce((sum, [, balance]) => sum + balance, 0) + 29_200_000;
    expect(worth).toBeGreaterThan(5_840_000 + 2_596_700);
  });
});
