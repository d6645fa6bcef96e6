import { describe, expect } from 'vitest';
import { openCommittedBank, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  openAccount,
} from '../support/household.ts';

describe('a request with an id', () => {
  test('moves money once and repeats the first response', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const secondAccount = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    const verbs = [
      () => customer`select * from deposit(${id}, 10, 'Pay', request_id => 'one')`,
      () => customer`select * from withdraw(${id}, 5, request_id => 'two')`,
      () => customer`select * from transfer(${id}, ${secondAccount.id}, 7, request_id => 'three')`,
      () => customer`select * from open_account('Third', initial_balance => 3, request_id => 'four')`,
    ];
    const first = [];
    for (const verb of verbs) first.push(await verb());
    const repeated = [];
    for (const verb of verbs) repeated.push(await verb());
    expect(repeated).toEqual(first);
    expect(await getBalance(bank, id)).toBe('98.00');
    expect(await customer`select from accounts`).toHaveLength(3);
    await expectSoundBooks(bank);
  });

  test('is recognized however the amount is written', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    await bank.asCustomer(
      alice,
    )`select deposit(${id}, 10, request_id => 'same'), deposit(${id}, 10.00, request_id => 'same')`;
    expect(await getBalance(bank, id)).toBe('10.00');
  });

  test('reused for something else is an error', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${id}, 10, 'Pay', 'one')`;
    for (const attempt of [
      () => customer`select deposit(${id}, 11, 'Pay', 'one')`,
      () => customer`select deposit(${id}, 10, 'Other', 'one')`,
      () => customer`select withdraw(${id}, 10, 'Pay', 'one')`,
      () => customer`select transfer(${id}, ${id}, 10, 'Pay', 'one')`,
      () => customer`select open_account('A', request_id => 'one')`,
    ]) {
      await expectRefusal(bank, 'RQDIF', [id], attempt);
    }
  });

  test('has an id of 1 to 200 characters', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    await expectRefusal(
      bank,
      'BADTX',
      [id],
      () => bank.asCustomer(alice)`select deposit(${id}, 1, request_id => '')`,
    );
    const long = 'x'.repeat(201);
    await expectRefusal(
      bank,
      'BADTX',
      [id],
      () => bank.asCustomer(alice)`select deposit(${id}, 1, request_id => ${long})`,
    );
  });

  test('may be repeated after a refusal', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const withdraw = () => bank.asCustomer(alice)`select withdraw(${id}, 10, request_id => 'later')`;
    await expectRefusal(bank, 'INSUF', [id], withdraw);
    await bank.asCustomer(alice)`select deposit(${id}, 10)`;
    await withdraw();
    expect(await getBalance(bank, id)).toBe('0.00');
  });

  test('belongs to its customer', async ({ bank, alice, bob }) => {
    const hers = await openAccount(bank, alice);
    const his = await openAccount(bank, bob);
    await bank.asCustomer(alice)`select deposit(${hers.id}, 1, request_id => 'same')`;
    await bank.asCustomer(bob)`select deposit(${his.id}, 2, request_id => 'same')`;
    expect(await getBalance(bank, his.id)).toBe('2.00');
  });

  test('repeats its response after its account was closed or deleted', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 4 });
    const secondAccount = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    const close = () => customer`select * from close_account(${id}, ${secondAccount.id}, 'close')`;
    const closed = await close();
    expect(await close()).toEqual(closed);
    await customer`delete from accounts where id = ${id}`;
    expect(await close()).toEqual(closed);
    await expectSoundBooks(bank);
  });

  test('that arrives many times in parallel moves money once', async () => {
    const bank = await openCommittedBank(8);
    try {
      const [alice] = await bank.openCustomers(1);
      if (!alice) throw new Error('There is no customer.');
      const { id } = await openAccount(bank, alice, { balance: 100 });
      const answers = await Promise.all(
        Array.from(
          { length: 8 },
          () => bank.asCustomer(alice)`select * from withdraw(${id}, 60, request_id => 'click')`,
        ),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await getBalance(bank, id)).toBe('40.00');
      expect(await getHistory(bank, alice, id)).toHaveLength(2);
      const opened = await Promise.all(
        Array.from(
          { length: 8 },
          () => bank.asCustomer(alice)`select id from open_account('Once', request_id => 'open')`,
        ),
      );
      expect(new Set(opened.map(([account]) => account?.id)).size).toBe(1);
      await expectSoundBooks(bank);
    } finally {
      await bank.close();
    }
  });
});
