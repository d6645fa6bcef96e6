import { describe, expect } from 'vitest';
import { test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

describe('opening an account', () => {
  test('a customer opens an account with an initial deposit', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, {
      name: ' Everyday ',
      currency: 'EUR',
      balance: '250.50',
    });
    expect(account).toMatchObject({ name: 'Everyday', type: 'CHECKING', currency: 'EUR', balance: '250.50' });
    expect(account.account_number).toMatch(/^000\d{9}$/);
    const rows = await getHistory(bank, alice, account.id);
    expect(rows).toMatchObject([
      { amount: '250.50', type: 'DEPOSIT', kind: 'opening', description: 'Initial deposit', direction: 'in' },
    ]);
    expect(rows[0]?.entry_id).toBe(account.last_entry);
    await expectSoundBooks(bank);
  });

  test('an account opened without a deposit has an empty history', async ({ bank, alice }) => {
    const [account] = await bank.asCustomer(alice)`select * from open_account('Empty')`;
    expect(account).toMatchObject({ type: 'CHECKING', currency: 'USD', last_entry: null });
    expect(await getHistory(bank, alice, account?.id)).toEqual([]);
    await expectSoundBooks(bank);
  });

  test("the initial deposit comes from the customer's own account in the same currency", async ({
    bank,
    alice,
    bob,
  }) => {
    const everyday = await openAccount(bank, alice, { name: 'Everyday', balance: '300.00' });
    const euros = await openAccount(bank, alice, { name: 'Euros', currency: 'EUR', balance: '300.00' });
    const other = await openAccount(bank, bob, { name: 'Other', balance: '300.00' });
    const open = (balance: string, from: string, request: string | null = null) => bank.asCustomer(alice)`
      select * from open_account('Savings', 'SAVINGS', 'USD', ${balance}::numeric, ${request}, ${from})`;
    const [savings] = await open('120.50', everyday.id, 'once');
    expect(savings).toMatchObject({ balance: '120.50', type: 'SAVINGS' });
    expect((await open('120.50', everyday.id, 'once'))[0]).toMatchObject({ id: savings?.id });
    expect(await getBalance(bank, everyday.id)).toBe('179.50');
    expect(await getHistory(bank, alice, savings?.id)).toMatchObject([
      { amount: '120.50', type: 'TRANSFER', kind: 'transfer', description: 'Initial deposit' },
    ]);
    expect(await getRefusal(open('179.51', everyday.id))).toMatchObject({ code: 'INSUF' });
    expect(await getRefusal(open('10', euros.id))).toMatchObject({ code: 'BADCU' });
    expect(await getRefusal(open('10', other.id))).toMatchObject({ code: 'NTFND' });
    expect(await bank.asCustomer(alice)`select from accounts`).toHaveLength(3);
    expect(await getBalance(bank, other.id)).toBe('300.00');
    await expectSoundBooks(bank);
  });

  for (const [code, name, type, currency, amount] of [
    ['BADNM', '', 'CHECKING', 'USD', '0'],
    ['BADNM', ' \t\u00a0\u200b ', 'CHECKING', 'USD', '0'],
    ['BADNM', '\u200d\u00ad\u3164\ufe0f', 'CHECKING', 'USD', '0'],
    ['BADNM', 'x'.repeat(81), 'CHECKING', 'USD', '0'],
    ['BADTY', 'Everyday', 'checking', 'USD', '0'],
    ['BADTY', 'Everyday', 'LOAN', 'USD', '0'],
    ['BADCU', 'Everyday', 'CHECKING', 'JPY', '0'],
    ['BADCU', 'Everyday', 'CHECKING', '', '0'],
    ['BADAM', 'Everyday', 'CHECKING', 'USD', '-1'],
    ['BADAM', 'Everyday', 'CHECKING', 'USD', '0.001'],
    ['BADAM', 'Everyday', 'CHECKING', 'USD', '1000000000'],
    ['BADAM', 'Everyday', 'CHECKING', 'USD', '1e300'],
    ['BADAM', 'Everyday', 'CHECKING', 'USD', 'NaN'],
    ['BADAM', 'Everyday', 'CHECKING', 'USD', 'Infinity'],
  ] as const) {
    test(`a customer cannot open the account ${JSON.stringify([name.slice(0, 9), type, currency, amount])}`, async ({
      bank,
      alice,
    }) => {
      const attempt = bank.asCustomer(
        alice,
      )`select open_account(${name}, ${type}, ${currency}, ${amount}::numeric)`;
      await expect(attempt).rejects.toMatchObject({ code });
      expect(await bank.asCustomer(alice)`select from accounts`).toEqual([]);
    });
  }

  test('a raw insert is refused for the same reasons', async ({ bank, alice }) => {
    const insert = (name: unknown, type: unknown, balance: unknown, currency: unknown) =>
      getRefusal(bank.asCustomer(alice)`
        insert into accounts (name, type, balance, currency) values (${name}, ${type}, ${balance}::numeric, ${currency})`);
    expect(await insert(null, 'CHECKING', '0', 'USD')).toMatchObject({ code: 'BADNM' });
    expect(await insert('A', null, '0', 'USD')).toMatchObject({ code: 'BADTY' });
    expect(await insert('A', 'CHECKING', null, 'USD')).toMatchObject({ code: 'BADAM' });
    expect(await insert('A', 'CHECKING', '-0.01', 'USD')).toMatchObject({ code: 'BADAM' });
    expect(await insert('A', 'CHECKING', '1e300', 'USD')).toMatchObject({ code: 'BADAM' });
    expect(await insert('A', 'CHECKING', 'Infinity', 'USD')).toMatchObject({ code: 'BADAM' });
    expect(await insert('A', 'CHECKING', '1000000000', 'USD')).toMatchObject({ code: 'BADAM' });
    expect(await insert('A', 'CHECKING', '0', null)).toMatchObject({ code: 'BADCU' });
  });

  test('a customer can have at most 500 open accounts', async ({ bank, alice }) => {
    await bank.asCustomer(
      alice,
    )`insert into accounts (name) select 'Account ' || n from generate_series(1, 500) n`;
    await expect(openAccount(bank, alice)).rejects.toMatchObject({ code: 'LIMIT' });
    const numbers = await bank.owner`select count(distinct account_number)::int as count from accounts`;
    expect(numbers).toEqual([{ count: 500 }]);
  });
});

describe('changing an account', () => {
  test('renaming an account also renames its ledger account', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 10 });
    const [renamed] = await bank.asCustomer(alice)`
      update accounts set name = ${' Holi\u0007day '}, type = 'SAVINGS' where id = ${account.id} returning *`;
    expect(renamed).toMatchObject({ name: 'Holi day', type: 'SAVINGS', balance: '10.00' });
    expect(await bank.owner`select name from bank.ledger_accounts where id = ${account.id}`).toEqual([
      { name: 'Holi day' },
    ]);
    await expectSoundBooks(bank);
  });

  test('a currency change keeps the number and goes through the exchange account', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 80 });
    await bank.asCustomer(alice)`update accounts set currency = 'GBP' where id = ${account.id}`;
    expect(await getBalance(bank, account.id)).toBe('80.00');
    expect(
      await bank.asCustomer(alice)`
        select currency, amount from journal_postings where is_own order by entry_id, amount`,
    ).toEqual([
      { currency: 'USD', amount: '80.00' },
      { currency: 'USD', amount: '-80.00' },
      { currency: 'GBP', amount: '80.00' },
    ]);
    const description = 'Currency changed from USD to GBP';
    const change = { kind: 'currency_change', amount: '80.00', description };
    expect(await getHistory(bank, alice, account.id)).toMatchObject([
      { ...change, direction: 'in', type: 'DEPOSIT', currency: 'GBP', balance_after: '80.00' },
      { ...change, direction: 'out', type: 'WITHDRAWAL', currency: 'USD', balance_after: '0' },
      { kind: 'opening', currency: 'USD', balance_after: '80.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('an update of both the currency and the balance keeps both', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 80 });
    await bank.asCustomer(alice)`
      update accounts set name = 'Pounds', type = 'SAVINGS', balance = 95.5, currency = 'GBP' where id = ${account.id}`;
    expect(await getBalance(bank, account.id)).toBe('95.50');
    expect(await getHistory(bank, alice, account.id)).toMatchObject([
      { amount: '15.50', kind: 'adjustment', currency: 'GBP', balance_after: '95.50' },
      { amount: '80.00', kind: 'currency_change', currency: 'GBP', balance_after: '80.00' },
      { amount: '80.00', kind: 'currency_change', currency: 'USD', balance_after: '0' },
      { kind: 'opening', currency: 'USD' },
    ]);
    await expectSoundBooks(bank);
  });

  test('an account refers to its own latest entry only', async ({ bank, alice }) => {
    const [source, target] = [
      await openAccount(bank, alice, { balance: 80 }),
      await openAccount(bank, alice),
    ];
    const lastEntries = () => bank.owner`
      select a.last_entry = (select max(p.entry_id) from bank.postings p where p.ledger_id = a.id) as is_its_own
      from accounts a where a.user_id = ${alice.id} order by a.created_at`;
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${target.id}, 5)`;
    for (const change of [
      () => customer`update accounts set balance = 95.5 where id = ${source.id}`,
      () => customer`update accounts set currency = 'GBP' where id = ${source.id}`,
      () => customer`update accounts set balance = 0 where id = ${source.id}`,
      () => customer`update accounts set currency = 'EUR' where id = ${source.id}`,
    ]) {
      await change();
      expect(await lastEntries()).toEqual([{ is_its_own: true }, { is_its_own: true }]);
    }
    await expectSoundBooks(bank);
  });

  test('a balance adjustment is limited to the largest movement', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 0.01 });
    const customer = bank.asCustomer(alice);
    await expectRefusal(
      bank,
      'BADAM',
      [id],
      () => customer`update accounts set balance = 1000000000.01 where id = ${id}`,
    );
    await customer`update accounts set balance = 1000000000 where id = ${id}`;
    await expectRefusal(
      bank,
      'BADAM',
      [id],
      () => customer`update accounts set balance = 0 where id = ${id}`,
    );
    await expectSoundBooks(bank);
  });

  test('an empty account changes its currency without an entry', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice);
    await bank.asCustomer(alice)`update accounts set currency = 'EUR' where id = ${account.id}`;
    expect(await bank.asCustomer(alice)`select from journal_entries`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('a customer cannot forge columns that the bank maintains', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const customer = bank.asCustomer(alice);
    const denied = { code: '42501' };
    expect(await getRefusal(customer`update accounts set last_entry = 1 where id = ${id}`)).toMatchObject(
      denied,
    );
    expect(await getRefusal(customer`update accounts set user_id = null where id = ${id}`)).toMatchObject(
      denied,
    );
    expect(await getRefusal(customer`update accounts set closed_at = now() where id = ${id}`)).toMatchObject(
      denied,
    );
    expect(await getRefusal(customer`update accounts set created_at = now() where id = ${id}`)).toMatchObject(
      denied,
    );
    expect(await getRefusal(customer`insert into accounts (name, last_entry) values ('A', 1)`)).toMatchObject(
      denied,
    );
    expect(await getRefusal(customer`update transactions set amount = 1`)).toMatchObject(denied);
    expect(await getRefusal(customer`update transactions set balance_after = 1`)).toMatchObject(denied);
    expect(await getRefusal(customer`update transactions set entry_id = 1`)).toMatchObject(denied);
    expect(await getRefusal(customer`delete from transactions`)).toMatchObject(denied);
  });
});

describe('closing and deleting an account', () => {
  test('an account with a balance is not closed without a target account', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 12 });
    expect(await getRefusal(bank.asCustomer(alice)`select close_account(${id})`)).toEqual({
      code: 'NTZRO',
      detail: { balance: 12, currency: 'USD' },
    });
    expect(await getBalance(bank, id)).toBe('12.00');
  });

  test('a customer closes an account and its balance moves to another', async ({ bank, alice }) => {
    const old = await openAccount(bank, alice, { balance: 100, currency: 'EUR' });
    const secondAccount = await openAccount(bank, alice, { balance: 1 });
    const [closed] = await bank.asCustomer(
      alice,
    )`select * from close_account(${old.id}, ${secondAccount.id})`;
    expect(closed).toMatchObject({ id: old.id, balance: '0.00', closed_at: expect.any(Date) });
    const [quote] = await bank.owner`
      select round(100 * bank.rate_on('EUR', 'USD', bank.today_for(${alice.id})), 2) + 1 as balance`;
    expect(await getBalance(bank, secondAccount.id)).toBe(quote?.balance);
    expect(await getHistory(bank, alice, old.id)).toHaveLength(2);
    await expectSoundBooks(bank);
  });

  test('no money moves on a closed account until it is reopened', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const target = await openAccount(bank, alice, { balance: 50 });
    const customer = bank.asCustomer(alice);
    await customer`select close_account(${id})`;
    for (const attempt of [
      () => customer`select deposit(${id}, 1)`,
      () => customer`select withdraw(${id}, 1)`,
      () => customer`select transfer(${target.id}, ${id}, 1)`,
      () => customer`select close_account(${id})`,
      () => customer`insert into transactions (account_id, amount, type) values (${id}, 1, 'DEPOSIT')`,
      () => customer`insert into transactions (account_id, amount, type, counter_account_id)
        values (${target.id}, 1, 'TRANSFER', ${id})`,
      () => customer`update accounts set balance = 5 where id = ${id}`,
      () => customer`update accounts set currency = 'EUR' where id = ${id}`,
    ]) {
      await expectRefusal(bank, 'CLOSD', [id, target.id], attempt);
    }
    const [opened] = await customer`select * from reopen_account(${id})`;
    expect(opened).toMatchObject({ id, closed_at: null });
    await customer`select deposit(${id}, 1)`;
    await expectSoundBooks(bank);
  });

  test('deleting an account with a balance deletes its rows and keeps the journal', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { name: 'Gone', balance: 40 });
    const secondAccount = await openAccount(bank, alice, { name: 'Kept', balance: 5 });
    await bank.asCustomer(alice)`select transfer(${account.id}, ${secondAccount.id}, 10)`;
    await bank.asCustomer(alice)`delete from accounts where id = ${account.id}`;
    expect(await getHistory(bank, alice, account.id)).toEqual([]);
    expect(await getHistory(bank, alice, secondAccount.id)).toMatchObject([
      { amount: '10.00', counter_account_id: null },
      { kind: 'opening' },
    ]);
    expect(
      await bank.asCustomer(alice)`
        select ledger_name, amount from journal_postings
        where entry_id = (select max(id) from journal_entries) order by amount`,
    ).toEqual([
      { ledger_name: 'Gone', amount: '-30.00' },
      { ledger_name: 'Closed accounts', amount: '30.00' },
    ]);
    await expectSoundBooks(bank);
  });
});

describe('an account without an owner', () => {
  test('is readable by every customer and writable by none', async ({ bank, alice }) => {
    const [shared] = await bank.owner`
      insert into accounts (name, balance, user_id) values ('Shared', 70, null) returning *`;
    const customer = bank.asCustomer(alice);
    expect(await customer`select name, balance from accounts`).toEqual([
      { name: 'Shared', balance: '70.00' },
    ]);
    expect(await getHistory(bank, alice, shared?.id)).toMatchObject([{ description: 'Initial deposit' }]);
    await expectRefusal(bank, 'NTFND', [shared?.id], () => customer`select deposit(${shared?.id}, 1)`);
    await expectRefusal(bank, 'NTFND', [shared?.id], () => customer`select withdraw(${shared?.id}, 1)`);
    await expectRefusal(
      bank,
      '42501',
      [shared?.id],
      () =>
        customer`insert into transactions (account_id, amount, type) values (${shared?.id}, 1, 'WITHDRAWAL')`,
    );
    expect(await customer`update accounts set balance = 0 where id = ${shared?.id} returning id`).toEqual([]);
    expect(await customer`delete from accounts where id = ${shared?.id} returning id`).toEqual([]);
    expect(await getBalance(bank, shared?.id)).toBe('70.00');
    expect(await customer`select * from net_worth_history()`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('cannot be created by a customer', async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    await expect(customer`insert into accounts (name, user_id) values ('A', null)`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      customer`insert into accounts (name, user_id) values ('A', ${bob.id})`,
    ).rejects.toMatchObject({ code: '42501' });
  });
});
