import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, debt, household, start } from '../../testing/households.ts';
import { primeRate } from '../rates.ts';
import { debtInterest } from './debt-interest.ts';
import { getDebtTerms, getOutcome, getSchedule } from './debt-plans.ts';

const zone = new Zone('America/New_York');
const LINE = { limit: 30_000_00, drawMonths: 120, margin: 1, cap: 18 };
const autopay = { accountId: 'checking', extra: 0 };

const change = (day: string, amount: number, kind = 'loan_proceeds'): OutsideChange => ({
  at: zone.at(parseDay(day), 600),
  productId: 'line',
  amount,
  kind,
});

/** Returns a household with a line of credit that opens on January 1, 2026, without a balance. */
function withLine(
  parts: Partial<DebtState> = {},
  changes: readonly OutsideChange[] = [change('2026-01-01', -10_000_00)],
): HouseholdState {
  return household({
    on: '2026-01-01',
    accounts: [account('checking', 900_000_00)],
    debts: [
      debt('line', '2026-01-01', {
        ...{ balance: 0, rate: 10, payment: 0, term: 360, line: LINE, autopay },
        ...parts,
      }),
    ],
    changes: [...changes],
  });
}

const ofKind = (events: readonly EngineEvent[], ...kinds: string[]) =>
  events.filter(({ kind }) => kinds.includes(kind));
const posted = (events: readonly EngineEvent[], kind: string) =>
  ofKind(events, kind).map((event): [string, number] => [
    dayText(zone.getDay(event.at - 1)),
    event.lines?.find(({ ledger }) => ledger === 'line')?.amount ?? 0,
  ]);

describe('a home equity line of credit', () => {
  test('accrues interest on the daily balance, actual/365', () => {
    // CFPB, "What you should know about home equity lines of credit": 10,000 at 10% costs 83 a month.
    expect(debtInterest({ rate: 10, line: LINE }, 10_000_00 * 31)).toBe(84_93);
    expect(debtInterest({ rate: 10, line: LINE }, 10_000_00 * 30)).toBe(82_19);
    expect(debtInterest({ rate: 10, line: LINE }, 10_000_00 * 365) / 12).toBeCloseTo(83_33, 0);
    // The booklet's rise to 15% costs 125 a month.
    expect(debtInterest({ rate: 15, line: LINE }, 10_000_00 * 365) / 12).toBeCloseTo(125_00, 0);
  });

  test('bills the interest of the draw period, which autopay pays', () => {
    const { events, state } = simulate(withLine(), start('2026-02-02'));
    expect(posted(events, 'interest')).toEqual([['2026-02-01', -84_93]]);
    expect(posted(events, 'loan_payment')).toEqual([['2026-02-01', 84_93]]);
    expect(state.debts[0]?.balance).toBe(10_000_00);
  });

  test('closes each month with the figures of its statement, before the bill is paid', () => {
    const { events } = simulate(withLine({ autopay: null }), start('2026-03-02'));
    const [first, second] = ofKind(events, 'line_statement');
    expect(first?.facts).toEqual({
      ...{ number: 1, from: '2026-01-01', due: '2026-02-01', late_on: '2026-02-16', rate: 10 },
      ...{ limit: LINE.limit, balance: 10_084_93, overdue: 0, payment: 84_93, autopay: false },
    });
    expect(second?.facts).toMatchObject({ number: 2, overdue: 84_93 });
    const paused = { hardshipUntil: parseDay('2026-02-10') };
    const [skipped] = ofKind(simulate(withLine(paused), start('2026-02-02')).events, 'line_statement');
    expect(skipped?.facts).toMatchObject({ payment: 0 });
  });

  test('counts a second draw and a payment from their days on', () => {
    const changes = [
      change('2026-01-01', -10_000_00),
      change('2026-01-11', -5_000_00),
      change('2026-01-21', 3_000_00, 'loan_payment'),
    ];
    // 10 days of 10,000, 10 days of 15,000, and 11 days of 12,000 at 10% ÷ 365.
    const interest = Math.round(((10_000_00 * 10 + 15_000_00 * 10 + 12_000_00 * 11) * 0.1) / 365);
    const { events } = simulate(withLine({}, changes), start('2026-02-02'));
    expect(posted(events, 'interest')).toEqual([['2026-02-01', -interest]]);
    expect(interest).toBe(104_66);
  });

  test('charges no interest without a balance, and starts with the day of a draw', () => {
    const { events } = simulate(withLine({}, [change('2026-03-20', -10_000_00)]), start('2026-04-02'));
    // March 20 to April 1: 12 days at the rate of March 1.
    const rate = primeRate(withLine(), parseDay('2026-03-01')) + LINE.margin;
    expect(posted(events, 'interest')).toEqual([
      ['2026-04-01', -Math.round((10_000_00 * 12 * rate) / 36_500)],
    ]);
  });

  test('follows the prime rate each month, up to the cap', () => {
    const { state } = simulate(withLine(), start('2026-02-02'));
    expect(state.debts[0]?.rate).toBe(primeRate(state, parseDay('2026-02-01')) + 1);
    const capped = simulate(withLine({ line: { ...LINE, margin: 19 } }), start('2026-03-02'));
    expect(capped.state.debts[0]?.rate).toBe(18);
    // 28 days of February at the cap of 18%.
    expect(posted(capped.events, 'interest').at(-1)).toEqual(['2026-03-01', -138_08]);
  });

  test('repays the balance in level installments after the draw period', () => {
    const line = { ...LINE, drawMonths: 2 };
    const { events, state } = simulate(withLine({ line, term: 14 }), start('2026-03-02'));
    const rate = state.debts[0]?.rate ?? 0;
    const payment = monthlyPayment(10_000_00, rate, 12);
    expect(ofKind(events, 'repayment_started').map(({ facts }) => facts)).toEqual([
      { payment, balance: 10_000_00, months: 12 },
    ]);
    const end = simulate(withLine({ line, term: 14 }), start('2027-04-02')).state.debts[0];
    expect([end?.balance, end?.arrears]).toEqual([0, []]);
  });

  test('records an unpaid bill as past due, and charges a late fee of 5% after 15 days', () => {
    const { events, state } = simulate(withLine({ autopay: null }), start('2026-02-20'));
    expect(state.debts[0]?.arrears).toEqual([{ due: parseDay('2026-02-01'), amount: 84_93, charged: true }]);
    expect(posted(events, 'fee')).toEqual([['2026-02-16', -4_25]]);
  });

  test('counts payments of the month toward the bill', () => {
    const changes = [change('2026-01-01', -10_000_00), change('2026-01-20', 90_00, 'loan_payment')];
    const { state } = simulate(withLine({ autopay: null }, changes), start('2026-02-02'));
    expect(state.debts[0]?.arrears).toEqual([]);
  });

  test('is projected as it is simulated, at a constant rate', () => {
    const state = withLine({ balance: 10_000_00 }, []);
    const [own] = state.debts;
    if (!own) throw new Error('The household has no line of credit.');
    const rows = getSchedule(getDebtTerms(own));
    expect(rows[0]?.interest).toBe(84_93);
    expect(rows[119]?.balance).toBe(10_000_00);
    expect(rows[120]?.payment).toBe(monthlyPayment(10_000_00, 10, 240));
    expect(getOutcome(getDebtTerms(own)).months).toBe(360);
  });

  test('gives the same ledger in one step and in daily steps', () => {
    const line = { ...LINE, drawMonths: 6 };
    const changes = [
      change('2026-01-01', -10_000_00),
      change('2026-02-11', -5_000_00),
      change('2026-04-02', 2_000_00, 'loan_payment'),
    ];
    const state = () => withLine({ line, term: 24 }, changes);
    const once = simulate(state(), start('2027-01-02'));
    const daily = simulateByDay(state(), start('2027-01-02'));
    expect(daily.events).toEqual(once.events);
    expect(daily.state.debts).toEqual(once.state.debts);
  });
});
