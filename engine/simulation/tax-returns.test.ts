import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { account, deposit, household, start } from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState, TaxReturnState } from './state.ts';

const zone = new Zone('America/New_York');

/** The return of the worked example, which has 49 dollars due. */
const filed = (parts: Partial<TaxReturnState> = {}): TaxReturnState => ({
  id: 'return',
  accountId: 'checking',
  year: 2026,
  filingStatus: 'single',
  wages: 5_461_612,
  interest: 41_237,
  withheld: 437_398,
  inflation: 2.5,
  filedOn: parseDay('2027-02-20'),
  ...parts,
});

const payer = (taxReturn: TaxReturnState, balance = 100_000, parts: Partial<HouseholdState> = {}) =>
  household({
    on: '2027-02-21',
    accounts: [account('checking', balance)],
    taxReturns: [taxReturn],
    ...parts,
  });
const list = (events: readonly EngineEvent[]) =>
  events.map(({ at, kind, lines, facts }) => [
    dayText(zone.getDay(at)),
    kind,
    lines?.[0]?.amount ?? facts?.['amount'],
  ]);

describe('a filed return', () => {
  test('is paid once on April 15', () => {
    const { events, state } = simulate(payer(filed()), start('2029-01-01'));
    expect(list(events)).toEqual([['2027-04-15', 'tax_payment', -4_900]]);
    expect(events[0]).toMatchObject({ key: 'tax:return', description: 'Federal tax payment for 2026' });
    expect(state.taxReturns?.[0]?.settled).toBe(true);
  });

  test('is refunded 21 days after filing, even if its account is closed', () => {
    const after = filed({ wages: 3_150_930, withheld: 252_345, filedOn: parseDay('2027-02-21') });
    const events = simulate(payer(after), start('2028-01-01')).events;
    expect(events[0]?.lines?.find(({ ledger }) => ledger === 'checking')?.amount).toBe(87_200);
    expect(list(events).map(([day, kind]) => [day, kind])).toEqual([['2027-03-15', 'tax_refund']]);
    const closed = simulate(payer({ ...after, accountId: 'gone' }), start('2028-01-01')).events;
    expect(closed).toHaveLength(1);
  });

  test('is tried again each day until the account has the money, with a penalty', () => {
    const state = payer(filed(), 0, {
      autoDeposits: [deposit('gift', 'checking', 10_000, '2027-05-20', { count: 1 })],
    });
    expect(list(simulate(state, start('2028-01-01')).events)).toEqual([
      ['2027-04-15', 'payment_failed', 4_900],
      ['2027-05-20', 'auto_deposit', 10_000],
      // Two months late: 1% of 49.00.
      ['2027-05-20', 'tax_payment', -4_949],
    ]);
  });

  test('is paid with savings if the customer chose that for overdrafts', () => {
    const overdraft = { kind: 'savings' as const, accountId: 'savings' };
    const accounts = [{ ...account('checking', 4_000), overdraft }, account('savings', 10_000, 'SAVINGS')];
    const { events } = simulate(payer(filed(), 0, { accounts }), start('2027-04-20'));
    expect(list(events.filter(({ kind }) => kind !== 'interest'))).toEqual([
      ['2027-04-15', 'overdraft_transfer', -900],
      ['2027-04-15', 'tax_payment', -4_900],
    ]);
  });

  test('moves no money if nothing is due', () => {
    const { events } = simulate(payer(filed({ withheld: toMinor(4_423) })), start('2028-01-01'));
    expect(events).toEqual([]);
  });

  test('gives the same events in one step as in steps of a day', () => {
    const begin = payer(filed(), 0, {
      autoDeposits: [deposit('gift', 'checking', 10_000, '2027-06-20', { count: 1 })],
    });
    const until = start('2027-07-01');
    const events: EngineEvent[] = [];
    for (let state = begin; state.at < until; ) {
      const step = simulate(state, Math.min(until, state.at + DAY_MS));
      events.push(...step.events);
      ({ state } = step);
    }
    expect(events).toEqual(simulate(begin, until).events);
  });
});
