import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from './harness.ts';
import { refusalOf } from './household.ts';

type Application = {
  id: string;
  status: string;
  submitted_at: Date;
  decision: { reasons: string[] } | null;
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

const decide = async (bank: Bank, person: Person, application: Application) =>
  (await bank.asCustomer(person)`select * from decide_loan_application(${application.id})`)[0];

describe('a loan application', () => {
  test('is submitted whatever status it is sent with, and belongs to its sender', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    expect(await apply(bank, alice, { status: 'approved' })).toMatchObject({
      status: 'submitted',
      user_id: alice.id,
      decided_at: null,
    });
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

  test('cannot be changed, withdrawn or decided by hand', async ({ bank, alice }) => {
    const { id } = await apply(bank, alice);
    for (const query of [bank.asCustomer(alice), bank.asService()]) {
      for (const attempt of [
        () => query`update loan_applications set status = 'approved' where id = ${id}`,
        () => query`update loan_applications set decision = '{}' where id = ${id}`,
        () => query`delete from loan_applications where id = ${id}`,
        () => query`insert into loan_applications (loan_amount, decided_at) values (1, now())`,
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('keeps the time it was handed in at, but not one to come', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const rows = await customer`
      insert into loan_applications (loan_amount, submitted_at) values (1, '2024-05-01T10:00:00Z'), (1, '2999-01-01T00:00:00Z')
      returning submitted_at <= my_time() as past, submitted_at = '2024-05-01T10:00:00Z' as kept`;
    expect(rows).toEqual([
      { past: true, kept: true },
      { past: true, kept: false },
    ]);
  });

  test('refuses nonsense', async ({ bank, alice }) => {
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

describe('an application without a sign-in', () => {
  const handIn = (bank: Bank, email: string | null, name = 'Somebody') => bank.asService()`
    insert into loan_applications (user_id, email, applicant_name, loan_amount) values (null, ${email}, ${name}, 900)`;

  test('belongs to whoever has confirmed its address, as e-mail or as name', async ({ bank, alice, bob }) => {
    await handIn(bank, alice.email.toUpperCase());
    await handIn(bank, 'else@example.com', alice.email);
    expect(await bank.asCustomer(alice)`select from loan_applications`).toHaveLength(2);
    expect(await bank.asCustomer(bob)`select from loan_applications`).toEqual([]);
    await expect(bank.asVisitor()`select from loan_applications`).rejects.toMatchObject({ code: '42501' });
  });

  test('is hidden from who only claims the address', async ({ bank, alice, bob }) => {
    await handIn(bank, alice.email);
    await bank.owner`update auth.users set email_confirmed_at = null where id = ${alice.id}`;
    expect(await bank.asCustomer(alice)`select from loan_applications`).toEqual([]);
    const liar = { ...bob, email: alice.email, claims: { user_metadata: { email: alice.email } } };
    expect(await bank.asCustomer(liar)`select from loan_applications`).toEqual([]);
  });

  test('with an empty address belongs to nobody without one', async ({ bank, bob }) => {
    await handIn(bank, null, 'Nobody');
    await bank.owner`update auth.users set email = null where id = ${bob.id}`;
    expect(await bank.asCustomer({ ...bob, email: '' })`select from loan_applications`).toEqual([]);
  });

  test("that carries another's address in its sender's own name stays the sender's", async ({
    bank,
    alice,
    bob,
  }) => {
    await apply(bank, { ...bob, email: alice.email });
    expect(await bank.asCustomer(alice)`select from loan_applications`).toEqual([]);
    expect(await bank.asCustomer(bob)`select from loan_applications`).toHaveLength(1);
  });
});

describe('the decision on an application', () => {
  test('approves what the income carries, and says why', async ({ bank, alice }) => {
    const decided = await decide(bank, alice, await apply(bank, alice, { debt: 200 }));
    expect(decided).toMatchObject({
      status: 'approved',
      decision: {
        rate: 11.5,
        monthly_payment: 329.76,
        debt_to_income: 0.106,
        limit: 0.36,
        reasons: [
          'At 11.5% a year over 36 months the loan would cost $329.76 a month.',
          'You already pay $200.00 a month on loans and mortgages: $0.00 here and $200.00 elsewhere.',
          'Together that is 10.6% of your monthly income of $5,000.00; the bank lends up to 36%.',
        ],
      },
    });
    expect(decided?.decided_at).not.toBeNull();
    expect(decided?.decision).not.toHaveProperty('approved');
  });

  test('declines what is more than 36 percent, and not what is exactly that', async ({ bank, alice }) => {
    // 329.76 for the loan and 1,470.24 elsewhere are 1,800: 36 % of 5,000.
    expect(await decide(bank, alice, await apply(bank, alice, { debt: 1470.24 }))).toMatchObject({
      status: 'approved',
    });
    const declined = await decide(bank, alice, await apply(bank, alice, { debt: 1475.24 }));
    expect(declined).toMatchObject({ status: 'declined', decision: { debt_to_income: 0.361 } });
    expect(declined?.decision.reasons.at(-1)).toContain('more than the 36%');
  });

  test('counts the instalments the customer pays here, until they are paid off', async ({
    bank,
    alice,
    bob,
  }) => {
    const customer = bank.asCustomer(alice);
    const [loan] = await customer`
      insert into loans (name, amount, interest_rate, term) values ('Big', 18000, 0, 12) returning id`;
    await bank.asCustomer(
      bob,
    )`insert into loans (name, amount, interest_rate, term) values ('His', 90000, 0, 12)`;
    expect(await decide(bank, alice, await apply(bank, alice))).toMatchObject({ status: 'declined' });
    await customer`select pay_loan(${loan?.id}, 18000)`;
    expect(await decide(bank, alice, await apply(bank, alice))).toMatchObject({ status: 'approved' });
    await customer`
      insert into mortgages (property_value, down_payment, interest_rate, term, currency) values (13000, 1000, 0, 1, 'EUR')`;
    const [rate] = await bank.owner`
      select round(1000 * bank.rate_on('EUR', 'USD', bank.today_for(${alice.id})), 2)::text as dollars`;
    const decided = await decide(bank, alice, await apply(bank, alice));
    expect(decided?.decision.reasons[1].replaceAll(',', '')).toContain(`$${rate?.dollars} here`);
  });

  test('asks for the income when it was not stated', async ({ bank, alice }) => {
    const application = await apply(bank, alice, { income: null });
    expect(
      await refusalOf(bank.asCustomer(alice)`select decide_loan_application(${application.id})`),
    ).toEqual({ code: 'BADAP', detail: { field: 'annual_income' } });
    const [row] = await bank.owner`select status from loan_applications where id = ${application.id}`;
    expect(row).toEqual({ status: 'submitted' });
  });

  test('declines who has no income', async ({ bank, alice }) => {
    for (const stated of [
      { income: null, employment: 'UNEMPLOYED' },
      { income: 0, employment: 'STUDENT' },
    ]) {
      const decided = await decide(bank, alice, await apply(bank, alice, stated));
      expect(decided).toMatchObject({ status: 'declined', decision: { debt_to_income: null } });
      expect(decided?.decision.reasons).toContain(
        'There is no income from which the loan could be paid back.',
      );
    }
  });

  test('falls once, and a repeated request hears it again', async ({ bank, alice }) => {
    const { id } = await apply(bank, alice);
    const customer = bank.asCustomer(alice);
    const ask = () => customer`select * from decide_loan_application(${id}, 'once')`;
    expect(await ask()).toEqual(await ask());
    await expect(customer`select decide_loan_application(${id})`).rejects.toMatchObject({ code: 'DCIDD' });
  });

  test('is not for strangers, visitors or ownerless applications', async ({ bank, alice, bob }) => {
    const { id } = await apply(bank, alice);
    await expect(bank.asCustomer(bob)`select decide_loan_application(${id})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(bank.asVisitor()`select decide_loan_application(${id})`).rejects.toMatchObject({
      code: '42501',
    });
    const [ownerless] = await bank.asService()`
      insert into loan_applications (user_id, email, applicant_name, loan_amount) values (null, ${bob.email}, 'B', 900) returning id`;
    await expect(
      bank.asCustomer(bob)`select decide_loan_application(${ownerless?.id})`,
    ).rejects.toMatchObject({ code: 'NTFND' });
  });
});
