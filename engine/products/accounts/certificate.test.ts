import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { nextDueAt, simulate } from '../../simulation/simulate.ts';
import type { AccountState, CertificateState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, household, start } from '../../testing/households.ts';
import {
  computeCertificateInterest,
  computeCertificateYield,
  computeEarlyWithdrawalPenalty,
} from './certificate-terms.ts';

const zone = new Zone('America/New_York');

/** A 12-month CD at 4.00% that was opened on January 1, 2027. */
function certificate(balance: number, parts: Partial<CertificateState> = {}): AccountState {
  return {
    ...account('cd', balance, 'CD'),
    certificate: {
      termMonths: 12,
      rate: 4,
      penaltyDays: 90,
      principal: balance,
      startedOn: parseDay('2027-01-01'),
      maturesOn: parseDay('2028-01-01'),
      renewals: 0,
      atMaturity: 'renew',
      payoutAccountId: 'checking',
      interestAccountId: null,
      ...parts,
    },
  };
}

const holding = (parts: Partial<CertificateState> = {}, others: AccountState[] = [account('checking', 0)]) =>
  household({ on: '2027-01-01', accounts: [certificate(1_000_000, parts), ...others] });

const until = (state: HouseholdState, day: string) => simulate(state, start(day));
const getBalance = ({ accounts }: HouseholdState, id: string) =>
  accounts.find((item) => item.id === id)?.balance;
const list = (events: EngineEvent[]) =>
  events.map(({ at, kind, lines }) => [
    dayText(zone.getDay(at)),
    kind,
    ...(lines ?? []).map(({ ledger, amount }) => `${ledger} ${amount}`),
  ]);

describe('the terms of a CD', () => {
  test.each([
    ['60 days', 60, 6_597],
    ['200 days', 200, 22_159],
    ['365 days', 365, 40_808],
  ])('earn compound interest on 10,000.00 at 4.00%% for %s', (_name, days, interest) => {
    expect(computeCertificateInterest(1_000_000, 4, days)).toBe(interest);
  });

  test('have an APY of 4.08% at a rate of 4.00%', () => {
    expect(computeCertificateYield(4)).toBe(4.08);
  });

  test.each([
    [1_000_000, 90, 9_863],
    [400_000, 90, 3_945],
    [1_000_000, 7, 767],
  ])('cost simple interest on %i cents for %i days', (amount, days, penalty) => {
    expect(computeEarlyWithdrawalPenalty(amount, 4, days)).toBe(penalty);
  });
});

describe('a CD', () => {
  test('is worth 10,408.08 after a year, credited month by month', () => {
    const { events, state } = until(holding(), '2028-01-01');
    const interest = events.filter(({ kind }) => kind === 'interest');
    expect(interest).toHaveLength(12);
    expect(interest[0]?.at).toBe(zone.getEnd(parseDay('2027-01-31')));
    expect(getBalance(state, 'cd')).toBe(1_040_808);
  });

  test('announces maturity 30 days before, and renews for the same term at that day’s rate', () => {
    const { events, state } = until(holding({ rate: 5 }), '2028-01-02');
    const others = events.filter(({ kind }) => kind !== 'interest');
    expect(list(others)).toEqual([
      ['2027-12-02', 'cd_maturing'],
      ['2028-01-01', 'cd_renewed'],
    ]);
    expect(others[1]?.facts).toEqual({ rate: 4, matures_on: '2029-01-01', grace_until: '2028-01-10' });
    expect(state.accounts[0]?.certificate).toMatchObject({ rate: 4, renewals: 1, penaltyDays: 90 });
  });

  test('pays out its balance and closes, if the customer chose that', () => {
    const { events, state } = until(holding({ atMaturity: 'pay_out' }), '2028-02-15');
    expect(list(events).at(-1)).toEqual(['2028-01-01', 'cd_matured', 'cd -1040808', 'checking 1040808']);
    expect(state.accounts[0]).toMatchObject({ balance: 0, closed: true });
  });

  test('pays out to the account with the highest balance if the chosen one is closed, and else renews', () => {
    const closed: AccountState = { ...account('checking', 0), closed: true };
    const pays = { atMaturity: 'pay_out' } as const;
    const other = until(holding(pays, [closed, account('savings', 5, 'SAVINGS')]), '2028-01-01');
    expect(getBalance(other.state, 'savings')).toBeGreaterThan(1_040_000);
    const none = until(holding(pays, [closed]), '2028-01-01');
    expect(none.state.accounts[0]).toMatchObject({ balance: 1_040_808 });
    expect(none.events.at(-1)?.kind).toBe('cd_renewed');
  });

  test('transfers each month’s interest to the chosen account, so that it does not compound', () => {
    const { events, state } = until(holding({ interestAccountId: 'checking' }), '2027-03-01');
    expect(list(events)).toEqual([
      ['2027-01-31', 'interest', 'cd 3403', 'interest -3403'].map((part) => part),
      ['2027-01-31', 'cd_interest', 'cd -3403', 'checking 3403'],
      ['2027-02-28', 'interest', 'cd 3073', 'interest -3073'],
      ['2027-02-28', 'cd_interest', 'cd -3073', 'checking 3073'],
    ]);
    expect(getBalance(state, 'cd')).toBe(1_000_000);
  });

  test('credits the last interest at maturity in the middle of a month', () => {
    const dates = { startedOn: parseDay('2027-01-01'), maturesOn: parseDay('2027-04-16'), termMonths: 3 };
    const { events } = until(holding({ ...dates, atMaturity: 'pay_out' }), '2027-04-20');
    expect(list(events).slice(-2)).toEqual([
      ['2027-04-15', 'interest', expect.stringContaining('cd '), expect.anything()],
      ['2027-04-16', 'cd_matured', expect.stringContaining('cd -'), expect.anything()],
    ]);
  });

  test('takes interest that the bank paid early from what has accrued', () => {
    const at = start('2027-03-02') + 1;
    const change = (amount: number, kind: string, later = 0) => ({
      at: at + later,
      productId: 'cd',
      amount,
      kind,
    });
    const closed: AccountState = { ...certificate(1_000_000), closed: true };
    const state = household({
      on: '2027-01-01',
      accounts: [closed],
      changes: [
        change(6_597, 'interest'),
        change(-9_863, 'cd_penalty', 1),
        change(-996_734, 'cd_withdrawal', 2),
      ],
    });
    const { events, state: after } = until(state, '2027-06-01');
    expect(events).toEqual([]);
    expect(after.accounts[0]).toMatchObject({ balance: 0, accruedMicros: 0 });
  });

  test('is simulated the same in one step and in steps of a day', () => {
    const first = holding(
      { interestAccountId: 'checking' },
      [account('checking', 0), certificate(70_000, { termMonths: 3, maturesOn: parseDay('2027-04-01') })].map(
        (item, index) => ({ ...item, id: `${item.id}${index || ''}` }),
      ),
    );
    const whole = until(first, '2029-02-03');
    expect(simulateByDay(first, whole.state.at)).toEqual(whole);
    expect(whole.events.filter(({ kind }) => kind === 'cd_renewed').length).toBeGreaterThan(7);
  });

  test('is due at the end of the month, at the notice, and at maturity', () => {
    expect(nextDueAt(holding())).toBe(zone.getEnd(parseDay('2027-01-31')));
    const later = until(holding(), '2027-12-01').state;
    expect(nextDueAt(later)).toBe(zone.at(parseDay('2027-12-02'), 9 * 60));
  });
});
