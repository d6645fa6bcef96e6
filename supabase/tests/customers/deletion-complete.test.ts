import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { sql, signUp, signUpWithDemo, live } = getHouseholds(() => server);
const BEGIN = Date.now() - 40 * DAY_MS;

/**
 * The tables in which a deleted customer's address remains, because they contain other people's history and
 * contacts.
 */
const OF_OTHERS = ['bank.entries', 'public.contacts', 'public.peer_payments', 'public.transactions'];

it('deleting a customer who used every feature removes all rows, files, and sign-ins', async () => {
  const [leaver, friend] = [await signUpWithDemo(BEGIN), await signUp()];
  await live(leaver, BEGIN + 35 * DAY_MS);
  const email = await usesEverything(leaver, friend);
  const before = await findTablesWith(leaver.id);
  expect(before).toEqual(
    expect.arrayContaining(['auth.users', 'bank.recovery_codes', 'public.accounts', 'storage.objects']),
  );

  const [tombstones] = await sql()`select count(*)::int as count from bank.erased_households`;
  await leaver.client.rpc('delete_my_account').throwOnError();
  await sql()`update account_deletions set due_at = now() where user_id = ${leaver.id}`;
  await sql()`select bank.erase_due_accounts()`;

  expect(await findTablesWith(leaver.id)).toEqual([]);
  expect((await findTablesWith(email)).filter((table) => !OF_OTHERS.includes(table))).toEqual([]);
  expect(await sql()`select way, amount from bank.peer_legs where household_id = ${friend.id}`).toEqual([
    { way: 'in', amount: '5.00' },
  ]);
  const [after] = await sql()`select count(*)::int as count from bank.erased_households`;
  expect(after?.count).toBe(tombstones?.count + 1);
  expect(await sql()`select * from bank.audit(${friend.id})`).toHaveLength(0);
  expect((await leaver.client.rpc('simulated_now')).error).toMatchObject({ code: 'ENDED' });
});

/**
 * Creates a picture, a document, a factor, codes, a checkpoint, a payment to someone else, and a mailed code.
 * Returns the customer's address.
 */
async function usesEverything({ id, client }: Customer, friend: Customer): Promise<string> {
  const { data } = await client.auth.getUser();
  const email = data.user?.email ?? '';
  const picture = new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' });
  const path = `${id}/picture-1.png`;
  expect((await client.storage.from('avatars').upload(path, picture)).error).toBeNull();
  await client.from('customers').update({ avatar: path }).eq('id', id).throwOnError();
  await client.rpc('save_checkpoint', { name: 'Last look' }).throwOnError();
  await client.auth.resetPasswordForEmail(email);
  const { data: accounts } = await client
    .from('accounts')
    .select('id, currency')
    .eq('type', 'CHECKING')
    .throwOnError();
  const to = (await friend.client.auth.getUser()).data.user?.email;
  await sql()`
    insert into bank.confirmed_addresses (user_id, address) select id, email from auth.users where email is not null`;
  const payment = { account_id: accounts?.[0]?.id, amount: 5, address: to, request_id: 'to a friend' };
  await client.rpc('pay_person', payment).throwOnError();
  const opening = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 0 };
  const opened = await friend.client.rpc('open_account', opening).throwOnError();
  const { data: transfers } = await friend.client.from('peer_transfers').select('id').throwOnError();
  const taking = { peer_transfer_id: transfers?.[0]?.id, account_id: opened.data.id };
  await friend.client.rpc('accept_transfer', taking).throwOnError();
  await sql()`select save_upload(${id}, gen_random_uuid(), 'rent.pdf', 'application/pdf', 10, repeat('a', 64))`;
  await sql()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${id}, 'App', 'totp', 'verified')`;
  await sql()`update auth.sessions set aal = 'aal2' where user_id = ${id}`;
  await sql()`
    insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'totp' from auth.sessions where user_id = ${id}`;
  const codes = await client.rpc('create_recovery_codes').throwOnError();
  expect(codes.data).toHaveLength(10);
  return email;
}

/** Returns all tables with a row that contains this text in any column. */
async function findTablesWith(text: string): Promise<string[]> {
  const tables = await sql()`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;
  const matches: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql().unsafe(
      `select exists (select from ${name} t where position($1 in t::text) > 0) as found`,
      [text],
    );
    if (row?.['found']) matches.push(name);
  }
  return matches.toSorted();
}
