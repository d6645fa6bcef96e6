import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

const start = Date.parse('2026-11-20T17:00:00Z');

describe('a household with pending transactions', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, signUpWithDemo, live, hashOf, violationsOf, exported, restore, expectContinuation } =
    getHouseholds(() => server);

  /** Returns everything about the household that the simulation determines, with its holds. */
  async function getEnd(customer: Customer) {
    const holds = await sql()`
      select kind, purchase, merchant, amount::text, remaining_amount::text, cleared_amount::text, placed_at,
        expires_at, status, ended_at, event_key from holds where user_id = ${customer.id} order by event_key`;
    return { hash: await hashOf(customer), holds: [...holds] };
  }

  it('has the same ledger and holds after one step of 30 days as after 30 steps of a day', async () => {
    const [once, daily] = [await signUpWithDemo(start), await signUpWithDemo(start)];
    await live(once, start + 30 * DAY_MS);
    for (let day = 1; day <= 30; day += 1) await live(daily, start + day * DAY_MS);
    const end = await getEnd(once);
    expect(end.holds.length).toBeGreaterThan(40);
    expect(new Set(end.holds.map(({ status }) => status))).toContain('open');
    expect(await getEnd(daily)).toEqual(end);
    for (const customer of [once, daily]) expect(await violationsOf(customer)).toEqual([]);
  });

  it('continues from its file and from a checkpoint with its holds', async () => {
    const customer = await signUpWithDemo(start);
    await live(customer, start + 10 * DAY_MS);
    const file = await expectContinuation(customer, start + 20 * DAY_MS);
    expect(file['holds'].length).toBeGreaterThan(0);
  });

  it('keeps what was pending before, and what was approved, in its file and in a checkpoint', async () => {
    const customer = await signUpWithDemo(start);
    await live(customer, start + 30 * DAY_MS);
    /** Returns the pending lines of earlier statements, and the purchases with their approved amounts. */
    const getPast = async ({ id }: Customer) => ({
      pending: await sql()`
        select p.name, day::date::text, bank.pending_at(${id}, p.id, day)::float as pending
        from (select a.id, a.name from accounts a where a.user_id = ${id}
            union all select c.id, c.name from credit_cards c where c.user_id = ${id}) as p,
          generate_series(${new Date(start)}::timestamptz, ${new Date(start + 29 * DAY_MS)}, '3 days') as day
        order by p.name, day`,
      approved: await sql()`
        select e.value_at, e.merchant, h.amount::float, h.cleared_amount::float, h.status
        from bank.entries e join holds h on h.user_id = e.household_id
          and h.event_key = regexp_replace(e.event_key, ':clearing:[0-9]+$', '')
        where e.household_id = ${id} and e.event_key like '%:clearing:%' order by e.value_at, e.merchant`,
    });
    const past = await getPast(customer);
    expect(past.pending.filter(({ pending }) => pending > 0).length).toBeGreaterThan(5);
    expect(past.approved.filter(({ amount, cleared_amount }) => amount !== cleared_amount)).not.toEqual([]);
    const file = await expectContinuation(customer, start + 35 * DAY_MS, getPast);
    const other = await signUp();
    expect(await restore(other, { file })).toMatchObject({ status: 200 });
    expect(await getPast(other)).toEqual(past);
  });

  it('posts its purchases at once after the customer turns pending transactions off', async () => {
    const customer = await signUpWithDemo(start);
    const set = async (level: unknown) =>
      (await customer.client.rpc('set_pending_transactions', { level })).error?.code;
    expect(await set('sometimes')).toBe('BADTY');
    expect(await set(null)).toBe('BADTY');
    expect(await set('instant')).toBeUndefined();
    await live(customer, start + 10 * DAY_MS);
    const { data: none } = await customer.client.from('holds').select().throwOnError();
    expect(none).toEqual([]);
    expect(await set('realistic')).toBeUndefined();
    await live(customer, start + 20 * DAY_MS);
    const { data: some } = await customer.client.from('holds').select().throwOnError();
    expect(some?.length).toBeGreaterThan(0);
    const stranger = await signUp();
    expect((await stranger.client.rpc('set_pending_transactions', { level: 'instant' })).error?.code).toBe(
      'NTFND',
    );
  });

  it('refuses a file whose hold is on the account of another customer', async () => {
    const [victim, attacker] = [await signUpWithDemo(start), await signUpWithDemo(start)];
    await live(attacker, start + 10 * DAY_MS);
    const [theirs] = await sql()`select id from accounts where user_id = ${victim.id} limit 1`;
    const file = await exported(attacker);
    file['holds'][0] = { ...file['holds'][0], account_id: theirs?.id, card_id: null };
    expect(await restore(attacker, { file })).toMatchObject({ body: { code: 'HOUSE' } });
  });
});
