import { describe, expect } from 'vitest';
import { categoryNamed, openCard, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

/**
 * Returns the cash flow of the last 30 days and of the 30 days before them, on the customer's simulated
 * clock.
 */
const flows = (bank: Bank, person: Person, currency: string | null = null) =>
  bank.asCustomer(person)`
    select f.part, f.is_before, f.direction, f.category, f.account_id, f.card_id, f.currency, f.amount::text, f.times::int
    from (select simulated_now()::date as day) today, analytics_flows(today.day - 29, today.day, today.day - 59, today.day - 30, ${currency}) f`;

const merchants = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`
    select m.merchant, m.amount::text, m.times::int, m.amount_before::text
    from (select simulated_now()::date as day) today, analytics_merchants(today.day - 29, today.day, today.day - 59, today.day - 30) m`;

const worth = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`
    select day = simulated_now()::date as is_today, kind, currency, amount::text
    from net_worth_months((simulated_now() - interval '1 month')::date, simulated_now()::date) order by day, kind`;

async function simulated(bank: Bank, person: Person) {
  const account = await openAccount(bank, person, { balance: 500 });
  const card = await openCard(bank, person);
  const customer = bank.asCustomer(person);
  await customer`select charge_credit_card(${card.id}, 30, 'Corner Market', 'Food')`;
  await passTime(bank, person, '40 days');
  await customer`select charge_credit_card(${card.id}, 42.5, 'Corner Market', 'Food')`;
  await customer`select withdraw(${account.id}, 10, 'Newsstand')`;
  await customer`insert into transactions (account_id, amount, type, date, category_id)
    values (${account.id}, 100, 'DEPOSIT', simulated_now(), ${await categoryNamed(customer, 'Gift')})`;
  return { account, card };
}

describe('the flows of a period', () => {
  test('have the same total by month, category, and account, beside the previous period', async ({
    bank,
    alice,
  }) => {
    const { account, card } = await simulated(bank, alice);
    const rows = await flows(bank, alice);
    const sumOf = (part: string, direction: string, isBefore: boolean) =>
      rows
        .filter((row) => row.part === part && row.direction === direction && row.is_before === isBefore)
        .reduce((sum, row) => sum + Number(row.amount), 0);
    for (const part of ['month', 'category', 'account'])
      expect([sumOf(part, 'out', false), sumOf(part, 'in', false), sumOf(part, 'out', true)]).toEqual([
        52.5, 100, 30,
      ]);
    expect(rows.filter((row) => row.part === 'category' && !row.is_before)).toMatchObject([
      { category: 'Gift', amount: '100.00', times: 1 },
      { category: 'Food', amount: '42.50', times: 1 },
      { category: null, amount: '10.00', times: 1 },
    ]);
    expect(
      rows.filter((row) => row.part === 'account' && row.direction === 'out' && !row.is_before),
    ).toMatchObject([
      { account_id: null, card_id: card.id, amount: '42.50' },
      { account_id: account.id, card_id: null, amount: '10.00' },
    ]);
  });

  test('are in one currency, and list the others', async ({ bank, alice }) => {
    await simulated(bank, alice);
    const euros = await openAccount(bank, alice, { name: 'Travel', currency: 'EUR', balance: 50 });
    await bank.asCustomer(alice)`select withdraw(${euros.id}, 7)`;
    const inEuros = await flows(bank, alice, 'EUR');
    expect(inEuros.flatMap((row) => (row.part === 'currency' ? [row.currency] : [])).toSorted()).toEqual([
      'EUR',
      'USD',
    ]);
    expect(inEuros.filter((row) => row.part === 'month')).toMatchObject([
      { amount: '7.00', currency: 'EUR' },
    ]);
    expect((await flows(bank, alice)).every((row) => row.part === 'currency' || row.currency === 'USD')).toBe(
      true,
    );
  });

  test('name the top merchants and their previous amounts', async ({ bank, alice }) => {
    await simulated(bank, alice);
    expect(await merchants(bank, alice)).toEqual([
      { merchant: 'Corner Market', amount: '42.50', times: 1, amount_before: '30.00' },
      { merchant: 'Newsstand', amount: '10.00', times: 1, amount_before: '0' },
    ]);
  });

  test('require a valid range of at most ten years', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    for (const [from, to] of [
      ['2026-02-01', '2026-01-31'],
      ['2000-01-01', '2026-01-31'],
      ['-infinity', '2026-01-31'],
    ] as const) {
      for (const query of [
        () =>
          customer`select * from analytics_flows(${from}::text::date, ${to}::text::date, ${from}::text::date, ${to}::text::date)`,
        () =>
          customer`select * from analytics_merchants(${from}::text::date, ${to}::text::date, ${from}::text::date, ${to}::text::date)`,
        () => customer`select * from net_worth_months(${from}::text::date, ${to}::text::date)`,
      ])
        await expect(query()).rejects.toMatchObject({ code: 'BADDT' });
    }
  });

  test('are private to their customer', async ({ bank, alice, bob }) => {
    await simulated(bank, alice);
    expect(await flows(bank, bob)).toEqual([]);
    expect(await merchants(bank, bob)).toEqual([]);
    expect(await worth(bank, bob)).toEqual([]);
    const days = ['2026-01-01', '2026-01-31'] as const;
    for (const query of [
      () => bank.asVisitor()`select analytics_flows(${days[0]}, ${days[1]}, ${days[0]}, ${days[1]})`,
      () => bank.asVisitor()`select analytics_merchants(${days[0]}, ${days[1]}, ${days[0]}, ${days[1]})`,
      () => bank.asVisitor()`select net_worth_months(${days[0]}, ${days[1]})`,
    ])
      await expect(query()).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the parts of net worth', () => {
  test("are given at the end of each month, by kind, and today's sum is the net worth", async ({
    bank,
    alice,
  }) => {
    await simulated(bank, alice);
    await openAccount(bank, alice, { name: 'Rainy day', type: 'SAVINGS', balance: 70 });
    const rows = await worth(bank, alice);
    expect(rows.filter((row) => row.is_today)).toEqual([
      { is_today: true, kind: 'cards', currency: 'USD', amount: '-72.50' },
      { is_today: true, kind: 'cash', currency: 'USD', amount: '660.00' },
    ]);
    const [total] = await bank.asCustomer(alice)`
      select amount::text from net_worth_history(simulated_now()::date, simulated_now()::date)`;
    expect(total?.amount).toBe('587.50');
  });
});
