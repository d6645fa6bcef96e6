import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

describe('bank holidays', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, violationsOf } = getHouseholds(() => server);

  /** The fourth Thursday in November of next year. */
  const thanksgiving = [22, 23, 24, 25, 26, 27, 28]
    .map((date) => new Date(Date.UTC(new Date().getUTCFullYear() + 1, 10, date)))
    .find((day) => day.getUTCDay() === 4);
  const dayText = (daysLater: number) =>
    new Date(Number(thanksgiving) + daysLater * 86_400_000).toISOString().slice(0, 10);

  /** Opens an account with one paycheck, on Thanksgiving Day. */
  async function openWithPay({ client }: Customer) {
    const account = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 100 };
    const { data } = await client.rpc('open_account', account).throwOnError();
    const rule = { name: 'Pay', account_id: data?.id, amount: 1000, frequency: 'MONTHLY', is_pay: true };
    await client
      .from('auto_deposits')
      .insert({ ...rule, start_date: dayText(0), start_time: '06:00', occurrences: 1 })
      .throwOnError();
  }

  async function getPaydays({ id, client }: Customer) {
    const { error } = await client.functions.invoke('advance', { body: { to: `${dayText(3)}T12:00:00Z` } });
    if (error) throw error;
    const entries = await server.context.database.owner`
      select to_char(value_at at time zone 'America/New_York', 'YYYY-MM-DD') as day
      from bank.entries where household_id = ${id} and kind = 'auto_deposit'`;
    return entries.map(({ day }) => day);
  }

  it('are observed by new households, and can be turned off', async () => {
    const [usual, without] = [await signUp(), await signUp()];
    await openWithPay(usual);
    await openWithPay(without);
    const { data } = await without.client.rpc('set_bank_holidays', { observed: false }).throwOnError();
    expect(data).toBe(false);
    expect(await getPaydays(usual)).toEqual([dayText(-1)]);
    expect(await getPaydays(without)).toEqual([dayText(0)]);
    expect(await violationsOf(usual)).toEqual([]);
  });

  it('apply again after they are turned back on', async () => {
    const customer = await signUp();
    await openWithPay(customer);
    await customer.client.rpc('set_bank_holidays', { observed: false }).throwOnError();
    await customer.client.rpc('set_bank_holidays', { observed: true }).throwOnError();
    expect(await getPaydays(customer)).toEqual([dayText(-1)]);
  });

  it('extend the time to pay a card, with its grace period, to the next business day', async () => {
    const { client } = await signUp();
    const { data: card } = await client
      .from('credit_cards')
      .insert({ name: 'Tide', credit_limit: 1000, balance: 0, apr: 24, due_date: dayText(0) })
      .select()
      .single()
      .throwOnError();
    await client.rpc('charge_credit_card', { card_id: card.id, amount: 100 }).throwOnError();
    const advance = (days: number) =>
      client.functions.invoke('advance', { body: { to: `${dayText(days)}T17:00:00Z` } });
    const isInGrace = async () => {
      const { data } = await client.rpc('card_interest_days', { card_id: card.id }).throwOnError();
      return data.every(({ in_grace }: { in_grace: boolean }) => in_grace);
    };
    await advance(1);
    const { data: statement } = await client.from('card_statements').select().single().throwOnError();
    expect(statement).toMatchObject({ due_date: dayText(0), pay_by: dayText(1) });
    expect(await isInGrace()).toBe(true);
    await client.rpc('pay_credit_card', { card_id: card.id, amount: 100 }).throwOnError();
    await advance(3);
    expect(await isInGrace()).toBe(true);
    const { data: missed } = await client.from('household_events').select().eq('kind', 'payment_missed');
    expect(missed).toEqual([]);
  });

  it('are refused without a choice, without an account, and for visitors', async () => {
    const { client } = await signUp();
    const set = async (observed: unknown) =>
      (await client.rpc('set_bank_holidays', { observed })).error?.code;
    expect(await set(null)).toBe('BADTY');
    expect(await set(true)).toBe('NTFND');
    await client.auth.signOut();
    expect(await set(true)).toBe('42501');
  });
});
