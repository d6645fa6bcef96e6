import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Zone } from '../../../engine/calendar/calendar.ts';
import { getPolicyOptions, POLICY_KINDS } from '../../../engine/insurance/terms.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

const DAY_MS = 86_400_000;
const zone = new Zone('America/New_York');

describe('insurance', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, violationsOf, exported, restore } = getHouseholds(() => server);

  type Insured = Customer & { accountId: string };

  async function signUpWithAccount(balance = 20_000): Promise<Insured> {
    const customer = await signUp();
    const account = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: balance };
    const { data } = await customer.client.rpc('open_account', account).throwOnError();
    return { ...customer, accountId: (data as { id: string }).id };
  }

  const insure = ({ client, accountId }: Insured, insurance_kind: string, deductible: number) =>
    client.rpc('set_insurance', { insurance_kind, deductible, account_id: accountId });
  const getPolicies = async ({ client }: Customer) =>
    (await client.rpc('my_household').throwOnError()).data.carryover.insurance;
  const getPremiums = async ({ client }: Customer) =>
    (
      await client
        .from('scheduled_payments')
        .select('name, payee, amount, frequency, yearly_percent, categories(name)')
        .order('name')
        .throwOnError()
    ).data;

  /** Plans surprises as the engine would draw them. */
  async function plan({ id }: Customer, shocks: { kind: string; size: number; inDays: number }[]) {
    const today = zone.getDay(Date.now());
    const planned = shocks.map(({ kind, size, inDays }) => ({
      id: `luck:${inDays}:${kind}`,
      kind,
      size,
      on: today + inDays,
    }));
    await sql()`update bank.clocks set carryover = carryover || ${sql().json({ shocks: planned })}
      where household_id = ${id}`;
  }

  async function advance({ client }: Customer, body: object) {
    const { data, error } = await client.functions.invoke('advance', { body });
    if (error) throw error;
    return data;
  }

  it('has the same figures in the bank and the engine', async () => {
    for (const kind of POLICY_KINDS) {
      const rows = await sql()`select premium * 100 as premium, deductible * 100 as deductible, coinsurance,
        out_of_pocket_limit * 100 as "outOfPocketLimit" from bank.policy_terms(${kind}) order by deductible`;
      expect(
        rows.map(({ premium, deductible, coinsurance, outOfPocketLimit: limit }) => ({
          premium: Number(premium),
          deductible: Number(deductible),
          coinsurance: Number(coinsurance),
          outOfPocketLimit: limit === null ? null : Number(limit),
        })),
      ).toEqual(getPolicyOptions(kind));
    }
  });

  it('is started with a premium that rises each year, changed, and ended', async () => {
    const customer = await signUpWithAccount();
    await insure(customer, 'car', 500).throwOnError();
    expect(await getPremiums(customer)).toEqual([
      {
        name: 'Car insurance',
        payee: 'Harbor Insurance',
        amount: 215,
        frequency: 'MONTHLY',
        yearly_percent: 5.5,
        categories: { name: 'Transportation' },
      },
    ]);
    await insure(customer, 'car', 2_000).throwOnError();
    expect(await getPremiums(customer)).toMatchObject([{ amount: 181.98 }]);
    expect(await getPolicies(customer)).toMatchObject({ car: { deductible: 200_000, coinsurance: 0 } });
    const { data: changes } = await customer.client
      .from('changes')
      .select('name, action, fields')
      .eq('subject', 'insurance')
      .order('changed_at')
      .throwOnError();
    expect(changes).toEqual([
      { name: 'Car insurance', action: 'created', fields: {} },
      { name: 'Car insurance', action: 'changed', fields: { deductible: [500, 2_000] } },
    ]);
    await customer.client.rpc('end_insurance', { insurance_kind: 'car' }).throwOnError();
    expect(await getPremiums(customer)).toEqual([]);
    expect(await getPolicies(customer)).toBeUndefined();
  });

  it('pays its part of surprises, and the ledger is correct', async () => {
    const customer = await signUpWithAccount();
    await insure(customer, 'car', 500).throwOnError();
    await insure(customer, 'health', 1_900).throwOnError();
    await plan(customer, [
      { kind: 'collision', size: 420_000, inDays: 3 },
      { kind: 'medical_bill', size: 840_000, inDays: 5 },
    ]);
    const { digest } = await advance(customer, { to: new Date(Date.now() + 26 * DAY_MS).toISOString() });
    const claims = digest.lines.find(({ group }: { group: string }) => group === 'claim');
    expect(claims.items.map(({ description }: { description: string }) => description)).toEqual([
      'Car insurance pays $3,700.00 of $4,200.00, and you pay $500.00',
      'Health insurance pays $5,200.00 of $8,400.00, and you pay $3,200.00',
    ]);
    const { data: account } = await customer.client
      .from('accounts')
      .select('balance')
      .single()
      .throwOnError();
    expect(account.balance).toBe(20_000 - 500 - 3_200 - 215 - 120);
    expect(await violationsOf(customer)).toEqual([]);
    const { data: notifications } = await customer.client.rpc('my_notifications').throwOnError();
    expect(Array.isArray(notifications)).toBe(true);
    const { data: past } = await customer.client.rpc('past_surprises').throwOnError();
    expect(past.map(({ kind, cost }: { kind: string; cost: number }) => [kind, cost])).toEqual([
      ['medical_bill', 3_200],
      ['collision', 500],
    ]);
  });

  it('is the same in one step and day by day, to the balance and the events', async () => {
    const now = Date.now();
    const [whole, stepped] = [await signUpWithAccount(6_000), await signUpWithAccount(6_000)];
    for (const customer of [whole, stepped]) {
      await sql()`update bank.clocks set seed = 9 where household_id = ${customer.id}`;
      await insure(customer, 'car', 500).throwOnError();
      await plan(customer, [
        { kind: 'collision', size: 420_000, inDays: 3 },
        { kind: 'collision', size: 900_000, inDays: 40 },
      ]);
    }
    const to = (days: number) => ({ to: new Date(now + days * DAY_MS).toISOString() });
    await advance(whole, to(120));
    for (let day = 1; day <= 120; day += 1) await advance(stepped, to(day));
    const happened = async ({ id }: Customer) => [
      ...(
        await sql()`select kind, description from household_events where user_id = ${id} order by at, id`
      ).map(({ kind, description }) => [kind, description]),
      ...(
        await sql()`select e.kind, e.description, e.value_at::date::text as day, p.amount::text from bank.entries e
          join bank.postings p on p.entry_id = e.id join bank.ledger_accounts l on l.id = p.ledger_id
          where l.household_id = ${id} order by e.value_at, e.id`
      ).map(({ kind, description, day, amount }) => [kind, description, day, amount]),
    ];
    expect(await happened(stepped)).toEqual(await happened(whole));
    expect(await violationsOf(stepped)).toEqual([]);
  });

  it('ends after an unpaid premium, and can be started again', async () => {
    const customer = await signUpWithAccount(0);
    await insure(customer, 'renters', 500).throwOnError();
    await advance(customer, { by: 'P2M' });
    expect(await getPolicies(customer)).toMatchObject({ renters: { endedOn: expect.any(Number) } });
    const { data: events } = await customer.client
      .from('household_events')
      .select('kind')
      .like('kind', 'coverage%')
      .order('at')
      .throwOnError();
    expect(events).toEqual([{ kind: 'coverage_warning' }, { kind: 'coverage_ended' }]);
    await insure(customer, 'renters', 1_000).throwOnError();
    const { renters } = await getPolicies(customer);
    expect(renters).not.toHaveProperty('endedOn');
    expect(await getPremiums(customer)).toMatchObject([{ amount: 13.11 }]);
  });

  it('pauses its payment when it ends, and resumes it when it is started again', async () => {
    const customer = await signUpWithAccount(0);
    await insure(customer, 'renters', 500).throwOnError();
    const { client } = customer;
    const getPayment = async () =>
      (
        await client
          .from('scheduled_payments')
          .select('id, paused, next_at, retry_at')
          .single()
          .throwOnError()
      ).data;
    await advance(customer, { by: 'P2M' });
    const stopped = await getPayment();
    expect(stopped).toMatchObject({ paused: true, next_at: null, retry_at: null });
    const countPayments = async () =>
      (await client.from('household_events').select('kind').eq('subject', stopped.id).throwOnError()).data
        .length;
    const events = await countPayments();
    await advance(customer, { by: 'P3M' });
    expect(await countPayments()).toBe(events);

    const resume = () => client.from('scheduled_payments').update({ paused: false }).eq('id', stopped.id);
    expect((await resume()).error?.code).toBe('NOELG');
    const file = await exported(customer);
    const other = await signUp();
    expect((await restore(other, { file })).status).toBe(200);
    const { data: restored } = await other.client.from('scheduled_payments').select('paused').throwOnError();
    expect(restored).toEqual([{ paused: true }]);
    expect(await getPolicies(other)).toMatchObject({ renters: { endedOn: expect.any(Number) } });

    await client
      .rpc('deposit', { account_id: customer.accountId, amount: 500, description: 'Cash' })
      .throwOnError();
    await insure(customer, 'renters', 500).throwOnError();
    expect(await getPayment()).toMatchObject({ id: stopped.id, paused: false });
    const { data: changes } = await client
      .from('changes')
      .select('action, fields')
      .eq('subject', 'scheduled_payment')
      .order('changed_at')
      .throwOnError();
    expect(changes).toEqual([
      { action: 'created', fields: {} },
      { action: 'changed', fields: { paused: [true, false] } },
    ]);
    await advance(customer, { by: 'P2M' });
    const { data: premiums } = await client
      .from('transactions')
      .select('amount')
      .eq('kind', 'payment')
      .throwOnError();
    expect(premiums).toEqual([{ amount: 14.25 }, { amount: 14.25 }]);
    expect(await getPolicies(customer)).toMatchObject({ renters: { deductible: 50_000 } });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('ends after its account was closed, and its payment can be paused by hand', async () => {
    const customer = await signUpWithAccount();
    const { client, accountId } = customer;
    await insure(customer, 'car', 500).throwOnError();
    await insure(customer, 'renters', 500).throwOnError();
    const main = { name: 'Main', type: 'CHECKING', currency: 'USD' };
    const { data: open } = await client.rpc('open_account', main).throwOnError();
    await client.rpc('close_account', { account_id: accountId, sweep_to_account_id: open.id }).throwOnError();
    await client
      .from('scheduled_payments')
      .update({ paused: true })
      .eq('name', 'Car insurance')
      .throwOnError();
    await advance(customer, { by: 'P3M' });
    const { data: payments } = await client.from('scheduled_payments').select('paused').throwOnError();
    expect(payments).toEqual([{ paused: true }, { paused: true }]);
    expect(await getPolicies(customer)).toMatchObject({
      car: { endedOn: expect.any(Number) },
      renters: { endedOn: expect.any(Number) },
    });
  });

  it('is unpaid from the day on which its payment is paused or deleted', async () => {
    const customer = await signUpWithAccount();
    await insure(customer, 'car', 500).throwOnError();
    await insure(customer, 'renters', 500).throwOnError();
    // The engine hasn't had anything to do for 20 days.
    await sql()`update bank.clocks set simulated_until = simulated_until - interval '20 days'
      where household_id = ${customer.id}`;
    const { client } = customer;
    await client
      .from('scheduled_payments')
      .update({ paused: true })
      .eq('name', 'Car insurance')
      .throwOnError();
    await client.from('scheduled_payments').delete().eq('name', 'Renters insurance').throwOnError();
    await advance(customer, { to: new Date(Date.now() + DAY_MS).toISOString() });
    const today = zone.getDay(Date.now());
    expect(await getPolicies(customer)).toMatchObject({
      car: { unpaidSince: today },
      renters: { unpaidSince: today },
    });
    const { data: warnings } = await client
      .from('household_events')
      .select('description')
      .eq('kind', 'coverage_warning')
      .order('description')
      .throwOnError();
    expect(warnings).toEqual([
      { description: 'Car insurance ends in 31 days, because its premium wasn’t paid' },
      { description: 'Renters insurance ends in 31 days, because its premium wasn’t paid' },
    ]);
    await client.from('scheduled_payments').update({ paused: false }).throwOnError();
    await advance(customer, { to: new Date(Date.now() + 40 * DAY_MS).toISOString() });
    const policies = await getPolicies(customer);
    expect(policies.car).not.toHaveProperty('unpaidSince');
    expect(policies.renters).toHaveProperty('endedOn');
  });

  it('keeps its payment through checkpoints and household files', async () => {
    const customer = await signUpWithAccount();
    await insure(customer, 'home', 1_000).throwOnError();
    const file = await exported(customer);
    const other = await signUp();
    expect((await restore(other, { file })).status).toBe(200);
    const [payment] = (await other.client.from('scheduled_payments').select('id').throwOnError()).data ?? [];
    expect(await getPolicies(other)).toMatchObject({ home: { paymentId: payment?.id } });
  });

  it('is refused for unknown kinds and deductibles, other customers’ accounts, and visitors', async () => {
    const customer = await signUpWithAccount();
    const stranger = await signUpWithAccount();
    const refusal = async (who: Insured, kind: string, deductible: number) =>
      (await insure(who, kind, deductible)).error?.code;
    expect(await refusal(customer, 'pet', 500)).toBe('BADTY');
    expect(await refusal(customer, 'car', 1)).toBe('BADTY');
    expect(await refusal(customer, 'car', -500)).toBe('BADTY');
    expect(await refusal({ ...customer, accountId: stranger.accountId }, 'car', 500)).toBe('NTFND');
    const end = async () =>
      (await customer.client.rpc('end_insurance', { insurance_kind: 'car' })).error?.code;
    expect(await end()).toBe('NTFND');
    expect(await getPremiums(customer)).toEqual([]);
    await customer.client.auth.signOut();
    expect(await refusal(customer, 'car', 500)).toBe('42501');
    expect(await end()).toBe('42501');
  });
});
