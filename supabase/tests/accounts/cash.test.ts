import { describe, expect } from 'vitest';
import { test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

describe('deposits and withdrawals', () => {
  test('a deposit raises the balance and appears first in the history', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const [account] = await bank.asCustomer(alice)`select * from deposit(${id}, 25.5, ${' Birthday '})`;
    expect(account).toMatchObject({ id, balance: '125.50' });
    const [newest] = await getHistory(bank, alice, id);
    expect(newest).toMatchObject({
      amount: '25.50',
      type: 'DEPOSIT',
      kind: 'deposit',
      direction: 'in',
      description: 'Birthday',
      balance_after: '125.50',
      entry_id: account?.last_entry,
    });
    await expectSoundBooks(bank);
  });

  test('a withdrawal can empty the account to the last cent', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: '100.01' });
    const [account] = await bank.asCustomer(
      alice,
    )`select * from withdraw(account_id => ${id}, amount => 100.01)`;
    expect(account).toMatchObject({ balance: '0.00' });
    expect(await getHistory(bank, alice, id)).toMatchObject([
      { amount: '100.01', type: 'WITHDRAWAL', direction: 'out', balance_after: '0.00' },
      { kind: 'opening' },
    ]);
    await expectSoundBooks(bank);
  });

  test('a customer cannot withdraw more than the balance', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    await expectRefusal(bank, 'INSUF', [id], () => bank.asCustomer(alice)`select withdraw(${id}, 100.01)`);
    const refusal = await getRefusal(bank.asCustomer(alice)`select withdraw(${id}, 130)`);
    expect(refusal.detail).toEqual({ available: 100, amount: 130, short: 30 });
    expect(await getHistory(bank, alice, id)).toHaveLength(1);
  });

  for (const amount of [
    '0',
    '-5',
    '0.005',
    '1.234',
    '1000000000',
    '1e131000',
    'NaN',
    'Infinity',
    '-Infinity',
  ]) {
    test(`no function moves ${amount}`, async ({ bank, alice }) => {
      const { id } = await openAccount(bank, alice, { balance: 100 });
      const secondAccount = await openAccount(bank, alice);
      const customer = bank.asCustomer(alice);
      for (const attempt of [
        () => customer`select deposit(${id}, ${amount}::numeric)`,
        () => customer`select withdraw(${id}, ${amount}::numeric)`,
        () => customer`select transfer(${id}, ${secondAccount.id}, ${amount}::numeric)`,
        () => customer`select quote_transfer(${id}, ${secondAccount.id}, ${amount}::numeric)`,
      ]) {
        await expectRefusal(bank, 'BADAM', [id, secondAccount.id], attempt);
      }
    });
  }

  test('no function moves a missing amount', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    await expectRefusal(bank, 'BADAM', [id], () => bank.asCustomer(alice)`select deposit(${id}, null)`);
    await expectRefusal(bank, 'NTFND', [id], () => bank.asCustomer(alice)`select deposit(null, 1)`);
  });

  test('the largest amount is accepted', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const [account] = await bank.asCustomer(alice)`select * from deposit(${id}, 999999999.99)`;
    expect(account).toMatchObject({ balance: '999999999.99' });
    await expectSoundBooks(bank);
  });

  test('an account at the maximum balance refuses the next deposit', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    await bank.owner`
      with entry as (select bank.post(${alice.id}, 'deposit', null, now(), now(), 'import', array[${id}, bank.system_account('cash_clearing')]::uuid[],
        array['USD', 'USD'], array[999999999999.99, -999999999999.99]) as id)
      update accounts set balance = 999999999999.99, last_entry = entry.id from entry where accounts.id = ${id}`;
    await expectRefusal(bank, 'BADAM', [id], () => bank.asCustomer(alice)`select deposit(${id}, 0.01)`);
  });

  test('a description longer than 500 characters is refused', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 5 });
    const attempt = () => bank.asCustomer(alice)`select deposit(${id}, 1, ${'x'.repeat(501)})`;
    await expectRefusal(bank, 'BADTX', [id], attempt);
  });

  test('instants on an account only increase', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 5 });
    await bank.asCustomer(
      alice,
    )`select deposit(${id}, 1), deposit(${id}, 1), withdraw(${id}, 1), deposit(${id}, 1)`;
    const [row] = await bank.owner`
      select count(*)::int as rows, count(distinct date)::int as instants,
        array_agg(balance_after order by date) = array_agg(balance_after order by entry_id) as in_order
      from transactions where account_id = ${id}`;
    expect(row).toEqual({ rows: 5, instants: 5, in_order: true });
  });

  test('a visitor is told to sign in', async ({ bank, alice }) => {
    const visitor = bank.asCustomer({ ...alice, claims: { sub: null } });
    await expect(visitor`select deposit(${alice.id}, 1)`).rejects.toMatchObject({ code: 'NOUSR' });
  });
});
