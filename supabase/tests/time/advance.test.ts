import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFirstOfMonth, Zone } from '../../../engine/calendar/calendar.ts';
import { dailyInterestMicros, savingsTiers } from '../../../engine/products/rates.ts';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

/** Returns two month-end interest postings on an otherwise unchanged balance, in dollars. */
function getInterest(opening: number, from: string): number[] {
  const zone = new Zone('America/New_York');
  let balance = opening;
  let micros = 0;
  const posted: number[] = [];
  for (let day = zone.getDay(Date.parse(from)); posted.length < 2; day += 1) {
    micros += dailyInterestMicros(balance, savingsTiers(day));
    if (!isFirstOfMonth(day + 1)) continue;
    const cents = Math.round(micros / 1_000_000);
    micros -= cents * 1_000_000;
    balance += cents;
    posted.push(cents / 100);
  }
  return posted;
}

describe('the clock', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function customer(): Promise<SupabaseClient> {
    const client = getClient(server);
    const { error } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    });
    if (error) throw error;
    await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
    return client;
  }

  async function advance(client: SupabaseClient, body: object) {
    const { data, error } = await client.functions.invoke('advance', { body });
    if (error) throw new Error(await error.context.text());
    return data;
  }

  const open = async (client: SupabaseClient, name: string, type: string, balance: number) =>
    (
      await client
        .rpc('open_account', { name, type, currency: 'USD', initial_balance: balance })
        .single<{ id: string }>()
        .throwOnError()
    ).data;

  const getUtcDay = (at: string) => Math.floor(Date.parse(at) / 86_400_000);

  it('posts the same in one month as in single days when a payment to another person expires', async () => {
    async function simulate(steps: string[]) {
      const client = await customer();
      const account = await open(client, 'Everyday', 'CHECKING', 1_000);
      const { data: now } = await client.rpc('simulated_now').throwOnError();
      const start = new Date(Date.parse(now) + 20 * 86_400_000).toISOString().slice(0, 10);
      await client
        .from('scheduled_payments')
        .insert({
          account_id: account.id,
          name: 'Rent',
          payee: 'Landlord',
          amount: 500,
          frequency: 'MONTHLY',
          start_date: start,
        })
        .throwOnError();
      await client
        .rpc('pay_person', {
          account_id: account.id,
          amount: 900,
          address: `${crypto.randomUUID()}@example.com`,
          name: 'Bo',
        })
        .throwOnError();
      for (const by of steps) await advance(client, { by });
      const { data } = await client
        .from('transactions')
        .select('date, kind, direction, amount')
        .order('date')
        .throwOnError();
      return data.map(({ date, kind, direction, amount }) => [
        getUtcDay(date) - getUtcDay(now),
        kind,
        direction,
        amount,
      ]);
    }
    const inDays = await simulate(Array.from({ length: 28 }, () => 'P1D'));
    expect(inDays).toContainEqual([14, 'refund', 'in', 900]);
    expect(inDays).toContainEqual([20, 'payment', 'out', 500]);
    expect(await simulate(['P4W'])).toEqual(inDays);
  });

  it('simulates a month: pay arrives, rent is paid, savings earn interest, and the ledger balances', async () => {
    const client = await customer();
    const checking = await open(client, 'Everyday', 'CHECKING', 5_000);
    const savings = await open(client, 'Rainy Day', 'SAVINGS', 10_000);
    await client
      .from('auto_deposits')
      .insert({ account_id: checking.id, name: 'Pay', amount: 2000, frequency: 'WEEKLY', is_pay: true })
      .throwOnError();
    await client
      .from('scheduled_payments')
      .insert({
        account_id: checking.id,
        name: 'Rent',
        payee: 'Landlord',
        amount: 1200,
        frequency: 'MONTHLY',
      })
      .throwOnError();
    const before = await client.rpc('simulated_now').throwOnError();
    const { digest, to, whole } = await advance(client, { by: 'P2M' });
    expect(whole).toBe(true);
    const now = await client.rpc('simulated_now').throwOnError();
    expect(Math.abs(Date.parse(now.data) - Date.parse(to))).toBeLessThan(10_000);
    expect(Date.parse(to) - Date.parse(before.data)).toBeGreaterThan(58 * 86_400_000);
    const lines = digest.lines.map((line: { text: string }) => line.text);
    expect(lines).toEqual(expect.arrayContaining(['2 bills', '2 interest payments received']));
    const { data: accounts } = await client.from('accounts').select('*').order('name').throwOnError();
    const pays = digest.lines.find((line: { group: string }) => line.group === 'pay').count;
    expect(accounts?.map(({ balance }) => balance)).toEqual([5_000 + pays * 2000 - 2400, expect.any(Number)]);
    const rows = await client
      .from('transactions')
      .select('*')
      .eq('account_id', savings.id)
      .order('date')
      .throwOnError();
    expect(rows.data?.map(({ kind }) => kind)).toEqual(['opening', 'interest', 'interest']);
    expect(rows.data?.map(({ amount }) => amount)).toEqual([10_000, ...getInterest(10_000_00, before.data)]);
    expect((await client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
    const rule = await client.from('scheduled_payments').select('*').single().throwOnError();
    expect(Date.parse(rule.data.next_at)).toBeGreaterThan(Date.parse(to));
  });

  it('simulates a year of the demo household, which lives within its means', async () => {
    const client = await customer();
    await client.functions.invoke('demo', { body: { time_zone: 'America/New_York' } });
    await advance(client, { by: 'P1D' });
    const { digest, whole } = await advance(client, { by: 'P1Y' });
    expect(whole).toBe(true);
    const count = (group: string) =>
      digest.lines.find((line: { group: string }) => line.group === group)?.count ?? 0;
    expect(count('pay')).toBeGreaterThanOrEqual(52);
    expect(count('bill')).toBeGreaterThanOrEqual(100);
    expect(count('statement')).toBeGreaterThanOrEqual(23);
    expect(count('failed')).toBe(0);
    expect(digest.netWorth.after.amount).toBeGreaterThan(digest.netWorth.before.amount);
    expect((await client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
    const { data: proof } = await client.rpc('my_ledger_hash').throwOnError();
    expect(proof).toMatchObject({ chain_intact: true, replay: [], violations: 0 });
    expect(Object.values(proof.sums)).toEqual([0, 0]);
  });

  it('moves exactly fifty years, with leap days and daylight saving time, and not a day more', async () => {
    const client = await customer();
    await open(client, 'Everyday', 'CHECKING', 1);
    await expect(advance(client, { by: 'P50Y1D' })).rejects.toThrow(/BADDT/);
    const { from, to, whole } = await advance(client, { by: 'P50Y' });
    expect(whole).toBe(true);
    const local = (instant: string) =>
      new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/New_York' }).slice(4);
    expect(Number(to.slice(0, 4)) - Number(from.slice(0, 4))).toBe(50);
    expect(local(to)).toBe(local(from));
  });

  it("explains invalid requests in the customer's words", async () => {
    const client = await customer();
    await expect(advance(client, { by: 'P1M' })).rejects.toThrow(/Open an account first/);
    await open(client, 'Everyday', 'CHECKING', 1);
    for (const body of [
      {},
      { by: 'soon' },
      { by: 'P100Y' },
      { to: '2001-01-01T00:00:00Z' },
      { to: 'tomorrow' },
    ])
      await expect(advance(client, body)).rejects.toThrow(/BADDT/);
  });
});
