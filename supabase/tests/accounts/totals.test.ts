import { describe, expect } from 'vitest';
import { openCard, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

/** Simulates two months with accounts in three currencies and a card. */
async function simulated(bank: Bank, person: Person) {
  const customer = bank.asCustomer(person);
  const dollars = await openAccount(bank, person, { balance: 1000 });
  const euros = await openAccount(bank, person, { name: 'Travel', currency: 'EUR', balance: 500 });
  const pounds = await openAccount(bank, person, { name: 'London', currency: 'GBP', balance: 300 });
  const card = await openCard(bank, person);
  await customer`select charge_credit_card(${card.id}, 40.1, 'Market', 'Food')`;
  await customer`select withdraw(${euros.id}, 20.35, 'Café')`;
  await passTime(bank, person, '40 days');
  await customer`select deposit(${euros.id}, 100)`;
  await customer`select withdraw(${pounds.id}, 33.33, 'Theatre')`;
  await customer`select withdraw(${euros.id}, 30, 'Hotel')`;
  await customer`select transfer(${dollars.id}, ${euros.id}, 54)`;
  await customer`select charge_credit_card(${card.id}, 60, 'Market', 'Food')`;
  return { dollars, euros, pounds, card };
}

/**
 * Returns spending and income from the ledger by month, in dollars at the exchange rate on each posting's
 * date. Spending is positive.
 */
const booked = (bank: Bank, person: Person, kinds: string[]) =>
  bank.owner`
    select date_trunc('month', e.at)::date::text as month, abs(sum(round(p.amount * case when p.currency = 'USD' then 1 else (
        select r.rate from exchange_rates r where r.base = p.currency and r.quote = 'USD' and r.rate_date = e.at::date) end, 2)))::text as amount
    from bank.postings p join bank.entries e on e.id = p.entry_id join bank.ledger_accounts l on l.id = p.ledger_id
    where l.household_id = ${person.id} and e.kind = any (${kinds}) group by 1 order by 1`;
const SPENT = ['withdrawal', 'card_charge'];

/** Returns the ledger's net worth at the end of the day that was `daysAgo` days ago. */
const worthBooked = async (bank: Bank, person: Person, daysAgo: number) => {
  const [row] = await bank.owner`
    with day as (select bank.today_for(${person.id}) - ${daysAgo}::integer as day)
    -- Converted by kind of product and currency: accounts, cards.
    select sum(round(held.amount * case when held.currency = 'USD' then 1 else (
      select r.rate from exchange_rates r where r.base = held.currency and r.quote = 'USD' and r.rate_date = day.day) end, 2))::float as worth
    from day cross join lateral (select l.product, p.currency, sum(p.amount) as amount
      from bank.postings p join bank.entries e on e.id = p.entry_id join bank.ledger_accounts l on l.id = p.ledger_id
      where l.household_id = ${person.id} and e.at < day.day + 1 group by 1, 2) as held`;
  return row?.worth as number;
};

const forgetRate = (bank: Bank) =>
  bank.owner`delete from exchange_rates where base = 'GBP' and quote = 'USD'`;

describe('totals in one currency', () => {
  test('of analytics equal the ledger, by month, category, and account', async ({ bank, alice }) => {
    await simulated(bank, alice);
    const flows = await bank.asCustomer(alice)`
      select f.part, f.month::text, f.direction, f.currency, f.amount::float from (select simulated_now()::date as day) today,
        analytics_flows(today.day - 80, today.day, today.day - 120, today.day - 81) f where not f.is_before`;
    const spent = await booked(bank, alice, SPENT);
    const months = flows.filter((row) => row.part === 'month' && row.direction === 'out');
    expect(
      months
        .map(({ month, amount }) => ({ month, amount: amount.toFixed(2) }))
        .toSorted((one, other) => one.month.localeCompare(other.month)),
    ).toEqual(spent);
    const all = spent.reduce((sum, { amount }) => sum + Number(amount), 0);
    for (const part of ['category', 'account']) {
      const own = flows.filter((row) => row.part === part && row.direction === 'out');
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(all, 6);
    }
    const merchants = await bank.asCustomer(alice)`
      select sum(m.amount)::float as amount from (select simulated_now()::date as day) today,
        analytics_merchants(today.day - 80, today.day, today.day - 120, today.day - 81) m`;
    expect(merchants[0]?.amount).toBeCloseTo(all, 6);
    const income = flows.find((row) => row.part === 'month' && row.direction === 'in');
    expect(income?.amount.toFixed(2)).toBe((await booked(bank, alice, ['deposit']))[0]?.amount);
  });

  test('of budgets, of the month so far, and of spending equal the ledger', async ({ bank, alice }) => {
    await simulated(bank, alice);
    const customer = bank.asCustomer(alice);
    const [present] =
      await customer`select sum(spent)::text as amount, min(month_start)::text as month from budget_status()`;
    const spent = await booked(bank, alice, SPENT);
    expect(present).toEqual(spent.at(-1));
    const [history] = await customer`
      select sum(spent)::text as amount from budget_history(6)`;
    const all = spent.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(Number(history?.amount)).toBeCloseTo(all, 6);
    const [month] =
      await customer`select currency, money_in::float, money_out::float, left_out from month_flow()`;
    const [came] = await booked(bank, alice, ['deposit']);
    expect(month).toMatchObject({ currency: 'USD', money_in: Number(came?.amount), left_out: [] });
    const [income] = await customer`select income::text as amount from budget_month()`;
    expect(income?.amount).toBe(came?.amount);
  });

  test('of net worth equal the ledger on each day, with its change split into transactions and rates', async ({
    bank,
    alice,
  }) => {
    await simulated(bank, alice);
    const customer = bank.asCustomer(alice);
    await passTime(bank, alice, '20 days');
    const getReportedWorth = async (daysAgo: number) => {
      const [row] = await customer`
        select h.amount::float as worth from (select simulated_now()::date - ${daysAgo}::integer as day) asked,
          net_worth_history(asked.day, asked.day) h`;
      return row?.worth as number;
    };
    for (const daysAgo of [0, 20, 30, 60])
      expect(await getReportedWorth(daysAgo)).toBe(await worthBooked(bank, alice, daysAgo));
    const [months] = await customer`
      select sum(m.worth)::float as worth from (select simulated_now()::date as day) today,
        net_worth_months(today.day, today.day) m`;
    expect(months?.worth).toBe(await worthBooked(bank, alice, 0));
    const [rates] = await customer`
      select sum(f.amount)::float as amount from (select simulated_now()::date as day) today, exchange_effects(today.day - 60, today.day) f`;
    const [done] = await bank.owner`
      select sum(round(p.amount * case when p.currency = 'USD' then 1 else (
          select r.rate from exchange_rates r where r.base = p.currency and r.quote = 'USD' and r.rate_date = e.at::date) end, 2))::float as amount
      from bank.postings p join bank.entries e on e.id = p.entry_id join bank.ledger_accounts l on l.id = p.ledger_id
      where l.household_id = ${alice.id} and e.at::date > bank.today_for(${alice.id}) - 60`;
    const change = (await worthBooked(bank, alice, 0)) - (await worthBooked(bank, alice, 60));
    expect(rates?.amount).not.toBe(0);
    expect(change).toBeCloseTo(rates?.amount + done?.amount, 1);
  });

  test('exclude amounts without a rate and say so', async ({ bank, alice }) => {
    const { pounds } = await simulated(bank, alice);
    const customer = bank.asCustomer(alice);
    const before = await customer`select sum(spent)::float as spent from budget_status()`;
    await forgetRate(bank);
    const [pound] = await customer`
      select count(*)::int, sum(base_amount)::float as worth from spending_in_base where account_id = ${pounds.id}`;
    expect(pound).toEqual({ count: 1, worth: null });
    const after = await customer`select sum(spent)::float as spent from budget_status()`;
    expect(after[0]?.spent).toBeLessThan(before[0]?.spent - 33.33);
    const [month] = await customer`select left_out from budget_month()`;
    expect(month).toEqual({ left_out: ['GBP'] });
    expect(await customer`select left_out from month_flow()`).toEqual([{ left_out: ['GBP'] }]);
    const left = await customer`
      select f.currency from (select simulated_now()::date as day) today,
        analytics_flows(today.day - 80, today.day, today.day - 120, today.day - 81) f where f.part = 'left_out'`;
    expect(left).toEqual([{ currency: 'GBP' }]);
    expect(
      await customer`select left_out from net_worth_history((select simulated_now()::date), (select simulated_now()::date))`,
    ).toEqual([{ left_out: ['GBP'] }]);
    expect(
      await customer`select currency from (select simulated_now()::date as day) today, exchange_effects(today.day - 30, today.day)`,
    ).toEqual([{ currency: 'EUR' }]);
  });

  test("start in forecasts, what-ifs, and goals with the ledger's balances", async ({ bank, alice }) => {
    const { euros } = await simulated(bank, alice);
    const customer = bank.asCustomer(alice);
    const [household] = await customer`select my_household() as row`;
    const held = await bank.owner`
      select p.ledger_id as id, (sum(p.amount) * 100)::int as balance from bank.postings p
        join bank.ledger_accounts l on l.id = p.ledger_id where l.household_id = ${alice.id} and l.product = 'account' group by 1 order by 1`;
    const balances = household?.row.accounts.map(({ id, balance }: { id: string; balance: number }) => ({
      id,
      balance,
    }));
    expect(
      balances.toSorted((one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)),
    ).toEqual(held);
    await customer`insert into goals (name, target, account_id) values ('Trip', 900, ${euros.id})`;
    const [goal] = await customer`select saved::float, currency from goal_status`;
    const inEuros = held.find(({ id }) => id === euros.id)?.balance / 100;
    expect(goal).toEqual({ saved: inEuros, currency: 'EUR' });
  });

  test("have rates as far as any customer's clock can go", async ({ bank, alice }) => {
    await simulated(bank, alice);
    await bank.owner`delete from exchange_rates where rate_date > current_date + interval '2 years'`;
    await passTime(bank, alice, '1500 days');
    const [row] = await bank.asCustomer(alice)`
      select bool_and(h.left_out = '{}') as known, (select max(rate_date) > simulated_now()::date + 300 from exchange_rates) as ahead
      from (select simulated_now()::date as day) today, net_worth_history(today.day, today.day) h`;
    expect(row).toEqual({ known: true, ahead: true });
  });
});
