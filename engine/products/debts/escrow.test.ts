import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '../../calendar/bank-holidays.ts';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { getCarryover } from '../../household/state.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, EscrowState, HouseholdState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, debt, household, start } from '../../testing/households.ts';
import {
  analyzeEscrow,
  getBillsDue,
  getMonthNumber,
  getNextEscrowDeposit,
  planDisbursements,
  planEscrow,
} from './escrow.ts';

/** The worked example: taxes of 2,100.00 in April and October, and insurance of 1,680.00 in September. */
const BILLS = { tax: 4_200_00, insurance: 1_680_00 };
const JANUARY = 1;
const PAYMENT = monthlyPayment(320_000_00, 6.25, 360);
const zone = new Zone('America/New_York');

const escrow = (parts: Partial<EscrowState> = {}): EscrowState => ({
  ...{ id: 'escrow', currency: 'USD', balance: 1_960_00, ...BILLS },
  ...{ from: getMonthNumber(parseDay('2027-01-01')), payment: 490_00, spread: 0, deposits: 0, assessed: 0 },
  ...parts,
});

function home(parts: Partial<DebtState> = {}, balance = 900_000_00): HouseholdState {
  const terms = { balance: 320_000_00, rate: 6.25, payment: PAYMENT, term: 360 };
  return household({
    on: '2026-12-01',
    accounts: [account('checking', balance)],
    debts: [
      debt('home', '2026-12-01', {
        ...terms,
        product: 'mortgage',
        autopay: { accountId: 'checking', extra: 0 },
        escrow: escrow(),
        ...parts,
      }),
    ],
  });
}

const ofKind = (events: EngineEvent[], kind: string) => events.filter((event) => event.kind === kind);
const getEventDay = (event: EngineEvent | undefined) => event && dayText(zone.getDay(event.at));
const held = ({ debts }: HouseholdState) => debts[0]?.escrow?.balance;

describe('the escrow plan', () => {
  test('is 490.00 a month with a cushion of 980.00 and an opening balance of 1,960.00', () => {
    expect(PAYMENT).toBe(1_970_30);
    expect(planEscrow(BILLS, JANUARY)).toEqual({ payment: 490_00, cushion: 980_00, target: 1_960_00 });
  });

  test('starts with 1,040.00 in the published example of an aggregate analysis', () => {
    // 12 CFR part 1024, appendix E, I: 500.00 on July 25, 360.00 on September 20, and 700.00 on December 10,
    // with payments from July 1 (federal.elaws.us/cfr/title12.chapterx.part1024.appendix_e_to_part_1024).
    const due = [500_00, 0, 360_00, 0, 0, 700_00, 0, 0, 0, 0, 0, 0];
    const plan = planDisbursements(due);
    expect(plan).toEqual({ payment: 130_00, cushion: 260_00, target: 1_040_00 });
    let balance: number = plan.target;
    const balances = due.map((bills) => {
      balance += plan.payment - bills;
      return balance / 100;
    });
    expect(balances).toEqual([670, 800, 570, 700, 830, 260, 390, 520, 650, 780, 910, 1_040]);
  });

  test('splits the tax into two halves whose sum is the tax', () => {
    expect(getBillsDue({ tax: 100_01, insurance: 5 }, 4)).toEqual({ tax: 50_00, insurance: 0 });
    expect(getBillsDue({ tax: 100_01, insurance: 5 }, 10)).toEqual({ tax: 50_01, insurance: 0 });
    expect(getBillsDue({ tax: 100_01, insurance: 5 }, 9)).toEqual({ tax: 0, insurance: 5 });
  });

  test('never lets a month of any year end below the cushion', () => {
    for (let first = 1; first <= 12; first += 1) {
      const { payment, cushion, target } = planEscrow(BILLS, first);
      let balance: number = target;
      const ends = Array.from({ length: 12 }, (_, passed) => {
        const { tax, insurance } = getBillsDue(BILLS, ((first - 1 + passed) % 12) + 1);
        balance += payment - tax - insurance;
        return balance;
      });
      expect(Math.min(...ends)).toBe(cushion);
    }
  });
});

describe('the annual analysis', () => {
  test('spreads a shortage of 784.00: 604.33 a month, and 604.37 in the twelfth', () => {
    const bills = { tax: 4_620_00, insurance: 1_848_00 };
    const result = analyzeEscrow(1_372_00, bills, JANUARY, true);
    expect(result).toMatchObject({ payment: 539_00, target: 2_156_00, shortage: 784_00, refund: 0 });
    const next = escrow({ ...result, deposits: 0 });
    expect(getNextEscrowDeposit(next)).toBe(604_33);
    expect(getNextEscrowDeposit({ ...next, deposits: 11 })).toBe(604_37);
  });

  test('refunds a surplus of 373.37', () => {
    const result = analyzeEscrow(2_240_00, { tax: 4_000_00, insurance: 1_600_00 }, JANUARY, true);
    expect(result).toMatchObject({ target: 1_866_63, refund: 373_37, spread: 0, shortage: 0 });
  });

  test.each([
    ['49.99 is credited to the payments', 1_960_00 + 49_99, true, { refund: 0, spread: -49_99 }],
    ['50.00 is refunded', 1_960_00 + 50_00, true, { refund: 50_00, spread: 0 }],
    ['50.00 stays in escrow if the mortgage is past due', 1_960_00 + 50_00, false, { refund: 0, spread: 0 }],
    [
      'a balance below zero is a deficiency and a shortage',
      -100_00,
      true,
      { deficiency: 100_00, shortage: 1_960_00, spread: 2_060_00 },
    ],
  ])('with a surplus or deficiency: %s', (_, balance, isCurrent, expected) => {
    expect(analyzeEscrow(balance, BILLS, JANUARY, isCurrent)).toMatchObject(expected);
  });
});

describe('a mortgage with escrow', () => {
  test('collects 2,460.30 in one entry, and pays the bills from escrow', () => {
    const { events, state } = simulate(home(), start('2027-11-01'));
    expect(ofKind(events, 'mortgage_payment')[0]?.lines).toEqual([
      { ledger: 'checking', amount: -2_460_30, currency: 'USD' },
      { ledger: 'home', amount: 1_970_30, currency: 'USD' },
      { ledger: 'escrow', amount: 490_00, currency: 'USD' },
    ]);
    const bills = ofKind(events, 'escrow_bill');
    expect(bills.map((bill) => [getEventDay(bill), bill.lines?.[0]?.amount])).toEqual([
      ['2027-04-30', -2_100_00],
      ['2027-09-30', -1_680_00],
      ['2027-10-31', -2_100_00],
    ]);
    expect(held(state)).toBe(980_00);
  });

  test('raises the payment from 2,460.30 to 2,574.63 after bills of 2,310, 2,310, and 1,848', () => {
    const { events, state } = simulate(
      home({ escrow: escrow({ tax: 4_620_00, insurance: 1_848_00 }) }),
      start('2028-01-02'),
    );
    const [analysis] = ofKind(events, 'escrow_analysis');
    expect(getEventDay(analysis)).toBe('2027-12-31');
    expect(analysis?.facts).toMatchObject({
      ...{ balance: 1_372_00, target: 2_156_00, shortage: 784_00, base: 539_00, deposit: 604_33 },
      ...{ before: 2_460_30, after: 2_574_63, on: '2028-01-01' },
    });
    expect(ofKind(events, 'mortgage_payment').at(-1)?.lines?.[0]?.amount).toBe(-2_574_63);
    expect(held(state)).toBe(1_372_00 + 604_33);
  });

  test('gets 373.37 back after bills of 2,000, 2,000, and 1,600', () => {
    const low = home({ escrow: escrow({ tax: 4_000_00, insurance: 1_600_00 }) });
    const { events, state } = simulate(low, start('2027-12-31') + 86_400_000 - 1);
    expect(ofKind(events, 'escrow_refund')[0]?.lines).toEqual([
      { ledger: 'escrow', amount: -373_37, currency: 'USD' },
      { ledger: 'checking', amount: 373_37, currency: 'USD' },
    ]);
    expect(held(state)).toBe(1_866_63);
  });

  test('raises the bills each January: the tax with the home, and the insurance faster than prices', () => {
    const owned = home({ property: { value: 400_000_00 }, escrow: escrow({ assessed: 400_000_00 }) });
    const { state } = simulate(owned, start('2028-01-02'));
    const [mortgage] = state.debts;
    const { value = 0 } = mortgage?.property ?? {};
    expect(mortgage?.escrow).toMatchObject({
      tax: Math.round((4_200_00 * value) / 400_000_00),
      assessed: value,
    });
    expect(mortgage?.escrow?.insurance).toBeGreaterThan(1_680_00);
  });

  test('pays the installment without the deposit if the account has too little for both', () => {
    const { events, state } = simulate(home({}, 2_000_00), start('2027-01-02'));
    expect(ofKind(events, 'mortgage_payment')[0]?.lines?.[0]?.amount).toBe(-1_970_30);
    expect(ofKind(events, 'escrow_missed')[0]?.facts).toEqual({ amount: 490_00, due: '2027-01-01' });
    expect(held(state)).toBe(1_960_00);
  });

  test('advances the bills below zero if nobody deposits', () => {
    const { state } = simulate(home({ autopay: null }), start('2027-10-01'));
    expect(held(state)).toBe(1_960_00 - 2_100_00 - 1_680_00);
  });

  /** Returns the example household, which pays off its mortgage on a day. */
  function payOff(day: string, observesHolidays = true): HouseholdState {
    const terms = { balance: 320_000_00, rate: 0, payment: PAYMENT, term: 360 };
    const autopay = { accountId: 'checking', extra: 0 };
    const paid = household({
      on: day,
      accounts: [account('checking', 1_000_00)],
      debts: [debt('home', day, { ...terms, product: 'mortgage', autopay, escrow: escrow() })],
    });
    if (observesHolidays) paid.bankHolidays = true;
    paid.changes = [
      { at: start(day) + 3_600_000, productId: 'home', amount: 320_000_00, kind: 'payoff' },
      { at: start(day) + 3_600_000, productId: 'home', amount: 0, kind: 'interest' },
    ];
    return paid;
  }

  const getRefundDay = (paid: HouseholdState, until: string) =>
    getEventDay(ofKind(simulate(paid, start(until)).events, 'escrow_refund')[0]);

  test.each([
    ['2027-03-01', '2027-03-29', 'the twentieth business day is two before the end of the month'],
    ['2027-03-02', '2027-03-30', 'the twentieth business day is the day before the end'],
    ['2027-03-03', '2027-03-31', 'the twentieth business day is the end of the month'],
    ['2027-03-04', '2027-03-31', 'the end of the month comes first'],
    ['2027-07-01', '2027-07-30', 'Independence Day is observed on Monday, July 5'],
    ['2027-05-01', '2027-05-28', 'a payoff on a Saturday, before Memorial Day'],
    ['2026-12-01', '2026-12-30', 'Christmas Day isn’t a business day'],
    ['2027-01-01', '2027-01-31', 'New Year’s Day and Martin Luther King Jr. Day aren’t business days'],
    ['2027-02-01', '2027-02-28', 'a month of 28 days ends first'],
  ])('refunds the balance of a payoff on %s on %s: %s', (paidOn, refundedOn) => {
    expect(getRefundDay(payOff(paidOn), '2027-09-01')).toBe(refundedOn);
  });

  test('refunds without bank holidays after 20 weekdays', () => {
    expect(getRefundDay(payOff('2026-12-01', false), '2027-09-01')).toBe('2026-12-29');
  });

  test('refunds the balance within 20 business days of every payoff in three years', () => {
    for (let day = parseDay('2026-01-01'); day < parseDay('2029-01-01'); day += 1) {
      let [left, last] = [20, day];
      while (left > 0) {
        last += 1;
        if (isBusinessDay(last, 'USD')) left -= 1;
      }
      const refundedOn = getRefundDay(payOff(dayText(day)), dayText(day + 40)) ?? '';
      expect(refundedOn >= dayText(day) && refundedOn <= dayText(last), dayText(day)).toBe(true);
    }
  });

  test('keeps the day of the payoff in the carryover until the refund', () => {
    const getKept = (until: string) =>
      getCarryover(simulate(payOff('2027-03-01'), start(until)).state).debts?.['home']?.escrow;
    expect(getKept('2027-03-10')).toMatchObject({ paidOff: parseDay('2027-03-01') });
    expect(getKept('2027-03-30')).toBeUndefined();
  });

  test('refunds on the same day in one step as in daily steps', () => {
    for (const day of ['2027-03-01', '2027-03-02', '2027-07-01']) {
      const whole = simulate(payOff(day), start('2027-08-05'));
      const { events, state } = simulateByDay(payOff(day), start('2027-08-05'));
      expect(events).toEqual(whole.events);
      expect(state.debts).toEqual(whole.state.debts);
    }
  });

  test('refunds the balance at the end of the month in which it is paid off', () => {
    const paid = home({ rate: 0 });
    paid.changes = [
      { at: start('2026-12-20'), productId: 'home', amount: 320_000_00, kind: 'payoff' },
      { at: start('2026-12-20'), productId: 'home', amount: 0, kind: 'interest' },
    ];
    const { events, state } = simulate(paid, start('2027-03-01'));
    const [refund] = ofKind(events, 'escrow_refund');
    expect(getEventDay(refund)).toBe('2026-12-31');
    expect(refund?.lines?.[1]).toMatchObject({ ledger: 'checking', amount: 1_960_00 });
    expect(state.debts[0]?.escrow).toBeUndefined();
  });

  test('adds an advance to the balance after the payoff', () => {
    const paid = home({ rate: 0, escrow: escrow({ balance: -300_00 }) });
    paid.changes = [
      { at: start('2026-12-20'), productId: 'home', amount: 320_000_00, kind: 'payoff' },
      { at: start('2026-12-20'), productId: 'home', amount: 0, kind: 'interest' },
    ];
    const { events, state } = simulate(paid, start('2027-01-02'));
    expect(ofKind(events, 'escrow_advance')[0]?.lines?.[0]).toMatchObject({
      ledger: 'home',
      amount: -300_00,
    });
    expect(held(state)).toBeGreaterThanOrEqual(0);
  });

  test('is the same in one step as in daily steps', () => {
    const begin = () => home({ property: { value: 400_000_00 }, escrow: escrow({ assessed: 400_000_00 }) });
    const until = start('2029-02-05');
    const whole = simulate(begin(), until);
    const { events, state } = simulateByDay(begin(), until);
    expect(events).toEqual(whole.events);
    expect(state.debts).toEqual(whole.state.debts);
  });
});
