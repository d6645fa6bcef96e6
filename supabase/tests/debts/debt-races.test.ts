import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getQuote, takeLoan } from '../support/debt-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount } from '../support/household.ts';

describe('parallel requests on one debt', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(6);
  });
  afterAll(() => bank.close());

  const customer = (): Promise<Person> => bank.openCustomer(`customer-${crypto.randomUUID()}`);

  const getOutcomes = async (attempts: Promise<unknown>[]) =>
    (
      await Promise.all(attempts.map((attempt) => attempt.then(() => 'done').catch(({ code }) => code)))
    ).sort();

  it('never pay more than is owed or refinance a paid-off debt', async () => {
    const person = await customer();
    const account = await openAccount(bank, person, { balance: 50_000 });
    const { id } = await takeLoan(bank, person, { amount: 1_000, rate: 0, term: 10 });
    const as = bank.asCustomer(person);
    const [row] = await as`select refinance_offer(array[${id}]::uuid[], 12) as offer`;
    await getOutcomes([
      ...[1, 2, 3].map(() => as`select pay_extra(${id}, 400, ${account.id}, 'lower')`),
      as`select pay_off(${id}, ${account.id})`,
      as`select pay_loan(${id}, 300, ${account.id})`,
      as`select accept_refinance(${row?.offer.offer_id})`,
    ]);
    await expectSoundBooks(bank);
    expect(await getQuote(bank, person, id)).toMatchObject({ total: 0 });
    // If there are two loans, the refinance succeeded, and its 10.00 fee was added to the debt.
    const [owed] =
      await as`select coalesce(sum(remaining_balance), 0)::float as owed, count(*)::int as loans from loans`;
    const paid = 50_000 - Number(await getBalance(bank, account.id));
    expect(owed?.owed + paid).toBe(owed?.loans === 2 ? 1_010 : 1_000);
  });

  it('never pay more on a mortgage than is owed, from any account', async () => {
    const person = await customer();
    const accounts = await Promise.all(
      [1, 2, 3, 4].map(() => openAccount(bank, person, { balance: 100_000 })),
    );
    const as = bank.asCustomer(person);
    const [mortgage] = await as`
      insert into mortgages (property_value, down_payment, loan_amount, interest_rate, term)
      values (150000, 50000, 100000, 0, 30) returning id`;
    const outcomes = await getOutcomes(
      accounts.map(({ id }) => as`select pay_extra(${mortgage?.id}, 40000, ${id}, 'lower')`),
    );
    // The third payment pays the remainder.
    expect(outcomes).toEqual(['OVPAY', 'done', 'done', 'done']);
    await expectSoundBooks(bank);
    expect(await getQuote(bank, person, mortgage?.id)).toMatchObject({ total: 0 });
    expect((await as`select sum(balance)::float as left from accounts`)[0]?.left).toBe(300_000);
  });

  it('accept one offer once, and only one of two offers for one debt', async () => {
    const person = await customer();
    const debts = [await takeLoan(bank, person), await takeLoan(bank, person)];
    const as = bank.asCustomer(person);
    const offers = await Promise.all(
      [debts, debts.toReversed()].map(
        async (order) =>
          (await as`select refinance_offer(${order.map(({ id }) => id)}::uuid[], 24) as offer`)[0]?.offer,
      ),
    );
    const outcomes = await getOutcomes(
      [...offers, ...offers].map(({ offer_id }) => as`select accept_refinance(${offer_id})`),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => outcome !== 'done').every((code) => ['OFEXP', 'NOREF'].includes(code)),
    ).toBe(true);
    expect(await as`select id from loans`).toHaveLength(3);
    await expectSoundBooks(bank);
  });

  it('get the accepted offer, whichever came first', async () => {
    const person = await customer();
    const { id } = await takeLoan(bank, person);
    const as = bank.asCustomer(person);
    const [row] = await as`select refinance_offer(array[${id}]::uuid[], 24) as offer`;
    const accept = () => as`select accept_refinance(${row?.offer.offer_id})`;
    expect(await getOutcomes([accept(), accept(), accept()])).toEqual(['OFEXP', 'OFEXP', 'done']);
  });

  it('grant one pause', async () => {
    const person = await customer();
    const { id } = await takeLoan(bank, person);
    const as = bank.asCustomer(person);
    const outcomes = await getOutcomes([1, 2, 3, 3].map((months) => as`select pause_debt(${id}, ${months})`));
    expect(outcomes).toEqual(['NOPAU', 'NOPAU', 'NOPAU', 'done']);
  });

  it('accept a loan offer once, and the others are refused', async () => {
    const person = await customer();
    const { id: account } = await openAccount(bank, person, { balance: 10 });
    const as = bank.asCustomer(person);
    const service = bank.asService();
    const [application] = await as`
      select id from submit_application(loan_type => 'PERSONAL', loan_amount => 9000, term_months => 36,
        applicant_name => 'A. Customer', annual_income => 60000, employment_status => 'EMPLOYED')`;
    const terms = {
      kind: 'asked',
      amount: 900_000,
      term: 36,
      rate: 11.5,
      payment: 29_678,
      interest: 168_408,
    };
    const reason = { code: 'debt', text: 'All is well.', weight: 35, value: 12, limit: 43, unit: 'percent' };
    const decision = {
      decision: 'approved',
      version: '2026-11',
      reasons: [{ ...reason, effect: 'for' }],
      offers: [{ ...terms, downPayment: 0 }],
    };
    await service`select review_application(${person.id}, ${application?.id})`;
    await service`select record_decision(${person.id}, ${application?.id}, ${JSON.stringify(decision)}::text::jsonb)`;
    const outcomes = await getOutcomes(
      [1, 2, 3, 4].map(() => as`select accept_offer(${application?.id}, 0, ${account})`),
    );
    expect(outcomes).toEqual(['NOOFR', 'NOOFR', 'NOOFR', 'done']);
    expect(await getBalance(bank, account)).toBe('9010.00');
    await expectSoundBooks(bank);
  });
});
