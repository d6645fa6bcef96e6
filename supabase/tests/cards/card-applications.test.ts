import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { buildCardFacts, decideCard } from '../../../engine/credit/card-policy.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, canonical, getHouseholds } from '../support/simulated-household.ts';

describe('card applications', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, signUpWithDemo, live, hashOf, violationsOf, exported, restore } = getHouseholds(
    () => server,
  );

  async function apply({ client }: Customer, product: string, details: Record<string, unknown> = {}) {
    const { data, error, response } = await client.functions.invoke('decide-card-application', {
      body: {
        product,
        annual_income: 60_000,
        employment_status: 'EMPLOYED',
        monthly_debt: 0,
        request_id: crypto.randomUUID(),
        ...details,
      },
    });
    if (error === null) return { status: 200, body: data };
    return { status: response?.status ?? 0, body: await error.context.json() };
  }

  const open = ({ client }: Customer, id: string, more = {}) =>
    client
      .rpc('open_card', { application_id: id, ...more })
      .single<{ id: string; credit_limit: number; apr: number }>();

  it('are decided by the policy from the customer’s records, and stored with reasons', async () => {
    const customer = await signUpWithDemo(Date.now() - 3 * DAY_MS);
    const { data: credit } = await customer.client.rpc('my_credit_facts', { currency: 'USD' }).throwOnError();
    const facts = buildCardFacts(credit as CreditFacts, {
      annualIncome: 60_000_00 as never,
      monthlyDebt: 0 as never,
      employment: 'EMPLOYED',
    });
    const expected = decideCard(facts, 'quarter_five');
    const { status, body } = await apply(customer, 'quarter_five');
    expect(status).toBe(200);
    expect(body.decision).toMatchObject(JSON.parse(JSON.stringify(expected)));
    expect(body.outcome).toBe(expected.outcome);
    const { data: rows } = await customer.client
      .from('card_applications')
      .select('id, is_open, card_id')
      .throwOnError();
    expect(rows).toEqual([{ id: body.id, is_open: expected.outcome !== 'declined', card_id: null }]);
  });

  it('give a new customer a counteroffer of the card that their score allows', async () => {
    const customer = await signUp();
    await customer.client.rpc('open_account', { name: 'Checking', initial_balance: 900 }).throwOnError();
    const { body } = await apply(customer, 'voyage');
    expect(body).toMatchObject({
      outcome: 'countered',
      decision: { alternative: { product: 'anchor_secured', apr: 26.99 } },
    });
    const against = body.decision.reasons.filter(({ effect }: { effect: string }) => effect === 'against');
    expect(against.map(({ code }: { code: string }) => code)).toEqual(['score']);
    const student = await apply(customer, 'campus', { employment_status: 'STUDENT', annual_income: 12_000 });
    expect(student.body).toMatchObject({ outcome: 'approved', decision: { limit: 1_500_00, apr: 22.99 } });
  });

  it('are decided once per request, and refused with a wrong body or another card', async () => {
    const customer = await signUp();
    const request_id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => apply(customer, 'anchor_secured', { request_id })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await apply(customer, 'voyage', { request_id })).toMatchObject({
      status: 409,
      body: { code: 'RQDIF' },
    });
    for (const wrong of [
      { product: 'black' },
      { annual_income: -1 },
      { annual_income: 0.001 },
      { annual_income: '60000' },
      { employment_status: 'KING' },
      { monthly_debt: 1e12 },
      { request_id: '' },
    ])
      expect(await apply(customer, 'voyage', wrong), JSON.stringify(wrong)).toMatchObject({
        status: 422,
        body: { code: 'BADAP' },
      });
  });

  it('open one card, even if two offers are taken at the same time', async () => {
    const customer = await signUp();
    const { data: account } = await customer.client
      .rpc('open_account', { name: 'Checking', initial_balance: 900 })
      .single<{ id: string }>()
      .throwOnError();
    const ids = [];
    for (let offer = 0; offer < 3; offer += 1) ids.push((await apply(customer, 'anchor_secured')).body.id);
    const opened = await Promise.all(
      ids.map((id) => open(customer, id, { deposit: 300, account_id: account.id })),
    );
    expect(opened.map(({ error }) => error?.code ?? 'opened').toSorted()).toEqual([
      'NOOFR',
      'NOOFR',
      'opened',
    ]);
    const { data: cards } = await customer.client
      .from('credit_cards')
      .select('security_deposit')
      .throwOnError();
    expect(cards).toEqual([{ security_deposit: 300 }]);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are in household files and checkpoints, with the card, its deposit, and its rates', async () => {
    const customer = await signUp();
    const { data: account } = await customer.client
      .rpc('open_account', { name: 'Checking', initial_balance: 900 })
      .single<{ id: string }>()
      .throwOnError();
    const secured = await open(customer, (await apply(customer, 'anchor_secured')).body.id, {
      deposit: 400,
      account_id: account.id,
    }).throwOnError();
    await customer.client.rpc('charge_credit_card', { card_id: secured.data.id, amount: 120 }).throwOnError();
    await live(customer, Date.now() + 40 * DAY_MS);
    const [hash, file] = [await hashOf(customer), await exported(customer)];
    expect(file.card_applications).toHaveLength(1);
    expect(file.cards[0]).toMatchObject({ product: 'anchor_secured', security_deposit: 400 });
    const copy = await signUp();
    expect(await restore(copy, { file })).toMatchObject({ status: 200 });
    expect(await hashOf(copy)).toBe(hash);
    expect(canonical(await exported(copy)).card_applications).toEqual(canonical(file).card_applications);
    for (const household of [customer, copy]) await live(household, Date.now() + 300 * DAY_MS);
    expect(await hashOf(copy)).toBe(await hashOf(customer));
    for (const household of [customer, copy]) expect(await violationsOf(household)).toEqual([]);
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Later' })
      .single<{ id: string }>()
      .throwOnError();
    await customer.client.from('credit_cards').delete().eq('id', secured.data.id).throwOnError();
    expect(await restore(customer, { checkpoint_id: checkpoint.id })).toMatchObject({ status: 200 });
    expect(await hashOf(customer)).toBe(await hashOf(copy));
  });

  it('refuse a file whose deposit is not in its journal', async () => {
    const customer = await signUp();
    await customer.client.rpc('open_account', { name: 'Checking', initial_balance: 900 }).throwOnError();
    await open(customer, (await apply(customer, 'anchor_secured')).body.id, {
      deposit: 300,
      account_id: (await exported(customer)).accounts[0].id,
    }).throwOnError();
    const file = await exported(customer);
    file.cards[0].security_deposit = 3000;
    expect(await restore(await signUp(), { file })).toMatchObject({ status: 422, body: { code: 'HOUSE' } });
  });

  it('lead to the same ledger in one step of a year as in 365 steps', async () => {
    const begin = Date.now();
    const [once, daily] = [await signUp(), await signUp()];
    const file = await (async () => {
      const owner = await signUp();
      const { data: account } = await owner.client
        .rpc('open_account', { name: 'Checking', initial_balance: 9_000 })
        .single<{ id: string }>()
        .throwOnError();
      const secured = await open(owner, (await apply(owner, 'anchor_secured')).body.id, {
        deposit: 400,
        account_id: account.id,
      }).throwOnError();
      await owner.client
        .from('credit_cards')
        .update({ autopay: 'minimum', autopay_account_id: account.id })
        .eq('id', secured.data.id)
        .throwOnError();
      await owner.client.rpc('charge_credit_card', { card_id: secured.data.id, amount: 300 }).throwOnError();
      // Two more products as if they had been approved: a penalty rate and bonus categories.
      for (const [product, name] of [
        ['voyage', 'Voyage'],
        ['quarter_five', 'Quarter Five'],
        ['tide_cash', 'Tide Cash'],
      ] as const) {
        const decision = { outcome: 'approved', product, name, apr: 21.49, limit: 5_000_00 };
        const [application] = await sql()`
          select * from record_card_application(${owner.id}, ${product}, 60000, 'EMPLOYED', 0,
            ${JSON.stringify(decision)}::text::jsonb)`;
        const card = await open(owner, application?.['id']).throwOnError();
        await owner.client
          .rpc('charge_credit_card', { card_id: card.data.id, amount: 800, category: 'Food' })
          .throwOnError();
      }
      return exported(owner);
    })();
    for (const household of [once, daily])
      expect(await restore(household, { file })).toMatchObject({ status: 200 });
    await live(once, begin + 365 * DAY_MS);
    for (let day = 1; day <= 365; day += 1) await live(daily, begin + day * DAY_MS);
    expect(await hashOf(daily)).toBe(await hashOf(once));
    const kinds = await sql()`select distinct kind from household_events where user_id = ${once.id}`;
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['penalty_notice', 'card_graduated']),
    );
    expect(await violationsOf(once)).toEqual([]);
    const { data: news } = await once.client.rpc('my_notifications').throwOnError();
    const messages = (news as { message: string }[]).map(({ message }) => message).join('\n');
    expect(messages).toMatch(/A payment on Voyage is more than 60 days late\. Its APR rises to 29\.99% on /);
    expect(messages).toMatch(/Your \$400\.00 security deposit for Anchor Secured is back in Checking\./);
  }, 240_000);
});
