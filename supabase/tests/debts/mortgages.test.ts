import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, openAccount } from '../support/household.ts';

type Mortgage = { id: string; name: string; loan_amount: string; monthly_payment: string };

async function takeMortgage(
  bank: Bank,
  person: Person,
  { value = 300000, down = 60000, loan = null as number | null, rate = 5.25, years = 30 } = {},
) {
  const [mortgage] = await bank.asCustomer(person)`
    insert into mortgages (property_value, down_payment, loan_amount, interest_rate, term)
    values (${value}, ${down}, ${loan}, ${rate}, ${years}) returning *`;
  return mortgage as Mortgage;
}

const owedOn = async (bank: Bank, mortgageId: string) =>
  (await bank.owner`select remaining_balance::text as owed from mortgages where id = ${mortgageId}`)[0]?.owed;

async function expectMortgageRefusal(
  bank: Bank,
  code: string,
  mortgageId: string,
  attempt: () => Promise<unknown>,
) {
  const before = await owedOn(bank, mortgageId);
  await expect(attempt()).rejects.toMatchObject({ code });
  expect(await owedOn(bank, mortgageId)).toBe(before);
}

describe('a mortgage', () => {
  test('lends the value minus the down payment, for a term in years', async ({ bank, alice }) => {
    const mortgage = await takeMortgage(bank, alice);
    expect(mortgage).toMatchObject({
      name: 'Mortgage',
      loan_amount: '240000.00',
      monthly_payment: '1325.29',
      remaining_balance: '240000.00',
    });
    await expectSoundBooks(bank);
  });

  test('is paid from an account, and never more than the balance', async ({ bank, alice }) => {
    const { id } = await takeMortgage(bank, alice, { value: 1000, down: 400, rate: 0, years: 1 });
    const account = await openAccount(bank, alice, { balance: 700 });
    const customer = bank.asCustomer(alice);
    await customer`select pay_mortgage(${id}, 50, ${account.id}, description => 'November')`;
    const [mortgage] = await customer`select * from pay_mortgage(${id}, 600, ${account.id})`;
    expect(mortgage).toMatchObject({ remaining_balance: '0.00' });
    expect(await getBalance(bank, account.id)).toBe('100.00');
    expect(await getHistory(bank, alice, account.id)).toMatchObject([
      {
        amount: '550.00',
        type: 'WITHDRAWAL',
        kind: 'mortgage_payment',
        description: 'Payment to Mortgage',
        entry_id: mortgage?.last_entry,
      },
      { amount: '50.00', kind: 'mortgage_payment', description: 'November' },
      { kind: 'opening' },
    ]);
    await expectMortgageRefusal(
      bank,
      'OVPAY',
      id,
      () => customer`select pay_mortgage(${id}, 0.01, ${account.id})`,
    );
    expect(
      await customer`select product, amount, balance_after from debt_activity where debt_id = ${id} order by entry_id desc limit 1`,
    ).toEqual([{ product: 'mortgage', amount: '-550.00', balance_after: '0.00' }]);
    await expectSoundBooks(bank);
  });

  test('is not paid with nothing or from an unsuitable account', async ({ bank, alice, bob }) => {
    const { id } = await takeMortgage(bank, alice);
    const customer = bank.asCustomer(alice);
    const short = await openAccount(bank, alice, { balance: 10 });
    const euros = await openAccount(bank, alice, { balance: 100, currency: 'EUR' });
    const strange = await openAccount(bank, bob, { balance: 100 });
    for (const [account, code] of [
      [short, 'INSUF'],
      [euros, 'BADCU'],
      [strange, 'NTFND'],
    ] as const) {
      await expectMortgageRefusal(
        bank,
        code,
        id,
        () => customer`select pay_mortgage(${id}, 50, ${account.id})`,
      );
    }
    for (const amount of ['0', '-1', '0.001', 'NaN', 'Infinity']) {
      await expectMortgageRefusal(
        bank,
        'BADAM',
        id,
        () => customer`select pay_mortgage(${id}, ${amount}::numeric)`,
      );
    }
    expect(await getBalance(bank, short.id)).toBe('10.00');
    await expectSoundBooks(bank);
  });

  test('repeats the first response to a repeated payment and moves money once', async ({ bank, alice }) => {
    const { id } = await takeMortgage(bank, alice);
    const customer = bank.asCustomer(alice);
    const pay = () => customer`select * from pay_mortgage(${id}, 100, request_id => 'november')`;
    expect(await pay()).toEqual(await pay());
    expect(await owedOn(bank, id)).toBe('239900.00');
    await expectMortgageRefusal(
      bank,
      'RQDIF',
      id,
      () => customer`select pay_mortgage(${id}, 101, request_id => 'november')`,
    );
  });

  test('cannot be paid, changed, or read by another customer or a visitor', async ({ bank, alice, bob }) => {
    const { id } = await takeMortgage(bank, alice);
    const stranger = bank.asCustomer(bob);
    await expectMortgageRefusal(bank, 'NTFND', id, () => stranger`select pay_mortgage(${id}, 1)`);
    await expectMortgageRefusal(bank, '42501', id, () => bank.asVisitor()`select pay_mortgage(${id}, 1)`);
    expect(await stranger`select from mortgages`).toEqual([]);
    expect(await stranger`update mortgages set remaining_balance = 0 returning id`).toEqual([]);
    expect(await stranger`delete from mortgages returning id`).toEqual([]);
    expect(await owedOn(bank, id)).toBe('240000.00');
  });
});

describe('a mortgage written as a table row', () => {
  test('is paid, revalued, and deleted, and the ledger follows', async ({ bank, alice }) => {
    const { id } = await takeMortgage(bank, alice, { loan: 240000.000001 });
    const customer = bank.asCustomer(alice);
    await customer`update mortgages set remaining_balance = 238674.71 where id = ${id}`;
    await customer`update mortgages set down_payment = 100000 where id = ${id}`;
    expect(
      await customer`select loan_amount, monthly_payment, remaining_balance from mortgages where id = ${id}`,
    ).toEqual([{ loan_amount: '200000.00', monthly_payment: '1104.41', remaining_balance: '238674.71' }]);
    await customer`
      update mortgages set name = 'House', property_value = 310000, down_payment = 60000, loan_amount = 250000, interest_rate = 5.25,
        term = 30, monthly_payment = 1380.51, start_date = '2026-01-31', remaining_balance = 238000 where id = ${id}`;
    expect(
      await customer`select kind, amount from debt_activity where debt_id = ${id} order by entry_id`,
    ).toEqual([
      { kind: 'opening', amount: '240000.00' },
      { kind: 'mortgage_payment', amount: '-1325.29' },
      { kind: 'mortgage_payment', amount: '-674.71' },
    ]);
    await expectSoundBooks(bank);
    await customer`delete from mortgages where id = ${id}`;
    expect(await customer`select amount from journal_postings where ledger_name = 'Written off'`).toEqual([
      { amount: '-238000.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('refuses invalid values', async ({ bank, alice }) => {
    const { id } = await takeMortgage(bank, alice);
    const customer = bank.asCustomer(alice);
    for (const [attempt, code] of [
      [() => takeMortgage(bank, alice, { loan: 239999.99 }), 'BADFM'],
      [() => takeMortgage(bank, alice, { down: 300000 }), 'BADFM'],
      [() => takeMortgage(bank, alice, { down: -1 }), 'BADAM'],
      [() => takeMortgage(bank, alice, { value: 0, down: 0 }), 'BADAM'],
      [() => takeMortgage(bank, alice, { years: 51 }), 'BADTM'],
      [() => takeMortgage(bank, alice, { rate: 101 }), 'BADRT'],
      [() => customer`update mortgages set loan_amount = 1 where id = ${id}`, 'BADFM'],
      [() => customer`update mortgages set monthly_payment = 1 where id = ${id}`, 'BADFM'],
      [() => customer`update mortgages set remaining_balance = -1 where id = ${id}`, 'OVPAY'],
      [() => customer`update mortgages set property_value = 'NaN' where id = ${id}`, 'BADAM'],
      [() => customer`update mortgages set user_id = null where id = ${id}`, '42501'],
    ] as const) {
      await expectMortgageRefusal(bank, code, id, attempt);
    }
  });
});

describe('parallel mortgage payments', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(8);
  });
  afterAll(() => bank.close());

  it('never pay more than is owed', async () => {
    const [person] = await bank.openCustomers(1);
    if (!person) throw new Error('no customer');
    const { id } = await takeMortgage(bank, person, { value: 150, down: 50, rate: 0, years: 1 });
    const account = await openAccount(bank, person, { balance: 1000 });
    await Promise.allSettled(
      Array.from(
        { length: 12 },
        () => bank.asCustomer(person)`select pay_mortgage(${id}, 30, ${account.id})`,
      ),
    );
    expect(await owedOn(bank, id)).toBe('0.00');
    expect(await getBalance(bank, account.id)).toBe('900.00');
    await expectSoundBooks(bank);
  });
});
