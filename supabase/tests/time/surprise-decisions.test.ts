import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Zone } from '../../../engine/calendar/calendar.ts';
import { createLeak } from '../../../engine/testing/surprises.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

const DAY_MS = 86_400_000;
const SURPRISE = 'luck:2026-01:home_repair';
const zone = new Zone('America/New_York');

describe('decisions about surprises', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, violationsOf, hashOf, exported, restore } = getHouseholds(() => server);

  type Prepared = Customer & { accountId: string; happensOn: number };

  /** Signs up a customer whose water heater starts leaking in three days. */
  async function signUpWithLeak(balance = 5_000, now = Date.now()): Promise<Prepared> {
    const customer = await signUp();
    const account = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: balance };
    const { data } = await customer.client.rpc('open_account', account).throwOnError();
    const happensOn = zone.getDay(now) + 3;
    const shocks = [createLeak(happensOn, SURPRISE)];
    const carryover = { surprises: 'some', surpriseChoices: true, shocks };
    await sql()`update bank.clocks set seed = 7, carryover = carryover || ${sql().json(carryover)}
      where household_id = ${customer.id}`;
    return { ...customer, accountId: (data as { id: string }).id, happensOn };
  }

  async function advance({ client }: Customer, body: { by: string } | { to: string }) {
    const { data, error } = await client.functions.invoke('advance', { body });
    if (error) throw error;
    return data;
  }

  const decide = ({ client }: Customer, decision: Record<string, unknown>) =>
    client.rpc('decide_surprise', { surprise: SURPRISE, ...decision });
  const getBalance = async ({ client, accountId }: Prepared) =>
    (await client.from('accounts').select('balance').eq('id', accountId).single().throwOnError()).data
      .balance;
  const getShock = async ({ id }: Customer) =>
    (await sql()`select carryover #> '{shocks,0}' as shock from bank.clocks where household_id = ${id}`)[0]
      ?.shock;

  it('stop a fast-forward of a month, and are offered with their costs', async () => {
    const customer = await signUpWithLeak();
    const stopped = await advance(customer, { by: 'P1M' });
    expect(stopped).toMatchObject({ decision: SURPRISE, whole: false, ended: null });
    expect(zone.getDay(Date.parse(stopped.to))).toBe(customer.happensOn);
    expect(stopped.digest.lines).toMatchObject([{ group: 'decision', text: '1 decision to make' }]);
    // The second fast-forward doesn't stop at the same decision again.
    const whole = await advance(customer, { by: 'P1M' });
    expect(whole).toMatchObject({ decision: null, whole: true });
    expect(await getBalance(customer)).toBe(4_760);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('take the default in a longer fast-forward, and the digest says so', async () => {
    const customer = await signUpWithLeak();
    const { decision, whole, digest } = await advance(customer, { by: 'P2M' });
    expect({ decision, whole }).toEqual({ decision: null, whole: true });
    const outcome = digest.lines.find(({ group }: { group: string }) => group === 'surprise_outcome');
    expect(outcome.items[0].description).toMatch(/^You didn’t decide about the water heater by .*repaired$/);
  });

  it('are paid at once, once, and recorded in the change history and the events', async () => {
    const customer = await signUpWithLeak();
    await advance(customer, { by: 'P1M' });
    const paid = { choice: 'repair', account_id: customer.accountId, request_id: 'fix' };
    const first = await decide(customer, paid).throwOnError();
    expect(first.data.choice.chosen).toBe('repair');
    expect((await decide(customer, paid).throwOnError()).data).toEqual(first.data);
    expect(await getBalance(customer)).toBe(4_760);
    const { data: rows } = await customer.client
      .from('transactions')
      .select('kind, description, amount, categories(name)')
      .eq('direction', 'out')
      .throwOnError();
    expect(rows).toEqual([
      { kind: 'payment', description: 'Water heater repair', amount: 240, categories: { name: 'Housing' } },
    ]);
    const { data: changes } = await customer.client
      .from('changes')
      .select('subject, name, action, fields, currency')
      .eq('subject', 'surprise')
      .throwOnError();
    expect(changes).toEqual([
      {
        subject: 'surprise',
        name: 'Water heater',
        action: 'changed',
        fields: { decision: [null, 'repair'] },
        currency: 'USD',
      },
    ]);
    const { data: past } = await customer.client.rpc('past_surprises').throwOnError();
    expect(past).toMatchObject([{ surprise: SURPRISE, chosen: 'repair', cost: 240, currency: 'USD' }]);
    expect((await decide(customer, { choice: 'wait' })).error?.code).toBe('DCIDD');
    await advance(customer, { by: 'P2M' });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('can be paid by card', async () => {
    const customer = await signUpWithLeak();
    const card = { name: 'Blue', credit_limit: 1_000, apr: 20 };
    const { data } = await customer.client
      .from('credit_cards')
      .insert(card)
      .select('id')
      .single()
      .throwOnError();
    await advance(customer, { by: 'P1M' });
    await decide(customer, { choice: 'replace', card_id: data.id }).throwOnError();
    const { data: owed } = await customer.client.from('credit_cards').select('balance').throwOnError();
    expect(owed).toEqual([{ balance: 760 }]);
    await advance(customer, { by: 'P3M' });
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('can overdraw the account if the customer’s overdraft choice covers it, like the default', async () => {
    const customer = await signUpWithLeak(100);
    await advance(customer, { by: 'P1M' });
    const repair = { choice: 'repair', account_id: customer.accountId };
    expect((await decide(customer, repair)).error?.code).toBe('INSUF');
    const { client, accountId: account_id } = customer;
    await client
      .rpc('set_overdraft', { account_id, choice: 'covered', overdraft_product: 'standard' })
      .throwOnError();
    await decide(customer, repair).throwOnError();
    expect(await getBalance(customer)).toBe(-140);
    await advance(customer, { by: 'P7D' });
    const { data: events } = await client
      .from('household_events')
      .select('description')
      .eq('kind', 'overdrawn')
      .throwOnError();
    expect(events).toEqual([{ description: 'Payment overdrew Everyday' }]);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('have the same consequences in one step and day by day', async () => {
    const now = Date.now();
    const [whole, stepped] = [await signUpWithLeak(5_000, now), await signUpWithLeak(5_000, now)];
    const to = (days: number) => ({ to: new Date(now + days * DAY_MS).toISOString() });
    // The server's clocks differ by milliseconds, so the same instants are used for both.
    for (const customer of [whole, stepped]) {
      await advance(customer, to(5));
      await decide(customer, { choice: 'wait' }).throwOnError();
    }
    await advance(whole, to(100));
    for (let day = 6; day <= 100; day += 1) await advance(stepped, to(day));
    const getEvents = async ({ id }: Customer) =>
      (
        await sql()`select kind, description, at::text, event_key from household_events
          where user_id = ${id} and subject = ${SURPRISE} and kind <> 'surprise_decided' order by at`
      ).map((event) => ({ ...event }));
    expect(await getEvents(stepped)).toEqual(await getEvents(whole));
    expect(await getBalance(stepped)).toBe(await getBalance(whole));
    expect((await getEvents(whole)).map(({ kind }) => kind)).toEqual(['shock', 'surprise_outcome']);
  });

  it('are undone with a checkpoint, and can then be made differently', async () => {
    const customer = await signUpWithLeak();
    await advance(customer, { by: 'P1M' });
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Leak' })
      .throwOnError();
    const before = await hashOf(customer);
    await decide(customer, { choice: 'replace', account_id: customer.accountId }).throwOnError();
    expect(await getShock(customer)).toMatchObject({ choice: { chosen: 'replace' } });
    expect((await restore(customer, { checkpoint_id: checkpoint.id })).status).toBe(200);
    expect(await hashOf(customer)).toBe(before);
    expect((await getShock(customer)).choice).not.toHaveProperty('chosen');
    await decide(customer, { choice: 'wait' }).throwOnError();
  });

  it('are part of household files', async () => {
    const customer = await signUpWithLeak();
    await advance(customer, { by: 'P1M' });
    await decide(customer, { choice: 'wait' }).throwOnError();
    const file = await exported(customer);
    const other = await signUp();
    expect((await restore(other, { file })).status).toBe(200);
    expect(await getShock(other)).toMatchObject({ choice: { chosen: 'wait', replace: 76_000 } });
  });

  it('are refused for others, unknown surprises, bad choices, missing money, and after their time', async () => {
    const customer = await signUpWithLeak(200);
    const stranger = await signUp();
    const { data: theirs } = await stranger.client
      .rpc('open_account', { name: 'Theirs', type: 'CHECKING', currency: 'USD', initial_balance: 9_000 })
      .throwOnError();
    const refusal = async (who: Customer, decision: Record<string, unknown>) =>
      (await decide(who, decision)).error?.code;
    // It hasn't happened yet.
    expect(await refusal(customer, { choice: 'wait' })).toBe('NTFND');
    await advance(customer, { by: 'P1M' });
    expect(await refusal(stranger, { choice: 'wait' })).toBe('NTFND');
    expect(await refusal(customer, { choice: 'sell' })).toBe('BADTY');
    expect(await refusal(customer, { choice: 'wait', surprise: 'luck:none' })).toBe('NTFND');
    expect(await refusal(customer, { choice: 'repair', account_id: theirs.id })).toBe('NTFND');
    expect(await refusal(customer, { choice: 'repair' })).toBe('NTFND');
    expect(await refusal(customer, { choice: 'repair', account_id: customer.accountId })).toBe('INSUF');
    expect(await getBalance(customer)).toBe(200);
    await customer.client.auth.signOut();
    expect(await refusal(customer, { choice: 'wait' })).toBe('42501');
  });

  it('are refused after the last day, even before the engine applies the default', async () => {
    const customer = await signUpWithLeak();
    await advance(customer, { by: 'P1M' });
    await sql()`update customers set clock_offset = clock_offset + interval '6 days' where id = ${customer.id}`;
    const { error } = await decide(customer, { choice: 'wait' });
    expect(error).toMatchObject({ code: 'DCIDD' });
    expect(error?.message).toMatch(/^The time to decide ended on /);
  });

  it('notify the customer when they are asked for, and when the default applies', async () => {
    const customer = await signUpWithLeak();
    const getMessages = async () =>
      (
        (await customer.client.rpc('my_notifications').throwOnError()).data as {
          message: string;
          path: string;
        }[]
      ).map(({ message, path }) => `${path}: ${message}`);
    await advance(customer, { by: 'P1M' });
    expect(await getMessages()).toEqual([
      expect.stringMatching(/^\/dashboard: The water heater is leaking\. Decide by [A-Z]\w+ \d+(, \d+)?\.$/),
    ]);
    await advance(customer, { by: 'P6D' });
    expect(await getMessages()).toContainEqual(
      expect.stringMatching(/You didn’t decide about the water heater by .*, so it was repaired\.$/),
    );
  });
});
