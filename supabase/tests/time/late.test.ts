import { describe, expect } from 'vitest';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const HOUR_MS = 3_600_000;

describe('payments that became due while nobody looked', () => {
  test("are posted after the customer's later transactions, keep their due time, and take only what is left", async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    await bank.asCustomer(alice)`
      insert into scheduled_payments (account_id, name, payee, amount, frequency, start_date)
      values (${id}, 'Rent', 'Landlord', 60, 'MONTHLY', current_date)`;
    const now = Date.now();
    // The engine last ran two days ago, the rent was due yesterday or the day before, and the customer has
    // spent 50 since.
    await bank.owner`
      update scheduled_payments set next_occurrence = 0, start_date = (now() - interval '30 hours')::date where account_id = ${id}`;
    await bank.owner`update bank.clocks set simulated_until = now() - interval '2 days', last_entry = (select max(id) from bank.entries)`;
    await bank.asCustomer(alice)`select withdraw(${id}, 50)`;
    const [household] = await bank.owner`select * from engine_households(array[${alice.id}]::uuid[]) as row`;
    const row = household?.row as HouseholdRow;
    expect(row.changes).toMatchObject([{ productId: id, amount: -5000 }]);
    const { step } = buildStep(
      { ...row, scheduled_payments: row.scheduled_payments.map((rule) => ({ ...rule, next: 0 })) },
      now + HOUR_MS,
      false,
    );
    const [first] = step.events;
    expect(first).toMatchObject({ kind: 'payment_retry', facts: { amount: 6000, available: 5000 } });
    expect(first?.at).toBeGreaterThanOrEqual(row.changes[0]?.at ?? Number.POSITIVE_INFINITY);
    expect(first?.dueAt).toBeLessThan(first?.at ?? 0);
  });

  test('during a pause of their rule are skipped', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`
      insert into scheduled_payments (account_id, name, payee, amount, frequency)
      values (${id}, 'Weekly', 'Club', 5, 'WEEKLY')`;
    await bank.owner`update scheduled_payments set start_date = (now() - interval '30 days')::date where account_id = ${id}`;
    await customer`update scheduled_payments set paused = true where account_id = ${id}`;
    await bank.owner`update bank.clocks set simulated_until = now() - interval '20 days' where household_id = ${alice.id}`;
    await customer`update scheduled_payments set paused = false where account_id = ${id}`;
    const [household] = await bank.owner`select * from engine_households(array[${alice.id}]::uuid[]) as row`;
    const row = household?.row as HouseholdRow;
    expect(buildStep(row, row.now, false).step.events).toEqual([]);
    expect(buildStep(row, row.now + 8 * 24 * HOUR_MS, false).step.events.map(({ kind }) => kind)).toContain(
      'payment',
    );
  });
});
