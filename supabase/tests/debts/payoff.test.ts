import { describe, expect } from 'vitest';
import { getDay, getQuote, read, simulateDays, takeLoan } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getRefusal,
  openAccount,
} from '../support/household.ts';

/** Returns the interest that the engine posts on the next due date if the loan is paid off now. */
async function trailingInterest(bank: Bank, person: Person, loanId: string): Promise<number> {
  await bank.asCustomer(person)`select pay_loan(${loanId}, 999999999)`;
  const events = await simulateDays(bank, person, 40);
  const posted = events.find(({ kind, subject }) => kind === 'interest' && subject === loanId);
  return Math.abs(posted?.lines?.find(({ ledger }) => ledger === loanId)?.amount ?? 0) / 100;
}

describe('a payoff quote', () => {
  test("is the balance and a thirtieth of a month's interest per day", async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    expect(await getQuote(bank, alice, id)).toMatchObject({
      balance: 10_000,
      accrued_interest: 0,
      total: 10_000,
      per_day: 3.33,
    });
    await simulateDays(bank, alice, 12);
    expect(await getQuote(bank, alice, id)).toEqual({
      debt_id: id,
      on_date: await getDay(bank, alice),
      currency: 'USD',
      balance: 10_000,
      accrued_interest: 40,
      total: 10_040,
      days: 12,
      per_day: 3.33,
      next: 1,
      held: { balance_days: 0, days: 0 },
    });
  });

  // Each case lists the days simulated first, the amount paid, and the days simulated afterward.
  test.for([
    [0, 0, 0],
    [5, 0, 10],
    [11, 4_000, 9],
    [26, 1_234.56, 1],
    [31, 888.49, 0],
    [33, 5_000, 29],
    [64, 700, 27],
  ] as const)(
    'after %d days, %d paid, and %d more days is what the engine posts',
    async ([first, paid, second], { bank, alice }) => {
      const { id } = await takeLoan(bank, alice, { rate: 7.77 });
      if (first > 0) await simulateDays(bank, alice, first);
      if (paid > 0) await bank.asCustomer(alice)`select pay_loan(${id}, ${paid})`;
      const firstQuote = await getQuote(bank, alice, id);
      if (second > 0) await simulateDays(bank, alice, second);
      const quote = await getQuote(bank, alice, id);
      expect(quote.accrued_interest).toBeGreaterThanOrEqual(second === 0 ? firstQuote.accrued_interest : 0);
      expect(await trailingInterest(bank, alice, id)).toBe(quote.accrued_interest);
      await expectSoundBooks(bank);
    },
  );

  test('includes payments since the engine last ran', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    await bank.owner`update customers set clock_offset = clock_offset + interval '10 days' where id = ${alice.id}`;
    await bank.asCustomer(alice)`select pay_loan(${id}, 4000)`;
    await bank.owner`update customers set clock_offset = clock_offset + interval '10 days' where id = ${alice.id}`;
    // Interest accrues for 10 days on 10,000.00 and for 10 days on 6,000.00, at 1 percent a month.
    const quote = await getQuote(bank, alice, id);
    expect(quote).toMatchObject({
      balance: 6_000,
      accrued_interest: 53.33,
      days: 20,
      held: { balance_days: 100_000, days: 10 },
    });
    expect((await read(bank, alice)).debts[0]?.balance).toBe(600_000);
    expect(await trailingInterest(bank, alice, id)).toBe(53.33);
  });

  test.for([
    ['begins twenty days from now', 20, 0, 5],
    ['begins twenty days from now, on the day before', 20, 0, 19],
    ['began long ago', -4_000, 0, 13],
    ['is moved after a while', 0, 7, 9],
    ['is moved back after a while', 0, -20, 9],
  ] as const)(
    'of a loan that %s is what the engine posts',
    async ([, start, moved, days], { bank, alice }) => {
      const customer = bank.asCustomer(alice);
      const [loan] = await customer`
      insert into loans (name, amount, interest_rate, term, start_date)
      values ('Raw', 7000, 9.9, 36, ${await getDay(bank, alice, start)}) returning id`;
      await simulateDays(bank, alice, 8);
      if (moved !== 0)
        await customer`update loans set start_date = ${await getDay(bank, alice, moved)}::date where id = ${loan?.id}`;
      await simulateDays(bank, alice, days);
      const quote = await getQuote(bank, alice, loan?.id);
      expect(await trailingInterest(bank, alice, loan?.id)).toBe(quote.accrued_interest);
      await expectSoundBooks(bank);
    },
  );

  test('for a later day assumes that the installments until then are paid', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 20_000 });
    const { id } = await takeLoan(bank, alice);
    await bank.asCustomer(
      alice,
    )`update loans set autopay_account_id = ${account.id}, autopay_extra = 100 where id = ${id}`;
    const day = await getDay(bank, alice, 75);
    const quote = await getQuote(bank, alice, id, day);
    await simulateDays(bank, alice, 75);
    expect(await getQuote(bank, alice, id)).toMatchObject({
      total: quote.total,
      accrued_interest: quote.accrued_interest,
    });
  });

  test('of a mortgage in another currency, at 0%, and of one month', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const pounds = await openAccount(bank, alice, { balance: 500, currency: 'GBP' });
    const [home] = await customer`select * from take_mortgage(1000, 500, 6, 1, 'fixed', ${pounds.id})`;
    const free = await takeLoan(bank, alice, { rate: 0, term: 1 });
    await simulateDays(bank, alice, 15);
    expect(await getQuote(bank, alice, home?.id)).toMatchObject({
      currency: 'GBP',
      balance: 500,
      accrued_interest: 1.25,
      total: 501.25,
    });
    expect(await getQuote(bank, alice, free.id)).toMatchObject({
      accrued_interest: 0,
      total: 10_000,
      per_day: 0,
    });
  });

  test('is for the owner only, and for a day within the forecast', async ({ bank, alice, bob }) => {
    const { id } = await takeLoan(bank, alice);
    await expect(getQuote(bank, bob, id)).rejects.toMatchObject({ code: 'NTFND' });
    await expect(getQuote(bank, alice, crypto.randomUUID())).rejects.toMatchObject({ code: 'NTFND' });
    await expect(bank.asVisitor()`select payoff_quote(${id})`).rejects.toMatchObject({ code: '42501' });
    for (const days of [-1, 367])
      await expect(getQuote(bank, alice, id, await getDay(bank, alice, days))).rejects.toMatchObject({
        code: 'BADDT',
      });
  });
});

describe('a payoff', () => {
  test('costs the quoted amount, and the engine charges nothing more', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 20_000 });
    const { id } = await takeLoan(bank, alice);
    await simulateDays(bank, alice, 12);
    const { total } = await getQuote(bank, alice, id);
    const [row] = await bank.asCustomer(alice)`select pay_off(${id}, ${account.id}) as answer`;
    expect(row?.answer).toMatchObject({ paid: total, interest: 40, remaining_balance: 0, currency: 'USD' });
    expect(await getBalance(bank, account.id)).toBe('9960.00');
    await expectSoundBooks(bank);
    const events = await simulateDays(bank, alice, 70);
    expect(events.filter(({ subject }) => subject === id).map(({ kind }) => kind)).toEqual(['repaid']);
    expect(await getQuote(bank, alice, id)).toMatchObject({ total: 0, per_day: 0 });
    expect(
      await bank.asCustomer(
        alice,
      )`select kind, amount from debt_activity where debt_id = ${id} order by entry_id`,
    ).toEqual([
      { kind: 'opening', amount: '10000.00' },
      { kind: 'interest', amount: '40.00' },
      { kind: 'payoff', amount: '-10040.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('charges the trailing interest of a debt paid to zero', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    await simulateDays(bank, alice, 12);
    await bank.asCustomer(alice)`select pay_loan(${id}, 10000)`;
    expect(await getQuote(bank, alice, id)).toMatchObject({
      balance: 0,
      accrued_interest: 40,
      total: 40,
      per_day: 0,
    });
    await bank.asCustomer(alice)`select pay_off(${id})`;
    expect((await simulateDays(bank, alice, 40)).filter(({ kind }) => kind === 'interest')).toEqual([]);
    await expectSoundBooks(bank);
  });

  test("is refused if nothing is owed, money is missing, or the account is another customer's", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await takeLoan(bank, alice);
    const [short, pounds, strange] = [
      await openAccount(bank, alice, { balance: 9_999.99 }),
      await openAccount(bank, alice, { balance: 20_000, currency: 'GBP' }),
      await openAccount(bank, bob, { balance: 20_000 }),
    ];
    await simulateDays(bank, alice, 3);
    const customer = bank.asCustomer(alice);
    for (const [attempt, code] of [
      [() => customer`select pay_off(${id}, ${short.id})`, 'INSUF'],
      [() => customer`select pay_off(${id}, ${pounds.id})`, 'BADCU'],
      [() => customer`select pay_off(${id}, ${strange.id})`, 'NTFND'],
      [() => bank.asCustomer(bob)`select pay_off(${id})`, 'NTFND'],
      [() => bank.asVisitor()`select pay_off(${id})`, '42501'],
    ] as const)
      await expectRefusal(bank, code, [short.id, pounds.id, strange.id], attempt);
    // A refusal posts no interest.
    expect(await customer`select kind from debt_activity where debt_id = ${id}`).toEqual([
      { kind: 'opening' },
    ]);
    await customer`select pay_off(${id})`;
    expect(await getRefusal(customer`select pay_off(${id})`)).toMatchObject({ code: 'OVPAY' });
    await expectSoundBooks(bank);
  });

  test('is made once per request, and waits while an installment is due', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 20_000 });
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await bank.owner`update customers set clock_offset = clock_offset + interval '40 days' where id = ${alice.id}`;
    await expectRefusal(bank, 'CLOCK', [account.id], () => customer`select pay_off(${id}, ${account.id})`);
    await simulateDays(bank, alice, 1);
    const pay = (debt: string) => customer`select pay_off(${debt}, ${account.id}, 'payoff') as answer`;
    expect(await pay(id)).toEqual(await pay(id));
    await expectRefusal(bank, 'RQDIF', [account.id], () => pay(crypto.randomUUID()));
    await expectSoundBooks(bank);
  });
});
