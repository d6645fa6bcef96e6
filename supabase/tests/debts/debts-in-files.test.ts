import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { canonical, getHouseholds } from '../support/simulated-household.ts';

describe('debts in a household file', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, live, hashOf, violationsOf, exported, restore } = getHouseholds(() => server);

  it('are restored with lower installments, pauses, payments, and refinance offers', async () => {
    const customer = await signUp();
    const { client } = customer;
    const call = async (verb: string, body: object) => (await client.rpc(verb, body).throwOnError()).data;
    const account = await call('open_account', { name: 'Everyday', initial_balance: 90_000 });
    const terms = { amount: 10_000, interest_rate: 12, account_id: account.id };
    const [active, paused, old, second] = [
      await call('take_loan', { ...terms, name: 'Kept', term: 12 }),
      await call('take_loan', { ...terms, name: 'Paused', term: 24 }),
      await call('take_loan', { ...terms, name: 'Old', term: 36 }),
      await call('take_loan', { ...terms, name: 'Other', term: 48 }),
    ];
    await call('take_mortgage', {
      property_value: 300_000,
      down_payment: 60_000,
      interest_rate: 6,
      term: 30,
      rate_type: 'variable',
      account_id: account.id,
    });
    await call('pay_extra', { debt_id: active.id, amount: 4_000, account_id: account.id, effect: 'lower' });
    await call('pause_debt', { debt_id: paused.id, months: 2 });
    await call('refinance_offer', { debt_ids: [active.id], term: 24 });
    const offer = await call('refinance_offer', { debt_ids: [old.id, second.id], term: 24 });
    await call('accept_refinance', { offer_id: offer.offer_id });
    await live(customer, Date.now() + 3 * DAY_MS);
    const before = await exported(customer);
    expect(before.refinance_offers).toHaveLength(2);
    const payments = async () =>
      (
        await client
          .from('debt_payments')
          .select('kind, amount, interest, principal, extra, effect, balance_after, description')
          .order('entry_id')
          .throwOnError()
      ).data;
    const loans = async () =>
      (
        await client
          .from('loans')
          .select('name, monthly_payment, remaining_balance, paused_until, paused_on')
          .order('created_at')
          .throwOnError()
      ).data;
    const offers = async () =>
      (await client.from('refinance_offers').select('*').order('offered_at').throwOnError()).data ?? [];
    const [paid, owed, hash] = [await payments(), await loans(), await hashOf(customer)];
    expect(paid?.map(({ kind }) => kind)).toEqual(['extra', 'refinance', 'refinance']);
    const checkpoint = await call('save_checkpoint', { name: 'Debts' });
    expect(await restore(customer, { checkpoint_id: checkpoint.id })).toMatchObject({ status: 200 });
    expect(await hashOf(customer)).toBe(hash);
    expect(await payments()).toEqual(paid);
    expect(await loans()).toEqual(owed);
    expect(owed?.find(({ name }) => name === 'Paused')?.paused_on).not.toBeNull();
    const [open, accepted] = await offers();
    const { data: fresh } = await client.from('loans').select('id, name').throwOnError();
    const getId = (name: string) => fresh?.find((loan) => loan.name === name)?.id;
    expect(open).toMatchObject({ debt_ids: [getId('Kept')], accepted_at: null, debt_id: null });
    expect(accepted).toMatchObject({ debt_id: getId('Refinanced debts'), rate: 10.5 });
    expect(accepted.debt_ids.toSorted()).toEqual([getId('Old'), getId('Other')].toSorted());
    expect(canonical(await exported(customer))).toEqual(canonical(before));
    expect(await violationsOf(customer)).toEqual([]);
    await call('accept_refinance', { offer_id: open.id });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are restored with their fees and the schedule of mortgage insurance', async () => {
    const customer = await signUp();
    const { client } = customer;
    const { data: account } = await client
      .rpc('open_account', { name: 'Everyday', initial_balance: 90_000 })
      .throwOnError();
    const { data: mortgage } = await client
      .rpc('take_mortgage', {
        ...{ property_value: 350_000, down_payment: 17_500, interest_rate: 6.25, term: 30 },
        ...{ account_id: account.id, origination_fee: 995, points_fee: 3_325, pmi_rate: 0.6 },
      })
      .throwOnError();
    await client
      .from('mortgages')
      .update({ autopay_account_id: account.id })
      .eq('id', mortgage.id)
      .throwOnError();
    await live(customer, Date.now() + 70 * DAY_MS);
    const before = await exported(customer);
    const columns = 'origination_fee, points_fee, pmi_rate, pmi_ended_on, remaining_balance';
    const getMortgage = async () =>
      (await client.from('mortgages').select(columns).single().throwOnError()).data;
    const [stored, hash] = [await getMortgage(), await hashOf(customer)];
    expect(stored).toMatchObject({ origination_fee: 995, points_fee: 3_325, pmi_rate: 0.6 });
    expect(await restore(customer, { file: before })).toMatchObject({ status: 200 });
    expect(await getMortgage()).toEqual(stored);
    expect(await hashOf(customer)).toBe(hash);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are restored with escrow, a payment day, and a biweekly plan', async () => {
    const customer = await signUp();
    const { client } = customer;
    const { data: account } = await client
      .rpc('open_account', { name: 'Everyday', initial_balance: 150_000 })
      .throwOnError();
    await client
      .rpc('take_mortgage', {
        ...{ property_value: 400_000, down_payment: 80_000, interest_rate: 6.25, term: 30 },
        ...{ account_id: account.id, property_tax: 4_200, home_insurance: 1_680, payment_day: 12 },
      })
      .throwOnError();
    const { data: mortgage } = await client.from('mortgages').select('id').single().throwOnError();
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await client.rpc('start_biweekly', { debt_id: mortgage.id, first_day: tomorrow }).throwOnError();
    const { data: car } = await client
      .rpc('take_loan', { amount: 9_000, interest_rate: 5, name: 'Car', term: 36, account_id: account.id })
      .throwOnError();
    await client.from('loans').update({ autopay_account_id: account.id }).eq('id', car.id).throwOnError();
    await client.rpc('start_biweekly', { debt_id: car.id, first_day: tomorrow }).throwOnError();
    await live(customer, Date.now() + 40 * DAY_MS);
    const before = await exported(customer);
    const columns =
      'name, kind, next_collection, balance, next_deposit, property_tax, home_insurance, ended_on';
    const getEscrow = async () =>
      (await client.from('debt_reserves').select(columns).order('kind').order('name').throwOnError()).data;
    const [stored, hash] = [await getEscrow(), await hashOf(customer)];
    expect(stored).toMatchObject([
      { name: 'Car biweekly payments' },
      { kind: 'biweekly' },
      { next_deposit: 490, ended_on: null },
    ]);
    expect(before.mortgages[0]).toMatchObject({ payment_day: 12 });
    expect(await restore(customer, { file: before })).toMatchObject({ status: 200 });
    expect(await getEscrow()).toEqual(stored);
    expect(await hashOf(customer)).toBe(hash);
    const until = Date.now() + 800 * DAY_MS;
    await live(customer, until);
    const later = await hashOf(customer);
    expect(await restore(customer, { file: before })).toMatchObject({ status: 200 });
    await live(customer, Date.now() + 300 * DAY_MS);
    await live(customer, until);
    expect(await hashOf(customer)).toBe(later);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are refused with invalid offers, and nothing changes', async () => {
    const customer = await signUp();
    const { data: loan } = await customer.client
      .rpc('take_loan', { amount: 100, interest_rate: 5, name: 'Car', term: 12 })
      .throwOnError();
    await customer.client.rpc('refinance_offer', { debt_ids: [loan.id], term: 24 }).throwOnError();
    const file = await exported(customer);
    const [offer] = file.refinance_offers;
    for (const wrong of [
      { ...offer, amount: 5 },
      { ...offer, rate: 101 },
      { ...offer, term: 0 },
      { ...offer, debt_ids: ['nobody'] },
      { ...offer, currency: 'XXX' },
      { ...offer, product: 'card' },
    ])
      expect(await restore(customer, { file: { ...file, refinance_offers: [wrong] } })).toMatchObject({
        status: 422,
      });
    expect((await customer.client.from('refinance_offers').select('id').throwOnError()).data).toHaveLength(1);
  });
});
