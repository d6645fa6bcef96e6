import { describe, expect } from 'vitest';
import { categoryNamed, openCard, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { getRefusal } from '../support/household.ts';

type Budget = { amount: number; rollover?: string; rollover_cap?: number };

async function setBudget(bank: Bank, person: Person, category: string, budget: Budget) {
  const category_id = await categoryNamed(bank.asCustomer(person), category);
  await bank.asCustomer(person)`
    insert into budgets (category_id, amount, rollover, rollover_cap)
    values (${category_id}, ${budget.amount}, ${budget.rollover ?? 'none'}, ${budget.rollover_cap ?? null})`;
  return category_id;
}

const getStatus = async (bank: Bank, person: Person, category: string, monthsAgo = 0) =>
  (
    await bank.asCustomer(person)`
      select amount::text, rolled_over::text, moved::text, available::text, spent::text, remaining::text
      from budget_status((simulated_now() - make_interval(months => ${monthsAgo}))::date) where category = ${category}`
  )[0];

const getMonth = async (bank: Bank, person: Person) =>
  (
    await bank.asCustomer(person)`
      select mode, income::text, assigned::text, to_assign::text from budget_month()`
  )[0];

/** Sets the customer's clock to noon on a day of the current month or a later month. */
async function reachDay(bank: Bank, person: Person, monthsLater: number, day: number) {
  await bank.asCustomer(person)`select ensure_customer()`;
  await bank.owner`
    update customers set clock_offset = date_trunc('month', now()) + make_interval(months => ${monthsLater}, days => ${day - 1}, hours => 12)
      - clock_timestamp() where id = ${person.id}`;
}

const spend = (bank: Bank, person: Person, cardId: string, amount: number, category: string) =>
  bank.asCustomer(person)`select charge_credit_card(${cardId}, ${amount}, 'Shop', ${category})`;

describe('a budget', () => {
  test('shows what is spent, what remains, and how much of the month has passed', async ({ bank, alice }) => {
    await reachDay(bank, alice, 1, 15);
    const card = await openCard(bank, alice);
    await setBudget(bank, alice, 'Food', { amount: 310 });
    await spend(bank, alice, card.id, 120.5, 'Food');
    await spend(bank, alice, card.id, 9, 'Shopping');
    expect(await getStatus(bank, alice, 'Food')).toEqual({
      amount: '310.00',
      rolled_over: '0',
      moved: '0',
      available: '310.00',
      spent: '120.50',
      remaining: '189.50',
    });
    expect(await getStatus(bank, alice, 'Shopping')).toMatchObject({
      amount: null,
      available: null,
      spent: '9.00',
      remaining: null,
    });
    const [row] = await bank.asCustomer(alice)`
      select pace = round(15.0 / days, 4) as paced, expected = round(310 * pace, 2) as expecting
      from budget_status() s, budget_month() where s.category = 'Food'`;
    expect(row).toEqual({ paced: true, expecting: true });
  });

  test('counts uncategorized spending in its own row', async ({ bank, alice }) => {
    const card = await openCard(bank, alice);
    expect(await bank.asCustomer(alice)`select from budget_status() where category_id is null`).toEqual([]);
    await bank.asCustomer(alice)`select charge_credit_card(${card.id}, 12)`;
    expect(
      await bank.asCustomer(alice)`select spent::text, amount from budget_status() where category_id is null`,
    ).toEqual([{ spent: '12.00', amount: null }]);
  });

  for (const [rollover, cap, spent, rolled] of [
    ['none', undefined, 40, '0'],
    ['surplus', undefined, 40, '60.00'],
    ['surplus', 25, 40, '25'],
    ['surplus', undefined, 130, '0'],
    ['both', undefined, 130, '-30.00'],
    ['both', 20, 130, '-20'],
  ] as const) {
    test(`that rolls over ${rollover}${cap ? ` up to ${cap}` : ''} carries ${rolled} into the next month after ${spent} of 100`, async ({
      bank,
      alice,
    }) => {
      await reachDay(bank, alice, 1, 10);
      const card = await openCard(bank, alice);
      await setBudget(bank, alice, 'Food', { amount: 100, rollover, ...(cap && { rollover_cap: cap }) });
      await spend(bank, alice, card.id, spent, 'Food');
      await reachDay(bank, alice, 2, 2);
      const status = await getStatus(bank, alice, 'Food');
      expect(Number(status?.rolled_over)).toBe(Number(rolled));
      expect(Number(status?.available)).toBe(100 + Number(rolled));
    });
  }

  test('keeps past months unchanged when it is changed or removed', async ({ bank, alice }) => {
    await reachDay(bank, alice, 1, 10);
    const food = await setBudget(bank, alice, 'Food', { amount: 100 });
    await reachDay(bank, alice, 2, 10);
    const customer = bank.asCustomer(alice);
    await customer`update budgets set amount = 250 where category_id = ${food}`;
    expect([
      await getStatus(bank, alice, 'Food'),
      await getStatus(bank, alice, 'Food', 1),
      await getStatus(bank, alice, 'Food', 2),
    ]).toMatchObject([{ amount: '250.00' }, { amount: '100.00' }, { amount: null }]);
    await customer`delete from budgets where category_id = ${food}`;
    expect([await getStatus(bank, alice, 'Food'), await getStatus(bank, alice, 'Food', 1)]).toMatchObject([
      { amount: null },
      { amount: '100.00' },
    ]);
    const history = await customer`select amount::text from budget_history(3) where category_id = ${food}`;
    expect(history.map(({ amount }) => amount)).toEqual([null, '100.00', null]);
  });

  test('refuses invalid values', async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    const food = await categoryNamed(customer, 'Food');
    const salary = await categoryNamed(customer, 'Salary');
    const [his] = await bank.asCustomer(bob)`insert into categories (name) values ('Boats') returning id`;
    const attempt = (category: string, amount: string, rollover = 'none', cap: string | null = null) =>
      getRefusal(
        customer`insert into budgets (category_id, amount, rollover, rollover_cap) values (${category}, ${amount}, ${rollover}, ${cap})`,
      );
    for (const amount of ['-1', '0.005', 'NaN', 'Infinity', '1000000000'])
      expect(await attempt(food, amount)).toMatchObject({ code: 'BADAM' });
    expect(await attempt(food, '5', 'both', '-1')).toMatchObject({ code: 'BADAM' });
    expect(await attempt(food, '5', 'both', 'NaN')).toMatchObject({ code: 'BADAM' });
    expect(await attempt(food, '5', 'all')).toMatchObject({ code: 'BADTY' });
    expect(await attempt(salary, '5')).toMatchObject({ code: 'NTFND' });
    expect(await attempt(his?.id, '5')).toMatchObject({ code: 'NTFND' });
    await setBudget(bank, alice, 'Food', { amount: 0 });
    expect(await attempt(food, '5')).toMatchObject({ code: '23505' });
    expect(await getRefusal(customer`update budgets set currency = 'EUR'`)).toMatchObject({ code: '42501' });
    expect(
      await getRefusal(customer`insert into budget_limits (category_id) values (${food})`),
    ).toMatchObject({ code: '42501' });
    expect(await getRefusal(customer`select * from budget_status(current_date + 400)`)).toMatchObject({
      code: 'BADDT',
    });
    expect(await getRefusal(customer`select * from budget_history(0)`)).toMatchObject({ code: 'BADDT' });
  });

  test('is set together with others, all or none, and keeps its rollover', async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    const food = await setBudget(bank, alice, 'Food', { amount: 100, rollover: 'surplus' });
    const fun = await categoryNamed(customer, 'Entertainment');
    const set = (rows: object[]) =>
      customer`select amount::text, rollover from set_budgets(${JSON.stringify(rows)}::text::jsonb)`;
    expect(
      await set([
        { category_id: food, amount: 150 },
        { category_id: fun, amount: 60 },
      ]),
    ).toEqual([
      { amount: '150.00', rollover: 'surplus' },
      { amount: '60.00', rollover: 'none' },
    ]);
    await expect(
      set([
        { category_id: food, amount: 10 },
        { category_id: fun, amount: -1 },
      ]),
    ).rejects.toMatchObject({ code: 'BADAM' });
    expect(await getStatus(bank, alice, 'Food')).toMatchObject({ amount: '150.00' });
    expect(await bank.asCustomer(bob)`select from budgets`).toEqual([]);
  });

  test('is deleted with its category and its customer', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const [own] = await customer`insert into categories (name) values ('Boats') returning id`;
    await customer`insert into budgets (category_id, amount) values (${own?.id}, 50)`;
    await customer`delete from categories where id = ${own?.id}`;
    await setBudget(bank, alice, 'Food', { amount: 10 });
    await customer`select erase_household()`;
    expect(
      await bank.owner`select from budgets union all select from budget_limits where user_id = ${alice.id}`,
    ).toEqual([]);
  });
});

describe('moving money between budgets', () => {
  test('covers one category from another, up to what is left there', async ({ bank, alice }) => {
    const card = await openCard(bank, alice);
    const food = await setBudget(bank, alice, 'Food', { amount: 100 });
    const fun = await setBudget(bank, alice, 'Entertainment', { amount: 50 });
    await spend(bank, alice, card.id, 80, 'Entertainment');
    const customer = bank.asCustomer(alice);
    const cover = (amount: number, id: string | null = null) =>
      customer`select * from move_budget(${food}, ${fun}, ${amount}, ${id})`;
    expect(await cover(30, 'once')).toEqual(await cover(30, 'once'));
    expect(await getStatus(bank, alice, 'Entertainment')).toMatchObject({
      moved: '30.00',
      available: '80.00',
      remaining: '0.00',
    });
    expect(await getStatus(bank, alice, 'Food')).toMatchObject({ moved: '-30.00', remaining: '70.00' });
    expect(await getRefusal(cover(70.01))).toEqual({
      code: 'NOLFT',
      detail: { available: 70, amount: 70.01, category: 'Food' },
    });
    expect(await getRefusal(cover(0))).toMatchObject({ code: 'BADAM' });
    expect(await getRefusal(customer`select move_budget(${food}, ${food}, 1)`)).toMatchObject({
      code: 'SAMAC',
    });
    expect(await getRefusal(customer`select move_budget(null, ${food}, 1)`)).toMatchObject({ code: 'BADTY' });
    expect(await getRefusal(bank.asVisitor()`select move_budget(${food}, ${fun}, 1)`)).toMatchObject({
      code: '42501',
    });
  });

  test('with envelopes assigns income, and unspent money stays in the envelope', async ({ bank, alice }) => {
    await reachDay(bank, alice, 1, 5);
    const customer = bank.asCustomer(alice);
    const card = await openCard(bank, alice);
    const [account] = await customer`select id from open_account('Everyday', 'CHECKING', 'USD', 0)`;
    await customer`select deposit(${account?.id}, 1000)`;
    await customer`insert into budget_settings (mode) values ('envelopes')`;
    const food = await categoryNamed(customer, 'Food');
    await customer`select move_budget(null, ${food}, 300)`;
    expect(await getMonth(bank, alice)).toEqual({
      mode: 'envelopes',
      income: '1000.00',
      assigned: '300.00',
      to_assign: '700.00',
    });
    expect(await getRefusal(customer`select move_budget(null, ${food}, 700.01)`)).toMatchObject({
      code: 'NOLFT',
    });
    await spend(bank, alice, card.id, 120, 'Food');
    await customer`select move_budget(${food}, null, 30)`;
    expect(await getStatus(bank, alice, 'Food')).toMatchObject({ available: '270.00', remaining: '150.00' });
    expect(await getMonth(bank, alice)).toMatchObject({ to_assign: '730.00' });
    await passTime(bank, alice, '31 days');
    expect(await getStatus(bank, alice, 'Food')).toMatchObject({
      rolled_over: '150.00',
      available: '150.00',
    });
    expect(await getMonth(bank, alice)).toMatchObject({ income: '0', to_assign: '0' });
    expect(await getRefusal(customer`update budget_settings set mode = 'chaos'`)).toMatchObject({
      code: 'BADTY',
    });
  });
});
