import { describe, expect } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import {
  computeEarlyWithdrawalPenalty,
  getCertificateOffers,
} from '../../../engine/products/accounts/certificate-terms.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, getRefusal, openAccount } from '../support/household.ts';

const ZONE = 'America/New_York';
const zone = new Zone(ZONE);

async function simulateDays(bank: Bank, person: Person, days: number): Promise<void> {
  const service = bank.asService();
  const [household] = await service`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  // Keeps the local time, so that a clock change before midnight doesn't add a day.
  const until = zone.getInstant(zone.getLocal(row.simulated_until) + days * DAY_MS);
  const { step } = buildStep(row, until, true);
  const [applied] =
    await service`select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
  expect(applied).toEqual({ outcome: 'applied' });
}

type Opening = { months?: number; amount?: number; at?: string; interest?: string | null; request?: string };

/** Opens a checking account with 20,000.00 and a CD with 10,000.00 from it. */
async function openCertificate(bank: Bank, person: Person, opening: Opening = {}) {
  await bank.asCustomer(person)`select ensure_customer(${ZONE})`;
  const checking = await openAccount(bank, person, { balance: 20_000 });
  const [cd] = await bank.asCustomer(person)`
    select * from open_cd(${checking.id}, ${opening.amount ?? 10_000}, ${opening.months ?? 12},
      at_maturity => ${opening.at ?? 'renew'}, request_id => ${opening.request ?? null})`;
  return { checking: checking.id, cd: cd?.id as string, account: cd };
}

const quote = async (bank: Bank, person: Person, cd: string, amount: number | null = null) =>
  (
    await bank.asCustomer(person)`
      select withdrawn::float, interest::float, penalty::float, payout::float, remaining::float, in_grace
      from quote_cd_withdrawal(${cd}, ${amount})`
  )[0];

type Withdrawal = { amount?: number | null; penalty?: number | null; request?: string | null };
const withdraw = (bank: Bank, person: Person, cd: string, to: string, withdrawal: Withdrawal = {}) =>
  bank.asCustomer(person)`select * from withdraw_from_cd(${cd}, ${to}, ${withdrawal.amount ?? null},
    ${withdrawal.penalty ?? null}, ${withdrawal.request ?? null})`;

const getTerms = async (bank: Bank, person: Person) =>
  (
    await bank.asCustomer(
      person,
    )`select rate::float, penalty_days, started_on::text, matures_on::text, renewals,
      at_maturity from certificates`
  )[0];

describe('the terms of CDs', () => {
  test('are the same in the bank and in the engine', async ({ bank }) => {
    for (const day of ['2000-01-01', '2019-05-05', '2026-06-30', '2026-07-01', '2040-01-01'])
      for (const months of [1, 3, 6, 9, 12, 24, 60]) {
        const [terms] = await bank.owner`
          select rate::float, penalty_days as "penaltyDays" from bank.cd_terms(${months}, ${day}::date)`;
        const offer = getCertificateOffers(parseDay(day)).find((candidate) => candidate.months === months);
        expect(terms && { months, ...terms }).toEqual(offer);
      }
  });
});

describe('the penalty', () => {
  test.each([
    [10_000, 4, 90, 98.63],
    [4_000, 4, 90, 39.45],
    [10_000, 4, 7, 7.67],
    [123_456.78, 3.7, 365, 4_567.9],
  ])('is the same in the bank and in the engine for %d at %d%% for %d days', async (...example) => {
    const [amount, rate, days, penalty] = example as unknown as number[];
    expect(
      computeEarlyWithdrawalPenalty(Math.round(Number(amount) * 100), Number(rate), Number(days)) / 100,
    ).toBe(penalty);
  });

  test('is the published simple interest', async ({ bank }) => {
    const [row] = await bank.owner`
      select bank.simple_interest(10000, 4, 90)::float as a, bank.simple_interest(4000, 4, 90)::float as b,
        bank.simple_interest(10000, 4, 7)::float as c, bank.simple_interest(123456.78, 3.7, 365)::float as d`;
    expect(row).toEqual({ a: 98.63, b: 39.45, c: 7.67, d: 4_567.9 });
  });
});

describe('opening a CD', () => {
  test('moves the money and fixes the rate of the day', async ({ bank, alice }) => {
    const { checking, cd, account } = await openCertificate(bank, alice);
    expect(account).toMatchObject({ name: '12-Month CD', type: 'CD', balance: '10000.00', currency: 'USD' });
    expect(await getBalance(bank, checking)).toBe('10000.00');
    expect(await getTerms(bank, alice)).toMatchObject({ rate: 4, penalty_days: 90, renewals: 0 });
    const [row] = await getHistory(bank, alice, cd);
    expect(row).toMatchObject({ kind: 'cd_opened', type: 'TRANSFER', counter_account_id: checking });
    expect(await bank.asCustomer(alice)`select * from spending`).toEqual([]);
    const [available] = await bank.asCustomer(alice)`
      select available_balance(a)::float as amount from accounts a where id = ${cd}`;
    expect(available).toEqual({ amount: 0 });
    await expectSoundBooks(bank);
  });

  test('moves the money once for a repeated request', async ({ bank, alice }) => {
    const { checking } = await openCertificate(bank, alice, { request: 'once' });
    const again = await bank.asCustomer(alice)`
      select * from open_cd(${checking}, 10000, 12, request_id => 'once')`;
    expect(again).toHaveLength(1);
    expect(await getBalance(bank, checking)).toBe('10000.00');
  });

  test('refuses invalid amounts, terms, and accounts', async ({ bank, alice, bob }) => {
    const { checking, cd } = await openCertificate(bank, alice);
    const theirs = await openAccount(bank, bob, { balance: 9000 });
    const euros = await openAccount(bank, alice, { currency: 'EUR', balance: 900 });
    const open = (
      from: string,
      amount: number,
      months = 12,
      rest: [string, string | null] = ['renew', null],
    ) =>
      getRefusal(bank.asCustomer(alice)`
        select open_cd(${from}, ${amount}, ${months}, at_maturity => ${rest[0]}, payout_account_id => ${rest[1]})`);
    expect(await open(checking, 499.99)).toMatchObject({ code: 'BADAM', detail: { least: 500 } });
    expect(await open(checking, -600)).toMatchObject({ code: 'BADAM' });
    expect(await open(checking, 10_000.01)).toMatchObject({ code: 'INSUF' });
    expect(await open(checking, 600, 9)).toMatchObject({ code: 'BADTM' });
    expect(await open(checking, 600, 12, ['spend', null])).toMatchObject({ code: 'BADTY' });
    expect(await open(theirs.id, 600)).toMatchObject({ code: 'NTFND' });
    expect(await open(cd, 600)).toMatchObject({ code: 'CDLCK' });
    expect(await open(checking, 600, 12, ['renew', theirs.id])).toMatchObject({ code: 'NTFND' });
    expect(await open(checking, 600, 12, ['renew', cd])).toMatchObject({ code: 'CDLCK' });
    expect(await open(checking, 600, 12, ['renew', euros.id])).toMatchObject({ code: 'BADCU' });
    expect(await getBalance(bank, checking)).toBe('10000.00');
  });
});

describe('a CD before maturity', () => {
  test('refuses every other way to move its money', async ({ bank, alice, bob }) => {
    const { checking, cd } = await openCertificate(bank, alice);
    const as = (
      statement: ReturnType<Bank['asCustomer']> extends (...args: never[]) => infer R ? R : never,
    ) => getRefusal(statement as Promise<unknown>);
    const mine = bank.asCustomer(alice);
    expect(await as(mine`select deposit(${cd}, 10)`)).toMatchObject({ code: 'CDLCK' });
    expect(await as(mine`select withdraw(${cd}, 10)`)).toMatchObject({ code: 'CDLCK' });
    expect(await as(mine`select transfer(${cd}, ${checking}, 10)`)).toMatchObject({ code: 'CDLCK' });
    expect(await as(mine`select transfer(${checking}, ${cd}, 10)`)).toMatchObject({ code: 'CDLCK' });
    expect(await as(mine`select close_account(${cd}, ${checking})`)).toMatchObject({ code: 'CDLCK' });
    expect(await as(mine`update accounts set balance = 5 where id = ${cd}`)).toMatchObject({ code: 'CDLCK' });
    expect(await as(mine`update accounts set currency = 'EUR' where id = ${cd}`)).toMatchObject({
      code: 'CDLCK',
    });
    expect(await as(mine`update accounts set type = 'SAVINGS' where id = ${cd}`)).toMatchObject({
      code: 'CDLCK',
    });
    expect(await as(mine`update accounts set type = 'CD' where id = ${checking}`)).toMatchObject({
      code: 'BADTY',
    });
    expect(await as(mine`insert into accounts (name, type) values ('Mine', 'CD')`)).toMatchObject({
      code: 'BADTY',
    });
    expect(
      await as(mine`insert into transactions (account_id, amount, type) values (${cd}, 5, 'WITHDRAWAL')`),
    ).toMatchObject({ code: 'CDLCK' });
    expect(
      await as(mine`insert into scheduled_payments (name, account_id, payee, amount, frequency)
        values ('Rent', ${cd}, 'Landlord', 5, 'MONTHLY')`),
    ).toMatchObject({ code: 'CDLCK' });
    expect(
      await as(mine`insert into scheduled_payments (name, account_id, to_account_id, amount, frequency)
        values ('Save', ${checking}, ${cd}, 5, 'MONTHLY')`),
    ).toMatchObject({ code: 'CDLCK' });
    expect(await as(bank.asCustomer(bob)`select * from quote_cd_withdrawal(${cd})`)).toMatchObject({
      code: 'NTFND',
    });
    expect(await as(mine`select * from quote_cd_withdrawal(${checking})`)).toMatchObject({ code: 'BADTY' });
    await mine`update accounts set name = 'House money' where id = ${cd}`;
    expect([await getBalance(bank, checking), await getBalance(bank, cd)]).toEqual(['10000.00', '10000.00']);
    await expectSoundBooks(bank);
  });

  test('pays 9,967.34 after 60 days: interest of 65.97 and a penalty of 98.63', async ({ bank, alice }) => {
    const { checking, cd } = await openCertificate(bank, alice);
    await simulateDays(bank, alice, 60);
    expect(await quote(bank, alice, cd)).toEqual({
      withdrawn: expect.any(Number),
      interest: expect.any(Number),
      penalty: 98.63,
      payout: 9967.34,
      remaining: 0,
      in_grace: false,
    });
    const refused = await getRefusal(withdraw(bank, alice, cd, checking));
    expect(refused).toMatchObject({ code: 'CDLCK', detail: { payout: 9967.34 } });
    const { penalty } = refused.detail as { penalty: number };
    expect(await getRefusal(withdraw(bank, alice, cd, checking, { penalty: penalty - 0.01 }))).toMatchObject({
      code: 'CDLCK',
    });
    await withdraw(bank, alice, cd, checking, { penalty, request: 'close' });
    await withdraw(bank, alice, cd, checking, { penalty, request: 'close' });
    expect(await getBalance(bank, cd)).toBe('0.00');
    expect(await getBalance(bank, checking)).toBe('19967.34');
    expect(await getRefusal(withdraw(bank, alice, cd, checking))).toMatchObject({ code: 'CLOSD' });
    expect(await getRefusal(bank.asCustomer(alice)`select reopen_account(${cd})`)).toMatchObject({
      code: 'BADTY',
    });
    await simulateDays(bank, alice, 90);
    expect(await getBalance(bank, cd)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  test('pays 10,122.96 after 200 days', async ({ bank, alice }) => {
    const { cd } = await openCertificate(bank, alice);
    await simulateDays(bank, alice, 200);
    expect(await quote(bank, alice, cd)).toMatchObject({ payout: 10122.96 });
  });

  test('computes interest that the engine has not accrued yet exactly as the engine', async ({
    bank,
    alice,
  }) => {
    const { checking, cd } = await openCertificate(bank, alice);
    await simulateDays(bank, alice, 5);
    // Only the clock moves.
    await bank.owner`update customers set clock_offset = clock_offset + interval '44 days' where id = ${alice.id}`;
    const before = await quote(bank, alice, cd);
    await simulateDays(bank, alice, 44);
    const after = await quote(bank, alice, cd);
    expect(before?.payout).toBe(after?.payout);
    expect(before?.interest).toBeGreaterThan(after?.interest);
    await bank.owner`update customers set clock_offset = clock_offset + interval '40 days' where id = ${alice.id}`;
    const late = await quote(bank, alice, cd);
    await withdraw(bank, alice, cd, checking, { penalty: late?.penalty });
    await simulateDays(bank, alice, 60);
    expect(await getBalance(bank, cd)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  test('charges 39.45 for a partial withdrawal of 4,000.00', async ({ bank, alice }) => {
    const { checking, cd } = await openCertificate(bank, alice);
    expect(await quote(bank, alice, cd, 4000)).toMatchObject({
      penalty: 39.45,
      payout: 4000,
      remaining: 5960.55,
    });
    expect(await getRefusal(withdraw(bank, alice, cd, checking, { amount: 4000 }))).toMatchObject({
      code: 'CDLCK',
      detail: { penalty: 39.45, amount: 4000 },
    });
    await withdraw(bank, alice, cd, checking, { amount: 4000, penalty: 39.45 });
    expect([await getBalance(bank, checking), await getBalance(bank, cd)]).toEqual(['14000.00', '5960.55']);
    expect(await getRefusal(quote(bank, alice, cd, 5500))).toMatchObject({
      code: 'BADAM',
      detail: { least: 500 },
    });
    expect(await getRefusal(quote(bank, alice, cd, -1))).toMatchObject({ code: 'BADAM' });
    await expectSoundBooks(bank);
  });
});

describe('a CD at maturity', () => {
  test('renews, and can be withdrawn without a penalty for 10 days', async ({ bank, alice }) => {
    const { checking, cd } = await openCertificate(bank, alice, { months: 3 });
    const opened = await getTerms(bank, alice);
    const days = parseDay(opened?.matures_on) - parseDay(opened?.started_on);
    await simulateDays(bank, alice, days);
    const renewed = await getTerms(bank, alice);
    expect(renewed).toMatchObject({ started_on: opened?.matures_on, renewals: 1, rate: 3.35 });
    expect(await quote(bank, alice, cd)).toMatchObject({ penalty: 0, in_grace: true });
    await simulateDays(bank, alice, 9);
    expect(await quote(bank, alice, cd)).toMatchObject({ penalty: 0, in_grace: true });
    await simulateDays(bank, alice, 1);
    expect(await quote(bank, alice, cd)).toMatchObject({ in_grace: false });
    const { penalty } = (await quote(bank, alice, cd)) as { penalty: number };
    expect(penalty).toBeGreaterThan(80);
    expect(await getRefusal(withdraw(bank, alice, cd, checking))).toMatchObject({ code: 'CDLCK' });
    const kinds = await bank.asCustomer(
      alice,
    )`select kind from household_events where subject = ${cd} order by at`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['cd_maturing', 'cd_renewed']);
    const news = await bank.asCustomer(alice)`
      select message, path from my_notifications(now()) where kind = 'cd_maturing'`;
    expect(news).toEqual([
      {
        message: expect.stringMatching(/^3-Month CD renewed at 3\.35% until .*without a penalty through/),
        path: `/dashboard/accounts/${cd}`,
      },
    ]);
  });

  test('pays out and closes if the customer chose that later', async ({ bank, alice, bob }) => {
    const { checking, cd } = await openCertificate(bank, alice, { months: 3 });
    const choose = (person: Person, choice: string) =>
      bank.asCustomer(person)`select * from set_cd_choices(${cd}, ${choice}, ${checking})`;
    expect(await getRefusal(choose(bob, 'pay_out'))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(choose(alice, 'never'))).toMatchObject({ code: 'BADTY' });
    await choose(alice, 'pay_out');
    await simulateDays(bank, alice, 100);
    const [account] = await bank.asCustomer(
      alice,
    )`select balance::float, closed_at from accounts where id = ${cd}`;
    expect(account).toEqual({ balance: 0, closed_at: expect.any(Date) });
    expect(Number(await getBalance(bank, checking))).toBeGreaterThan(20_080);
    expect(
      await bank.asCustomer(
        alice,
      )`select fields from changes where subject_id = ${cd} and action = 'changed'`,
    ).toEqual([{ fields: { at_maturity: ['renew', 'pay_out'] } }]);
    await expectSoundBooks(bank);
  });

  test('counts as interest for taxes in the CD’s name', async ({ bank, alice }) => {
    const { cd } = await openCertificate(bank, alice);
    await simulateDays(bank, alice, 400);
    const year = Number(dayText(Math.floor(Date.now() / DAY_MS)).slice(0, 4)) + 1;
    const rows = await bank.owner`
      select ledger_id, amount::float from bank.interest_of_year(${alice.id}, ${year}, 'account')`;
    expect(rows).toEqual([{ ledger_id: cd, amount: expect.any(Number) }]);
    expect(rows[0]?.amount).toBeGreaterThan(390);
  });
});
