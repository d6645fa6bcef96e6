import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, dayText, parseDay } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import type { DebtState, HouseholdState } from '../../simulation/state.ts';
import { account, card, debt, household } from '../../testing/households.ts';
import { type DebtStrategy, type Projection, simulateWhatIf } from '../../what-if/what-if.ts';
import { sortDebts } from './debt-strategies.ts';

const ON = '2026-01-01';
const RICH = 10_000_000_000;

function owing(debts: DebtState[], parts: Partial<HouseholdState> = {}): HouseholdState {
  return household({ on: ON, accounts: [account('everyday', RICH)], debts, ...parts });
}

function loan(id: string, balance: number, rate: number, term: number): DebtState {
  const payment = monthlyPayment(balance, rate, term);
  return debt(id, ON, { balance, rate, term, payment, autopay: { accountId: 'everyday', extra: 0 } });
}

function follow(
  state: HouseholdState,
  strategy: DebtStrategy,
  monthly: number,
  order?: string[],
): Projection {
  const plan = { id: 'plan', on: parseDay(ON), kind: 'debt_strategy' as const, accountId: 'everyday' };
  const to = addMonths(parseDay(ON), 130);
  return simulateWhatIf(state, [{ ...plan, strategy, monthly, ...(order && { order }) }], to, {
    untilDebtFree: true,
  });
}

const listEvents = ({ events }: Projection) =>
  events.filter(({ kind }) => kind === 'debt_gone').map(({ subject, day }) => [subject, dayText(day)]);

describe('a debt strategy', () => {
  it('puts the smallest, the most expensive, or the chosen debt first', () => {
    const state = owing([loan('small', 100_000, 3, 24), loan('large', 900_000, 9, 24)], {
      cards: [
        card('carried', ON, { balance: 200_000, apr: 24 }),
        card('paid in full', ON, { balance: 1_000, autopay: { accountId: 'everyday', pays: 'statement' } }),
      ],
    });
    const ids = (strategy: DebtStrategy, order?: string[]) =>
      sortDebts(state, strategy, 'USD', order).map(({ id }) => id);
    expect(ids('snowball')).toEqual(['small', 'carried', 'large']);
    expect(ids('avalanche')).toEqual(['carried', 'large', 'small']);
    expect(ids('custom', ['large'])).toEqual(['large', 'small', 'carried']);
    const repaid = owing([{ ...loan('small', 100_000, 3, 24), balance: 0 }]);
    expect(sortDebts(repaid, 'snowball', 'USD')).toEqual([]);
  });

  it('rolls a freed installment and the rest of a last payment to the next debt', () => {
    // The debts bear no interest. Their installments are 100 and 50 a month. The extra 250 a month repays
    // `first` (500) with the second payment.
    const first = { ...loan('first', 50_000, 0, 5), payment: 10_000 };
    const second = { ...loan('second', 100_000, 0, 20), payment: 5_000 };
    const result = follow(owing([first, second]), 'snowball', 25_000);
    // In January, the extra 250 reduces `first` to 250. In February, its installment of 100 and 150 of the
    // extra amount pay it off. The other 100 and the installment of 50 reduce `second` to 850. After that,
    // payments of 400 a month reduce `second` to 450 and then to 50.
    expect(listEvents(result)).toEqual([
      ['first', '2026-02-01'],
      ['second', '2026-05-01'],
    ]);
    expect(result.interestPaid).toBe(0);
    expect(result.points.at(-1)?.debt).toBe(0);
    expect(result.points.at(-1)?.cash).toBe(RICH - 150_000);
  });

  it('pays no more than is owed and leaves nothing on a card with interest', () => {
    const carried = card('carried', ON, {
      balance: 150_000,
      autopay: { accountId: 'everyday', pays: 'minimum' },
    });
    const result = follow(owing([loan('car', 500_000, 6, 48)], { cards: [carried] }), 'avalanche', 40_000);
    expect(listEvents(result).map(([id]) => id)).toEqual(['carried', 'car']);
    expect(result.points.at(-1)).toMatchObject({ debt: 0, cash: RICH - 650_000 - result.interestPaid });
  });

  it('pays only installments in months without enough money', () => {
    const poor = { accounts: [account('everyday', 100_000)] };
    const result = follow(owing([loan('car', 200_000, 0, 20)], poor), 'snowball', 110_000);
    expect(result.points.slice(0, 4).map(({ debt }) => debt)).toEqual([200_000, 200_000, 190_000, 180_000]);
    expect(result.events[0]).toMatchObject({
      kind: 'payment_failed',
      day: parseDay(ON),
      subject: 'everyday',
    });
  });

  it('costs no more interest with avalanche than with snowball, and both end at zero', () => {
    const debts = fc.array(
      fc.record({
        balance: fc.integer({ min: 50_000, max: 2_000_000 }),
        rate: fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2),
        term: fc.integer({ min: 12, max: 60 }),
      }),
      { minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(debts, fc.integer({ min: 0, max: 100_000 }), (terms, monthly) => {
        const state = owing(
          terms.map(({ balance, rate, term }, n) => loan(`debt-${n}`, balance, rate, term)),
        );
        const [snowball, avalanche] = [
          follow(state, 'snowball', monthly),
          follow(state, 'avalanche', monthly),
        ];
        for (const result of [snowball, avalanche]) {
          expect(result.debtFreeOn).not.toBeNull();
          expect(result.points.at(-1)?.debt).toBe(0);
        }
        // Interest is rounded per debt and month, which can add up to this difference.
        const rounding = avalanche.points.length * terms.length;
        expect(avalanche.interestPaid).toBeLessThanOrEqual(snowball.interestPaid + rounding);
      }),
      { numRuns: 15 },
    );
  });
});
