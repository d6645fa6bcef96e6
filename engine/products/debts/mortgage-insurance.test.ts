import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, debt, household, start } from '../../testing/households.ts';
import { getDebtTerms, getSchedule } from './debt-plans.ts';
import {
  monthlyPremium,
  projectInsurance,
  reachesRequest,
  requestBalance,
  requiresInsurance,
  startInsurance,
} from './mortgage-insurance.ts';

/**
 * The worked example: a loan of 332,500.00 at 6.25% on a home of 350,000.00, first due on January 1, 2027.
 */
const BORROWED = 332_500_00;
const VALUE = 350_000_00;
const PAYMENT = monthlyPayment(BORROWED, 6.25, 360);
const PREMIUM = monthlyPremium(BORROWED, 0.6);
const ORIGINAL = { borrowed: BORROWED, value: VALUE, premium: PREMIUM, rate: 6.25, term: 360 };
const zone = new Zone('America/New_York');

function home(parts: Partial<DebtState> = {}, balance = 9_000_000_00): HouseholdState {
  const terms = { balance: BORROWED, rate: 6.25, payment: PAYMENT, term: 360 };
  return household({
    on: '2026-12-01',
    accounts: [account('checking', balance)],
    debts: [
      debt('home', '2026-12-01', {
        ...terms,
        product: 'mortgage',
        autopay: { accountId: 'checking', extra: 0 },
        insurance: startInsurance(ORIGINAL, 0),
        ...parts,
      }),
    ],
  });
}

const ofKind = (events: EngineEvent[], kind: string) => events.filter((event) => event.kind === kind);
const dayOf = (event: EngineEvent | undefined) => event && dayText(zone.getDay(event.at));

describe('mortgage insurance', () => {
  test('costs 166.25 a month for the worked example, and only below 20% down', () => {
    expect([PAYMENT, PREMIUM]).toEqual([2_047_26, 166_25]);
    expect(requiresInsurance(VALUE, VALUE - BORROWED)).toBe(true);
    expect(requiresInsurance(400_000_00, 80_000_00)).toBe(false);
    expect(requiresInsurance(400_000_00, 79_999_99)).toBe(true);
  });

  test('can be removed after payment 121, and ends with payment 132', () => {
    expect(projectInsurance(startInsurance(ORIGINAL, 0), 1)).toEqual({
      request: 121,
      last: 132,
      reason: 'scheduled',
    });
    expect(startInsurance(ORIGINAL, 121).scheduled).toBe(279_501_88);
    expect(startInsurance(ORIGINAL, 132).scheduled).toBe(272_823_03);
    expect(requestBalance(VALUE)).toBe(280_000_00);
  });

  test('ends at the midpoint if the schedule is slower', () => {
    const slow = startInsurance({ ...ORIGINAL, rate: 25 }, 0);
    expect(projectInsurance(slow, 1)).toMatchObject({ last: 180, reason: 'midpoint' });
  });

  test('is charged with each installment, through the one that reaches 78%', () => {
    const { events, state } = simulate(home(), start('2038-06-01'));
    const premiums = ofKind(events, 'pmi');
    expect(premiums).toHaveLength(132);
    expect(premiums[0]?.lines).toEqual([
      { ledger: 'checking', amount: -166_25, currency: 'USD' },
      { ledger: 'outside', amount: 166_25, currency: 'USD' },
    ]);
    expect([dayOf(premiums[0]), dayOf(premiums.at(-1))]).toEqual(['2027-01-01', '2037-12-01']);
    const [ended] = ofKind(events, 'pmi_ended');
    expect(ended?.facts).toMatchObject({ reason: 'scheduled', on: '2037-12-01', scheduled: 272_823_03 });
    expect(state.debts[0]?.insurance).toBeUndefined();
  });

  test('a removal on time saves 11 premiums', () => {
    const removed = simulate(home(), start('2037-01-02')).state;
    const kept = simulate(removed, start('2038-06-01')).events;
    expect(ofKind(kept, 'pmi').length * PREMIUM).toBe(1_828_75);
  });

  test('does not end sooner with extra payments, but the balance reaches 80% sooner', () => {
    const { events, state } = simulate(home(), start('2034-12-02'));
    expect(ofKind(events, 'pmi')).toHaveLength(96);
    const [mortgage] = state.debts;
    if (!mortgage) throw new Error('The mortgage is missing.');
    expect(mortgage.balance).toBe(293_333_91);
    const rows = getSchedule(getDebtTerms(mortgage), { extra: 200_00 });
    const now = { balance: mortgage.balance, day: parseDay('2034-12-02') };
    expect(dayText(reachesRequest(VALUE, now, rows) ?? 0)).toMatch(/^2036-06/);
    const early = simulate(home({ autopay: { accountId: 'checking', extra: 500_00 } }), start('2038-06-01'));
    expect(ofKind(early.events, 'pmi')).toHaveLength(132);
  });

  test('is added to the balance if nobody collects it', () => {
    const { events, state } = simulate(home({ autopay: null }), start('2027-01-02'));
    const [added] = ofKind(events, 'fee');
    expect(added?.lines?.[0]).toMatchObject({ ledger: 'home', amount: -166_25 });
    expect(state.debts[0]?.balance).toBe(BORROWED + 1_731_77 + 166_25);
  });

  test('ends on the first of the month after the mortgage is current again', () => {
    const late = home({}, 0);
    const [mortgage] = late.debts;
    if (!mortgage) throw new Error('The mortgage is missing.');
    mortgage.next = 131;
    mortgage.insurance = startInsurance(ORIGINAL, 130);
    mortgage.balance = mortgage.insurance.scheduled;
    late.at = start('2037-10-15');
    late.posted = late.at;
    const missed = simulate(late, start('2037-12-10'));
    expect(ofKind(missed.events, 'pmi_ended')).toEqual([]);
    missed.state.changes = [
      {
        at: zone.at(parseDay('2037-12-20'), 600),
        productId: 'home',
        amount: 10_000_00,
        kind: 'mortgage_payment',
      },
      { at: zone.at(parseDay('2037-12-20'), 600), productId: 'checking', amount: 90_000_00, kind: 'deposit' },
    ];
    const cured = simulate(missed.state, start('2038-03-01'));
    expect(ofKind(cured.events, 'pmi')).toEqual([]);
    expect(ofKind(cured.events, 'pmi_ended')[0]?.facts).toMatchObject({
      reason: 'current',
      on: '2038-01-01',
    });
  });

  test('is the same in one step as in daily steps', () => {
    const until = start('2029-01-05');
    const whole = simulate(home(), until);
    const { events, state } = simulateByDay(home(), until);
    expect(events).toEqual(whole.events);
    expect(state.debts).toEqual(whole.state.debts);
  });
});
