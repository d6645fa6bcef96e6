import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { buildPolicyFacts } from '../../../engine/credit/applicant-facts.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

describe('the bank', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, signUpWithDemo, live, exported, restore, violationsOf } = getHouseholds(() => server);

  async function submit({ client }: Customer, details: Record<string, unknown> = {}): Promise<string> {
    const { data } = await client
      .rpc('submit_application', {
        loan_type: 'PERSONAL',
        loan_amount: 9000,
        term_months: 36,
        annual_income: 60_000,
        employment_status: 'EMPLOYED',
        ...details,
      })
      .single<{ id: string }>()
      .throwOnError();
    return data.id;
  }

  async function decide({ client }: Customer, id: unknown) {
    const { data, error, response } = await client.functions.invoke('decide-application', {
      body: { application_id: id },
    });
    if (error === null) return { status: 200, body: data };
    return { status: response?.status ?? 0, body: await error.context.json() };
  }

  const getFacts = async ({ client }: Customer) =>
    (await client.rpc('my_credit_facts').throwOnError()).data as CreditFacts;

  it('decides by the policy in chronological order and stores version, reasons, and offers', async () => {
    const customer = await signUp();
    const { status, body } = await decide(customer, await submit(customer));
    expect(status).toBe(200);
    // The customer is new to the bank, so the score is weak. The rate is 11.5% plus 4.5 points, and the
    // amount can be up to a quarter of the yearly income.
    expect(body).toMatchObject({
      status: 'approved',
      decision: { decision: 'approved', version: '2026-11', score: 577, rate: 16, payment: 316_41 },
    });
    expect(body.decision.reasons).toHaveLength(8);
    expect(body.decision.offers.map(({ kind }: { kind: string }) => kind)).toEqual([
      'asked',
      'shorter',
      'longer',
    ]);
    expect(body.submitted_at < body.reviewed_at && body.reviewed_at < body.decided_at).toBe(true);
  });

  it('makes counteroffers and declines', async () => {
    const customer = await signUp();
    const countered = await decide(customer, await submit(customer, { loan_amount: 40_000 }));
    expect(countered.body).toMatchObject({ status: 'countered' });
    expect(countered.body.decision.offers[0]).toMatchObject({ kind: 'less', amount: 15_000_00 });
    const declined = await decide(customer, await submit(customer, { annual_income: 0 }));
    expect(declined.body).toMatchObject({ status: 'declined', expires_at: null, decision: { offers: [] } });
  });

  it('lends a new customer no more on an income of millions than on the largest unverified income', async () => {
    const customer = await signUp();
    const request = { loan_amount: 100_000, term_months: 84, annual_income: 5_000_000 };
    const employed = await decide(customer, await submit(customer, request));
    expect(employed.body).toMatchObject({ status: 'countered', decision: { monthlyIncome: 5_000_00 } });
    expect(employed.body.decision.offers[0]).toMatchObject({ kind: 'less', amount: 15_000_00 });
    const selfEmployed = await decide(
      customer,
      await submit(customer, { ...request, employment_status: 'SELF_EMPLOYED' }),
    );
    expect(selfEmployed.body.decision).toMatchObject({ monthlyIncome: 2_500_00 });
    const unemployed = await decide(
      customer,
      await submit(customer, { ...request, employment_status: 'UNEMPLOYED' }),
    );
    expect(unemployed.body).toMatchObject({ status: 'declined', decision: { monthlyIncome: 0 } });
    expect(unemployed.body.decision.score).toBe(employed.body.decision.score - 8);
  });

  it('resumes an interrupted review and decides once for two parallel requests', async () => {
    const customer = await signUp();
    const id = await submit(customer);
    await sql()`select review_application(${customer.id}, ${id})`;
    const answers = await Promise.all([decide(customer, id), decide(customer, id)]);
    const decided = answers.filter(({ status }) => status === 200);
    expect(decided.length).toBeGreaterThan(0);
    expect(new Set(decided.map(({ body }) => body.decided_at)).size).toBe(1);
    expect(await decide(customer, id)).toMatchObject({ status: 409, body: { code: 'DCIDD' } });
  });

  it("expires offers by the customer's clock, consistently everywhere", async () => {
    const now = Date.now() - 3 * DAY_MS;
    const customer = await signUpWithDemo(now);
    const id = await submit(customer);
    const { body: decided } = await decide(customer, id);
    expect(decided.status).toBe('approved');
    const { data: account } = await customer.client
      .from('accounts')
      .select('id')
      .eq('name', 'Everyday Checking')
      .single()
      .throwOnError();
    await customer.client.functions.invoke('advance', { body: { to: decided.expires_at } });
    const { data: row } = await customer.client
      .from('loan_applications')
      .select('status, ended_at, expires_at')
      .eq('id', id)
      .single()
      .throwOnError();
    expect(row).toMatchObject({ status: 'expired', ended_at: row.expires_at });
    const accept = { application_id: id, account_id: account.id };
    expect((await customer.client.rpc('accept_offer', accept)).error?.code).toBe('NOOFR');
    const jobs = await sql()`select schedule from cron.job where jobname = 'expire-offers'`;
    expect(jobs).toEqual([{ schedule: '*/5 * * * *' }]);
  });

  it("refuses other customers, visitors, withdrawn applications, and applications it can't decide", async () => {
    const [customer, stranger] = [await signUp(), await signUp()];
    const id = await submit(customer);
    for (const unknown of [id, 'nonsense', undefined])
      expect(await decide(stranger, unknown)).toMatchObject({ status: 404, body: { code: 'NTFND' } });
    const incomeless = await submit(customer, { annual_income: null });
    expect(await decide(customer, incomeless)).toMatchObject({ status: 422, body: { code: 'BADAP' } });
    await customer.client.rpc('withdraw_application', { application_id: id }).throwOnError();
    expect(await decide(customer, id)).toMatchObject({ status: 409, body: { code: 'DCIDD' } });
    await stranger.client.auth.signOut();
    expect(await decide(stranger, id)).toMatchObject({ status: 401, body: { code: 'NOUSR' } });
  });

  it("uses the customer's credit: lines, debt payments, income, and inquiries", async () => {
    const now = Date.now() - 30 * DAY_MS;
    const customer = await signUpWithDemo(now);
    const facts = await getFacts(customer);
    expect(facts.lines.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'card Reef Card',
      'card Tide Card',
      'loan Car loan',
      'mortgage Mortgage',
    ]);
    const car = facts.lines.find(({ kind }) => kind === 'loan');
    expect(car).toMatchObject({ rate: 6.4, limit: 15_600_00, payment: 369_23, closed: null });
    expect(car?.months.length).toBeGreaterThanOrEqual(24);
    expect(car?.months.at(-1)?.balance).toBeLessThan(car?.months[0]?.balance ?? 0);
    expect(facts.payments.length).toBeGreaterThan(40);
    expect(facts.payments.every(({ daysLate }) => daysLate === 0)).toBe(true);
    expect(facts.income.length).toBeGreaterThanOrEqual(24);
    expect(facts.income.at(-2)?.amount).toBeGreaterThan(4_000_00);
    const policy = buildPolicyFacts(facts, { annualIncome: null, monthlyDebt: 0, employment: null });
    expect(policy).toMatchObject({ latePayments: 0, worstLate: 0 });
    expect(policy.utilization).toBeGreaterThan(15);
  });

  it('includes late payments, and converts facts in other currencies', async () => {
    const now = Date.now() - 300 * DAY_MS;
    const customer = await signUpWithDemo(now);
    await sql()`update loans set autopay_account_id = null where user_id = ${customer.id}`;
    await live(customer, now + 200 * DAY_MS);
    const facts = await getFacts(customer);
    const car = facts.lines.find(({ kind }) => kind === 'loan');
    const late = facts.payments.filter(({ lineId, daysLate }) => lineId === car?.id && daysLate > 0);
    expect(late.length).toBeGreaterThanOrEqual(6);
    expect(late[0]?.daysLate).toBe(90);
    expect(buildPolicyFacts(facts, { annualIncome: null, monthlyDebt: 0, employment: null }).worstLate).toBe(
      90,
    );
    const { data: euros } = await customer.client.rpc('my_credit_facts', { currency: 'EUR' }).throwOnError();
    expect(euros.currency).toBe('EUR');
    expect(euros.lines[0].limit).toBeLessThan(facts.lines[0]?.limit ?? 0);
  });

  it('reports no facts for a customer without products, and nothing to others', async () => {
    const customer = await signUp();
    const facts = await getFacts(customer);
    expect(facts).toMatchObject({ since: facts.today, lines: [], payments: [], inquiries: [], income: [] });
    await decide(customer, await submit(customer));
    expect((await getFacts(customer)).inquiries).toEqual([
      { on: facts.today, text: 'Personal loan application', kind: 'PERSONAL' },
    ]);
  });

  it('exports and imports applications with their whole history', async () => {
    const customer = await signUp();
    const { data: account } = await customer.client
      .rpc('open_account', { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 10 })
      .single<{ id: string }>()
      .throwOnError();
    const id = await submit(customer);
    await decide(customer, id);
    await customer.client
      .rpc('accept_offer', { application_id: id, offer_index: 0, account_id: account.id })
      .throwOnError();
    await customer.client.rpc('save_application_draft', { form: { step: 'what' } }).throwOnError();
    const copy = await signUp();
    expect(await restore(copy, { file: await exported(customer) })).toMatchObject({ status: 200 });
    const [theirs, ours] = await Promise.all(
      [customer, copy].map(async ({ client }) =>
        (await client.from('loan_applications').select('*').order('submitted_at').throwOnError()).data?.map(
          ({ id: _, user_id: __, loan_id, ...rest }) => ({ ...rest, hasLoan: loan_id !== null }),
        ),
      ),
    );
    expect(ours).toEqual(theirs);
    expect(ours?.map(({ status, hasLoan }) => [status, hasLoan])).toEqual([
      ['funded', true],
      ['draft', false],
    ]);
    const { data: loan } = await copy.client.from('loans').select('id').single().throwOnError();
    const { data: funded } = await copy.client
      .from('loan_applications')
      .select('loan_id')
      .eq('status', 'funded')
      .single()
      .throwOnError();
    expect(funded.loan_id).toBe(loan.id);
    expect(await violationsOf(copy)).toEqual([]);
  });
});
