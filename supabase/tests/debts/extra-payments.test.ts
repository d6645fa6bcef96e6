import { describe, expect } from 'vitest';
import { parseDay } from '../../../engine/calendar/calendar.ts';
import { getSchedule, recastPayment } from '../../../engine/products/debts/debt-plans.ts';
import { BAD_AMOUNTS, getDay, getQuote, simulateDays, takeLoan } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectRefusal, expectSoundBooks, getBalance, openAccount } from '../support/household.ts';

const getPayment = async (bank: Bank, id: string) =>
  (await bank.owner`select monthly_payment::text as payment from bank.debts where id = ${id}`)[0]?.payment;

const payExtra = async (
  bank: Bank,
  person: Person,
  id: string,
  amount: number,
  effect: string,
  account: string | null = null,
) =>
  (await bank.asCustomer(person)`select pay_extra(${id}, ${amount}, ${account}, ${effect}) as answer`)[0]
    ?.answer;

describe('an extra payment', () => {
  test('that shortens the term keeps the installment', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 5_000 });
    const { id } = await takeLoan(bank, alice);
    expect(await payExtra(bank, alice, id, 4_000, 'shorten', account.id)).toEqual({
      debt_id: id,
      product: 'loan',
      paid: 4_000,
      effect: 'shorten',
      remaining_balance: 6_000,
      monthly_payment: 888.49,
      payment_before: 888.49,
      currency: 'USD',
    });
    expect(await getBalance(bank, account.id)).toBe('1000.00');
    expect(await getPayment(bank, id)).toBe('888.49');
    await expectSoundBooks(bank);
  });

  test('that lowers the payment recalculates the installment for the remaining months, and the engine uses it', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 20_000 });
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`update loans set autopay_account_id = ${account.id} where id = ${id}`;
    await simulateDays(bank, alice, 65);
    const { balance, next } = await getQuote(bank, alice, id);
    expect(next).toBe(3);
    const answer = await payExtra(bank, alice, id, 3_000, 'lower', account.id);
    const payment = recastPayment(Math.round(balance * 100) - 300_000, 12, 12, 3) / 100;
    expect(answer).toMatchObject({ monthly_payment: payment, payment_before: 888.49 });
    expect(
      await customer`select kind, facts from household_events where subject = ${id} and kind = 'recast'`,
    ).toEqual([
      {
        kind: 'recast',
        facts: { payment_before: 88_849, payment: Math.round(payment * 100), amount: 300_000 },
      },
    ]);
    const events = await simulateDays(bank, alice, 330);
    const drawn = events
      .filter(({ kind }) => kind === 'loan_payment')
      .map(({ lines }) => Math.abs(lines?.[0]?.amount ?? 0));
    expect(drawn).toHaveLength(10);
    expect(drawn.slice(0, 9).every((amount) => amount === Math.round(payment * 100))).toBe(true);
    expect(await getQuote(bank, alice, id)).toMatchObject({ total: 0 });
    await expectSoundBooks(bank);
  });

  test('keeps the lower installment if the row is written with the same terms, and not with others', async ({
    bank,
    alice,
  }) => {
    const { id } = await takeLoan(bank, alice);
    const { monthly_payment } = await payExtra(bank, alice, id, 5_000, 'lower');
    const customer = bank.asCustomer(alice);
    await customer`update loans set name = 'Van', amount = 10000, interest_rate = 12, term = 12, monthly_payment = ${monthly_payment} where id = ${id}`;
    expect(await getPayment(bank, id)).toBe(String(monthly_payment));
    await customer`update loans set remaining_balance = 4000 where id = ${id}`;
    expect(await getPayment(bank, id)).toBe(String(monthly_payment));
    await customer`update loans set term = 24 where id = ${id}`;
    expect(await getPayment(bank, id)).toBe('470.73');
    await expectSoundBooks(bank);
  });

  test("doesn't prepay the next installment, which is due in full", async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    await payExtra(bank, alice, id, 1_000, 'shorten');
    const events = await simulateDays(bank, alice, 33);
    expect(
      events.filter(({ kind }) => kind === 'payment_missed').map(({ facts }) => facts?.['amount']),
    ).toEqual([88_849]);
  });

  test('pays at most the balance; paying all keeps the installment', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    expect(await payExtra(bank, alice, id, 999_999_999.99, 'lower')).toMatchObject({
      paid: 10_000,
      remaining_balance: 0,
      monthly_payment: 888.49,
    });
    await expect(payExtra(bank, alice, id, 1, 'lower')).rejects.toMatchObject({ code: 'OVPAY' });
    await expectSoundBooks(bank);
  });

  test('lowers a mortgage, also at 0% and in the last of 600 months', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const [home] = await customer`select * from take_mortgage(120000, 20000, 0, 10)`;
    expect(await payExtra(bank, alice, home?.id, 40_000, 'lower')).toMatchObject({
      product: 'mortgage',
      monthly_payment: 500,
    });
    const long = await takeLoan(bank, alice, { term: 600 });
    await customer`update loans set start_date = ${await getDay(bank, alice, -30_000)}::date where id = ${long.id}`;
    expect(await payExtra(bank, alice, long.id, 5_000, 'lower')).toMatchObject({ monthly_payment: 5_050 });
    await expectSoundBooks(bank);
  });

  test('is refused with invalid amounts or effects, from unsuitable accounts, and for other customers', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await takeLoan(bank, alice);
    const [short, pounds, strange] = [
      await openAccount(bank, alice, { balance: 9.99 }),
      await openAccount(bank, alice, { balance: 100, currency: 'GBP' }),
      await openAccount(bank, bob, { balance: 100 }),
    ];
    const customer = bank.asCustomer(alice);
    const ids = [short.id, pounds.id, strange.id];
    for (const amount of BAD_AMOUNTS)
      await expectRefusal(
        bank,
        'BADAM',
        ids,
        () => customer`select pay_extra(${id}, ${amount}::numeric, ${short.id})`,
      );
    for (const [attempt, code] of [
      [() => customer`select pay_extra(${id}, 10, ${short.id}, 'lower')`, 'INSUF'],
      [() => customer`select pay_extra(${id}, 10, ${pounds.id})`, 'BADCU'],
      [() => customer`select pay_extra(${id}, 10, ${strange.id})`, 'NTFND'],
      [() => customer`select pay_extra(${id}, 10, null, 'longer')`, 'BADTY'],
      [() => customer`select pay_extra(${id}, 10, null, null)`, 'BADTY'],
      [() => customer`select pay_extra(${crypto.randomUUID()}, 10)`, 'NTFND'],
      [() => bank.asCustomer(bob)`select pay_extra(${id}, 10)`, 'NTFND'],
      [() => bank.asVisitor()`select pay_extra(${id}, 10)`, '42501'],
    ] as const)
      await expectRefusal(bank, code, ids, attempt);
    expect(await getPayment(bank, id)).toBe('888.49');
    await expectSoundBooks(bank);
  });

  test('is made once per request', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const pay = (amount: number) =>
      bank.asCustomer(alice)`select pay_extra(${id}, ${amount}, null, 'lower', 'bonus') as answer`;
    expect(await pay(1_000)).toEqual(await pay(1_000));
    expect(await getQuote(bank, alice, id)).toMatchObject({ balance: 9_000 });
    await expectRefusal(bank, 'RQDIF', [], () => pay(1_001));
    await expectSoundBooks(bank);
  });
});

describe('recalculated installments', () => {
  const recast = async (bank: Bank, person: Person, id: string, request: string | null = null) =>
    (await bank.asCustomer(person)`select recast_debt(${id}, ${request}) as answer`)[0]?.answer;

  test('spread the paused amounts over the remaining months, as the schedule showed', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 20_000 });
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`update loans set autopay_account_id = ${account.id} where id = ${id}`;
    await simulateDays(bank, alice, 12);
    await customer`select pause_debt(${id}, 3)`;
    const [row] =
      await customer`select start_date::text as start, paused_until::text as until from loans where id = ${id}`;
    const terms = {
      balance: 1_000_000,
      rate: 12,
      payment: 88_849,
      term: 12,
      start: parseDay(row?.start),
      next: 1,
    };
    const lumps = [{ day: parseDay(await getDay(bank, alice)), amount: 0, effect: 'lower' as const }];
    const rows = getSchedule({ ...terms, pausedUntil: parseDay(row?.until) }, { lumps });
    expect(await recast(bank, alice, id)).toEqual({
      debt_id: id,
      product: 'loan',
      monthly_payment: (rows[3]?.payment ?? 0) / 100,
      payment_before: 888.49,
      remaining_balance: 10_000,
      currency: 'USD',
    });
    const events = await simulateDays(bank, alice, 370);
    const drawn = events
      .filter(({ kind }) => kind === 'loan_payment')
      .map(({ lines }) => Math.abs(lines?.[0]?.amount ?? 0));
    expect(drawn).toEqual(rows.slice(3).map(({ payment }) => payment));
    await expectSoundBooks(bank);
  });

  test('are refused for a debt with pending interest, and for such a mortgage', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const [home] = await bank.asCustomer(alice)`select * from take_mortgage(120000, 20000, 6, 10)`;
    for (const debt of [id, home?.id]) {
      const { monthly_payment, payment_before } = await recast(bank, alice, debt);
      expect(monthly_payment).toBe(payment_before);
    }
    expect(await bank.asCustomer(alice)`select kind from household_events where kind = 'recast'`).toEqual([]);
    await payExtra(bank, alice, home?.id, 50_000, 'shorten');
    expect(await recast(bank, alice, home?.id)).toMatchObject({
      monthly_payment: 555.1,
      payment_before: 1_110.21,
    });
    expect(await bank.asCustomer(alice)`select monthly_payment from mortgages`).toEqual([
      { monthly_payment: '555.10' },
    ]);
    await expectSoundBooks(bank);
  });

  test('are requested by the owner, once per request, while something is owed', async ({
    bank,
    alice,
    bob,
  }) => {
    const [open, paid] = [await takeLoan(bank, alice), await takeLoan(bank, alice, { amount: 5 })];
    await bank.asCustomer(alice)`select pay_off(${paid.id})`;
    for (const [attempt, code] of [
      [() => recast(bank, bob, open.id), 'NTFND'],
      [() => recast(bank, alice, paid.id), 'OVPAY'],
      [() => bank.asVisitor()`select recast_debt(${open.id})`, '42501'],
    ] as const)
      await expectRefusal(bank, code, [], attempt);
    await payExtra(bank, alice, open.id, 1_000, 'shorten');
    expect(await recast(bank, alice, open.id, 'anew')).toEqual(await recast(bank, alice, open.id, 'anew'));
    await expectRefusal(bank, 'RQDIF', [], () => recast(bank, alice, paid.id, 'anew'));
    await expectSoundBooks(bank);
  });
});
