import { describe, expect } from 'vitest';
import { ARGUMENTS, callsOfCustomers, run, tablesOfCustomers } from '../support/catalog.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';
import { SAMPLES } from '../support/owned-records.ts';

describe("a customer's data", () => {
  test('is in tables that this test knows', async ({ bank }) => {
    const tables = await tablesOfCustomers(bank);
    expect(tables.map(({ table }) => table).filter((table) => !SAMPLES[table])).toEqual([]);
  });

  test("can't be read, changed, or deleted by another customer", async ({ bank, alice, bob }) => {
    for (const { table, owner } of await tablesOfCustomers(bank)) {
      const row = await SAMPLES[table]?.(bank, alice);
      const before = await run(bank.owner, `select * from ${table} order by id`);
      const stranger = bank.asCustomer(bob);
      expect(await run(stranger, `select from ${table} where ${owner} = ?`, alice.id), table).toEqual([]);
      expect(await run(stranger, `select from ${table} where id = ?`, row?.id), table).toEqual([]);
      const columns = await bank.owner`
        select column_name as name from information_schema.column_privileges
        where table_schema = 'public' and table_name = ${table} and grantee = 'authenticated' and privilege_type = 'UPDATE'`;
      for (const { name } of columns) {
        const changed = await run(
          stranger,
          `update ${table} set ${name} = ${name} where id = ? returning id`,
          row?.id,
        );
        expect(changed, `${table}.${name}`).toEqual([]);
      }
      const deleted = await run(stranger, `delete from ${table} where id = ? returning id`, row?.id).catch(
        (error) => error.code,
      );
      expect([[], '42501'], table).toContainEqual(deleted);
      expect(await run(bank.owner, `select * from ${table} order by id`), table).toEqual(before);
    }
    await expectSoundBooks(bank);
  });

  test("can't be written in another customer's name", async ({ bank, alice, bob }) => {
    for (const { table, owner } of await tablesOfCustomers(bank)) {
      const row = await SAMPLES[table]?.(bank, alice);
      const take = run(
        bank.asCustomer(alice),
        `update ${table} set ${owner} = ? where id = ?`,
        bob.id,
        row?.id,
      );
      await expect(take, table).rejects.toMatchObject({ code: '42501' });
      const insertable = await bank.owner`
        select from information_schema.column_privileges where table_schema = 'public' and table_name = ${table}
          and grantee = 'authenticated' and privilege_type = 'INSERT' and column_name = ${owner}`;
      if (insertable.length === 0) continue;
      const columns = await bank.owner`
        select string_agg(quote_ident(column_name), ', ') as names from information_schema.column_privileges
        where table_schema = 'public' and table_name = ${table} and grantee = 'authenticated' and privilege_type = 'INSERT'
          and column_name not in ('id', ${owner})`;
      const names = columns[0]?.names;
      for (const newOwner of [bob.id, null]) {
        const give = run(
          bank.asCustomer(alice),
          `insert into ${table} (${names}, ${owner}) select ${names}, ?::uuid from ${table} where id = ?`,
          newOwner,
          row?.id,
        );
        await expect(give, table).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('refers to no row of another customer', async ({ bank, alice, bob }) => {
    const tables = new Set((await tablesOfCustomers(bank)).map(({ table }) => table));
    const references = (await bank.owner`
      select k.conrelid::regclass::text as table, a.attname as column, k.confrelid::regclass::text as target
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and a.attname <> 'user_id'
        and has_column_privilege('authenticated', k.conrelid, a.attnum, 'UPDATE')`) as {
      table: string;
      column: string;
      target: string;
    }[];
    const among = references.filter((reference) => tables.has(reference.target));
    const owns = new Map<string, unknown>();
    for (const { table } of among)
      if (!owns.has(table)) owns.set(table, (await SAMPLES[table]?.(bank, alice))?.id);
    const othersRows = new Map<string, unknown>();
    for (const { target } of among)
      if (!othersRows.has(target)) othersRows.set(target, (await SAMPLES[target]?.(bank, bob))?.id);
    const taken = [];
    for (const { table, column, target } of among) {
      const refer = run(
        bank.asCustomer(alice),
        `update ${table} set ${column} = ? where id = ? returning ${column} as now`,
        othersRows.get(target),
        owns.get(table),
      );
      // Instead of refusing the update, the bank can set a column to null if the column depends on other
      // columns of the row.
      const [row] = await refer.catch(() => []);
      if (row?.now) taken.push(`${table}.${column}`);
    }
    expect(among.length).toBeGreaterThan(10);
    expect(taken).toEqual([]);
  });

  test('is closed to visitors, function by function', async ({ bank, alice }) => {
    for (const { table } of await tablesOfCustomers(bank)) {
      const row = await SAMPLES[table]?.(bank, alice);
      for (const attempt of [
        `select from ${table} where id = ?`,
        `delete from ${table} where id = ?`,
        `update ${table} set id = id where id = ?`,
        `insert into ${table} select * from ${table} where id = ?`,
      ]) {
        await expect(run(bank.asVisitor(), attempt, row?.id), attempt).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
  });

  test("isn't affected by another customer's calls: every foreign id is unknown", async ({
    bank,
    alice,
    bob,
  }) => {
    const hers: Record<string, string | undefined> = {};
    const his: Record<string, string | undefined> = {};
    for (const { table } of await tablesOfCustomers(bank)) {
      hers[table] = (await SAMPLES[table]?.(bank, alice))?.id;
      his[table] = (await SAMPLES[table]?.(bank, bob))?.id;
    }
    his.other = (await openAccount(bank, bob, { balance: 50 })).id;
    const sum = async () =>
      (await bank.owner`select sum(balance)::text as balance from accounts where user_id = ${alice.id}`)[0]
        ?.balance;
    const before = await sum();
    let tried = 0;
    for (const call of await callsOfCustomers(bank)) {
      const ids = call.arguments.filter(({ type }) => type === 'uuid');
      expect(
        ids.filter(({ name }) => !ARGUMENTS[name]),
        call.name,
      ).toEqual([]);
      for (const strange of ids) {
        const values = call.arguments.map(({ name, type }, index) => {
          if (type !== 'uuid') return getSample(name, type);
          const table = ARGUMENTS[name] ?? '';
          if (name === strange.name) return hers[table];
          return table === 'accounts' && index > 0 ? his.other : his[table];
        });
        const text = call.arguments.map(({ name, type }) => `${name} => ?::${type}`).join(', ');
        const attempt = run(bank.asCustomer(bob), `select * from ${call.name}(${text})`, ...values);
        await expect(attempt, `${call.name}(${strange.name})`).rejects.toMatchObject({ code: 'NTFND' });
        await expect(
          run(bank.asVisitor(), `select * from ${call.name}(${text})`, ...values),
          call.name,
        ).rejects.toMatchObject({ code: '42501' });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThanOrEqual(9);
    expect(await sum()).toBe(before);
    await expectSoundBooks(bank);
  });

  test('stays private in the ledger', async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { name: 'Secret', balance: 100 });
    const stranger = bank.asCustomer(bob);
    for (const text of [
      'select from journal_entries where id is not null or ?::text is null',
      'select from journal_postings where ledger_id = ?',
      'select from bank.entries where household_id is not null or ?::text is null',
      'select from bank.postings where ledger_id = ?',
      'select from bank.ledger_accounts where id = ?',
    ]) {
      expect(await run(stranger, text, id), text).toEqual([]);
      await expect(run(bank.asVisitor(), text, id), text).rejects.toMatchObject({ code: '42501' });
    }
    for (const table of [
      'requests',
      'expected_write_backs',
      'erasures',
      'erased_households',
      'product_balances',
      'checkpoint_files',
      'dispute_outcomes',
      'linked_payees',
      'upload_chunks',
    ]) {
      await expect(run(stranger, `select from bank.${table}`), table).rejects.toMatchObject({
        code: '42501',
      });
    }
  });
});

/** Returns a valid value for an argument that isn't an id. */
function getSample(name: string, type: string): string {
  if (type === 'date') return '2030-01-01';
  return name.includes('currency') ? 'EUR' : '1';
}
