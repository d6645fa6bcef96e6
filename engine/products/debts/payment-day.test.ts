import { describe, expect, test } from 'vitest';
import { dayText, parseDay, weekday, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, debt, household, start } from '../../testing/households.ts';
import { getDebtTerms, getSchedule } from './debt-plans.ts';

const AMOUNT = 320_000_00;
const PAYMENT = monthlyPayment(AMOUNT, 6.25, 360);
const zone = new Zone('America/New_York');

/** A mortgage that is opened on December 1 with the balance from outside, as the bank opens it. */
function opened(parts: Partial<DebtState> & { from: string }): HouseholdState {
  const { from, ...rest } = parts;
  const at = zone.at(parseDay('2026-12-01'), 600);
  return household({
    on: '2026-12-01',
    accounts: [account('checking', 900_000_00)],
    debts: [
      debt('home', from, {
        ...{ balance: 0, rate: 6.25, payment: PAYMENT, term: 360, product: 'mortgage' },
        autopay: { accountId: 'checking', extra: 0 },
        paymentDay: true,
        ...rest,
      }),
    ],
    changes: [{ at, productId: 'home', amount: -AMOUNT, kind: 'opening' }],
  });
}

const payments = (events: EngineEvent[]) => events.filter(({ kind }) => kind === 'mortgage_payment');
const getEventDay = (event: EngineEvent | undefined) => event && dayText(zone.getDay(event.at));
const paid = (event: EngineEvent | undefined) => -(event?.lines?.[0]?.amount ?? 0);

describe('a chosen payment day', () => {
  test('from the 1st to the 15th costs 777.78 once', () => {
    const { events } = simulate(opened({ from: '2026-12-15' }), start('2027-02-20'));
    const [first, second] = payments(events);
    expect([getEventDay(first), paid(first)]).toEqual(['2027-01-15', PAYMENT + 777_78]);
    // February 15, 2027 is a Monday. Only bank holidays of households that observe them move it.
    expect([getEventDay(second), paid(second)]).toEqual(['2027-02-15', PAYMENT]);
  });

  test('earlier in the month makes the first period shorter, with the same installment', () => {
    const { events } = simulate(opened({ from: '2026-11-21' }), start('2027-01-02'));
    const [first] = payments(events);
    expect([getEventDay(first), paid(first)]).toEqual(['2026-12-21', PAYMENT]);
    const [interest] = events.filter(({ kind }) => kind === 'interest');
    expect(interest?.lines?.[0]?.amount).toBe(-Math.round((AMOUNT * 0.0625 * 20) / 360));
  });

  test('on a weekend or bank holiday collects on the next business day', () => {
    const { events } = simulate(opened({ from: '2026-12-15' }), start('2029-01-02'));
    expect(payments(events).map((event) => weekday(zone.getDay(event.at)))).not.toContain(0);
    const holidays = { ...opened({ from: '2026-12-15' }), bankHolidays: true as const };
    // February 15, 2027 is Washington's Birthday.
    expect(payments(simulate(holidays, start('2027-02-20')).events).map(getEventDay)).toEqual([
      '2027-01-15',
      '2027-02-16',
    ]);
  });

  test('accrues no interest for the days by which a weekend moves the collection', () => {
    const chosen = simulate(opened({ from: '2026-12-06' }), start('2027-06-20')).state.debts[0];
    const nominal = opened({ from: '2026-12-06' });
    const [mortgage] = nominal.debts;
    if (!mortgage) throw new Error('The mortgage is missing.');
    expect(chosen?.balance).toBeLessThan(AMOUNT);
    const rows = getSchedule({
      ...getDebtTerms(mortgage),
      balance: AMOUNT,
      held: { balanceDays: 0, days: -5 },
      oddInterest: Math.round((AMOUNT * 0.0625 * 5) / 360),
    });
    expect(chosen?.balance).toBe(rows[5]?.balance);
  });

  test('is the same in one step as in daily steps', () => {
    const until = start('2028-02-05');
    const whole = simulate(opened({ from: '2026-12-15' }), until);
    const { events, state } = simulateByDay(opened({ from: '2026-12-15' }), until);
    expect(events).toEqual(whole.events);
    expect(state.debts).toEqual(whole.state.debts);
  });
});
