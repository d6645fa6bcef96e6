import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, debt, household, start } from '../../testing/households.ts';
import { listThirteenths } from './biweekly.ts';
import { compareBiweekly } from './biweekly-saving.ts';
import { getDebtTerms } from './debt-plans.ts';

const AMOUNT = 320_000_00;
const PAYMENT = monthlyPayment(AMOUNT, 6.25, 360);
const HALF = 985_15;
const zone = new Zone('America/New_York');

function home(parts: Partial<DebtState> = {}, balance = 900_000_00): HouseholdState {
  return household({
    on: '2026-12-01',
    accounts: [account('checking', balance)],
    debts: [
      debt('home', '2026-12-01', {
        ...{ balance: AMOUNT, rate: 6.25, payment: PAYMENT, term: 360, product: 'mortgage' },
        autopay: { accountId: 'checking', extra: 0 },
        biweekly: { id: 'held', currency: 'USD', balance: 0, next: parseDay('2026-12-04') },
        ...parts,
      }),
    ],
  });
}

const ofKind = (events: EngineEvent[], kind: string) => events.filter((event) => event.kind === kind);
const getEventDay = (event: EngineEvent | undefined) => event && dayText(zone.getDay(event.at));

describe('a biweekly plan', () => {
  test('collects 985.15 every 14 days, and pays the installment from it', () => {
    const { events, state } = simulate(home(), start('2027-01-02'));
    const halves = ofKind(events, 'biweekly_payment');
    expect(halves.map(getEventDay)).toEqual(['2026-12-04', '2026-12-18', '2027-01-01']);
    expect(halves[0]?.lines).toEqual([
      { ledger: 'checking', amount: -HALF, currency: 'USD' },
      { ledger: 'held', amount: HALF, currency: 'USD' },
    ]);
    expect(ofKind(events, 'mortgage_payment')[0]?.lines).toEqual([
      { ledger: 'held', amount: -PAYMENT, currency: 'USD' },
      { ledger: 'home', amount: PAYMENT, currency: 'USD' },
    ]);
    expect(state.debts[0]?.biweekly?.balance).toBe(HALF);
  });

  test('collects 26 half payments a year, and sends the thirteenth payment to principal', () => {
    const year = simulate(home(), start('2027-12-03'));
    expect(ofKind(year.events, 'biweekly_payment')).toHaveLength(26);
    const { events, state } = simulate(home(), start('2028-02-03'));
    const collected = ofKind(events, 'biweekly_payment').length * HALF;
    const amounts = ofKind(events, 'mortgage_payment').map(({ lines }) => lines?.at(-1)?.amount ?? 0);
    expect(amounts.filter((amount) => amount === 2 * PAYMENT)).toHaveLength(1);
    const paid = amounts.reduce((sum, amount) => sum + amount, 0);
    expect(paid).toBe(15 * PAYMENT);
    expect(paid + (state.debts[0]?.biweekly?.balance ?? 0)).toBe(collected);
  });

  test('makes the thirteenth payments on the projected due dates', () => {
    for (const extra of [0, 50_00]) {
      const state = home({ autopay: { accountId: 'checking', extra } });
      const [begun] = state.debts;
      if (!begun?.biweekly) throw new Error('The plan is missing.');
      const projected = listThirteenths(getDebtTerms(begun), begun.biweekly);
      const { events } = simulate(state, start('2033-01-02'));
      const paid = ofKind(events, 'mortgage_payment').filter(
        ({ lines }) => lines?.find(({ ledger }) => ledger === 'home')?.amount === 2 * PAYMENT + extra,
      );
      expect(paid.length).toBeGreaterThan(1);
      expect(projected.slice(0, paid.length).map(({ day }) => dayText(day))).toEqual(paid.map(getEventDay));
      expect(projected[0]?.amount).toBe(PAYMENT);
    }
  });

  test('saves in the comparison what it saves in the simulation', () => {
    const [begun] = home().debts;
    if (!begun?.biweekly) throw new Error('The plan is missing.');
    const compared = compareBiweekly(getDebtTerms(begun), begun.biweekly, 0);
    const { events } = simulate(home(), start('2057-01-01'));
    const charged = ofKind(events, 'interest').reduce(
      (sum, { lines }) => sum - (lines?.find(({ ledger }) => ledger === 'home')?.amount ?? 0),
      0,
    );
    expect(compared.with.months).toBe(ofKind(events, 'mortgage_payment').length);
    // Half payments start after three days, so the first thirteenth payment comes earlier than with a monthly
    // twelfth, and the last ones later.
    expect(compared.with.interest).toBe(charged);
    expect(compared.interest).toBe(compared.without.interest - charged);
  });

  test('pays the extra amount of autopay from the account, not from the held money', () => {
    const { events, state } = simulate(
      home({ autopay: { accountId: 'checking', extra: 50_00 } }),
      start('2027-01-02'),
    );
    expect(ofKind(events, 'mortgage_payment')[0]?.lines).toEqual([
      { ledger: 'checking', amount: -50_00, currency: 'USD' },
      { ledger: 'held', amount: -PAYMENT, currency: 'USD' },
      { ledger: 'home', amount: PAYMENT + 50_00, currency: 'USD' },
    ]);
    // The half for the next payment stays.
    expect(state.debts[0]?.biweekly?.balance).toBe(HALF);
  });

  test('leaves out the extra amount if the account is short, and pays the installment from the held money', () => {
    const poor = home({ autopay: { accountId: 'checking', extra: 50_00 } }, 3 * HALF + 49_99);
    const [payment] = ofKind(simulate(poor, start('2027-01-02')).events, 'mortgage_payment');
    expect(payment?.lines).toEqual([
      { ledger: 'held', amount: -PAYMENT, currency: 'USD' },
      { ledger: 'home', amount: PAYMENT, currency: 'USD' },
    ]);
  });

  test('with an extra amount, is the same in one step and in daily steps', () => {
    const state = home({ autopay: { accountId: 'checking', extra: 50_00 } });
    const once = simulate(structuredClone(state), start('2028-02-03'));
    const daily = simulateByDay(structuredClone(state), start('2028-02-03'));
    expect(daily.events).toEqual(once.events);
    expect(daily.state).toEqual(once.state);
  });

  test('is paid off after about 293 months, and returns what is left', () => {
    const { events, state } = simulate(home(), start('2053-01-01'));
    const [repaid] = ofKind(events, 'repaid');
    const months = ofKind(events, 'mortgage_payment').length;
    expect(months).toBeGreaterThanOrEqual(291);
    expect(months).toBeLessThanOrEqual(295);
    expect(repaid).toBeDefined();
    expect(state.debts[0]?.biweekly).toBeUndefined();
    expect(ofKind(events, 'biweekly_ended')).toHaveLength(1);
    const moved = events
      .flatMap(({ lines }) => lines ?? [])
      .filter(({ ledger }) => ledger === 'held')
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(moved).toBe(0);
  });

  test('takes the missing half from the account when the payment is due', () => {
    const late = home({
      biweekly: { id: 'held', currency: 'USD', balance: 0, next: parseDay('2026-12-26') },
    });
    const [payment] = ofKind(simulate(late, start('2027-01-02')).events, 'mortgage_payment');
    expect(payment?.lines).toEqual([
      { ledger: 'checking', amount: HALF - PAYMENT, currency: 'USD' },
      { ledger: 'held', amount: -HALF, currency: 'USD' },
      { ledger: 'home', amount: PAYMENT, currency: 'USD' },
    ]);
  });

  test('reports a half payment that the account cannot pay, and misses the installment', () => {
    const { events, state } = simulate(home({}, 500_00), start('2027-01-02'));
    expect(ofKind(events, 'biweekly_payment')).toEqual([]);
    expect(ofKind(events, 'payment_failed').map(({ facts }) => facts?.['amount'])).toEqual([
      HALF,
      HALF,
      HALF,
      PAYMENT,
    ]);
    expect(state.debts[0]?.arrears).toHaveLength(1);
  });

  test.each([
    ['mortgage', home()],
    [
      'loan',
      home({ product: 'loan', balance: 9_000_00, payment: monthlyPayment(9_000_00, 6.25, 12), term: 12 }),
    ],
  ] as const)('of a %s is the same in one step as in daily steps', (_product, first) => {
    const until = start('2028-03-05');
    const whole = simulate(first, until);
    const { events, state } = simulateByDay(first, until);
    expect(events).toEqual(whole.events);
    expect(state.debts).toEqual(whole.state.debts);
  });

  test('pays a loan off earlier, with kinds of loans', () => {
    const car = {
      product: 'loan',
      balance: 12_000_00,
      payment: monthlyPayment(12_000_00, 6.25, 48),
      term: 48,
    };
    const { events } = simulate(home(car as Partial<DebtState>), start('2031-01-01'));
    const months = ofKind(events, 'loan_payment').length;
    expect(ofKind(events, 'mortgage_payment')).toEqual([]);
    expect(months).toBeGreaterThan(42);
    expect(months).toBeLessThan(46);
    expect(ofKind(events, 'biweekly_ended')).toHaveLength(1);
  });
});
