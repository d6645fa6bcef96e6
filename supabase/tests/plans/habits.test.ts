import { describe, expect } from 'vitest';
import { computeStreaks, type HabitMonth } from '../../../engine/insights/streaks.ts';
import { simulateDays } from '../support/card-household.ts';
import { getDay } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectRefusal, openAccount } from '../support/household.ts';

const readMonths = async (bank: Bank, person: Person, months = 24) =>
  (await bank.asCustomer(person)`
    select month::text, income::float, spending::float, missed::int, fees::int, interest::int, cards::int,
      budgets::int, kept_budgets::int
    from habit_months(${months})`) as unknown as HabitMonth[];

/** Opens a household with pay, a bill that it can't pay, and a card that it doesn't pay. */
async function openStruggling(bank: Bank, person: Person): Promise<void> {
  const { id } = await openAccount(bank, person, { balance: 100 });
  const customer = bank.asCustomer(person);
  const start = await getDay(bank, person, 5);
  await customer`insert into auto_deposits (account_id, name, amount, frequency, start_date)
    values (${id}, 'Pay', 800, 'MONTHLY', ${start}::date)`;
  await customer`insert into scheduled_payments (account_id, name, payee, amount, frequency, start_date)
    values (${id}, 'Boat', 'Harbor', 50000, 'MONTHLY', ${start}::date)`;
  const [card] = await customer`
    insert into credit_cards (name, credit_limit, apr) values ('Blue', 2000, 24) returning id`;
  await customer`select charge_credit_card(${card?.id}, 300, 'Corner Shop', category => 'Food')`;
  const [food] = await customer`select id from categories where name = 'Food'`;
  await customer`insert into budgets (category_id, amount) values (${food?.id}, 1)`;
  await simulateDays(bank, person, 130);
}

describe('the months of streaks', () => {
  test('have the income and spending of analytics, and count missed payments, fees, and interest', async ({
    bank,
    alice,
  }) => {
    await openStruggling(bank, alice);
    const months = await readMonths(bank, alice);
    expect(months.length).toBeGreaterThanOrEqual(3);
    const [from, to] = [months[0]?.month ?? '', await getDay(bank, alice)];
    const flows = await bank.asCustomer(alice)`
      select month::text, direction, amount::float from analytics_flows(${from}, ${to}, ${from}::date - 1, ${from}::date - 1)
      where part = 'month' and not is_before`;
    for (const { month, income, spending } of months) {
      const find = (direction: string) =>
        flows.find((flow) => flow.month === month && flow.direction === direction)?.amount ?? 0;
      expect({ month, income, spending }).toEqual({ month, income: find('in'), spending: find('out') });
    }
    const sum = (key: 'missed' | 'fees' | 'interest') => months.reduce((total, row) => total + row[key], 0);
    const last = months.at(-1)?.month ?? '';
    const [{ failed, fees, interest } = {}] = await bank.asCustomer(alice)`
      select (select count(*)::int from household_events where kind in ('payment_failed', 'payment_missed')
          and date_trunc('month', at)::date between ${from} and ${last}) as failed,
        (select count(*)::int from card_activity where kind = 'fee' and description like '%late fee%'
          and date_trunc('month', at)::date between ${from} and ${last}) as fees,
        (select count(*)::int from card_activity where kind = 'interest'
          and date_trunc('month', at)::date between ${from} and ${last}) as interest`;
    expect([sum('missed'), sum('fees'), sum('interest')]).toEqual([failed, fees, interest]);
    expect(Math.min(failed, fees, interest)).toBeGreaterThan(0);
    expect(months.every(({ cards, budgets }) => cards === 1 && budgets === 1)).toBe(true);
    // Interest and fees don't count as Food, so only the month of the purchase broke the budget.
    expect(months.at(-1)?.kept_budgets).toBe(1);
    const { streaks } = computeStreaks(months);
    expect(streaks.find(({ habit }) => habit === 'on_time')?.current).toBe(0);
  });

  test('are full calendar months since the first account', async ({ bank, alice, bob }) => {
    await openAccount(bank, alice, { balance: 100 });
    expect(await readMonths(bank, alice)).toHaveLength(0);
    await simulateDays(bank, alice, 200);
    const months = (await readMonths(bank, alice)).map(({ month }) => month);
    const first = await getDay(bank, alice, -200);
    expect(months[0]?.localeCompare(first)).toBeGreaterThanOrEqual(0);
    expect(
      months
        .at(-1)
        ?.slice(0, 7)
        .localeCompare((await getDay(bank, alice)).slice(0, 7)),
    ).toBe(-1);
    expect(await readMonths(bank, alice, 2)).toHaveLength(2);
    await bank.asCustomer(bob)`select ensure_customer()`;
    expect(await readMonths(bank, bob)).toHaveLength(0);
  });

  test('are refused for an impossible number of months', async ({ bank, alice }) => {
    await openAccount(bank, alice, { balance: 100 });
    for (const months of [0, -1, 121])
      await expectRefusal(bank, 'BADDT', [], () => readMonths(bank, alice, months));
  });
});
