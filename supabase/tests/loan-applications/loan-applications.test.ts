import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';

type Application = {
  id: string;
  status: string;
  submitted_at: Date;
};

async function apply(
  bank: Bank,
  person: Person,
  {
    amount = 10000,
    type = 'PERSONAL',
    months = 36,
    income = 60000 as number | null,
    employment = 'EMPLOYED' as string | null,
    debt = 0,
    status = 'submitted',
  } = {},
) {
  const [application] = await bank.asCustomer(person)`
    insert into loan_applications (email, applicant_name, status, loan_amount, submitted_at, loan_type, term_months, annual_income,
      employment_status, monthly_debt)
    values (${person.email}, 'A. Customer', ${status}, ${amount}, now(), ${type}, ${months}, ${income}, ${employment}, ${debt})
    returning *`;
  return application as Application;
}

describe('a loan application', () => {
  test('is submitted whatever its status, also with the service key, and belongs to its sender', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    expect(await apply(bank, alice, { status: 'approved' })).toMatchObject({
      status: 'submitted',
      user_id: alice.id,
      decided_at: null,
    });
    const [served] = await bank.asService()`
      insert into loan_applications (user_id, email, applicant_name, status, loan_amount)
      values (${alice.id}, ${alice.email}, 'A', 'approved', 900) returning status`;
    expect(served).toEqual({ status: 'submitted' });
    const [minimal] =
      await customer`insert into loan_applications (loan_amount) values (100.004) returning *`;
    expect(minimal).toMatchObject({
      email: alice.email,
      applicant_name: alice.email,
      loan_amount: '100.00',
      loan_type: 'PERSONAL',
      term_months: 36,
      monthly_debt: '0.00',
    });
  });

  test('cannot be changed, withdrawn, or decided by a raw update', async ({ bank, alice }) => {
    const { id } = await apply(bank, alice);
    for (const query of [bank.asCustomer(alice), bank.asService()]) {
      for (const attempt of [
        () => query`update loan_applications set status = 'approved' where id = ${id}`,
        () => query`update loan_applications set decision = '{}' where id = ${id}`,
        () => query`update loan_applications set expires_at = now() where id = ${id}`,
        () => query`insert into loan_applications (loan_amount, reviewed_at) values (1, now())`,
        () => query`insert into loan_applications (loan_amount, form) values (1, '{}')`,
        () => query`delete from loan_applications where id = ${id}`,
        () => query`insert into loan_applications (loan_amount, decided_at) values (1, now())`,
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('keeps its submission time unless that is in the future', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const rows = await customer`
      insert into loan_applications (loan_amount, submitted_at) values (1, '2024-05-01T10:00:00Z'), (1, '2999-01-01T00:00:00Z')
      returning submitted_at <= simulated_now() as past, submitted_at = '2024-05-01T10:00:00Z' as kept`;
    expect(rows).toEqual([
      { past: true, kept: true },
      { past: true, kept: false },
    ]);
  });

  test('refuses invalid values', async ({ bank, alice }) => {
    for (const [attempt, code] of [
      [() => apply(bank, alice, { amount: 0 }), 'BADAM'],
      [() => apply(bank, alice, { amount: 1e10 }), 'BADAM'],
      [() => apply(bank, alice, { type: 'YACHT' }), 'BADTY'],
      [() => apply(bank, alice, { employment: 'PIRATE' }), 'BADTY'],
      [() => apply(bank, alice, { months: 0 }), 'BADTM'],
      [() => apply(bank, alice, { income: -1 }), 'BADAP'],
      [() => apply(bank, alice, { debt: -1 }), 'BADAP'],
      [() => apply(bank, { ...alice, email: 'nobody' }), 'BADAP'],
    ] as const) {
      await expect(attempt()).rejects.toMatchObject({ code });
    }
    expect(await bank.owner`select from loan_applications`).toEqual([]);
  });
});

describe('an application without a signed-in sender', () => {
  const handIn = (bank: Bank, email: string | null, name = 'Somebody') => bank.asService()`
    insert into loan_applications (user_id, email, applicant_name, loan_amount) values (null, ${email}, ${name}, 900)`;

  test('belongs to whoever has confirmed its address, as email or user name', async ({
    bank,
    alice,
    bob,
  }) => {
    await handIn(bank, alice.email.toUpperCase());
    await handIn(bank, 'else@example.com', alice.email);
    expect(await bank.asCustomer(alice)`select from loan_applications`).toHaveLength(2);
    expect(await bank.asCustomer(bob)`select from loan_applications`).toEqual([]);
    await expect(bank.asVisitor()`select from loan_applications`).rejects.toMatchObject({ code: '42501' });
  });

  test('is hidden from a customer who has not confirmed the address', async ({ bank, alice, bob }) => {
    await handIn(bank, alice.email);
    await bank.owner`update auth.users set email_confirmed_at = null where id = ${alice.id}`;
    expect(await bank.asCustomer(alice)`select from loan_applications`).toEqual([]);
    const liar = { ...bob, email: alice.email, claims: { user_metadata: { email: alice.email } } };
    expect(await bank.asCustomer(liar)`select from loan_applications`).toEqual([]);
  });

  test("with an empty address doesn't belong to customers without one", async ({ bank, bob }) => {
    await handIn(bank, null, 'Nobody');
    await bank.owner`update auth.users set email = null where id = ${bob.id}`;
    expect(await bank.asCustomer({ ...bob, email: '' })`select from loan_applications`).toEqual([]);
  });

  test("with another customer's address stays the sender's", async ({ bank, alice, bob }) => {
    await apply(bank, { ...bob, email: alice.email });
    expect(await bank.asCustomer(alice)`select from loan_applications`).toEqual([]);
    expect(await bank.asCustomer(bob)`select from loan_applications`).toHaveLength(1);
  });
});
