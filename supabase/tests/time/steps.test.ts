import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, type Instant } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep, type Step } from '../../../engine/simulation/step.ts';
import { demoHousehold } from '../../../engine/testing/personas.ts';
import { startTestServer } from '../../../server/testing/server.ts';

const BEGIN = Date.parse('2026-01-20T15:30:00Z');

describe('engine steps in the ledger', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const sql = () => server.context.database.owner;

  /** Creates a copy of the same household as of BEGIN, with the same random events. */
  async function copy(): Promise<string> {
    const id = crypto.randomUUID();
    await sql()`insert into customers (id, time_zone) values (${id}, 'America/New_York')`;
    const household = demoHousehold({
      seed: 3,
      now: new Date(BEGIN).toISOString(),
      timeZone: 'America/New_York',
      newId: () => crypto.randomUUID(),
    });
    await sql()`select load_household(${id}, ${sql().json(JSON.parse(JSON.stringify(household)))})`;
    await sql()`update bank.clocks set seed = 5, simulated_until = ${new Date(BEGIN)} where household_id = ${id}`;
    const accounts = await sql()`select id, name from accounts where user_id = ${id}`;
    const account = accounts.find(({ name }) => name.includes('Checking'))?.id ?? accounts[0]?.id;
    await sql()`
      insert into auto_deposits (user_id, account_id, name, amount, frequency, start_date, is_pay)
      values (${id}, ${account}, 'Pay', 2260, 'WEEKLY', '2026-01-22', true)`;
    await sql()`
      insert into scheduled_payments (user_id, account_id, name, payee, amount, frequency, start_date)
      values (${id}, ${account}, 'Rent', 'Landlord', 1900, 'MONTHLY', '2026-01-31')`;
    await sql()`update credit_cards set autopay = 'minimum', autopay_account_id = ${account} where user_id = ${id}`;
    await sql()`update mortgages set autopay_account_id = ${account} where user_id = ${id}`;
    return id;
  }

  async function read(id: string): Promise<HouseholdRow> {
    const [household] = await sql()`select * from engine_households(array[${id}]::uuid[]) as row`;
    return household?.row as HouseholdRow;
  }

  async function apply(...steps: Step[]): Promise<string[]> {
    const rows =
      await sql()`select * from apply_engine_steps(${sql().json(JSON.parse(JSON.stringify(steps)))})`;
    return rows.map(({ outcome }) => outcome as string);
  }

  async function live(id: string, to: Instant): Promise<string[]> {
    return apply(buildStep(await read(id), to, false).step);
  }

  const hashOf = async (id: string) =>
    (await sql()`select hash from bank.hash_ledger(${id})`)[0]?.hash as string;
  const getAudit = (id: string) =>
    sql()`select * from bank.audit(${id}) union all select * from bank.audit_replay(${id})`;

  const getTemporaryBytes = async () => {
    const [statistics] =
      await sql()`select temp_bytes from pg_stat_database where datname = current_database()`;
    return Number(statistics?.temp_bytes);
  };

  it('give the same ledger hash in thirty steps of a day and in one of thirty days', async () => {
    const [slow, fast, third] = [await copy(), await copy(), await copy()];
    expect(await hashOf(slow)).toBe(await hashOf(fast));
    const before = await hashOf(slow);
    for (let day = 1; day <= 30; day += 1)
      expect(await live(slow, BEGIN + day * DAY_MS)).toEqual(['applied']);
    expect(await live(fast, BEGIN + 30 * DAY_MS)).toEqual(['applied']);
    expect(await hashOf(slow)).toBe(await hashOf(fast));
    expect(await hashOf(slow)).not.toBe(before);
    await live(third, BEGIN + 31 * DAY_MS);
    await sql()`update bank.clocks set seed = 6 where household_id = ${third}`;
    await live(third, BEGIN + 62 * DAY_MS);
    for (const id of [slow, fast]) await live(id, BEGIN + 62 * DAY_MS);
    expect(await hashOf(slow)).toBe(await hashOf(fast));
    expect(await hashOf(third)).not.toBe(await hashOf(fast));
    for (const id of [slow, fast, third]) expect(await getAudit(id)).toEqual([]);
    const kinds =
      await sql()`select distinct kind from bank.entries where household_id = ${slow} and channel = 'engine'`;
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['auto_deposit', 'payment', 'interest', 'market_change', 'mortgage_payment']),
    );
    expect(await sql()`select 1 from card_statements where user_id = ${slow}`).not.toHaveLength(0);
  });

  it('are posted once, and not at all for a household that has changed meanwhile', async () => {
    const id = await copy();
    const step = buildStep(await read(id), BEGIN + 10 * DAY_MS, false).step;
    const [first, second] = await Promise.all([apply(step), apply(step)]);
    expect([first, second].flat().sort()).not.toEqual(['applied', 'applied']);
    expect([first, second].flat()).toContain('applied');
    const hash = await hashOf(id);
    expect(await apply(step)).toEqual(['changed']);
    const late = buildStep(await read(id), BEGIN + 20 * DAY_MS, false).step;
    await sql()`update scheduled_payments set amount = 1901 where user_id = ${id}`;
    expect(await apply(late)).toEqual(['changed']);
    expect(await hashOf(id)).toBe(hash);
    expect(await live(id, BEGIN + 20 * DAY_MS)).toEqual(['applied']);
    expect(await getAudit(id)).toEqual([]);
  });

  it('reset the rate of an adjustable mortgage within its caps, with its installment', async () => {
    const id = crypto.randomUUID();
    await sql()`insert into customers (id, time_zone) values (${id}, 'America/New_York')`;
    await sql()`
      insert into mortgages (user_id, property_value, down_payment, interest_rate, term, rate_type, rate_margin)
      values (${id}, 300000, 60000, 4, 30, 'variable', 2.5)`;
    const before = (await sql()`select * from mortgages where user_id = ${id}`)[0];
    await sql()`update bank.clocks set seed = 5 where household_id = ${id}`;
    expect(await live(id, Date.now() + 800 * DAY_MS)).toEqual(['applied']);
    const after = (await sql()`select * from mortgages where user_id = ${id}`)[0];
    const [stored] = await sql()`
      select facts from household_events where user_id = ${id} and kind = 'rate_reset' order by id desc limit 1`;
    expect(Number(after?.interest_rate)).toBe(stored?.facts.to);
    expect(Number(after?.monthly_payment) * 100).toBeCloseTo(stored?.facts.payment, 6);
    expect(Math.abs(Number(after?.interest_rate) - 4)).toBeLessThanOrEqual(4);
    expect(after?.interest_rate).not.toBe(before?.interest_rate);
    expect(await getAudit(id)).toEqual([]);
    // A later step succeeds after the rate reset.
    expect(await live(id, Date.now() + 900 * DAY_MS)).toEqual(['applied']);
  });

  it('of many households are posted together', async () => {
    const ids = await Promise.all([copy(), copy(), copy()]);
    const steps = await Promise.all(
      ids.map(async (id) => buildStep(await read(id), BEGIN + 45 * DAY_MS, false).step),
    );
    expect(await apply(...steps)).toEqual(['applied', 'applied', 'applied']);
    const hashes = await Promise.all(ids.map(hashOf));
    expect(new Set(hashes).size).toBe(1);
    for (const id of ids) expect(await getAudit(id)).toEqual([]);
  });

  it('with many entries need no large temporary files', async () => {
    const id = crypto.randomUUID();
    await sql()`insert into customers (id, time_zone) values (${id}, 'America/New_York')`;
    const [account] = await sql()`
      insert into accounts (user_id, name, type) values (${id}, 'Everyday', 'CHECKING') returning id`;
    await sql()`
      insert into auto_deposits (user_id, account_id, name, amount, frequency, start_date)
      values (${id}, ${account?.id}, 'Tips', 1, 'HOURLY', '2026-01-20')`;
    const row = await read(id);
    const { step } = buildStep(row, row.simulated_until + 45 * DAY_MS, false);
    expect(step.events.length).toBeGreaterThan(1000);
    const before = await getTemporaryBytes();
    const outcomes = await sql().begin(async (transaction) => {
      await transaction`select pg_stat_force_next_flush()`;
      const steps = transaction.json(JSON.parse(JSON.stringify([step])));
      return transaction`select outcome from apply_engine_steps(${steps})`;
    });
    expect([...outcomes]).toEqual([{ outcome: 'applied' }]);
    expect((await getTemporaryBytes()) - before).toBeLessThan(10_000_000);
    expect(await getAudit(id)).toEqual([]);
  });

  it("include the customer's transactions between them", async () => {
    const id = await copy();
    await live(id, BEGIN + 5 * DAY_MS);
    const [savings] =
      await sql()`select id, balance from accounts where user_id = ${id} and type = 'SAVINGS'`;
    const [{ balance } = { balance: 0 }] = await sql()`
      update accounts set balance = balance + 1000 where id = ${savings?.id} returning balance`;
    expect(Number(balance)).toBe(Number(savings?.balance) + 1000);
    // The adjustment is dated now. Events that were due before it are posted in a later step.
    await live(id, Date.now() + 40 * DAY_MS);
    expect(await getAudit(id)).toEqual([]);
    const row = await read(id);
    expect(row.changes).toEqual([]);
  });
});
