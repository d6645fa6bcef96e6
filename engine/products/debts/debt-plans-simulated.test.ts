import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, HouseholdState } from '../../simulation/state.ts';
import { account, debt, household } from '../../testing/households.ts';
import { type DebtTerms, getSchedule, type PlanRow } from './debt-plans.ts';

const zone = new Zone('America/New_York');

function loan(amount: number, rate: number, term: number, parts: Partial<DebtTerms> = {}): DebtTerms {
  const payment = monthlyPayment(amount, rate, term);
  return { balance: amount, rate, payment, term, start: parseDay('2026-01-01'), next: 1, ...parts };
}

describe('the engine', () => {
  const NOON = 720;
  const AFTERNOON = 900;

  /**
   * Simulates the debt with autopay, a monthly extra amount, and the given lump payments. Returns the
   * postings on the debt.
   */
  function simulated(terms: DebtTerms, extra: number, lumps: PlanRow[], until: number) {
    const state: DebtState = {
      ...debt('loan', dayText(terms.start), terms),
      autopay: { accountId: 'checking', extra },
      ...(terms.pausedUntil !== undefined && { hardshipUntil: terms.pausedUntil }),
    };
    let home: HouseholdState = household({
      on: dayText(terms.start),
      accounts: [account('checking', 900_000_000_000)],
      debts: [state],
    });
    const posted: [string, string, number][] = [];
    const live = (to: number) => {
      const { events, state: end } = simulate(home, to);
      for (const { kind, at, lines = [] } of events) {
        const line = lines.find(({ ledger }) => ledger === 'loan');
        if (line)
          posted.push([dayText(zone.getDay(at)), kind === 'interest' ? 'interest' : 'paid', line.amount]);
      }
      home = end;
    };
    for (const [index, { day, payment }] of lumps.entries()) {
      const at = zone.at(day, AFTERNOON + index);
      live(at - 1);
      posted.push([dayText(day), 'paid', payment]);
      home.changes = [{ at, productId: 'loan', amount: payment, kind: 'loan_payment' }];
      live(at);
    }
    live(zone.at(until, NOON) + 1);
    return { posted, balance: home.debts[0]?.balance };
  }

  test('posts exactly the schedule, with extra payments and pauses', () => {
    const debts = fc.record({
      amount: fc.integer({ min: 1, max: 50_000_000 }),
      rate: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 9_999 }).map((hundredths) => hundredths / 100),
      ),
      term: fc.integer({ min: 1, max: 48 }),
      start: fc.constantFrom(
        '2025-12-31',
        '2026-01-01',
        '2027-01-29',
        '2027-01-30',
        '2027-08-31',
        '2028-02-29',
      ),
      extra: fc.constantFrom(0, 0, 1_000, 77_777),
      lumps: fc.array(
        fc.record({ after: fc.integer({ min: 0, max: 900 }), share: fc.integer({ min: 1, max: 120 }) }),
        { maxLength: 4 },
      ),
      paused: fc.constantFrom(0, 0, 1, 3),
    });
    fc.assert(
      fc.property(debts, ({ amount, rate, term, start, extra, lumps, paused }) => {
        const startDay = parseDay(start);
        const terms = loan(amount, rate, term, {
          start: startDay,
          ...(paused > 0 && { pausedUntil: addMonths(startDay, paused) }),
        });
        const plan = lumps.map(({ after, share }) => ({
          day: startDay + after,
          amount: Math.ceil((amount * share) / 100),
        }));
        const rows = getSchedule(terms, { extra, lumps: plan });
        const expected = rows.flatMap(({ day, interest, payment }) => [
          ...(interest > 0 ? [[dayText(day), 'interest', -interest]] : []),
          ...(payment > 0 ? [[dayText(day), 'paid', payment]] : []),
        ]);
        const { posted, balance } = simulated(
          terms,
          extra,
          rows.filter(({ kind }) => kind === 'lump'),
          addMonths(startDay, term + paused + 1),
        );
        expect(posted).toEqual(expected);
        expect(balance).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});
