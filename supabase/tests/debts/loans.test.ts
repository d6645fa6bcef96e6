import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, getRefusal, openAccount } from '../support/household.ts';

type Loan = { id: string; monthly_payment: string; remaining_balance: string };

/** Returns the unrounded installment as a client computes it (section 9 of the specification). */
const installment = (amount: number, annualPercent: number, months: number) => {
  const r = annualPercent / 100 / 12;
  return r === 0 ? amount / months : (amount * r) / (1 - (1 + r) ** -months);
};

async function takeLoan(
  bank: Bank,
  person: Person,
  {
    amount = 12000,
    rate = 6.4,
    term = 48,
    payment = null as number | null,
    start = null as string | null,
  } = {},
) {
  const [loan] = await bank.asCustomer(person)`
    insert into loans (name, amount, interest_rate, term, monthly_payment, start_date)
    values ('Car', ${amount}, ${rate}, ${term}, ${payment}, ${start}) returning *`;
  return loan as Loan;
}

const owedOn = async (bank: Bank, loanId: string) =>
  (await bank.owner`select remaining_balance::text as owed from loans where id = ${loanId}`)[0]?.owed;

async function expectLoanRefusal(bank: Bank, code: string, loanId: string, attempt: () => Promise<unknown>) {
  const before = await owedOn(bank, loanId);
  await expect(attempt()).rejects.toMatchObject({ code });
  expect(await owedOn(bank, loanId)).toBe(before);
}

describe('a loan', () => {
  test('starts today with the whole amount owed and its installment by the formula', async ({
    bank,
    alice,
  }) => {
    const { id } = await takeLoan(bank, alice);
    const [loan] = await bank.asCustomer(alice)`
      select remaining_balance::text as owed, monthly_payment::text as payment, currency,
        start_date = (simulated_now() at time zone 'UTC')::date as today, next_due_date = (start_date + interval '1 month')::date as next
      from loans where id = ${id}`;
    expect(loan).toEqual({ owed: '12000.00', payment: '284.03', currency: 'USD', today: true, next: true });
    await expectSoundBooks(bank);
  });

  for (const [amount, rate, term] of [
    [12000, 6.4, 48],
    [240000, 5.25, 360],
    [1200, 0, 12],
    [100, 0, 3],
    [999999999.99, 0.5, 600],
    [5000, 0.000001, 12],
    [2500, 100, 600],
    [0.01, 5, 1],
  ] as const) {
    test(`of ${amount} at ${rate} % over ${term} months has the payment of the formula`, async ({
      bank,
      alice,
    }) => {
      const payment = installment(amount, rate, term);
      const { monthly_payment } = await takeLoan(bank, alice, { amount, rate, term });
      expect(Math.abs(Number(monthly_payment) - payment)).toBeLessThanOrEqual(0.00501);
      expect((await takeLoan(bank, alice, { amount, rate, term, payment })).monthly_payment).toBe(
        monthly_payment,
      );
    });
  }

  test('with fractions of a cent is rounded to the nearest cent, as is its balance', async ({
    bank,
    alice,
  }) => {
    const { id } = await takeLoan(bank, alice, { amount: 999.997 });
    const customer = bank.asCustomer(alice);
    expect(await customer`select amount::text, remaining_balance::text from loans`).toEqual([
      { amount: '1000.00', remaining_balance: '1000.00' },
    ]);
    await customer`update loans set remaining_balance = 899.997 where id = ${id}`;
    expect(await owedOn(bank, id)).toBe('900.00');
    await expectSoundBooks(bank);
  });

  test('accepts an installment that is a cent off and refuses two cents', async ({ bank, alice }) => {
    expect((await takeLoan(bank, alice, { payment: 284.04 })).monthly_payment).toBe('284.04');
    expect(await getRefusal(takeLoan(bank, alice, { payment: 284.05 }))).toEqual({
      code: 'BADFM',
      detail: { field: 'monthly_payment', sent: '284.05', expected: 284.03 },
    });
  });

  test('is due monthly from its start, on the last day of shorter months, and never in the past', async ({
    bank,
  }) => {
    const days = await bank.owner`
      select bank.next_due_date(start::date, today::date)::text as due from (values
        ('2026-01-31', '2026-01-31'), ('2026-01-31', '2026-02-28'), ('2024-01-31', '2024-02-10'), ('2020-05-15', '2026-11-15'),
        ('2020-05-15', '2026-11-14'), ('2027-01-10', '2026-11-21')) as cases (start, today)`;
    expect(days.map(({ due }) => due)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2024-02-29',
      '2026-12-15',
      '2026-11-15',
      '2027-02-10',
    ]);
  });

  test('is paid from an account with one entry and two balances', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const account = await openAccount(bank, alice, { balance: 500 });
    const [loan] = await bank.asCustomer(alice)`select * from pay_loan(${id}, 284.03, ${account.id})`;
    expect(loan).toMatchObject({ remaining_balance: '11715.97' });
    expect(await getBalance(bank, account.id)).toBe('215.97');
    const [newest] = await getHistory(bank, alice, account.id);
    expect(newest).toMatchObject({
      type: 'WITHDRAWAL',
      kind: 'loan_payment',
      amount: '284.03',
      entry_id: loan?.last_entry,
    });
    expect(
      await bank.asCustomer(
        alice,
      )`select product, kind, amount, balance_after from debt_activity where debt_id = ${id} order by entry_id`,
    ).toEqual([
      { product: 'loan', kind: 'opening', amount: '12000.00', balance_after: '12000.00' },
      { product: 'loan', kind: 'loan_payment', amount: '-284.03', balance_after: '11715.97' },
    ]);
    await expectSoundBooks(bank);
  });

  test('is paid at most the balance, and nothing if nothing is owed', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice, { amount: 100, rate: 0, term: 4 });
    const account = await openAccount(bank, alice, { balance: 500 });
    const customer = bank.asCustomer(alice);
    const [loan] = await customer`select * from pay_loan(${id}, 300, ${account.id})`;
    expect(loan).toMatchObject({ remaining_balance: '0.00' });
    expect(await getBalance(bank, account.id)).toBe('400.00');
    await expectLoanRefusal(bank, 'OVPAY', id, () => customer`select pay_loan(${id}, 1, ${account.id})`);
    expect(await getBalance(bank, account.id)).toBe('400.00');
    await expectSoundBooks(bank);
  });

  test('is not paid from an account that is short, closed, in another currency, or unknown', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    const short = await openAccount(bank, alice, { balance: 10 });
    const pounds = await openAccount(bank, alice, { balance: 100, currency: 'GBP' });
    const closed = await openAccount(bank, alice);
    await customer`select close_account(${closed.id})`;
    const strange = await openAccount(bank, bob, { balance: 100 });
    for (const [account, code] of [
      [short, 'INSUF'],
      [pounds, 'BADCU'],
      [closed, 'CLOSD'],
      [strange, 'NTFND'],
    ] as const) {
      await expectLoanRefusal(bank, code, id, () => customer`select pay_loan(${id}, 50, ${account.id})`);
    }
    for (const amount of ['0', '-1', '0.001', 'NaN', 'Infinity']) {
      await expectLoanRefusal(bank, 'BADAM', id, () => customer`select pay_loan(${id}, ${amount}::numeric)`);
    }
    expect(await getBalance(bank, short.id)).toBe('10.00');
    expect(await getBalance(bank, strange.id)).toBe('100.00');
    await expectSoundBooks(bank);
  });

  test('repeats the first response to a repeated payment and moves money once', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    const pay = () => customer`select * from pay_loan(${id}, 100, request_id => 'november')`;
    expect(await pay()).toEqual(await pay());
    expect(await owedOn(bank, id)).toBe('11900.00');
    await expectLoanRefusal(
      bank,
      'RQDIF',
      id,
      () => customer`select pay_loan(${id}, 101, request_id => 'november')`,
    );
  });

  test('cannot be paid or read by another customer or a visitor', async ({ bank, alice, bob }) => {
    const { id } = await takeLoan(bank, alice);
    await expectLoanRefusal(bank, 'NTFND', id, () => bank.asCustomer(bob)`select pay_loan(${id}, 1)`);
    await expectLoanRefusal(bank, '42501', id, () => bank.asVisitor()`select pay_loan(${id}, 1)`);
    expect(await bank.asCustomer(bob)`select from debt_activity`).toEqual([]);
    await expect(bank.asVisitor()`select from debt_activity`).rejects.toMatchObject({ code: '42501' });
    expect(await bank.asCustomer(bob)`update loans set remaining_balance = 0 returning id`).toEqual([]);
    expect(await bank.asCustomer(bob)`delete from loans returning id`).toEqual([]);
    expect(await owedOn(bank, id)).toBe('12000.00');
  });
});

describe('a loan written as a table row', () => {
  test('is paid by lowering its balance and corrected by raising it', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`update loans set remaining_balance = 11715.730000000001 where id = ${id}`;
    await customer`update loans set remaining_balance = 11800 where id = ${id}`;
    await customer`update loans set remaining_balance = 0 where id = ${id}`;
    expect(
      await customer`select kind, amount from debt_activity where debt_id = ${id} order by entry_id`,
    ).toEqual([
      { kind: 'opening', amount: '12000.00' },
      { kind: 'loan_payment', amount: '-284.27' },
      { kind: 'adjustment', amount: '84.27' },
      { kind: 'loan_payment', amount: '-11800.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('is updated with all its fields, and a new term recalculates its installment', async ({
    bank,
    alice,
  }) => {
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`
      update loans set name = 'Van', amount = 12000, interest_rate = 6.4, term = 60, monthly_payment = ${installment(12000, 6.4, 60)},
        start_date = '2026-01-31T08:00:00.000Z', remaining_balance = 11900 where id = ${id}`;
    await customer`update loans set term = 48 where id = ${id}`;
    expect(
      await customer`select name, term, monthly_payment, remaining_balance, start_date::text from loans where id = ${id}`,
    ).toEqual([
      {
        name: 'Van',
        term: 48,
        monthly_payment: '284.03',
        remaining_balance: '11900.00',
        start_date: '2026-01-31',
      },
    ]);
    await expectSoundBooks(bank);
  });

  test('refuses invalid values', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    const insert = (remaining: number, currency = 'USD') => customer`
      insert into loans (name, amount, interest_rate, term, remaining_balance, currency) values ('X', 100, 5, 12, ${remaining}, ${currency})`;
    for (const [attempt, code] of [
      [() => insert(99), 'BADFM'],
      [() => insert(100, 'JPY'), 'BADCU'],
      [() => customer`update loans set remaining_balance = -0.01 where id = ${id}`, 'OVPAY'],
      [() => customer`update loans set remaining_balance = null where id = ${id}`, 'BADAM'],
      [() => customer`update loans set remaining_balance = 'NaN' where id = ${id}`, 'BADAM'],
      [() => customer`update loans set amount = 0 where id = ${id}`, 'BADAM'],
      [() => customer`update loans set interest_rate = -1 where id = ${id}`, 'BADRT'],
      [() => customer`update loans set term = 601 where id = ${id}`, 'BADTM'],
      [() => customer`update loans set term = 0 where id = ${id}`, 'BADTM'],
      [() => customer`update loans set monthly_payment = 300 where id = ${id}`, 'BADFM'],
      [() => customer`update loans set name = ${'x'.repeat(81)} where id = ${id}`, 'BADNM'],
      [() => customer`update loans set start_date = '1500-01-01' where id = ${id}`, 'BADDT'],
      [() => customer`update loans set next_due_date = '2030-01-01' where id = ${id}`, '42501'],
    ] as const) {
      await expectLoanRefusal(bank, code, id, attempt);
    }
  });

  test('is deleted with a balance, which is written off', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`update loans set name = 'Van' where id = ${id}`;
    await customer`delete from loans where id = ${id}`;
    expect(
      await customer`select ledger_name, amount from journal_postings where amount = 12000 order by entry_id`,
    ).toEqual([
      { ledger_name: 'Opening balances', amount: '12000.00' },
      { ledger_name: 'Van', amount: '12000.00' },
    ]);
    const [page] = await bank.owner`select closed_at from bank.ledger_accounts where id = ${id}`;
    expect(page?.closed_at).toBeInstanceOf(Date);
    await expectSoundBooks(bank);
  });
});

describe('parallel loan payments', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(8);
  });
  afterAll(() => bank.close());

  it('never pay more than is owed', async () => {
    const [person] = await bank.openCustomers(1);
    if (!person) throw new Error('no customer');
    const { id } = await takeLoan(bank, person, { amount: 100, rate: 0, term: 10 });
    const account = await openAccount(bank, person, { balance: 1000 });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () =>
        bank.asCustomer(person)`select pay_loan(${id}, 30, ${account.id})`
          .then(() => 'paid')
          .catch((error) => error.code),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'OVPAY')).toHaveLength(8);
    expect(await owedOn(bank, id)).toBe('0.00');
    expect(await getBalance(bank, account.id)).toBe('900.00');
    await expectSoundBooks(bank);
  });
});
