import { describe, expect } from 'vitest';
import type { Bank, Person } from '../support/harness.ts';
import { test } from '../support/harness.ts';
import { expectRefusal, expectSoundBooks, openAccount } from '../support/household.ts';

const insertAt = (bank: Bank, person: Person, accountId: string, date: string) => bank.asCustomer(person)`
  insert into transactions (account_id, amount, type, date) values (${accountId}, 1, 'DEPOSIT', ${date}::text::timestamptz)
  returning *, date::text as date_text, date > clock_timestamp() - interval '1 minute' as is_now`;

/** Opens an account dated at the beginning of 2026. */
async function oldAccount(bank: Bank, person: Person) {
  const account = await openAccount(bank, person);
  await bank.owner`update accounts set created_at = '2026-01-01' where id = ${account.id}`;
  return account;
}

describe('the date of a raw row', () => {
  test('in the past is stored as its date, and the ledger stores when it was posted', async ({
    bank,
    alice,
  }) => {
    const { id } = await oldAccount(bank, alice);
    await insertAt(bank, alice, id, '2026-02-03T04:05:06.789Z');
    const [entry] = await bank.asCustomer(alice)`
      select value_at = '2026-02-03T04:05:06.789Z' as value_kept, at > now() - interval '1 minute' as posted_now from journal_entries`;
    expect(entry).toEqual({ value_kept: true, posted_now: true });
    await expectSoundBooks(bank);
  });

  test('that another row already has is moved by microseconds, so that the order is stable', async ({
    bank,
    alice,
  }) => {
    const { id } = await oldAccount(bank, alice);
    for (let time = 0; time < 4; time += 1) await insertAt(bank, alice, id, '2026-02-03T00:00:00Z');
    await insertAt(bank, alice, id, '2026-02-03T00:00:00.000001Z');
    const rows = await bank.asCustomer(alice)`
      select extract(microsecond from date)::int as microsecond from transactions order by entry_id`;
    expect(rows.map((row) => row.microsecond)).toEqual([0, 1, 2, 3, 4]);
    await expectSoundBooks(bank);
  });

  test('that thousands of rows in one call share costs no more than their own insert', async ({
    bank,
    alice,
  }) => {
    const { id } = await oldAccount(bank, alice);
    const [rows] = await bank.asCustomer(alice)`
      with sent as (insert into transactions (account_id, amount, type, date)
        select ${id}, 0.01, 'DEPOSIT', '2026-02-03T00:00:00Z' from generate_series(1, 1200) returning date)
      select count(distinct date)::int, min(date)::text as first, max(date)::text as last from sent`;
    expect(rows).toEqual({
      count: 1200,
      first: '2026-02-03 00:00:00+00',
      last: '2026-02-03 00:00:00.001199+00',
    });
    await expectSoundBooks(bank);
  });

  test("that is a day without a time may be the opening day or the customer's today", async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice);
    for (const zone of ['UTC', 'Pacific/Kiritimati']) {
      await bank.asCustomer(alice)`update customers set time_zone = ${zone} where id = ${alice.id}`;
      const [today] = await bank.owner`select bank.today_for(${alice.id})::text as day`;
      const [row] = await insertAt(bank, alice, id, today?.day);
      expect(row?.is_now).toBe(true);
    }
    await bank.owner`update accounts set created_at = '2026-01-05T15:00:00Z' where id = ${id}`;
    const [row] = await insertAt(bank, alice, id, '2026-01-05');
    expect(row?.date_text).toBe('2026-01-05 15:00:00+00');
    await expectRefusal(bank, 'BADDT', [id], () => insertAt(bank, alice, id, '2026-01-04'));
    await expectSoundBooks(bank);
  });

  test('before the account was opened or in the future is refused', async ({ bank, alice }) => {
    const { id } = await oldAccount(bank, alice);
    const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    for (const date of [
      '2025-12-31T23:59:59Z',
      '1970-01-01',
      ahead(3_600_000),
      ahead(86_400_000),
      '9999-12-31',
      'infinity',
      '-infinity',
    ]) {
      await expectRefusal(bank, 'BADDT', [id], () => insertAt(bank, alice, id, date));
    }
  });

  test('a few seconds off is accepted in both directions', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    for (const seconds of [20, -20]) {
      const date = new Date(Date.now() + seconds * 1000).toISOString();
      const [row] = await insertAt(bank, alice, id, date);
      expect(row?.is_now).toBe(true);
    }
    const [row] = await bank.asCustomer(alice)`
      select bool_and(date between a.created_at and simulated_now() + interval '1 second') as within
      from transactions t join accounts a on a.id = t.account_id`;
    expect(row).toEqual({ within: true });
  });

  test('may be omitted', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    await bank.asCustomer(
      alice,
    )`insert into transactions (account_id, amount, type) values (${id}, 1, 'DEPOSIT')`;
    await expectSoundBooks(bank);
  });
});

describe('a customer whose clock is ahead', () => {
  test('opens accounts and moves money at the simulated instant', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer()`;
    await bank.owner`update customers set clock_offset = interval '400 days' where id = ${alice.id}`;
    const { id } = await openAccount(bank, alice, { balance: 10 });
    await bank.asCustomer(alice)`select deposit(${id}, 1)`;
    const [ahead] = await bank.owner`
      select a.created_at > now() + interval '399 days' as opened, min(t.date) > now() + interval '399 days' as moved,
        bool_and(e.at > now() + interval '399 days' and e.recorded_at < now() + interval '1 day') as booked
      from accounts a join transactions t on t.account_id = a.id join bank.entries e on e.id = t.entry_id
      where a.id = ${id} group by a.id`;
    expect(ahead).toEqual({ opened: true, moved: true, booked: true });
    // A client that knows only real time means the current simulated time.
    const [row] = await insertAt(bank, alice, id, new Date().toISOString());
    expect(row?.is_now).toBe(true);
    await expectRefusal(bank, 'BADDT', [id], () => insertAt(bank, alice, id, '2026-01-01'));
    await expectSoundBooks(bank);
  });
});

describe('an account whose latest transaction has a later date than the clock', () => {
  /** Opens an account with a transaction dated an hour ahead of the clock. */
  async function aheadOfTheClock(bank: Bank, person: Person) {
    const { id } = await openAccount(bank, person, { balance: 1000 });
    await bank.owner`update transactions set date = date + interval '1 hour' where account_id = ${id}`;
    return id;
  }
  const lastOf = async (bank: Bank, id: string) =>
    (
      await bank.owner`
        select t.kind, t.date > now() + interval '59 minutes' as is_later, e.at >= t.date as is_booked_then
        from transactions t join bank.entries e on e.id = t.entry_id where t.account_id = ${id} order by e.id desc limit 1`
    )[0];

  test('gets loan proceeds and payments after that transaction', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const lent = await aheadOfTheClock(bank, alice);
    await customer`select take_loan(500, 5, 'Car', 12, ${lent})`;
    expect(await lastOf(bank, lent)).toEqual({ kind: 'loan_proceeds', is_later: true, is_booked_then: true });
    const paid = await aheadOfTheClock(bank, alice);
    await customer`select take_mortgage(5000, 900, 5, 30, 'fixed', ${paid})`;
    expect(await lastOf(bank, paid)).toEqual({ kind: 'home_purchase', is_later: true, is_booked_then: true });
  });

  test('gets a row without a date after it, with the same time in the ledger', async ({ bank, alice }) => {
    const id = await aheadOfTheClock(bank, alice);
    await bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type) values (${id}, 1, 'DEPOSIT')`;
    expect(await lastOf(bank, id)).toEqual({ kind: 'deposit', is_later: true, is_booked_then: true });
  });
});

test('gets a transfer dated before it was opened at its opening', async ({ bank, alice }) => {
  const source = await oldAccount(bank, alice);
  await insertAt(bank, alice, source.id, '2026-01-02T12:00:00Z');
  const target = await openAccount(bank, alice);
  await bank.owner`update accounts set created_at = '2026-02-01' where id = ${target.id}`;
  for (const date of ['2026-01-03T12:00:00Z', '2026-02-03T12:00:00Z'])
    await bank.asCustomer(alice)`
      insert into transactions (account_id, counter_account_id, amount, type, date)
      values (${source.id}, ${target.id}, 0.5, 'TRANSFER', ${date}::text::timestamptz)`;
  expect(
    await bank.asCustomer(alice)`
      select date::text from transactions where account_id = ${target.id} order by date`,
  ).toEqual([{ date: '2026-02-01 00:00:00+00' }, { date: '2026-02-03 12:00:00+00' }]);
  await expectSoundBooks(bank);
});
