import { describe, expect } from 'vitest';
import { BAD_AMOUNTS, takeLoan } from '../support/debt-household.ts';
import { test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

describe('opening a loan', () => {
  test('deposits the amount in the account', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 50 });
    const loan = await takeLoan(bank, alice, { account: account.id });
    expect(loan).toMatchObject({ monthly_payment: '888.49', remaining_balance: '10000.00', currency: 'USD' });
    expect(await getBalance(bank, account.id)).toBe('10050.00');
    const [newest] = await getHistory(bank, alice, account.id);
    expect(newest).toMatchObject({
      type: 'DEPOSIT',
      kind: 'loan_proceeds',
      amount: '10000.00',
      description: 'Loan taken: Car',
    });
    expect(
      await bank.asCustomer(
        alice,
      )`select kind, amount, balance_after from debt_activity where debt_id = ${loan.id}`,
    ).toEqual([{ kind: 'loan_proceeds', amount: '10000.00', balance_after: '10000.00' }]);
    await expectSoundBooks(bank);
  });

  test('without an account starts like a raw row', async ({ bank, alice }) => {
    const loan = await takeLoan(bank, alice);
    expect(
      await bank.asCustomer(alice)`select kind, amount from debt_activity where debt_id = ${loan.id}`,
    ).toEqual([{ kind: 'opening', amount: '10000.00' }]);
    await expectSoundBooks(bank);
  });

  test('uses the currency of the account', async ({ bank, alice }) => {
    const pounds = await openAccount(bank, alice, { currency: 'GBP' });
    expect(await takeLoan(bank, alice, { account: pounds.id })).toMatchObject({ currency: 'GBP' });
    expect(await getBalance(bank, pounds.id)).toBe('10000.00');
    await expectSoundBooks(bank);
  });

  test.for([
    [1200, 0, 1, '1200.00'],
    [1200, 0, 12, '100.00'],
    [0.01, 5, 1, '0.01'],
    [999_999_999.99, 100, 600, '83333333.33'],
  ] as const)(
    'of %d at %d percent over %d months costs %s',
    async ([amount, rate, term, payment], { bank, alice }) => {
      expect(await takeLoan(bank, alice, { amount, rate, term })).toMatchObject({ monthly_payment: payment });
      await expectSoundBooks(bank);
    },
  );

  test('is refused with an invalid amount, rate, term, or name', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 5 });
    const customer = bank.asCustomer(alice);
    for (const amount of BAD_AMOUNTS)
      await expectRefusal(
        bank,
        'BADAM',
        [id],
        () => customer`select take_loan(${amount}::numeric, 5, 'Car', 12, ${id})`,
      );
    for (const rate of ['-0.01', '100.01', 'NaN'])
      await expectRefusal(
        bank,
        'BADRT',
        [id],
        () => customer`select take_loan(100, ${rate}::numeric, 'Car', 12, ${id})`,
      );
    for (const term of [0, -1, 601, null])
      await expectRefusal(
        bank,
        'BADTM',
        [id],
        () => customer`select take_loan(100, 5, 'Car', ${term}, ${id})`,
      );
    for (const name of ['', ' ', 'x'.repeat(81), null])
      await expectRefusal(bank, 'BADNM', [id], () => customer`select take_loan(100, 5, ${name}, 12, ${id})`);
    expect(await customer`select id from loans`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test("is refused with an account that is closed, unknown, or another customer's, and for visitors", async ({
    bank,
    alice,
    bob,
  }) => {
    const [closed, strange] = [await openAccount(bank, alice), await openAccount(bank, bob)];
    const customer = bank.asCustomer(alice);
    await customer`select close_account(${closed.id})`;
    for (const [account, code] of [
      [closed.id, 'CLOSD'],
      [strange.id, 'NTFND'],
      [crypto.randomUUID(), 'NTFND'],
    ] as const)
      await expectRefusal(bank, code, [strange.id], () => takeLoan(bank, alice, { account }));
    await expect(bank.asVisitor()`select take_loan(100, 5, 'Car', 12)`).rejects.toMatchObject({
      code: '42501',
    });
    await expectSoundBooks(bank);
  });

  test('happens once per request, and another loan with its id is refused', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const once = await takeLoan(bank, alice, { account: id, request: 'car' });
    expect((await takeLoan(bank, alice, { account: id, request: 'car' })).id).toBe(once.id);
    expect(await getBalance(bank, id)).toBe('10000.00');
    await expectRefusal(bank, 'RQDIF', [id], () =>
      takeLoan(bank, alice, { amount: 1, account: id, request: 'car' }),
    );
    expect(await bank.asCustomer(alice)`select id from loans`).toHaveLength(1);
    await expectSoundBooks(bank);
  });
});

describe('opening a mortgage', () => {
  test('takes the down payment and pays the seller', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 90_000 });
    const [mortgage] = await bank.asCustomer(alice)`
      select * from take_mortgage(400000, 80000, 6.25, 30, 'variable', ${id}, 'Home')`;
    expect(mortgage).toMatchObject({
      name: 'Home',
      loan_amount: '320000.00',
      monthly_payment: '1970.30',
      remaining_balance: '320000.00',
      rate_type: 'variable',
      term: 30,
    });
    expect(await getBalance(bank, id)).toBe('10000.00');
    const [newest] = await getHistory(bank, alice, id);
    expect(newest).toMatchObject({ type: 'WITHDRAWAL', kind: 'home_purchase', amount: '80000.00' });
    expect(
      await bank.asCustomer(
        alice,
      )`select amount from journal_postings where entry_id = ${mortgage?.last_entry} order by amount`,
    ).toEqual([{ amount: '-320000.00' }, { amount: '-80000.00' }, { amount: '400000.00' }]);
    await expectSoundBooks(bank);
  });

  test('without an account or a down payment moves nothing', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const customer = bank.asCustomer(alice);
    await customer`select take_mortgage(1000, 200, 5, 30)`;
    await customer`select take_mortgage(1000, 0, 5, 1, 'fixed', ${id})`;
    expect(await customer`select kind, amount from debt_activity order by amount`).toEqual([
      { kind: 'opening', amount: '800.00' },
      { kind: 'opening', amount: '1000.00' },
    ]);
    expect(await getBalance(bank, id)).toBe('10.00');
    await expectSoundBooks(bank);
  });

  test('is refused with invalid values and moves nothing', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 1000 });
    const customer = bank.asCustomer(alice);
    for (const amount of BAD_AMOUNTS) {
      await expectRefusal(
        bank,
        'BADAM',
        [id],
        () => customer`select take_mortgage(${amount}::numeric, 0, 5, 30, 'fixed', ${id})`,
      );
      if (amount !== '0')
        await expectRefusal(
          bank,
          'BADAM',
          [id],
          () => customer`select take_mortgage(900, ${amount}::numeric, 5, 30, 'fixed', ${id})`,
        );
    }
    for (const [attempt, code] of [
      [() => customer`select take_mortgage(1000, 1000, 5, 30, 'fixed', ${id})`, 'BADFM'],
      [() => customer`select take_mortgage(1000, 1001, 5, 30, 'fixed', ${id})`, 'BADFM'],
      [() => customer`select take_mortgage(5000, 1000.01, 5, 30, 'fixed', ${id})`, 'INSUF'],
      [() => customer`select take_mortgage(5000, null, 5, 30, 'fixed', ${id})`, 'BADAM'],
      [() => customer`select take_mortgage(5000, 100, 5, 51, 'fixed', ${id})`, 'BADTM'],
      [() => customer`select take_mortgage(5000, 100, 5, null, 'fixed', ${id})`, 'BADTM'],
      [() => customer`select take_mortgage(5000, 100, -1, 30, 'fixed', ${id})`, 'BADRT'],
      [() => customer`select take_mortgage(5000, 100, 5, 30, 'sometimes', ${id})`, 'BADTY'],
      [() => customer`select take_mortgage(5000, 100, 5, 30, null, ${id})`, 'BADTY'],
      [() => bank.asVisitor()`select take_mortgage(5000, 100, 5, 30)`, '42501'],
    ] as const)
      await expectRefusal(bank, code, [id], attempt);
    expect(await customer`select id from mortgages`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('states the shortfall of the down payment', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    expect(
      await getRefusal(bank.asCustomer(alice)`select take_mortgage(5000, 1000, 5, 30, 'fixed', ${id})`),
    ).toEqual({ code: 'INSUF', detail: { available: 100, amount: 1000, short: 900 } });
  });

  test('happens once per request', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 1000 });
    const take = (down: number) =>
      bank.asCustomer(
        alice,
      )`select * from take_mortgage(5000, ${down}, 5, 30, 'fixed', ${id}, 'Home', 'home')`;
    expect((await take(400))[0]?.id).toBe((await take(400))[0]?.id);
    expect(await getBalance(bank, id)).toBe('600.00');
    await expectRefusal(bank, 'RQDIF', [id], () => take(401));
    await expectSoundBooks(bank);
  });
});
