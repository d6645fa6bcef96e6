import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { run, tablesOfCustomers } from '../support/catalog.ts';
import { type Bank, test } from '../support/harness.ts';
import { SAMPLES } from '../support/owned-records.ts';

/** Internal tables that contain at most one row, or a fixed number of rows, for each customer. */
const BOUNDED = {
  'bank.calendar_feeds': 'one row for each household',
  'bank.clocks': 'one row for each household',
  'bank.confirmed_addresses': 'one row for each household',
  'bank.erasures': 'one row for each household',
  'bank.fast_forwards': 'one that is running, and the answers of the last ten seconds',
  'bank.import_locks': 'the pieces of one upload, limited by the size of a request and deleted when it ends',
  'bank.recovery_codes': 'one set of codes, replaced as a whole',
};

type WritableTable = { name: string; inserted: string[]; updated: string[]; isSingle: boolean };

/**
 * Returns the tables into which customers can insert rows, with their columns. `isSingle` is true if each
 * customer can have only one row.
 */
async function getWritableTables(bank: Bank): Promise<WritableTable[]> {
  return (await bank.owner`
    select c.relname as name,
      array_agg(a.attname::text) filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) as inserted,
      coalesce(array_agg(a.attname::text)
        filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'update')), '{}') as updated,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
        and i.indnatts = 1 and exists (select from pg_attribute k
          where k.attrelid = c.oid and k.attnum = i.indkey[0] and k.attname = 'user_id')) as "isSingle"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'customers'
      and has_any_column_privilege('authenticated', c.oid, 'insert')
      and exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'user_id')
    group by c.oid, c.relname order by 1`) as WritableTable[];
}

/** Returns a copy of a row that violates no unique index. */
async function varyRow(
  bank: Bank,
  table: string,
  row: Record<string, unknown>,
  number: number,
): Promise<object> {
  const copy: Record<string, unknown> = { ...row, id: randomUUID() };
  for (const column of ['name', 'key', 'address'])
    if (typeof row[column] === 'string') copy[column] = `${number}${row[column]}`;
  if (table === 'notification_preferences')
    copy['about'] = ['credit_limit', 'large_transaction', 'low_balance'][number - 1];
  if (table === 'goals') copy['portion'] = 0;
  if (table === 'payment_exceptions') copy['planned_date'] = `2090-01-0${number}`;
  if (table === 'budgets' || table === 'card_controls') {
    const [category] = await bank.owner`
      select id from categories where user_id is null and kind = 'spending' order by name desc offset ${number} limit 1`;
    copy['category_id'] = category?.id;
  }
  return copy;
}

describe('the row limits', () => {
  test("cover every table with customers' rows", async ({ bank }) => {
    const unlimited = await bank.owner`
      select n.nspname || '.' || c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'bank') and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('user_id', 'household_id')
          and not a.attisdropped)
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'check_row_limit')
      order by 1`;
    expect(unlimited.map(({ table }) => table)).toEqual(Object.keys(BOUNDED).toSorted());
  });

  test('refuse one row above the limit in every table, with the limit in the details, and add no row', async ({
    bank,
  }) => {
    for (const { table } of await tablesOfCustomers(bank)) {
      if (table === 'customers') continue;
      const person = await bank.openCustomer(table.replaceAll('_', '-'));
      await bank.asCustomer(person)`select ensure_customer()`;
      const name = `public.${table}`;
      const [limit] = await bank.owner`
        update bank.row_limits l set highest = 0 from bank.row_limits before
        where l.table_name = ${name} and before.table_name = l.table_name returning before.highest, before.label`;
      const refusal = await Promise.resolve(SAMPLES[table]?.(bank, person)).catch((error) => error);
      expect(refusal, table).toMatchObject({
        code: 'LIMIT',
        message: `You've reached the limit of 0 ${limit?.label}.`,
        detail: '{"highest": 0}',
      });
      expect(await run(bank.owner, `select from ${table} where user_id = ?`, person.id), table).toEqual([]);
      await bank.owner`update bank.row_limits set highest = ${limit?.highest} where table_name = ${name}`;
    }
  });

  test('refuse 20,000 categories in one request and store none of them', async ({ bank, alice }) => {
    const many = bank.asCustomer(alice)`
      insert into categories (name) select 'Category ' || n from generate_series(1, 20000) n`;
    await expect(many).rejects.toMatchObject({
      code: 'LIMIT',
      message: "You've reached the limit of 500 categories.",
    });
    expect(await bank.owner`select id from categories where user_id = ${alice.id}`).toEqual([]);
  });

  test('refuse an upsert with more rows than the limit in every writable table and store none of them', async ({
    bank,
  }) => {
    const tables = await getWritableTables(bank);
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) {
      const { name, inserted, updated, isSingle } = table;
      const person = await bank.openCustomer(name.replaceAll('_', '-'));
      await bank.asCustomer(person)`select ensure_customer()`;
      await SAMPLES[name]?.(bank, person);
      const getRows = () =>
        run(bank.owner, `select to_jsonb(x) as row from ${name} x where user_id = ? order by id`, person.id);
      const before = await getRows();
      await bank.owner`
        update bank.row_limits set highest = ${before.length + 1} where table_name = ${`public.${name}`}`;
      const row = before.at(-1)?.row;
      const copies = await Promise.all([1, 2, 3].map((number) => varyRow(bank, name, row, number)));
      const columns = inserted.join(', ');
      const changes = updated.map((column) => `${column} = excluded.${column}`).join(', ');
      const attack = run(
        bank.asCustomer(person),
        `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, ?::text::jsonb)
         on conflict ${inserted.includes('id') && changes ? `(id) do update set ${changes}` : 'do nothing'}`,
        JSON.stringify([row, ...copies]),
      );
      if (isSingle) await attack.catch(() => {});
      else await expect(attack, name).rejects.toMatchObject({ code: 'LIMIT' });
      expect(await getRows(), name).toEqual(before);
    }
  });

  test("refuse a customer's 501st loan application, and let another customer apply", async ({
    bank,
    alice,
    bob,
  }) => {
    const apply = (person: typeof alice, count: number) => bank.asCustomer(person)`
      insert into loan_applications (email, applicant_name, loan_amount, submitted_at)
      select ${person.email}, 'A. Customer', 5000, now() from generate_series(1, ${count}::int)`;
    await apply(alice, 500);
    await expect(apply(alice, 1)).rejects.toMatchObject({
      code: 'LIMIT',
      message: "You've reached the limit of 500 loan applications.",
    });
    await apply(bob, 1);
  });

  test('count a table with a high limit only when many rows are inserted', async ({ bank, alice }) => {
    await bank.owner`update bank.row_limits set highest = 6000 where table_name = 'public.household_events'`;
    await bank.owner`insert into customers (id) values (${alice.id}) on conflict do nothing`;
    const insert = (count: number) => bank.owner`
      insert into household_events (user_id, at, kind, description, event_key)
      select ${alice.id}, now(), 'payment_failed', 'Rent', ${randomUUID()} || n from generate_series(1, ${count}::int) n`;
    await insert(5999);
    await expect(insert(100)).rejects.toMatchObject({ code: 'LIMIT' });
  });
});
