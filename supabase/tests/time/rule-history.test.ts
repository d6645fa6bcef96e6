import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

/** Simulates some days and posts them as the engine does. */
async function live(bank: Bank, person: Person, days: number): Promise<void> {
  const service = bank.asService();
  const [household] = await service`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  const { step } = buildStep(row, row.simulated_until + days * DAY_MS, false);
  const [applied] =
    await service`select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
  expect(applied).toEqual({ outcome: 'applied' });
}

/**
 * Creates a rule of each kind, starting tomorrow: pay of 500.00 a week, and rent that the first pay covers
 * but the second doesn't.
 */
async function setUpRules(bank: Bank, person: Person): Promise<{ pay: string; rent: string }> {
  const customer = bank.asCustomer(person);
  await customer`select ensure_customer('UTC')`;
  const { id } = await openAccount(bank, person);
  const [pay] = await customer`
    insert into auto_deposits (account_id, name, amount, frequency, start_date, occurrences)
    values (${id}, 'Pay', 500, 'WEEKLY', (simulated_now() at time zone 'UTC')::date + 1, 2) returning id`;
  const [rent] = await customer`
    insert into scheduled_payments (account_id, name, payee, amount, frequency, start_date)
    values (${id}, 'Rent', 'Landlord', 900, 'WEEKLY', (simulated_now() at time zone 'UTC')::date + 1) returning id`;
  return { pay: pay?.id, rent: rent?.id };
}

describe('the history of a rule', () => {
  test('lists each entry it caused and each time nothing moved', async ({ bank, alice }) => {
    const { pay, rent } = await setUpRules(bank, alice);
    await live(bank, alice, 14);
    const customer = bank.asCustomer(alice);
    const paid = await customer`
      select kind, description, amount::float, currency, entry_id is not null as moved from rule_history where rule_id = ${pay} order by at`;
    const arrival = { kind: 'auto_deposit', description: 'Pay', amount: 500, currency: 'USD', moved: true };
    expect(paid).toEqual([arrival, arrival]);
    const left = await customer`
      select kind, amount::float, entry_id is not null as moved, facts from rule_history where rule_id = ${rent} order by at, event_key`;
    const kinds = left.map(({ kind }) => kind as string);
    expect(kinds[0]).toBe('payment_retry');
    expect(kinds).toContain('payment_failed');
    expect(kinds).toContain('payment');
    expect(left[0]).toMatchObject({ amount: 900, moved: false, facts: { available: 50_000, tries: 1 } });
    expect(left.find(({ kind }) => kind === 'payment')).toMatchObject({ amount: 900, moved: true });
  });

  test("agrees with the account's history", async ({ bank, alice }) => {
    const { pay } = await setUpRules(bank, alice);
    await live(bank, alice, 14);
    const customer = bank.asCustomer(alice);
    expect(
      await customer`select entry_id, amount from rule_history where rule_id = ${pay} order by entry_id`,
    ).toEqual(
      await customer`select entry_id, amount from transactions where kind = 'auto_deposit' order by entry_id`,
    );
  });

  test('is deleted and restored with its rule', async ({ bank, alice }) => {
    const { pay } = await setUpRules(bank, alice);
    await live(bank, alice, 14);
    const customer = bank.asCustomer(alice);
    const [rule] = await customer`delete from auto_deposits where id = ${pay} returning *`;
    expect(await customer`select 1 from rule_history where rule_id = ${pay}`).toEqual([]);
    await customer`
      insert into auto_deposits (id, account_id, name, amount, frequency, start_date, occurrences)
      values (${pay}, ${rule?.account_id}, 'Pay', 500, 'WEEKLY', ${rule?.start_date}, 2)`;
    expect(await customer`select 1 from rule_history where rule_id = ${pay}`).toHaveLength(2);
  });

  test('is private to its customer', async ({ bank, alice, bob }) => {
    await setUpRules(bank, alice);
    await live(bank, alice, 14);
    expect(await bank.asCustomer(bob)`select * from rule_history`).toEqual([]);
    await expect(bank.asVisitor()`select * from rule_history`).rejects.toMatchObject({ code: '42501' });
  });

  test('is read without scanning the rest of the ledger', async ({ bank, alice }) => {
    const { pay } = await setUpRules(bank, alice);
    await bank.owner`
      insert into bank.entries (household_id, at, value_at, kind, channel, event_key)
      select ${alice.id}, now(), now(), 'payment', 'engine', gen_random_uuid() || ':2026-01-01T06:00' from generate_series(1, 20000)`;
    await bank.owner`analyze bank.entries`;
    const plan = await bank.asCustomer(alice)`explain select * from rule_history where rule_id = ${pay}`;
    const planText = plan.map((row) => row['QUERY PLAN'] as string).join('\n');
    expect(planText).toMatch(/Index Cond: .*event_key >= /);
  });
});
