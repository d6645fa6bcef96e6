import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debtInterest } from '../../../engine/products/debts/debt-interest.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import type { LineStatement } from '../../functions/issue-document/facts.ts';
import { divideInterest, sumLineStatement } from '../../functions/issue-document/line-statement.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

type Line = {
  id: string;
  amount: number;
  remaining_balance: number;
  monthly_payment: number;
  interest_rate: number;
  next_due_date: string;
  start_date: string;
};

describe('a home equity line of credit', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, exported, restore, violationsOf } = getHouseholds(() => server);

  async function fastForward({ client }: Customer, by: string) {
    const { error } = await client.functions.invoke('advance', { body: { by } });
    expect(error).toBeNull();
  }

  const call = async <Answer>({ client }: Customer, verb: string, values: object): Promise<Answer> =>
    (await client.rpc(verb, values).throwOnError()).data as Answer;
  const refusal = async ({ client }: Customer, verb: string, values: object) => {
    const { error } = await client.rpc(verb, values);
    return error && { code: error.code, details: error.details && JSON.parse(error.details) };
  };

  async function open(client: Customer, balance = 5_000): Promise<string> {
    const { data } = await client.client
      .from('accounts')
      .insert({ name: 'Checking', type: 'CHECKING', balance, currency: 'USD' })
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  }

  /** Opens a home worth 400,000.00 with a mortgage of 200,000.00. */
  const buyHome = (customer: Customer) =>
    call<{ id: string }>(customer, 'take_mortgage', {
      ...{ property_value: 400_000, down_payment: 200_000, interest_rate: 6, term: 30 },
    });

  async function decide(customer: Customer, homeId: string, limit = 30_000) {
    const { id } = await call<{ id: string }>(customer, 'submit_application', {
      ...{ loan_type: 'HOME_EQUITY', loan_amount: limit, term_months: 360, home_id: homeId },
      ...{ annual_income: 60_000, employment_status: 'EMPLOYED' },
    });
    const { data } = await customer.client.functions.invoke('decide-application', {
      body: { application_id: id },
    });
    return data;
  }

  /** Opens a line with a limit of 30,000.00, and returns its ids. */
  async function openLine(customer: Customer) {
    const account = await open(customer);
    const home = await buyHome(customer);
    const application = await decide(customer, home.id);
    const { loan_id } = await call<{ loan_id: string }>(customer, 'accept_offer', {
      ...{ application_id: application.id, offer_index: 0, account_id: account },
    });
    return { id: loan_id, account, home: home.id, application };
  }

  const getLine = async ({ client }: Customer, id: string) =>
    (await client.from('loans').select('*').eq('id', id).single().throwOnError()).data as Line;

  it('is decided on the home and the mortgage, and opens without a balance', async () => {
    const customer = await signUp();
    const { id, application, home } = await openLine(customer);
    expect(application).toMatchObject({
      status: 'approved',
      collateral_value: 400_000,
      lien: 200_000,
      decision: {
        offers: [{ amount: 30_000_00, term: 360, margin: 3.25, drawMonths: 120, rateCap: 18 }, {}],
      },
    });
    const { rate, margin } = application.decision.offers[0];
    const prime = application.decision.rateParts[0];
    expect(prime.text).toBe('Prime rate');
    expect(prime.percent * 4).toBe(Math.round(prime.percent * 4));
    expect(rate).toBe(prime.percent + margin);
    expect(await getLine(customer, id)).toMatchObject({
      ...{ amount: 30_000, remaining_balance: 0, monthly_payment: 0, interest_rate: rate, term: 360 },
      ...{ draw_months: 120, rate_margin: 3.25, rate_cap: 18, home_id: home },
    });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('pays draws to an account once per request, and bills interest on the daily balance', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    const draw = { loan_id: id, amount: 10_000, account_id: account, request_id: 'draw' };
    const drawn = await call<Line>(customer, 'draw_credit_line', draw);
    expect(await call<Line>(customer, 'draw_credit_line', draw)).toEqual(drawn);
    expect(drawn.remaining_balance).toBe(10_000);
    expect(drawn.monthly_payment).toBe(Math.round((10_000 * drawn.interest_rate) / 12) / 100);
    const days = (Date.parse(drawn.next_due_date) - Date.parse(drawn.start_date)) / (24 * 60 * 60 * 1000);
    const interest = Math.round((10_000_00 * days * drawn.interest_rate) / 36_500) / 100;
    const quote = await call<{ total: number }>(customer, 'payoff_quote', {
      ...{ debt_id: id, on_date: drawn.next_due_date },
    });
    expect(quote.total).toBe(10_000);
    await fastForward(customer, 'P35D');
    const { data: posted } = await customer.client
      .from('debt_payments')
      .select('amount, interest, principal, extra, kind')
      .eq('debt_id', id)
      .throwOnError();
    expect(posted).toEqual([{ amount: interest, interest, principal: 0, extra: 0, kind: 'installment' }]);
    expect((await getLine(customer, id)).remaining_balance).toBe(10_000);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('issues monthly statements that add up, with the interest of each day', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    const draw = (amount: number) =>
      call(customer, 'draw_credit_line', { loan_id: id, amount, account_id: account });
    await draw(6_000);
    await fastForward(customer, 'P10D');
    await draw(2_345.67);
    await fastForward(customer, 'P7D');
    await call(customer, 'pay_loan', { loan_id: id, amount: 1_000, account_id: account });
    await fastForward(customer, 'P3M');
    const documents = await call<{ id: string; kind: string; period_to: string }[]>(
      customer,
      'my_documents',
      {},
    );
    const statements = documents.filter(({ kind }) => kind === 'line_statement').reverse();
    expect(statements).toHaveLength(3);
    const papers = await Promise.all(
      statements.map(async ({ id: document_id }) => {
        const [row] = await sql()`select document_facts(${customer.id}, ${document_id}) as facts`;
        return row?.facts.terms as LineStatement['terms'];
      }),
    );
    let previous = 0;
    for (const terms of papers) {
      const sums = sumLineStatement(terms);
      expect(sums.previous).toBe(previous);
      previous = sums.balance;
      // Without a payoff in the period, the rows need no correction.
      const line = { limit: 0, drawMonths: 0, margin: 0, cap: 0 };
      const balanceDays = terms.days.reduce((sum, row) => sum + Math.round(row.balance * 100) * row.days, 0);
      expect(debtInterest({ rate: terms.rate, line }, balanceDays)).toBe(sums.interest);
      const parts = divideInterest(terms, sums.interest);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sums.interest);
      expect(Math.round(terms.payment * 100)).toBe(sums.interest);
    }
    expect(papers[0]).toMatchObject({
      ...{ number: 1, limit: 30_000, overdue: 0, autopay: true },
      days: [{ days: 10, balance: 6_000 }, { days: 7, balance: 8_345.67 }, { balance: 7_345.67 }],
    });
    expect(sumLineStatement(papers[0] as LineStatement['terms'])).toMatchObject({
      ...{ draws: 8_345_67, payments: 1_000_00, fees: 0 },
    });
    const balances = await call<{ balance: number }[]>(customer, 'statement_balances', {
      document_ids: statements.map(({ id: own }) => own),
    });
    expect(balances.map(({ balance }) => balance).sort()).toEqual(
      papers.map(({ balance }) => -balance).sort(),
    );
    const { data } = await customer.client.functions.invoke('issue-document', {
      body: { document_id: statements[0]?.id },
    });
    expect(data).toMatchObject({ size: expect.any(Number), sha256: expect.any(String) });
    const news = await call<{ message: string }[]>(customer, 'my_notifications', {
      since: '2000-01-01T00:00:00Z',
    });
    expect(news.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The Home equity line statement is ready: \$\d\d\.\d\d, due on /),
    );
    const stranger = await signUp();
    const { error } = await stranger.client.functions.invoke('issue-document', {
      body: { document_id: statements[0]?.id },
    });
    expect(error).not.toBeNull();
  });

  it('has a statement for the month of a payoff, and none for months without activity', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    await fastForward(customer, 'P1M');
    // The draw and the payoff must be in the same month.
    if (new Date().getUTCDate() > 18) await fastForward(customer, 'P15D');
    await call(customer, 'draw_credit_line', { loan_id: id, amount: 4_000, account_id: account });
    await fastForward(customer, 'P9D');
    await call(customer, 'pay_off', { debt_id: id, account_id: account });
    await fastForward(customer, 'P3M');
    const documents = await call<{ id: string; kind: string }[]>(customer, 'my_documents', {});
    const statements = documents.filter(({ kind }) => kind === 'line_statement');
    expect(statements).toHaveLength(1);
    const [row] = await sql()`select document_facts(${customer.id}, ${statements[0]?.id ?? ''}) as facts`;
    const terms = row?.facts.terms as LineStatement['terms'];
    const sums = sumLineStatement(terms);
    expect(sums).toMatchObject({ previous: 0, balance: 0, draws: 4_000_00 });
    expect(sums.interest).toBeGreaterThan(0);
    expect(divideInterest(terms, sums.interest)).toEqual([sums.interest]);
    expect(terms.days).toMatchObject([{ days: 9, balance: 4_000 }]);
  });

  it('refuses draws above the available credit, and attacks', async () => {
    const customer = await signUp();
    const { id, account, home } = await openLine(customer);
    const stranger = await signUp();
    const theirs = await open(stranger);
    const draw = { loan_id: id, amount: 100, account_id: account };
    expect(await refusal(customer, 'draw_credit_line', { ...draw, amount: 30_000.01 })).toMatchObject({
      code: 'OVRLM',
      details: { available: 30_000, limit: 30_000 },
    });
    for (const amount of [0, -1, 'NaN'])
      expect(await refusal(customer, 'draw_credit_line', { ...draw, amount })).toMatchObject({
        code: 'BADAM',
      });
    expect(await refusal(stranger, 'draw_credit_line', { ...draw, account_id: theirs })).toMatchObject({
      code: 'NTFND',
    });
    expect(await refusal(customer, 'draw_credit_line', { ...draw, account_id: theirs })).toMatchObject({
      code: 'NTFND',
    });
    const { data: car } = await customer.client
      .rpc('take_loan', { amount: 1_000, interest_rate: 5, term: 12, name: 'Car' })
      .single<{ id: string }>()
      .throwOnError();
    expect(await refusal(customer, 'draw_credit_line', { ...draw, loan_id: car.id })).toMatchObject({
      code: 'NTFND',
    });
    // Raw calls can't raise the limit, change the terms, or write off a balance.
    for (const change of [{ amount: 1_000_000 }, { interest_rate: 0 }, { remaining_balance: 5 }]) {
      const { error } = await customer.client.from('loans').update(change).eq('id', id);
      expect(error?.code).toBe('NOELG');
    }
    for (const name of ['', ' ', 'x'.repeat(500)])
      expect((await customer.client.from('loans').update({ name }).eq('id', id)).error?.code).toBe('BADNM');
    for (const change of [{ draw_months: 300 }, { rate_cap: 1 }, { home_id: null }]) {
      const { error } = await customer.client.from('loans').update(change).eq('id', id);
      expect(error?.code).toBe('42501');
    }
    await call(customer, 'draw_credit_line', draw);
    const { error } = await customer.client.from('loans').delete().eq('id', id);
    expect(error?.code).toBe('OWING');
    for (const [verb, values] of [
      ['recast_debt', { debt_id: id }],
      ['change_payment_day', { debt_id: id, day: 5 }],
      ['pay_extra', { debt_id: id, amount: 5, effect: 'lower' }],
    ] as const)
      expect(await refusal(customer, verb, values)).toMatchObject({ code: 'NOELG' });
    const application = {
      loan_type: 'HOME_EQUITY',
      loan_amount: 5_000,
      term_months: 360,
      annual_income: 60_000,
    };
    expect(await refusal(customer, 'submit_application', { ...application, home_id: home })).toMatchObject({
      code: 'NOELG',
    });
    expect(await refusal(stranger, 'submit_application', { ...application, home_id: home })).toMatchObject({
      code: 'NTFND',
    });
  });

  it('pays the last credit to only one of two draws at once', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    const draw = () =>
      customer.client.rpc('draw_credit_line', { loan_id: id, amount: 20_000, account_id: account });
    const answers = await Promise.all([draw(), draw()]);
    expect(answers.map(({ error }) => error?.code ?? 'drawn').sort()).toEqual(['OVRLM', 'drawn']);
    expect((await getLine(customer, id)).remaining_balance).toBe(20_000);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('is either drawn or closed if both happen at once', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    const [drawn, closed] = await Promise.all([
      customer.client.rpc('draw_credit_line', { loan_id: id, amount: 500, account_id: account }),
      customer.client.from('loans').delete().eq('id', id),
    ]);
    expect([drawn.error?.code, closed.error?.code]).toEqual(
      drawn.error ? ['NTFND', undefined] : [undefined, 'OWING'],
    );
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('stays open until the interest on repaid draws is paid', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    await call(customer, 'draw_credit_line', { loan_id: id, amount: 4_000, account_id: account });
    await fastForward(customer, 'P10D');
    await call(customer, 'pay_loan', { loan_id: id, amount: 4_000, account_id: account });
    const { interest_rate, remaining_balance } = await getLine(customer, id);
    expect(remaining_balance).toBe(0);
    const quote = await call<{ total: number }>(customer, 'payoff_quote', { debt_id: id });
    expect(quote.total).toBe(Math.round((4_000_00 * 10 * interest_rate) / 36_500) / 100);
    const close = () => customer.client.from('loans').delete().eq('id', id);
    const { error } = await close();
    expect(error?.code).toBe('OWING');
    expect(JSON.parse(error?.details ?? '{}')).toEqual({ balance: quote.total });
    await call(customer, 'pay_off', { debt_id: id, account_id: account });
    await close().throwOnError();
    expect((await customer.client.from('loans').select('id').eq('id', id)).data).toEqual([]);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('allows no draws while a payment is past due', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    await call(customer, 'draw_credit_line', { loan_id: id, amount: 10_000, account_id: account });
    await customer.client.from('loans').update({ autopay_account_id: null }).eq('id', id).throwOnError();
    await fastForward(customer, 'P35D');
    expect(
      await refusal(customer, 'draw_credit_line', { loan_id: id, amount: 1, account_id: account }),
    ).toMatchObject({ code: 'NOELG', details: { reason: 'past_due' } });
  });

  it('continues in household files and after a refinancing of the mortgage', async () => {
    const customer = await signUp();
    const { id, account } = await openLine(customer);
    await call(customer, 'draw_credit_line', { loan_id: id, amount: 10_000, account_id: account });
    await customer.client
      .from('mortgages')
      .update({ autopay_account_id: account })
      .eq('currency', 'USD')
      .throwOnError();
    await fastForward(customer, 'P40D');
    const file = await exported(customer);
    const { interest_rate, monthly_payment } = await getLine(customer, id);
    expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    const { client } = customer;
    const home = (await client.from('mortgages').select('id').single().throwOnError()).data.id;
    const restored = (await client.from('loans').select('*').single().throwOnError()).data;
    expect(restored).toMatchObject({
      ...{ amount: 30_000, remaining_balance: 10_000, home_id: home, draw_months: 120 },
      ...{ interest_rate, monthly_payment },
    });
    const offer = await call<{ offer_id: string }>(customer, 'refinance_offer', {
      ...{ debt_ids: [home], term: 360, purpose: 'mortgage' },
    });
    const refinanced = await call<{ id: string }>(customer, 'accept_refinance', { offer_id: offer.offer_id });
    expect(await getLine(customer, restored.id)).toMatchObject({ home_id: refinanced.id });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('posts the same ledger in one step and in daily steps', async () => {
    const hashes: string[] = [];
    const seed = 4_711;
    for (const steps of [['P90D'], Array.from({ length: 90 }, () => 'P1D')]) {
      const customer = await signUp();
      await open(customer);
      await sql()`update bank.clocks set seed = ${seed} where household_id = ${customer.id}`;
      const { id, account } = await openLine(customer);
      await call(customer, 'draw_credit_line', { loan_id: id, amount: 10_000, account_id: account });
      for (const step of steps) await fastForward(customer, step);
      const { data } = await customer.client
        .from('debt_activity')
        .select('kind, amount')
        .eq('debt_id', id)
        .order('entry_id')
        .throwOnError();
      const { interest_rate, monthly_payment, next_due_date } = await getLine(customer, id);
      hashes.push(JSON.stringify({ data, interest_rate, monthly_payment, next_due_date }));
    }
    expect(hashes[1]).toBe(hashes[0]);
  });
});
