import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, DAY_MS, dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

const today = () => parseDay(new Date().toISOString().slice(0, 10));
/** A day a number of days from today, in an earlier year if `years` is negative. */
const dayAfter = (days: number, years = 0) => dayText(addMonths(today() + days, years * 12));
const instant = (days: number) => Date.now() + days * DAY_MS;

describe('bill increases', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, live, hashOf, violationsOf, exported, restore } = getHouseholds(() => server);

  /** Opens an account with a rent whose anniversary is in 65 days, and other rules. */
  async function openWithBills(customer: Customer) {
    const { client } = customer;
    const account = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 90_000 };
    const { data: opened } = await client.rpc('open_account', account).throwOnError();
    const account_id = opened?.id;
    const rules = [
      { name: 'Rent', payee: 'Foundry Lofts', amount: 1450, start_date: dayAfter(65, -1) },
      { name: 'Music', payee: 'Tidewave Music', amount: 12.99, start_date: dayAfter(-480) },
      { name: 'Phone', payee: 'Pebble Mobile', amount: 89, start_date: dayAfter(-400) },
      { name: 'Power', payee: 'Northgate Power', amount: 120, start_date: dayAfter(4) },
      {
        name: 'Dues',
        payee: 'Landlord',
        amount: 50,
        start_date: dayAfter(65, -1),
        yearly_adjustment: 'none',
      },
    ].map((rule) => ({ yearly_adjustment: null, ...rule, account_id, frequency: 'MONTHLY' }));
    const { data } = await client.from('scheduled_payments').insert(rules).select().throwOnError();
    const pay = { name: 'Pay', account_id, amount: 2000, frequency: 'BIWEEKLY', is_pay: true };
    await client
      .from('auto_deposits')
      .insert({ ...pay, start_date: dayAfter(20, -1) })
      .throwOnError();
    return Object.fromEntries(data.map(({ name, id }: { name: string; id: string }) => [name, id]));
  }

  const getAmounts = async ({ client }: Customer) => {
    const { data } = await client.from('scheduled_payments').select('name, amount').throwOnError();
    return Object.fromEntries(
      data.map(({ name, amount }: { name: string; amount: number }) => [name, amount]),
    );
  };

  it('are on for new households: rent is announced 60 days before and goes up on the day', async () => {
    const customer = await signUp();
    const ids = await openWithBills(customer);
    await live(customer, instant(7));
    const { data: events } = await customer.client
      .from('household_events')
      .select('*')
      .eq('subject', ids['Rent'])
      .throwOnError();
    // 1,450.00 at 2.5% + 0.5 points = 1,493.50, in whole dollars.
    expect(events).toMatchObject([
      {
        kind: 'price_increase',
        facts: { before: 145_000, after: 149_400, effective_date: dayAfter(65) },
      },
    ]);
    const { data: news } = await customer.client.rpc('my_notifications').throwOnError();
    const notice = news.find(({ kind }: { kind: string }) => kind === 'price_rise');
    expect(notice?.message).toMatch(/^Rent goes up from \$1,450\.00 to \$1,494\.00 on /);
    expect(notice?.path).toBe(`/scheduled-payments?increase=${ids['Rent']}`);
    expect(await getAmounts(customer)).toMatchObject({ Rent: 1450, Dues: 50 });
    await live(customer, instant(66));
    expect(await getAmounts(customer)).toMatchObject({ Rent: 1494, Dues: 50 });
    const { data: paid } = await customer.client
      .from('transactions')
      .select('amount')
      .eq('description', 'Rent')
      .order('date', { ascending: false })
      .limit(1)
      .throwOnError();
    expect(paid).toEqual([{ amount: 1494 }]);
    const { data: pay } = await customer.client
      .from('auto_deposits')
      .select('amount')
      .single()
      .throwOnError();
    // 52,000.00 a year at 2.5% + 0.5 points = 53,560.00, which is 2,060.00 per paycheck.
    expect(pay).toEqual({ amount: 2060 });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('can be turned off, which withdraws an announced increase', async () => {
    const customer = await signUp();
    const ids = await openWithBills(customer);
    await live(customer, instant(7));
    const { data } = await customer.client.rpc('set_bill_increases', { enabled: false }).throwOnError();
    expect(data).toBe(false);
    const { data: news } = await customer.client.rpc('my_notifications').throwOnError();
    expect(news.filter(({ item }: { item: string }) => item === ids['Rent'])).toEqual([]);
    await live(customer, instant(70));
    expect(await getAmounts(customer)).toMatchObject({ Rent: 1450, Music: 12.99, Phone: 89 });
    const { data: changes } = await customer.client
      .from('changes')
      .select('fields')
      .eq('subject', 'settings')
      .throwOnError();
    expect(changes).toEqual([{ fields: { bill_increases: [true, false] } }]);
  });

  it('stop for a payment whose amount the customer keeps', async () => {
    const customer = await signUp();
    const ids = await openWithBills(customer);
    await live(customer, instant(7));
    await customer.client
      .from('scheduled_payments')
      .update({ yearly_adjustment: 'none' })
      .eq('id', ids['Rent'])
      .throwOnError();
    const { data: news } = await customer.client.rpc('my_notifications').throwOnError();
    expect(news.filter(({ item }: { item: string }) => item === ids['Rent'])).toEqual([]);
    await live(customer, instant(70));
    expect(await getAmounts(customer)).toMatchObject({ Rent: 1450 });
  });

  it("don't change an amount that the customer changed after the notice", async () => {
    const customer = await signUp();
    const ids = await openWithBills(customer);
    await live(customer, instant(7));
    await customer.client
      .from('scheduled_payments')
      .update({ amount: 1475 })
      .eq('id', ids['Rent'])
      .throwOnError();
    await live(customer, instant(70));
    expect(await getAmounts(customer)).toMatchObject({ Rent: 1475 });
  });

  it('are refused without a choice, a session, or products', async () => {
    const customer = await signUp();
    const code = async (enabled: boolean | null) =>
      (await customer.client.rpc('set_bill_increases', { enabled })).error?.code;
    expect(await code(true)).toBe('NTFND');
    await openWithBills(customer);
    expect(await code(null)).toBe('BADTY');
    expect(await code(true)).toBeUndefined();
    await customer.client.auth.signOut();
    expect(await code(false)).toBeDefined();
  });

  it('are off in a household that was saved without them', async () => {
    const customer = await signUp();
    await openWithBills(customer);
    const file = await exported(customer);
    const { billIncreases, bills, ...carryover } = file['carryover'] ?? {};
    const copy = await signUp();
    expect(await restore(copy, { file: { ...file, carryover } })).toMatchObject({ status: 200 });
    await live(copy, instant(70));
    expect(await getAmounts(copy)).toMatchObject({ Rent: 1450, Music: 12.99, Phone: 89, Power: 120 });
  });

  it('give the same ledger in one step, in daily steps, from a file, and from a checkpoint', async () => {
    const days = 365;
    const customer = await signUp();
    await openWithBills(customer);
    await live(customer, instant(7));
    const file = await exported(customer);
    const start = Date.parse(String(file['clock']));
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Start' })
      .single<{ id: string }>()
      .throwOnError();
    const daily = await signUp();
    expect(await restore(daily, { file })).toMatchObject({ status: 200 });
    await live(customer, start + days * DAY_MS);
    for (let day = 1; day <= days; day += 1) await live(daily, start + day * DAY_MS);
    const hash = await hashOf(customer);
    expect(await hashOf(daily)).toBe(hash);
    expect(await getAmounts(daily)).toEqual(await getAmounts(customer));
    expect((await restore(customer, { checkpoint_id: checkpoint.id })).status).toBe(200);
    await live(customer, start + days * DAY_MS);
    expect(await hashOf(customer)).toBe(hash);
    for (const each of [customer, daily]) expect(await violationsOf(each)).toEqual([]);
  });
});
