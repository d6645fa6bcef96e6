import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, parseDay, Zone } from '../../calendar/calendar.ts';
import type { CardState, OutsideChange } from '../../simulation/state.ts';
import { account, payment, start } from '../../testing/households.ts';
import { buildChange, getStatements, tide } from '../../testing/tide-card.ts';
import { getRewardRate as rewardRate } from './card-catalog.ts';

const zone = new Zone('America/New_York');

describe('rewards', () => {
  test.each([
    ['Food', 3],
    ['Transportation', 2],
    ['Entertainment', 2],
    ['Shopping', 1],
    ['constructor', 1],
    ['__proto__', 1],
    [undefined, 1],
  ])('are %s for %d percent', (category, percent) => {
    expect(rewardRate(category)).toBe(percent);
  });

  const rewards = (changes: OutsideChange[]) =>
    getStatements(tide(changes), '2026-02-20').map((facts) => facts['rewards']);

  test('carry fractions of a cent into the next cycle', () => {
    // Each 0.33 food purchase earns 0.99 cents. The first cycle posts 0 and carries over the rest; the second
    // posts 1.
    const food = (day: string) => buildChange(day, -33, 'card_charge', 'Food');
    expect(rewards([food('2026-01-11'), food('2026-01-20')])).toEqual([0, 1]);
    // 12.34 × 3% = 37.02 cents and 99.99 × 2% = 199.98 cents: 237 in total.
    expect(
      rewards([
        buildChange('2026-01-11', -1_234, 'card_charge', 'Food'),
        buildChange('2026-01-11', -9_999, 'card_charge', 'Transportation'),
      ]),
    ).toEqual([237, 0]);
  });

  test('exclude opening balances, corrections, interest, and fees', () => {
    for (const kind of ['opening', 'adjustment', 'fee', 'interest', 'currency_change'])
      expect(rewards([buildChange('2026-01-11', -100_000, kind)])).toEqual([0, 0]);
  });

  test('are unaffected by payments and reversed by refunds and credited fraud', () => {
    const bought = buildChange('2026-01-11', -100_000, 'card_charge', 'Food');
    expect(rewards([bought, buildChange('2026-01-12', 100_000)])).toEqual([3_000, 0]);
    expect(rewards([bought, buildChange('2026-01-12', 40_000, 'refund', 'Food')])).toEqual([1_800, 0]);
    // If the refund posts in the next cycle, the reversed rewards are deducted from that cycle's rewards and,
    // if necessary, from the rewards of later cycles.
    expect(
      rewards([
        bought,
        buildChange('2026-01-20', 100_000, 'refund', 'Food'),
        buildChange('2026-01-21', -110_000, 'card_charge', 'Food'),
      ]),
    ).toEqual([3_000, 300]);
  });

  test('treat a refund as a payment and not as a purchase', () => {
    const state = tide([buildChange('2026-01-11', -10_000), buildChange('2026-01-13', 4_000, 'refund')]);
    expect(getStatements(state, '2026-01-20')[0]).toMatchObject({
      charges: 10_000,
      paid: 4_000,
      closing: 6_000,
    });
  });
});

describe('statements of random households', () => {
  const kinds = fc.constantFrom(
    'card_charge',
    'card_payment',
    'refund',
    'fee',
    'interest',
    'adjustment',
    'card_credit',
  );
  const changes = fc
    .array(
      fc.record({
        at: fc.integer({ min: 1, max: 400 * DAY_MS }),
        amount: fc.integer({ min: 1, max: 90_000 }),
        kind: kinds,
        sign: fc.boolean(),
      }),
      { maxLength: 60 },
    )
    .map((drawn) =>
      drawn
        .sort((left, right) => left.at - right.at)
        .map(({ at, amount, kind, sign }) => ({
          at: start('2026-01-10') + at,
          productId: 'tide',
          kind,
          amount: sign ? amount : -amount,
        })),
    );

  test('add up, follow each other, and end with the balance', () => {
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: -5_000, max: 400_000 }),
        fc.constantFrom<CardState['autopay']>(
          null,
          ...(['minimum', 'statement', 7_777] as const).map((pays) => ({ accountId: 'checking', pays })),
        ),
        fc.integer({ min: 1, max: 60 }),
        (drawn, balance, autopay, dueIn) => {
          const state = tide(
            drawn,
            { balance, autopay, firstDue: parseDay('2026-01-10') + dueIn },
            { accounts: [account('checking', 250_000)] },
          );
          const match = getStatements(state, '2027-02-20');
          expect(match.length).toBeGreaterThan(11);
          let opening = balance;
          for (const facts of match) {
            const [charges, paid, interest, fees, closing] = [
              'charges',
              'paid',
              'interest',
              'fees',
              'closing',
            ].map((name) => Number(facts[name]));
            expect(facts['opening']).toBe(opening);
            expect(opening + (charges ?? 0) - (paid ?? 0) + (interest ?? 0) + (fees ?? 0)).toBe(closing);
            expect(Number(facts['minimum'])).toBeLessThanOrEqual(Math.max(0, closing ?? 0));
            opening = closing ?? 0;
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('that a rule pays never lose the grace period', () => {
    const spent = Array.from({ length: 300 }, (_none, day) => ({
      ...buildChange('2026-01-10', -1_000),
      at: zone.at(parseDay('2026-01-10') + day, 800),
    }));
    const rule = payment('tide', 'checking', 'statement', '2026-01-25', { to: { kind: 'card', id: 'tide' } });
    const state = tide(spent, {}, { accounts: [account('checking', 900_000)], scheduledPayments: [rule] });
    const result = getStatements(state, '2026-11-01');
    expect(result.every(({ interest, fees }) => interest === 0 && fees === 0)).toBe(true);
  });
});
