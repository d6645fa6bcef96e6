import { describe, expect } from 'vitest';
import { openCommittedBank, test } from './harness.ts';

describe('the test bank', () => {
  test('gives a customer, a visitor, and the service their own roles', async ({ bank, alice, bob }) => {
    const who = (query: typeof bank.owner) => query`select current_user::text as role, auth.uid() as id`;
    expect(await who(bank.asCustomer(alice))).toEqual([{ role: 'authenticated', id: alice.id }]);
    expect(await who(bank.asCustomer(bob))).toEqual([{ role: 'authenticated', id: bob.id }]);
    expect(await who(bank.asVisitor())).toEqual([{ role: 'anon', id: null }]);
    expect(await who(bank.asService())).toEqual([{ role: 'service_role', id: null }]);
    expect(await who(bank.owner)).toMatchObject([{ id: null }]);
  });

  test('allows the next statement after a refused one', async ({ bank, alice }) => {
    await expect(bank.asCustomer(alice)`select 1 / ${0}::int`).rejects.toMatchObject({ code: '22012' });
    expect(await bank.asCustomer(alice)`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('discards what a test writes: first', async ({ bank }) => {
    await bank.owner`create table public.left_over (id int)`;
  });

  test('discards what a test writes: second', async ({ bank }) => {
    expect(await bank.owner`select to_regclass('public.left_over') as found`).toEqual([{ found: null }]);
  });

  test('serves customers in parallel when committed', async () => {
    const bank = await openCommittedBank(4);
    try {
      const people = await bank.openCustomers(4);
      const seen = await Promise.all(
        people.map((person) => bank.asCustomer(person)`select auth.uid() as id`),
      );
      expect(seen).toEqual(people.map(({ id }) => [{ id }]));
    } finally {
      await bank.close();
    }
  });
});
