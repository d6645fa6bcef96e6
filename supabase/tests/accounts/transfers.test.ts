import { describe, expect } from 'vitest';
import { passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

describe('transfers', () => {
  test('moves money between two accounts of a customer in one entry', async ({ bank, alice }) => {
    const from = await openAccount(bank, alice, { balance: 100 });
    const to = await openAccount(bank, alice, { name: 'Savings', balance: 5 });
    const rows = await bank.asCustomer(
      alice,
    )`select * from transfer(${from.id}, ${to.id}, 30.25, 'Rainy day')`;
    expect(rows).toMatchObject([
      { id: from.id, balance: '69.75' },
      { id: to.id, balance: '35.25' },
    ]);
    const [out] = await getHistory(bank, alice, from.id);
    const [into] = await getHistory(bank, alice, to.id);
    expect(out).toMatchObject({
      type: 'TRANSFER',
      direction: 'out',
      counter_account_id: to.id,
      exchange_rate: null,
    });
    expect(into).toMatchObject({
      type: 'TRANSFER',
      direction: 'in',
      counter_account_id: from.id,
      description: 'Rainy day',
    });
    expect(into?.entry_id).toBe(out?.entry_id);
    expect(into?.date).toEqual(out?.date);
    await expectSoundBooks(bank);
  });

  test('between currencies uses the quoted rate, and both currencies sum to zero', async ({
    bank,
    alice,
  }) => {
    const from = await openAccount(bank, alice, { balance: 100 });
    const to = await openAccount(bank, alice, { currency: 'EUR' });
    const customer = bank.asCustomer(alice);
    await customer`select set_exchange_margin(false)`;
    const [quote] = await customer`select * from quote_transfer(${from.id}, ${to.id}, 33.33)`;
    expect(quote).toMatchObject({ amount_from: '33.33', currency_from: 'USD', currency_to: 'EUR' });
    const [rate] = await customer`
      select rate from exchange_rates where base = 'USD' and quote = 'EUR' and rate_date = ${quote?.rate_date}`;
    expect(quote?.rate).toBe(rate?.rate);
    const [source, target] = await customer`select * from transfer(${from.id}, ${to.id}, 33.33)`;
    expect(source).toMatchObject({ balance: '66.67' });
    expect(target?.balance).toBe(quote?.amount_to);
    expect(await getHistory(bank, alice, to.id)).toMatchObject([
      { exchange_rate: quote?.rate, amount: quote?.amount_to },
    ]);
    expect(
      await customer`select currency, sum(amount) as sum from journal_postings group by currency order by currency`,
    ).toEqual([
      { currency: 'EUR', sum: '0.00' },
      { currency: 'USD', sum: '0.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('is refused with both balances unchanged', async ({ bank, alice, bob }) => {
    const from = await openAccount(bank, alice, { balance: 100 });
    const to = await openAccount(bank, alice);
    const strange = await openAccount(bank, bob, { balance: 100 });
    const ids = [from.id, to.id, strange.id];
    const customer = bank.asCustomer(alice);
    for (const [code, attempt] of [
      ['INSUF', () => customer`select transfer(${from.id}, ${to.id}, 100.01)`],
      ['SAMAC', () => customer`select transfer(${from.id}, ${from.id}, 1)`],
      ['NTFND', () => customer`select transfer(${from.id}, ${strange.id}, 1)`],
      ['NTFND', () => customer`select transfer(${strange.id}, ${from.id}, 1)`],
      ['NTFND', () => customer`select transfer(${from.id}, gen_random_uuid(), 1)`],
      ['NTFND', () => customer`select transfer(${from.id}, null, 1)`],
      ['NTFND', () => customer`select * from quote_transfer(${from.id}, ${strange.id}, 1)`],
    ] as const) {
      await expectRefusal(bank, code, ids, attempt);
    }
  });

  test('is refused if the amount is too small for the other currency', async ({ bank, alice }) => {
    const from = await openAccount(bank, alice, { balance: 1 });
    const to = await openAccount(bank, alice, { currency: 'GBP' });
    await bank.owner`update exchange_rates set rate = 0.4 where base = 'USD' and quote = 'GBP'`;
    await expectRefusal(
      bank,
      'BADAM',
      [from.id, to.id],
      () => bank.asCustomer(alice)`select transfer(${from.id}, ${to.id}, 0.01)`,
    );
  });

  test('is refused without a rate', async ({ bank, alice }) => {
    const from = await openAccount(bank, alice, { balance: 10 });
    const to = await openAccount(bank, alice, { currency: 'EUR' });
    await bank.owner`delete from exchange_rates where rate_date between current_date - 2 and current_date + 2`;
    await expectRefusal(
      bank,
      'NORAT',
      [from.id, to.id],
      () => bank.asCustomer(alice)`select transfer(${from.id}, ${to.id}, 1)`,
    );
  });
});

describe('exchange rates', () => {
  test('cover every pair and day from 2023 until at least two years from now', async ({ bank }) => {
    const [rates] = await bank.owner`
      select count(*)::int = 6 * (max(rate_date) - min(rate_date) + 1) as complete, min(rate_date)::text as first,
        max(rate_date) >= current_date + interval '23 months' as far, count(distinct base || quote)::int as pairs
      from exchange_rates`;
    expect(rates).toEqual({ complete: true, first: '2023-01-01', far: true, pairs: 6 });
  });

  test('are the same on every machine, plausible, and consistent', async ({ bank }) => {
    expect(
      await bank.owner`
        select base, quote, rate from exchange_rates where rate_date = '2025-06-15' order by base, quote`,
    ).toMatchInlineSnapshot(`
      [
        {
          "base": "EUR",
          "quote": "GBP",
          "rate": "0.93194700",
        },
        {
          "base": "EUR",
          "quote": "USD",
          "rate": "1.13177800",
        },
        {
          "base": "GBP",
          "quote": "EUR",
          "rate": "1.07302300",
        },
        {
          "base": "GBP",
          "quote": "USD",
          "rate": "1.21442400",
        },
        {
          "base": "USD",
          "quote": "EUR",
          "rate": "0.88356500",
        },
        {
          "base": "USD",
          "quote": "GBP",
          "rate": "0.82343600",
        },
      ]
    `);
    const [worst] = await bank.owner`
      select max(abs(a.rate * b.rate - 1)) < 0.00001 as inverse, max(abs(a.rate - before.rate) / before.rate) < 0.02 as smooth
      from exchange_rates a
        join exchange_rates b on b.base = a.quote and b.quote = a.base and b.rate_date = a.rate_date
        join exchange_rates before on before.base = a.base and before.quote = a.quote and before.rate_date = a.rate_date - 1`;
    expect(worst).toEqual({ inverse: true, smooth: true });
  });

  test('exist for a customer whose clock has passed the table', async ({ bank, alice }) => {
    const from = await openAccount(bank, alice, { balance: 10 });
    const to = await openAccount(bank, alice, { currency: 'EUR' });
    await bank.owner`delete from exchange_rates where rate_date > current_date + interval '2 years'`;
    await bank.owner`update customers set clock_offset = interval '30 months' where id = ${alice.id}`;
    await bank.asCustomer(alice)`select transfer(${from.id}, ${to.id}, 10)`;
    expect(await getBalance(bank, from.id)).toBe('0.00');
    const [reach] = await bank.owner`
      select max(rate_date) >= current_date + interval '41 months' as filled from exchange_rates`;
    expect(reach).toEqual({ filled: true });
    await expectSoundBooks(bank);
  });
});

test('keep an account within its maximum balance of a trillion less a cent', async ({ bank, alice }) => {
  const customer = bank.asCustomer(alice);
  const full = await openAccount(bank, alice);
  const secondAccount = await openAccount(bank, alice, { balance: 10 });
  // Sets the balance directly without triggers, because customers don't normally reach this amount.
  await bank.owner`select set_config('session_replication_role', 'replica', true)`;
  await bank.owner`update accounts set balance = 999999999998.99 where id = ${full.id}`;
  await bank.owner`select set_config('session_replication_role', 'origin', true)`;
  await customer`select transfer(${secondAccount.id}, ${full.id}, 1)`;
  expect(await getBalance(bank, full.id)).toBe('999999999999.99');
  for (const attempt of [
    () => customer`select transfer(${secondAccount.id}, ${full.id}, 0.01)`,
    () => customer`select deposit(${full.id}, 0.01)`,
    () => customer`insert into transactions (account_id, amount, type) values (${full.id}, 0.01, 'DEPOSIT')`,
    () => customer`select take_loan(0.01, 5, 'Car', 12, ${full.id})`,
  ])
    await expectRefusal(bank, 'BADAM', [full.id, secondAccount.id], attempt);
});

describe('a daily transfer limit', () => {
  const limitTo = (bank: Bank, person: Person, limit: number | null) =>
    bank.asCustomer(
      person,
    )`update customers set daily_transfer_limit = ${limit}::numeric where id = ${person.id}`;

  test('refuses transfers above it until the next day, and allows a transfer back', async ({
    bank,
    alice,
  }) => {
    const [from, to] = [
      await openAccount(bank, alice, { balance: 1000 }),
      await openAccount(bank, alice, { name: 'Rainy Day', type: 'SAVINGS', balance: 1000 }),
    ];
    await limitTo(bank, alice, 300);
    const move = (source: string, target: string, amount: number) =>
      bank.asCustomer(alice)`select * from transfer(${source}, ${target}, ${amount}::numeric)`;
    await move(from.id, to.id, 250);
    expect(await getRefusal(move(from.id, to.id, 50.01))).toEqual({
      code: 'PAYLM',
      detail: { rule: 'own', amount: 50.01, limit: 300, used: 250, left: 50, currency: 'USD' },
    });
    await move(to.id, from.id, 250);
    await move(from.id, to.id, 300);
    expect(await getRefusal(move(to.id, from.id, 600.01))).toMatchObject({ code: 'PAYLM' });
    await passTime(bank, alice, '1 day');
    await move(from.id, to.id, 300);
    await limitTo(bank, alice, null);
    await move(from.id, to.id, 400);
    await expectSoundBooks(bank);
  });

  test('counts transfers between all accounts, in the base currency', async ({ bank, alice }) => {
    const dollars = await openAccount(bank, alice, { balance: 1000 });
    const euros = await openAccount(bank, alice, { name: 'Euros', currency: 'EUR', balance: 1000 });
    const savings = await openAccount(bank, alice, { name: 'Savings', type: 'SAVINGS' });
    await limitTo(bank, alice, 200);
    const customer = bank.asCustomer(alice);
    await customer`select set_exchange_margin(false)`;
    await customer`select transfer(${euros.id}, ${dollars.id}, 100)`;
    const refused = await getRefusal(customer`select transfer(${dollars.id}, ${savings.id}, 150)`);
    const [{ rate } = {}] = await customer`select rate from quote_transfer(${euros.id}, ${dollars.id}, 100)`;
    expect(refused).toMatchObject({
      code: 'PAYLM',
      detail: { used: Math.round(Number(rate) * 10_000) / 100 },
    });
  });

  test('of another customer cannot be changed, and must be a positive amount', async ({
    bank,
    alice,
    bob,
  }) => {
    await openAccount(bank, alice);
    await openAccount(bank, bob);
    await bank.asCustomer(bob)`update customers set daily_transfer_limit = 1 where id = ${alice.id}`;
    const [row] = await bank.owner`select daily_transfer_limit from customers where id = ${alice.id}`;
    expect(row).toEqual({ daily_transfer_limit: null });
    for (const limit of [0, -1, 0.001])
      await expect(limitTo(bank, alice, limit)).rejects.toMatchObject({ code: '23514' });
  });
});
