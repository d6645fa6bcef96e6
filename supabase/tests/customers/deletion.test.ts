import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

/** Opens a session in which the customer entered the password `minutesAgo` minutes ago. */
async function signIn(bank: Bank, person: Person, minutesAgo = 0): Promise<Person> {
  const id = randomUUID();
  await bank.owner`insert into auth.sessions (id, user_id, refresh_token_hmac_key) values (${id}, ${person.id}, 'key')`;
  await bank.owner`
    insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
    values (${id}, 'password', now() - make_interval(mins => ${minutesAgo}))`;
  return { ...person, claims: { session_id: id } };
}

const erase = async (bank: Bank) => (await bank.owner`select bank.erase_due_accounts() as erased`)[0]?.erased;
const comesDue = (bank: Bank, { id }: Person) =>
  bank.owner`update account_deletions set due_at = now() - interval '1 second' where user_id = ${id}`;

test('an account is deleted seven days after the request and not before', async ({ bank, alice, bob }) => {
  await openAccount(bank, bob, { balance: 50 });
  await openAccount(bank, alice, { balance: 100 });
  const [deletion] = await bank.asCustomer(await signIn(bank, alice))`
    select extract(epoch from due_at - asked_at)::int as seconds from delete_my_account()`;
  expect(deletion).toEqual({ seconds: 7 * 24 * 3600 });
  expect(await erase(bank)).toBe(0);
  await comesDue(bank, alice);
  expect(await erase(bank)).toBe(1);
  expect(await bank.owner`select from public.customers where id = ${alice.id}`).toEqual([]);
  expect(await bank.owner`select balance from public.accounts where user_id = ${bob.id}`).toHaveLength(1);
});

test('a customer cancels the deletion', async ({ bank, alice }) => {
  const session = await signIn(bank, alice);
  await bank.asCustomer(session)`select delete_my_account()`;
  const [first] = await bank.asCustomer(session)`select due_at from account_deletions`;
  // A second request doesn't restart the seven days.
  expect(await bank.asCustomer(session)`select due_at from delete_my_account()`).toEqual([first]);
  await bank.asCustomer(session)`select cancel_account_deletion()`;
  expect(await bank.asCustomer(session)`select from account_deletions`).toEqual([]);
  expect(await erase(bank)).toBe(0);
});

test('only a customer who has just verified their identity may request deletion', async ({ bank, alice }) => {
  const refused = expect.objectContaining({ code: 'PROOF' });
  await expect(bank.asCustomer(alice)`select delete_my_account()`).rejects.toEqual(refused);
  const stale = await signIn(bank, alice, 11);
  await expect(bank.asCustomer(stale)`select delete_my_account()`).rejects.toEqual(refused);
});

test('a deleted customer leaves only the tombstone', async ({ bank }) => {
  const carol = await bank.openCustomer('carol-who-leaves');
  await openAccount(bank, carol, { balance: 100 });
  const session = await signIn(bank, carol);
  await bank.asCustomer(
    session,
  )`update customers set avatar = ${`${carol.id}/picture-1.png`} where id = ${carol.id}`;
  await bank.asCustomer(session)`
    insert into storage.objects (bucket_id, name, owner_id, version)
    values ('avatars', ${`${carol.id}/picture-1.png`}, ${carol.id}, ${randomUUID()})`;
  await bank.asCustomer(session)`select save_checkpoint('Last look')`;
  await bank.owner`
    insert into auth.audit_log_entries (payload)
    values (jsonb_build_object('action', 'login_failed', 'actor_id', null, 'actor_username', ${carol.email}::text))`;
  await bank.owner`
    insert into platform.mails (recipient, kind, subject, body) values (${carol.email}, 'recovery', 'Code', '123456')`;
  await bank.asCustomer(session)`select delete_my_account()`;
  expect(await named(bank, carol)).toContain('public.accounts');
  const [before] = await bank.owner`select count(*)::int as tombstones from bank.erased_households`;
  await comesDue(bank, carol);
  expect(await erase(bank)).toBe(1);
  expect(await named(bank, carol)).toEqual([]);
  const [after] = await bank.owner`select count(*)::int as tombstones from bank.erased_households`;
  expect(after?.tombstones).toBe(before?.tombstones + 1);
});

/** Returns all tables with a row that contains the customer's id or address in any column. */
async function named(bank: Bank, { id, email }: Person): Promise<string[]> {
  const tables = await bank.owner`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;
  const matches: string[] = [];
  for (const { name } of tables) {
    const parts = [
      `select from ${name} t where t::text like '%' || `,
      ` || '%' or t::text like '%' || `,
      ` || '%' limit 1`,
    ];
    const rows = await bank.owner(Object.assign([...parts], { raw: parts }), id, email);
    if (rows.length > 0) matches.push(name);
  }
  return matches.toSorted();
}
