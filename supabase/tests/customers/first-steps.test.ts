import { describe, expect } from 'vitest';
import { simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const steps = async (bank: Bank, person: Person) =>
  (
    await bank.asCustomer(person)`
    select account_id, has_income, has_bill, has_plan, has_reviewed, simulated_days, arrived, paid, currency, parts, left_out from first_steps()`
  )[0];

describe('the first steps', () => {
  test('are all open in an empty bank', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    expect(await steps(bank, alice)).toEqual({
      account_id: null,
      has_income: false,
      has_bill: false,
      has_plan: false,
      has_reviewed: false,
      simulated_days: 0,
      arrived: 0,
      paid: 0,
      currency: 'USD',
      parts: [],
      left_out: [],
    });
  });

  test("are done when the ledger shows it, and sum the month's transactions", async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    const { id } = await openAccount(bank, alice, { balance: 500 });
    await customer`insert into auto_deposits (account_id, name, amount, frequency, start_date, occurrences)
      values (${id}, 'Pay', 1250.55, 'WEEKLY', (simulated_now() at time zone 'UTC')::date + 1, 2)`;
    await customer`insert into scheduled_payments (account_id, name, payee, amount, frequency, start_date)
      values (${id}, 'Rent', 'Landlord', 400, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 3)`;
    expect(await steps(bank, alice)).toMatchObject({
      account_id: id,
      has_income: true,
      has_bill: true,
      simulated_days: 0,
      arrived: 0,
    });
    await simulateDays(bank, alice, 29);
    const after = await steps(bank, alice);
    expect(after).toMatchObject({ has_plan: false, simulated_days: 29, arrived: 2, paid: 1, left_out: [] });
    expect(after?.parts).toEqual([
      { direction: 'in', text: 'Pay', interest: false, amount: 2501.1, times: 2 },
      { direction: 'in', text: 'Opening deposit', interest: false, amount: 500, times: 1 },
      { direction: 'out', text: 'Landlord', interest: false, amount: 400, times: 1 },
    ]);
  });

  test('are not reviewed until the customer opens details after a month has passed', async ({
    bank,
    alice,
    bob,
  }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    await bank.asCustomer(bob)`select ensure_customer('UTC')`;
    await openAccount(bank, alice, { balance: 500 });
    const review = async () => (await customer`select record_month_review() as done`)[0]?.done;
    expect(await review()).toBe(false);
    await simulateDays(bank, alice, 29);
    expect(await steps(bank, alice)).toMatchObject({ simulated_days: 29, has_reviewed: false });
    await expect(
      customer`update customers set month_reviewed_at = now() where id = ${alice.id}`,
    ).rejects.toMatchObject({ code: '42501' });
    expect([await review(), await review()]).toEqual([true, true]);
    expect(await steps(bank, alice)).toMatchObject({ has_reviewed: true });
    expect(await steps(bank, bob)).toMatchObject({ has_reviewed: false });
    await expect(bank.asVisitor()`select record_month_review()`).rejects.toMatchObject({ code: '42501' });
  });

  test("exclude transfers between the customer's accounts", async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    const here = await openAccount(bank, alice, { balance: 100 });
    const there = await openAccount(bank, alice, { name: 'Saved', type: 'SAVINGS' });
    await customer`select transfer(${here.id}, ${there.id}, 40)`;
    await customer`select withdraw(${here.id}, 25.5)`;
    const { parts } = (await steps(bank, alice)) ?? {};
    expect(
      parts.map(({ direction, amount }: { direction: string; amount: number }) => [direction, amount]),
    ).toEqual([
      ['in', 100],
      ['out', 25.5],
    ]);
  });

  test('are hidden and shown by their own customer only', async ({ bank, alice, bob }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    await bank.asCustomer(bob)`update customers set shows_first_steps = false where id = ${alice.id}`;
    const shown = async () =>
      (await bank.asCustomer(alice)`select shows_first_steps as shown from customers`)[0]?.shown;
    expect(await shown()).toBeNull();
    await bank.asCustomer(alice)`update customers set shows_first_steps = false where id = ${alice.id}`;
    expect(await shown()).toBe(false);
  });
});

describe('tours', () => {
  test('are recorded once each, for their own customer only', async ({ bank, alice, bob }) => {
    const record = async (tour: string | null) =>
      (await bank.asCustomer(alice)`select record_tour(${tour}) as seen`)[0]?.seen;
    const seen = async (person: Person) =>
      (await bank.asCustomer(person)`select seen_tours from customers`)[0]?.seen_tours;
    await bank.asCustomer(bob)`select ensure_customer('UTC')`;
    expect(await record('dashboard')).toEqual(['dashboard']);
    expect(await record('explain')).toEqual(['dashboard', 'explain']);
    expect(await record('dashboard')).toEqual(['dashboard', 'explain']);
    expect([await seen(alice), await seen(bob)]).toEqual([['dashboard', 'explain'], []]);
  });

  test('that do not exist are refused, so the list stays short', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    for (const tour of ['x'.repeat(100_000), '', null])
      await expect(customer`select record_tour(${tour})`).rejects.toMatchObject({
        code: 'NTFND',
        message: "We couldn't find that tour.",
      });
    await expect(
      customer`update customers set seen_tours = array['explain'] where id = ${alice.id}`,
    ).rejects.toMatchObject({ code: '42501' });
    await expect(bank.asVisitor()`select record_tour('explain')`).rejects.toMatchObject({ code: '42501' });
    expect((await customer`select seen_tours from customers`)[0]?.seen_tours).toEqual([]);
  });
});
