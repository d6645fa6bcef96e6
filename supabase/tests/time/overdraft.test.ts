import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const { sql, signUp, live, hashOf, violationsOf, exported, restore } = getHouseholds(() => server);

type Ids = { checking: string; savings: string };

async function openCovered({ client }: Customer): Promise<Ids> {
  const open = async (name: string, type: string, amount: number) =>
    (await client.rpc('open_account', { name, type, initial_balance: amount }).throwOnError()).data
      .id as string;
  const savings = await open('Rainy Day', 'SAVINGS', 5000);
  const checking = await open('Everyday', 'CHECKING', 20);
  await client
    .rpc('set_overdraft', { account_id: checking, choice: 'savings', overdraft_account_id: savings })
    .throwOnError();
  return { checking, savings };
}

const addBill = ({ client }: Customer, accountId: string, name: string, amount: number, startDate: string) =>
  client
    .from('scheduled_payments')
    .insert({ account_id: accountId, name, payee: name, amount, frequency: 'MONTHLY', start_date: startDate })
    .throwOnError();

async function simulatedUntil({ id }: Customer): Promise<number> {
  const [clock] = await sql()`select simulated_until from bank.clocks where household_id = ${id}`;
  return clock?.simulated_until.getTime();
}

const getAccounts = async ({ client }: Customer) =>
  (
    await client
      .from('accounts')
      .select('name, balance, overdraft, overdraft_account_id')
      .order('name')
      .throwOnError()
  ).data;

it('an overdraft choice survives export and import, and the same year follows in one step or 365', async () => {
  const customer = await signUp();
  const { checking } = await openCovered(customer);
  const day = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  await addBill(customer, checking, 'Power', 95, day);
  await addBill(customer, checking, 'Water', 41, day);
  const file = await exported(customer);

  const copies = await Promise.all([signUp(), signUp()]);
  for (const copy of copies) expect((await restore(copy, { file })).body).toMatchObject({});
  const [whole, daily] = copies as [Customer, Customer];
  const [row] = (await getAccounts(whole)) ?? [];
  const [savings] = await sql()`select id from accounts where user_id = ${whole.id} and type = 'SAVINGS'`;
  expect(row).toMatchObject({ name: 'Everyday', overdraft: 'savings', overdraft_account_id: savings?.id });

  const from = await simulatedUntil(whole);
  const until = from + 365 * DAY_MS;
  await live(whole, until);
  for (let at = from; at < until; ) {
    at = Math.min(until, at + DAY_MS);
    await live(daily, at);
  }
  const [{ count } = { count: 0 }] = await sql()`
    select count(*)::integer from bank.entries where household_id = ${whole.id} and kind = 'overdraft_transfer'`;
  expect(count).toBeGreaterThan(12);
  expect(await hashOf(daily)).toBe(await hashOf(whole));
  expect(await violationsOf(whole)).toEqual([]);
  expect(await getAccounts(daily)).toMatchObject(
    (await getAccounts(whole))?.map(({ balance }) => ({ balance })) ?? [],
  );
}, 120_000);

it("a file cannot link another customer's savings", async () => {
  const [owner, thief] = [await signUp(), await signUp()];
  const { savings } = await openCovered(owner);
  await openCovered(thief);
  const file = await exported(thief);
  for (const account of file['accounts']) if (account.overdraft) account.overdraft_account_id = savings;
  await restore(thief, { file });
  const [linked] = await sql()`
    select count(*)::integer from accounts a join accounts s on s.id = a.overdraft_account_id and s.user_id <> a.user_id`;
  expect(linked?.count).toBe(0);
});

it('the bank charges and charges off an overdraft in the same way in one step and in daily steps', async () => {
  const customer = await signUp();
  const { client } = customer;
  const { data } = await client.rpc('open_account', { name: 'Bills', initial_balance: 100 }).throwOnError();
  const covered = {
    account_id: data.id,
    choice: 'covered',
    overdraft_product: 'standard',
    overdraft_cards: true,
  };
  await client.rpc('set_overdraft', covered).throwOnError();
  const day = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
  await addBill(customer, data.id, 'Power', 55, day);
  await client.rpc('withdraw', { account_id: data.id, amount: 160 }).throwOnError();
  const file = await exported(customer);
  const copies = [await signUp(), await signUp()];
  for (const copy of copies) expect(await restore(copy, { file })).toMatchObject({ status: 200 });
  const [whole, daily] = copies as [Customer, Customer];

  const from = await simulatedUntil(whole);
  const until = from + 90 * DAY_MS;
  await live(whole, until);
  for (let at = from; at < until; ) {
    at = Math.min(until, at + DAY_MS);
    await live(daily, at);
  }
  const kinds = await sql()`
    select kind, count(*)::integer from bank.entries where household_id = ${whole.id}
      and kind in ('overdraft_fee', 'charge_off') group by kind order by kind`;
  expect(kinds).toEqual([
    { kind: 'charge_off', count: 1 },
    { kind: 'overdraft_fee', count: 3 },
  ]);
  expect(await hashOf(daily)).toBe(await hashOf(whole));
  expect(await violationsOf(whole)).toEqual([]);
  const [account] =
    await sql()`select balance, closed_at is not null as is_closed from accounts where user_id = ${whole.id}`;
  expect(account).toEqual({ balance: '0.00', is_closed: true });
  const { data: facts } = await whole.client.rpc('my_credit_facts').throwOnError();
  expect(facts.payments).toMatchObject([{ daysLate: 90 }]);

  const [fees] = await sql()`
    select bank.statement_fees(p.ledger_id, i) as totals
    from bank.postings p join bank.entries e on e.id = p.entry_id and e.kind = 'charge_off',
      lateral (select '{"zone": "America/New_York"}'::jsonb as terms, max(x.id) as entries_to from bank.entries x) as last,
      lateral (select * from jsonb_populate_record(null::bank.issued_documents, jsonb_build_object(
        'terms', last.terms, 'entries_to', last.entries_to, 'from_at', e.value_at - interval '1 day',
        'to_at', date_trunc('year', e.value_at) + interval '360 days'))) as i
    where e.household_id = ${whole.id} and p.amount > 0`;
  expect(fees?.totals).toMatchObject({
    overdraft_fee: { period: expect.any(Number), year: expect.any(Number) },
  });

  const overdrawn = await exported(daily);
  const last = await signUp();
  expect(await restore(last, { file: overdrawn })).toMatchObject({ status: 200 });
  expect(await hashOf(last)).toBe(await hashOf(daily));
}, 120_000);
