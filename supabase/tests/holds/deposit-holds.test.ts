import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { SAME_DAY_LIMIT } from '../../../engine/products/accounts/same-day.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { NO_AMOUNTS, passTime, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

const available = async (bank: Bank, person: Person, id: string) =>
  Number(
    (await bank.asCustomer(person)`select available_balance(a) as sum from accounts a where id = ${id}`)[0]
      ?.sum,
  );

/** Opens a checking account on November 1, 2037, and moves the clock to noon on Monday, December 21. */
async function openOld(bank: Bank, person: Person, balance = 300, currency = 'USD') {
  await bank.asCustomer(person)`select ensure_customer()`;
  await bank.owner`
    update customers set clock_offset = '2037-11-01T17:00:00Z'::timestamptz - clock_timestamp(),
      time_zone = 'America/New_York' where id = ${person.id}`;
  const { id } = await openAccount(bank, person, { balance, currency });
  await simulateDays(bank, person, 50);
  return id;
}

const deposit = (bank: Bank, person: Person, id: string, amount: number | string, method: string | null) =>
  bank.asCustomer(person)`select * from deposit(${id}, ${amount}::numeric, method => ${method})`;

describe('a check', () => {
  test('for 1,000.00 posts at once, and becomes available in two parts', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    await deposit(bank, alice, id, 1000, 'check');
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['1300.00', 300]);
    expect((await getHistory(bank, alice, id))[0]).toMatchObject({
      kind: 'check_deposit',
      description: 'Check deposit',
    });
    await simulateDays(bank, alice, 0.8);
    expect(await available(bank, alice, id)).toBe(300);
    await simulateDays(bank, alice, 0.2);
    expect(await available(bank, alice, id)).toBe(575);
    await simulateDays(bank, alice, 1);
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['1300.00', 1300]);
    // The hold still limits cash for a day.
    await simulateDays(bank, alice, 1);
    expect(
      await bank.asCustomer(alice)`
      select status, deposit, amount::text, remaining_amount::text, ended_at from holds`,
    ).toEqual([
      {
        status: 'cleared',
        deposit: 'check',
        amount: '1000.00',
        remaining_amount: '0.00',
        ended_at: new Date('2037-12-24T14:00:00Z'),
      },
    ]);
    expect(await getHistory(bank, alice, id)).toHaveLength(2);
    await expectSoundBooks(bank);
  });

  test('for 10,000.00 becomes available by December 31', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    await deposit(bank, alice, id, 10_000, 'check');
    const seen: number[] = [];
    for (let day = 22; day <= 31; day += 1) {
      await simulateDays(bank, alice, 1);
      seen.push((await available(bank, alice, id)) - 300);
    }
    expect(seen).toEqual([275, 6725, 6725, 6725, 6725, 6725, 6725, 6725, 6725, 10_000]);
  });

  test('to a new account is on hold until the ninth business day', async ({ bank, alice }) => {
    await openOld(bank, alice);
    const { id } = await openAccount(bank, alice, { name: 'New' });
    await deposit(bank, alice, id, 100, 'check');
    await simulateDays(bank, alice, 14);
    expect(await available(bank, alice, id)).toBe(0);
    await simulateDays(bank, alice, 1);
    expect(await available(bank, alice, id)).toBe(100);
  });

  test('cannot be spent, and the refusal names the next part and its time', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    const other = await openAccount(bank, alice, { name: 'Other' });
    await deposit(bank, alice, id, 1000, 'check');
    const customer = bank.asCustomer(alice);
    const fact = { available: 300, amount: 400, short: 100, current: 1300, held: 1000, hold: 1000 };
    const common = { ...fact, merchant: null, currency: 'USD', deposit: 'check' };
    expect(await getRefusal(customer`select withdraw(${id}, 400)`)).toEqual({
      code: 'INSUF',
      detail: { ...common, releases_at: null },
    });
    await simulateDays(bank, alice, 0.01);
    expect(await getRefusal(customer`select withdraw(${id}, 400)`)).toEqual({
      code: 'INSUF',
      detail: { ...common, release: 275, releases_at: '2037-12-22T14:00:00+00:00' },
    });
    await expectRefusal(bank, 'INSUF', [id], () => customer`select transfer(${id}, ${other.id}, 300.01)`);
    await expectRefusal(
      bank,
      'INSUF',
      [id],
      () => customer`update accounts set balance = 999.99 where id = ${id}`,
    );
    expect(await getRefusal(customer`select close_account(${id}, ${other.id})`)).toMatchObject({
      code: 'OWING',
      detail: { held: 1000, releases_at: '2037-12-23T14:00:00+00:00' },
    });
    const [hold] = await customer`select id from holds`;
    await expect(customer`select release_hold(${hold?.id})`).rejects.toMatchObject({ code: 'NOREL' });
  });

  test('can be used on the second business day, but in cash only up to 550.00', async ({ bank, alice }) => {
    const id = await openOld(bank, alice, 0);
    const other = await openAccount(bank, alice, { name: 'Other' });
    const customer = bank.asCustomer(alice);
    await deposit(bank, alice, id, 1000, 'check');
    await simulateDays(bank, alice, 1);
    // The next day's part has no limit.
    await customer`select withdraw(${id}, 275)`;
    await expectRefusal(bank, 'INSUF', [id], () => customer`select withdraw(${id}, 0.01)`);
    await simulateDays(bank, alice, 1);
    expect(await available(bank, alice, id)).toBe(725);
    expect(await getRefusal(customer`select withdraw(${id}, 550.01)`)).toEqual({
      code: 'CSHLM',
      detail: {
        amount: 550.01,
        cash: 550,
        limited: 175,
        release: 175,
        releases_at: '2037-12-24T14:00:00+00:00',
      },
    });
    await expectRefusal(
      bank,
      'CSHLM',
      [id],
      () => customer`insert into transactions (account_id, amount, type) values (${id}, 551, 'WITHDRAWAL')`,
    );
    await customer`select withdraw(${id}, 550, null, 'cash')`;
    await customer`select withdraw(${id}, 550, null, 'cash')`;
    await expectRefusal(bank, 'CSHLM', [id], () => customer`select withdraw(${id}, 0.01)`);
    // Other payments have no limit.
    await customer`select transfer(${id}, ${other.id}, 100)`;
    await simulateDays(bank, alice, 1);
    await customer`select withdraw(${id}, 75)`;
    expect(await getBalance(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  test('that was returned before is on hold until the seventh business day, with a notice', async ({
    bank,
    alice,
  }) => {
    const id = await openOld(bank, alice);
    const customer = bank.asCustomer(alice);
    const send = (kind: string | null, method = 'check', request: string | null = null) =>
      customer`select deposit(${id}, 1200, null, ${request}, ${method}, ${kind})`;
    for (const kind of ['lost', '']) await expectRefusal(bank, 'BADTY', [id], () => send(kind));
    for (const method of ['cash', 'direct'])
      await expectRefusal(bank, 'BADTY', [id], () => send('stale', method));
    await send('redeposited', 'check', 'again');
    await expect(send(null, 'check', 'again')).rejects.toMatchObject({ code: 'RQDIF' });
    await send('redeposited', 'check', 'again');
    await simulateDays(bank, alice, 0.01);
    expect(
      await customer`select kind, message, path from my_notifications() where kind = 'deposit_hold'`,
    ).toEqual([
      {
        kind: 'deposit_hold',
        message:
          '$1,200.00 of your $1,200.00 deposit to Everyday on Dec 21 is on hold until 9:00 AM on Dec 31: the ' +
          'check was returned unpaid before.',
        path: `/dashboard/accounts/${id}`,
      },
    ]);
    await simulateDays(bank, alice, 9);
    expect(await available(bank, alice, id)).toBe(300);
    await simulateDays(bank, alice, 1);
    expect(await available(bank, alice, id)).toBe(1500);
    expect(
      await customer`select count(*)::int as notices from household_events where kind = 'deposit_held'`,
    ).toEqual([{ notices: 1 }]);
  });

  test('that was corrected keeps what makes it doubtful', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${id}, 500, null, null, 'check', 'stale')`;
    const [wrong] = await getHistory(bank, alice, id);
    await customer`select reverse_transaction(${wrong?.id}, 50)`;
    expect(await customer`select check_kind, remaining_amount::text from holds order by ended_at`).toEqual([
      { check_kind: 'stale', remaining_amount: '0' },
      { check_kind: 'stale', remaining_amount: '50.00' },
    ]);
  });

  test('that is corrected when all of it is available isn’t on hold again', async ({ bank, alice }) => {
    const id = await openOld(bank, alice, 0);
    const customer = bank.asCustomer(alice);
    await deposit(bank, alice, id, 1000, 'check');
    await simulateDays(bank, alice, 2);
    // Only cash still has a limit.
    expect(await available(bank, alice, id)).toBe(1000);
    const [wrong] = await getHistory(bank, alice, id);
    await customer`select reverse_transaction(${wrong?.id}, 990)`;
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['990.00', 990]);
    await simulateDays(bank, alice, 10);
    expect(await available(bank, alice, id)).toBe(990);
    await expectSoundBooks(bank);
  });

  test('that is reversed is no longer on hold, and a right amount is', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    const customer = bank.asCustomer(alice);
    await deposit(bank, alice, id, 500, 'check');
    const [wrong] = await getHistory(bank, alice, id);
    await customer`select reverse_transaction(${wrong?.id}, 50)`;
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['350.00', 300]);
    const [right] = await customer`select id from transactions where kind = 'check_deposit' and amount = 50`;
    await customer`select reverse_transaction(${right?.id})`;
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['300.00', 300]);
    await simulateDays(bank, alice, 10);
    expect(await available(bank, alice, id)).toBe(300);
    await expectSoundBooks(bank);
  });
});

describe('a deposit', () => {
  test('of cash, or in a household without pending transactions, is available at once', async ({
    bank,
    alice,
  }) => {
    const id = await openOld(bank, alice);
    await deposit(bank, alice, id, 40, 'cash');
    expect(await available(bank, alice, id)).toBe(340);
    await bank.asCustomer(alice)`select set_pending_transactions('instant')`;
    await deposit(bank, alice, id, 60, 'check');
    expect(await available(bank, alice, id)).toBe(400);
    expect(await bank.owner`select from holds`).toEqual([]);
  });

  test('from another bank arrives on the next business day, and in pounds at once', async ({
    bank,
    alice,
    bob,
  }) => {
    const id = await openOld(bank, alice);
    await deposit(bank, alice, id, 500, 'direct');
    expect(await available(bank, alice, id)).toBe(300);
    await simulateDays(bank, alice, 1);
    expect(await available(bank, alice, id)).toBe(800);
    const pounds = await openOld(bank, bob, 0, 'GBP');
    await deposit(bank, bob, pounds, 500, 'direct');
    await simulateDays(bank, bob, 0.001);
    expect(await available(bank, bob, pounds)).toBe(500);
  });

  test('is refused with an unknown kind, for investments, and for other customers', async ({
    bank,
    alice,
    bob,
  }) => {
    const id = await openOld(bank, alice);
    const funds = await openAccount(bank, alice, { name: 'Funds', type: 'INVESTMENT' });
    for (const method of ['wire', '', null])
      await expectRefusal(bank, 'BADTY', [id], () => deposit(bank, alice, id, 10, method));
    await expectRefusal(bank, 'BADTY', [funds.id], () => deposit(bank, alice, funds.id, 10, 'check'));
    for (const amount of NO_AMOUNTS)
      await expectRefusal(bank, 'BADAM', [id], () => deposit(bank, alice, id, amount, 'check'));
    await expectRefusal(bank, 'NTFND', [id], () => deposit(bank, bob, id, 10, 'check'));
    await bank.asCustomer(alice)`select close_account(${funds.id})`;
    await expectRefusal(bank, 'CLOSD', [funds.id], () => deposit(bank, alice, funds.id, 10, 'check'));
    expect(await bank.owner`select from holds`).toEqual([]);
  });

  test('is made and held once for one request', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    const send = (method: string) =>
      bank.asCustomer(alice)`select deposit(${id}, 80, null, 'one', ${method})`;
    await send('check');
    await passTime(bank, alice, '1 hour');
    await send('check');
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['380.00', 300]);
    for (const method of ['direct', 'cash'])
      await expect(send(method)).rejects.toMatchObject({ code: 'RQDIF' });
  });
});

describe('a same-day transfer', () => {
  test('has the same limit in the bank and in the engine', async ({ bank }) => {
    const [row] = await bank.owner`select bank.highest_same_day_transfer() as highest`;
    expect(Number(row?.highest) * 100).toBe(SAME_DAY_LIMIT);
  });

  test('from another bank before 1 p.m. arrives at 5 p.m., for a fee of 3.00', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${id}, 500, null, 'fast', 'same_day')`;
    await customer`select deposit(${id}, 500, null, 'fast', 'same_day')`;
    await expect(customer`select deposit(${id}, 500, null, 'fast', 'direct')`).rejects.toMatchObject({
      code: 'RQDIF',
    });
    await simulateDays(bank, alice, 4.9 / 24);
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['800.00', 300]);
    await simulateDays(bank, alice, 0.2 / 24);
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['797.00', 797]);
    expect((await getHistory(bank, alice, id))[0]).toMatchObject({
      kind: 'transfer_fee',
      description: 'Same-day transfer fee',
    });
    await expectSoundBooks(bank);
  });

  test('after 1 p.m. arrives on the next business day without a fee', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    await passTime(bank, alice, '2 hours');
    await deposit(bank, alice, id, 500, 'same_day');
    await simulateDays(bank, alice, 1);
    expect([await getBalance(bank, id), await available(bank, alice, id)]).toEqual(['800.00', 800]);
  });

  test('is at once and free in a household without pending transactions', async ({ bank, alice }) => {
    const id = await openOld(bank, alice);
    await bank.asCustomer(alice)`select set_pending_transactions('instant')`;
    await deposit(bank, alice, id, 500, 'same_day');
    await simulateDays(bank, alice, 1);
    expect(await available(bank, alice, id)).toBe(800);
  });

  test('is refused above 1,000,000.00, in other currencies, and for other customers', async ({
    bank,
    alice,
    bob,
  }) => {
    const id = await openOld(bank, alice);
    const euros = await openAccount(bank, alice, { name: 'Euros', currency: 'EUR' });
    expect(await getRefusal(deposit(bank, alice, id, '1000000.01', 'same_day'))).toEqual({
      code: 'BADAM',
      detail: { amount: 1000000.01, highest: 1000000 },
    });
    await expectRefusal(bank, 'BADCU', [euros.id], () => deposit(bank, alice, euros.id, 10, 'same_day'));
    await expectRefusal(bank, 'NTFND', [id], () => deposit(bank, bob, id, 10, 'same_day'));
    for (const amount of NO_AMOUNTS)
      await expectRefusal(bank, 'BADAM', [id], () => deposit(bank, alice, id, amount, 'same_day'));
    await deposit(bank, alice, id, 1_000_000, 'same_day');
    await bank.asCustomer(alice)`select close_account(${euros.id})`;
    await expectRefusal(bank, 'CLOSD', [euros.id], () => deposit(bank, alice, euros.id, 10, 'same_day'));
  });

  test('of a scheduled payment costs 3.00, and is only for payees outside the bank', async ({
    bank,
    alice,
    bob,
  }) => {
    const id = await openOld(bank, alice);
    const euros = await openAccount(bank, alice, { name: 'Euros', currency: 'EUR' });
    const other = await openAccount(bank, alice, { name: 'Other' });
    const customer = bank.asCustomer(alice);
    const schedule = (
      account: string,
      amount: number,
      payee: string | null = 'Landlord',
      to: string | null = null,
    ) =>
      customer`
        insert into scheduled_payments (account_id, name, payee, to_account_id, amount, frequency, start_date, speed)
        values (${account}, 'Rent', ${payee}, ${to}, ${amount}, 'MONTHLY', '2037-12-22', 'same_day')
        returning id, speed`;
    expect(await getRefusal(schedule(id, 1_000_000.01))).toMatchObject({ code: 'BADAM' });
    expect(await getRefusal(schedule(euros.id, 10))).toMatchObject({ code: 'BADCU' });
    expect(await schedule(id, 10, null, other.id)).toMatchObject([{ speed: null }]);
    const [rule] = await schedule(id, 100);
    expect(rule).toMatchObject({ speed: 'same_day' });
    await bank.asCustomer(bob)`select ensure_customer()`;
    expect(
      await bank.asCustomer(
        bob,
      )`update scheduled_payments set speed = null where id = ${rule?.id} returning id`,
    ).toEqual([]);
    await simulateDays(bank, alice, 1);
    expect(await getBalance(bank, id)).toBe('187.00');
    expect((await getHistory(bank, alice, id)).slice(0, 1)).toMatchObject([
      { kind: 'transfer_fee', description: 'Same-day transfer fee: Rent' },
    ]);
    expect(
      await customer`select name, fields from changes where subject = 'scheduled_payment' and action = 'changed'`,
    ).toEqual([]);
    await customer`update scheduled_payments set speed = null where id = ${rule?.id}`;
    expect(
      await customer`select fields from changes where subject = 'scheduled_payment' and action = 'changed'`,
    ).toEqual([{ fields: { speed: ['same_day', null] } }]);
    await expectSoundBooks(bank);
  });
});

/** Noon on Friday, November 20, 2026. The checks below count for this day. */
const start = Date.parse('2026-11-20T17:00:00Z');

describe('a household with deposits on hold', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUpWithDemo, live, hashOf, violationsOf, expectContinuation } = getHouseholds(() => server);

  async function signUpWithChecks() {
    const customer = await signUpWithDemo(start);
    for (const [amount, key] of [
      [7000, 'deposit:first'],
      [120.5, 'deposit:second'],
    ] as const)
      await sql()`
        insert into holds (user_id, account_id, kind, deposit, amount, remaining_amount, placed_at, expires_at,
          event_key)
        select user_id, id, 'deposit', 'check', ${amount}, ${amount},
          ${new Date(start + (key === 'deposit:second' ? 1000 : 0))}, ${new Date(start + 30 * DAY_MS)}, ${key}
        from accounts where user_id = ${customer.id} and type = 'CHECKING' and currency = 'USD'
        order by created_at, id limit 1`;
    return customer;
  }

  async function getEnd(customer: Customer) {
    const holds = await sql()`
      select amount::text, remaining_amount::text, status, ended_at from holds
      where user_id = ${customer.id} and kind = 'deposit' order by placed_at`;
    return { hash: await hashOf(customer), holds: [...holds] };
  }

  it('has the same ledger and releases after one step of 20 days as after 20 steps of a day', async () => {
    const [once, daily] = [await signUpWithChecks(), await signUpWithChecks()];
    await live(once, start + 20 * DAY_MS);
    for (let day = 1; day <= 20; day += 1) await live(daily, start + day * DAY_MS);
    const end = await getEnd(once);
    expect(end.holds).toMatchObject([
      { amount: '7000', status: 'cleared', ended_at: new Date('2026-12-02T14:00:00Z') },
      { amount: '120.5', status: 'cleared', ended_at: new Date('2026-12-02T14:00:00Z') },
    ]);
    expect(await getEnd(daily)).toEqual(end);
    for (const customer of [once, daily]) expect(await violationsOf(customer)).toEqual([]);
  });

  it('continues from its file and from a checkpoint with its deposits', async () => {
    const customer = await signUpWithChecks();
    await live(customer, start + 4.5 * DAY_MS);
    const file = await expectContinuation(customer, start + 20 * DAY_MS, getEnd);
    const held = file['holds'].filter(({ kind }: { kind: string }) => kind === 'deposit');
    expect(held.map((row: Record<string, unknown>) => [row['deposit'], row['remaining_amount']])).toEqual([
      ['check', 275],
      ['check', 120.5],
    ]);
  });
});
