import { describe, expect } from 'vitest';
import type { Bank, Person } from '../support/harness.ts';
import { test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

/**
 * Makes the table calls from section 7 of the specification one by one, like a client that uses only the
 * tables.
 */
function rawClient(bank: Bank, person: Person) {
  const query = bank.asCustomer(person);
  return {
    async createAccount(name: string, type: string, balance: number, currency: string) {
      const [account] = await query`
        insert into accounts (name, type, balance, currency, user_id)
        values (${name}, ${type}, ${String(balance)}::numeric, ${currency}, ${person.id}) returning *`;
      return account as { id: string; balance: string };
    },
    async insert(accountId: string, amount: number, type: string, description: string | null = null) {
      const [row] = await query`
        insert into transactions (account_id, amount, type, description, date)
        values (${accountId}, ${String(amount)}::numeric, ${type}, ${description}, ${new Date()}) returning *`;
      return row as { id: string; amount: string; balance_after: string };
    },
    async overwrite(accountId: string, balance: number) {
      const [account] = await query`
        update accounts set balance = ${String(balance)}::numeric where id = ${accountId} returning *`;
      return account?.balance as string;
    },
  };
}

describe('a client that uses only the tables', () => {
  test('opens an account and inserts its initial deposit: one row exists, and it is the returned one', async ({
    bank,
    alice,
  }) => {
    const client = rawClient(bank, alice);
    const account = await client.createAccount('Everyday', 'CHECKING', 500, 'USD');
    const row = await client.insert(account.id, 500, 'DEPOSIT', 'Initial deposit');
    expect(row).toMatchObject({ balance_after: '500.00' });
    expect(await getHistory(bank, alice, account.id)).toMatchObject([
      {
        id: row.id,
        kind: 'opening',
        amount: '500.00',
        balance_after: '500.00',
        entry_id: expect.any(String),
      },
    ]);
    const repeated = await client.insert(account.id, 500, 'DEPOSIT', 'Initial deposit');
    expect(await getHistory(bank, alice, account.id)).toMatchObject([{ id: repeated.id }]);
    expect(await getBalance(bank, account.id)).toBe('500.00');
    await expectSoundBooks(bank);
  });

  test('inserts an opening deposit without changing rows of other accounts', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 20 });
    await bank.asCustomer(alice)`select deposit(${id}, 5)`;
    const before = await getHistory(bank, alice, id);
    const client = rawClient(bank, alice);
    const account = await client.createAccount('Other', 'CHECKING', 500, 'USD');
    await client.insert(account.id, 500, 'DEPOSIT', 'Initial deposit');
    expect(await getHistory(bank, alice, id)).toEqual(before);
    await expectSoundBooks(bank);
  });

  test('inserts a later deposit called "Initial deposit", which moves money', async ({ bank, alice }) => {
    const client = rawClient(bank, alice);
    const account = await client.createAccount('Everyday', 'CHECKING', 500, 'USD');
    await client.insert(account.id, 1, 'DEPOSIT');
    await client.insert(account.id, 500, 'DEPOSIT', 'Initial deposit');
    expect(await getBalance(bank, account.id)).toBe('1001.00');
    const secondAccount = await client.createAccount('Other', 'CHECKING', 500, 'USD');
    await client.insert(secondAccount.id, 499, 'DEPOSIT', 'Initial deposit');
    expect(await getBalance(bank, secondAccount.id)).toBe('999.00');
    await expectSoundBooks(bank);
  });

  test('deposits and withdraws by inserting a row, and the overwritten balance changes nothing', async ({
    bank,
    alice,
  }) => {
    const client = rawClient(bank, alice);
    const { id } = await client.createAccount('Everyday', 'CHECKING', 100.1, 'USD');
    await client.insert(id, 50.2, 'DEPOSIT');
    expect(await client.overwrite(id, 100.1 + 50.2)).toBe('150.30');
    await client.insert(id, 0.1 + 0.2, 'WITHDRAWAL');
    expect(await client.overwrite(id, 150.3 - (0.1 + 0.2))).toBe('150.00');
    expect(await getHistory(bank, alice, id)).toMatchObject([
      { amount: '0.30', type: 'WITHDRAWAL' },
      { amount: '50.20', type: 'DEPOSIT' },
      { description: 'Initial deposit' },
    ]);
    await expectSoundBooks(bank);
  });

  test('changes the balance right after a deposit, which is an adjustment', async ({ bank, alice }) => {
    const client = rawClient(bank, alice);
    const { id } = await client.createAccount('Everyday', 'CHECKING', 100, 'USD');
    await client.insert(id, 50, 'DEPOSIT');
    await client.overwrite(id, 150);
    await client.insert(id, 50, 'WITHDRAWAL');
    await client.overwrite(id, 100);
    expect(await client.overwrite(id, 50)).toBe('50.00');
    expect(await client.overwrite(id, 60)).toBe('60.00');
    const rows = await getHistory(bank, alice, id);
    expect(rows.slice(0, 2)).toMatchObject([
      {
        amount: '10.00',
        type: 'DEPOSIT',
        kind: 'adjustment',
        description: 'Balance adjustment',
        balance_after: '60.00',
      },
      { amount: '50.00', type: 'WITHDRAWAL', kind: 'adjustment', balance_after: '50.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('twice with the same stale balance, in any interleaving, undoes nothing', async ({ bank, alice }) => {
    const client = rawClient(bank, alice);
    for (const [first, second] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const { id } = await client.createAccount('Everyday', 'CHECKING', 100, 'USD');
      await client.insert(id, 10, 'DEPOSIT');
      await client.insert(id, 30, 'WITHDRAWAL');
      const sums = { 1: 100 + 10, 2: 100 - 30 };
      expect(await client.overwrite(id, sums[first])).toBe('80.00');
      expect(await client.overwrite(id, sums[second])).toBe('80.00');
      expect(await getHistory(bank, alice, id)).toHaveLength(3);
    }
    await expectSoundBooks(bank);
  });

  test('overwrites a balance 30 seconds after its row, which is an adjustment', async ({ bank, alice }) => {
    const client = rawClient(bank, alice);
    const { id } = await client.createAccount('Everyday', 'CHECKING', 100, 'USD');
    await client.insert(id, 10, 'DEPOSIT');
    await client.insert(id, 20, 'DEPOSIT');
    await bank.owner`update bank.expected_write_backs set expected_at = expected_at - interval '31 seconds'`;
    expect(await client.overwrite(id, 120)).toBe('120.00');
    expect(await getHistory(bank, alice, id)).toMatchObject([
      { kind: 'adjustment', amount: '10.00' },
      {},
      {},
      {},
    ]);
    await expectSoundBooks(bank);
  });

  test('cannot overdraw, by a row or by a balance', async ({ bank, alice }) => {
    const client = rawClient(bank, alice);
    const { id } = await client.createAccount('Everyday', 'CHECKING', 20, 'USD');
    await expectRefusal(bank, 'INSUF', [id], () => client.insert(id, 20.01, 'WITHDRAWAL'));
    await expectRefusal(bank, 'BADAM', [id], () => client.overwrite(id, -0.01));
    expect(await getHistory(bank, alice, id)).toHaveLength(1);
  });

  test('inserts many rows together, all or none', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const insert = (amounts: number[]) => bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type, date)
      select ${id}, amount, 'WITHDRAWAL', ${new Date()} from unnest(${amounts}::numeric[]) amount`;
    await expectRefusal(bank, 'INSUF', [id], () => insert([4, 4, 4]));
    await insert([4, 4, 1]);
    expect((await getHistory(bank, alice, id)).map((row) => row.balance_after)).toEqual([
      '1.00',
      '2.00',
      '6.00',
      '10.00',
    ]);
    await expectSoundBooks(bank);
  });

  test('moves no money with a row that an upsert discards', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const [row] = await getHistory(bank, alice, id);
    await bank.asCustomer(alice)`
      insert into transactions (id, account_id, amount, type) values (${row?.id}, ${id}, 5, 'DEPOSIT') on conflict (id) do nothing`;
    expect(await getBalance(bank, id)).toBe('10.00');
    await expectSoundBooks(bank);
  });

  test('is refused for invalid rows, with the balance unchanged', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const insert = (type: string | null, amount: string | null, description: string | null = null) =>
      bank.asCustomer(alice)`insert into transactions (account_id, amount, type, description)
        values (${id}, ${amount}::numeric, ${type}, ${description})`;
    for (const [code, type, amount, description] of [
      ['NOCTR', 'TRANSFER', '1', null],
      ['BADTY', 'deposit', '1', null],
      ['BADTY', null, '1', null],
      ['BADAM', 'DEPOSIT', null, null],
      ['BADAM', 'DEPOSIT', '0', null],
      ['BADAM', 'DEPOSIT', '-3', null],
      ['BADAM', 'DEPOSIT', '0.004', null],
      ['BADAM', 'DEPOSIT', 'NaN', null],
      ['BADAM', 'DEPOSIT', 'Infinity', null],
      ['BADAM', 'DEPOSIT', '1e300', null],
      ['BADAM', 'WITHDRAWAL', '1000000000', null],
      ['BADTX', 'DEPOSIT', '1', 'x'.repeat(501)],
    ] as const) {
      await expectRefusal(bank, code, [id], () => insert(type, amount, description));
    }
  });

  test('adds money with an automatic deposit', async ({ bank, alice }) => {
    const client = rawClient(bank, alice);
    const { id } = await client.createAccount('Everyday', 'CHECKING', 0, 'USD');
    await client.insert(id, 25, 'AUTO_DEPOSIT');
    expect(await getHistory(bank, alice, id)).toMatchObject([
      { type: 'AUTO_DEPOSIT', kind: 'auto_deposit', direction: 'in', balance_after: '25.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('of another customer cannot insert a row, and the refusal reveals nothing', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const strange = rawClient(bank, bob);
    const unknown = '00000000-0000-4000-8000-00000000dead';
    const refusals = await Promise.all(
      [
        () => strange.insert(id, 1, 'DEPOSIT'),
        () => strange.insert(id, 1000, 'WITHDRAWAL'),
        () => strange.insert(unknown, 1, 'DEPOSIT'),
        () => strange.insert(id, -1, 'NONSENSE'),
      ].map((attempt) => getRefusal(attempt())),
    );
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['42501']));
    expect(await getBalance(bank, id)).toBe('100.00');
  });
});

describe('a raw transfer', () => {
  const transfer = (bank: Bank, person: Person, from: string, to: string | null, amount: string) =>
    bank.asCustomer(person)`
      insert into transactions (account_id, counter_account_id, amount, type, description, date)
      values (${from}, ${to}, ${amount}::numeric, 'TRANSFER', 'Moved', ${new Date()}) returning *`;

  test('moves money to the other account, which gets its own row', async ({ bank, alice }) => {
    const from = await openAccount(bank, alice, { balance: 100 });
    const to = await openAccount(bank, alice, { currency: 'EUR' });
    const [row] = await transfer(bank, alice, from.id, to.id, '40');
    expect(await getHistory(bank, alice, from.id)).toMatchObject([
      { id: row?.id, direction: 'out', balance_after: '60.00', exchange_rate: expect.any(String) },
      {},
    ]);
    const [into] = await getHistory(bank, alice, to.id);
    expect(into).toMatchObject({ direction: 'in', description: 'Moved', counter_account_id: from.id });
    await bank.asCustomer(alice)`update accounts set balance = 60 where id = ${from.id}`;
    await bank.asCustomer(
      alice,
    )`update accounts set balance = ${into?.balance_after ?? null} where id = ${to.id}`;
    expect(await getHistory(bank, alice, from.id)).toHaveLength(2);
    await expectSoundBooks(bank);
  });

  test('is refused with both balances unchanged', async ({ bank, alice, bob }) => {
    const from = await openAccount(bank, alice, { balance: 100 });
    const to = await openAccount(bank, alice);
    const strange = await openAccount(bank, bob);
    for (const [code, target, amount] of [
      ['INSUF', to.id, '100.01'],
      ['SAMAC', from.id, '1'],
      ['NTFND', strange.id, '1'],
      ['NTFND', '00000000-0000-4000-8000-00000000dead', '1'],
      ['NOCTR', null, '1'],
    ] as const) {
      await expectRefusal(bank, code, [from.id, to.id, strange.id], () =>
        transfer(bank, alice, from.id, target, amount),
      );
    }
  });
});
