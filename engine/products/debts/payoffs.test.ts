import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, OutsideChange } from '../../simulation/state.ts';
import { account, debt, household, start } from '../../testing/households.ts';

const zone = new Zone('America/New_York');
const autopay = { accountId: 'checking', extra: 0 };

const paid = (day: string, amount: number): OutsideChange => ({
  at: zone.at(parseDay(day), 600),
  productId: 'car',
  amount,
  kind: 'loan_payment',
});

/**
 * Simulates a loan of 10,000.00 at 12% over one year from January 1, with changes from outside the engine.
 */
function live(parts: Partial<DebtState>, changes: OutsideChange[], until: string) {
  const terms = { balance: 1_000_000, rate: 12, payment: 88_849, term: 12, ...parts };
  const state = household({
    on: '2026-01-01',
    accounts: [account('checking', 9_000_000)],
    debts: [debt('car', '2026-01-01', terms)],
    changes,
  });
  return simulate(state, start(until));
}

const ofKind = (events: EngineEvent[], ...kinds: string[]) =>
  events.filter(({ kind }) => kinds.includes(kind));
/** Returns the day and amount of each posting on the loan. */
const posted = (events: EngineEvent[], ...kinds: string[]) =>
  ofKind(events, ...kinds).map(({ at, lines = [] }) => [
    dayText(zone.getDay(at)),
    lines.find(({ ledger }) => ledger === 'car')?.amount,
  ]);

describe('interest that the bank posts between two due dates', () => {
  test('at a payoff covers the days until then, and none follows', () => {
    // 15 days of 10,000.00 at 1% a month: 50.00 of interest.
    const at = (minutes: number) => zone.at(parseDay('2026-01-16'), minutes);
    const changes = [
      { at: at(600), productId: 'car', amount: -5_000, kind: 'interest' },
      { at: at(601), productId: 'car', amount: 1_005_000, kind: 'payoff' },
    ];
    const { events, state } = live({ autopay }, changes, '2026-12-01');
    expect(posted(events, 'interest', 'loan_payment')).toEqual([]);
    expect(ofKind(events, 'repaid').map(({ at: day }) => dayText(zone.getDay(day)))).toEqual(['2026-01-16']);
    expect(state.debts[0]).toMatchObject({ balance: 0, balanceDays: 0 });
  });

  test('without a payoff is not charged again', () => {
    const change = {
      at: zone.at(parseDay('2026-01-16'), 600),
      productId: 'car',
      amount: -5_000,
      kind: 'interest',
    };
    // Another 15 days of 10,050.00 at 1% a month: 50.25 of interest.
    const { events } = live({}, [change], '2026-02-02');
    expect(posted(events, 'interest')).toEqual([['2026-02-01', -5_025]]);
  });

  test.each([
    ['a payment', 'loan_payment', 48_849],
    ['an extra payment', 'extra_payment', 88_849],
    ['one that lowers the installments', 'recast_payment', 88_849],
  ])('%s leaves this much of the next installment', (_name, kind, missed) => {
    const changes = [{ ...paid('2026-01-16', 40_000), kind }];
    const { events } = live({}, changes, '2026-02-02');
    expect(ofKind(events, 'payment_missed').map(({ facts }) => facts?.['amount'])).toEqual([missed]);
  });

  test('after an extra payment covers the past-due amount first', () => {
    const arrears = [{ due: parseDay('2025-12-28'), amount: 30_000, charged: true as const }];
    const { state } = live(
      { arrears },
      [{ ...paid('2026-01-16', 40_000), kind: 'extra_payment' }],
      '2026-01-20',
    );
    expect(state.debts[0]).toMatchObject({ arrears: [], ahead: 0 });
  });
});
