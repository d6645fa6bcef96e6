import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { test } from '../support/harness.ts';

/** The only function that visitors can call is the pre-request function. */
const FOR_VISITORS = ['check_request'];
/** Private functions that triggers call with the customer's rights. */
const FOR_TRIGGERS = ['refuse', 'refuse_if'];

describe('the schema conventions', () => {
  test('every table has row level security and a comment', async ({ bank }) => {
    expect(
      await bank.owner`
        select c.oid::regclass::text as table from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind in ('r', 'p')
          and (not c.relrowsecurity or obj_description(c.oid, 'pg_class') is null)`,
    ).toEqual([]);
  });

  test("every view has a comment, and public views check the caller's rights", async ({ bank }) => {
    expect(
      await bank.owner`
        select c.oid::regclass::text as view from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind = 'v'
          and (obj_description(c.oid, 'pg_class') is null
            or (c.relnamespace = 'public'::regnamespace and not coalesce('security_invoker=true' = any(c.reloptions), false)))`,
    ).toEqual([]);
  });

  test('every policy names a role, covers one command, and is a lowercase sentence', async ({ bank }) => {
    expect(
      await bank.owner`
        select tablename, policyname from pg_policies
        where schemaname in ('public', 'bank')
          and ('public' = any(roles) or cmd = 'ALL' or policyname !~ '^[a-z][a-z'' ]+ [a-z'', ]+$')`,
    ).toEqual([]);
  });

  test('only data without a customer is readable by all of them', async ({ bank }) => {
    expect(
      await bank.owner`
        select tablename from pg_policies where schemaname in ('public', 'bank') and qual = 'true' order by tablename`,
    ).toEqual([{ tablename: 'currencies' }, { tablename: 'exchange_rates' }]);
  });

  test('every table that customers may read has a policy about its rows', async ({ bank }) => {
    expect(
      await bank.owner`
        select c.oid::regclass::text as table from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind in ('r', 'p')
          and has_any_column_privilege('authenticated', c.oid, 'select')
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r')`,
    ).toEqual([]);
  });

  test('every function has a comment, and every definer function a safe search path', async ({ bank }) => {
    expect(
      await bank.owner`
        select p.oid::regprocedure::text as function from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'bank'::regnamespace)
          and (obj_description(p.oid, 'pg_proc') is null
            or (p.prosecdef and not coalesce('search_path=""' = any(p.proconfig), false)))`,
    ).toEqual([]);
  });

  test('no function of the bank is longer than 60 lines', async ({ bank }) => {
    expect(
      await bank.owner`
        select p.oid::regprocedure::text as function, array_length(string_to_array(p.prosrc, e'\n'), 1) as lines from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'bank'::regnamespace)
          and array_length(string_to_array(p.prosrc, e'\n'), 1) > 60`,
    ).toEqual([]);
  });

  test('every refusal is listed in docs/error-codes.md, and nothing else is', async ({ bank }) => {
    const raised = await bank.owner`
      select distinct code[1] as code from pg_proc p, regexp_matches(p.prosrc, 'bank[.]refuse(?:_if)??[(][^;]*?''([A-Z]{5})'',', 'g') code
      where p.pronamespace in ('public'::regnamespace, 'bank'::regnamespace) order by code`;
    const listed = readFileSync(new URL('../../../docs/error-codes.md', import.meta.url), 'utf8').matchAll(
      /^\| `([A-Z]{5})`/gm,
    );
    expect(raised.map(({ code }) => code)).toEqual(Array.from(listed, ([, code]) => code).toSorted());
  });

  test('nobody may call a function without an explicit grant', async ({ bank }) => {
    const callable = await bank.owner`
      select p.proname as function, p.pronamespace::regnamespace::text as schema, role
      from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) role
      where p.pronamespace in ('public'::regnamespace, 'bank'::regnamespace) and has_function_privilege(role, p.oid, 'execute')`;
    expect(new Set(callable.filter((row) => row.schema === 'bank').map((row) => row.function))).toEqual(
      new Set(FOR_TRIGGERS),
    );
    expect(callable.filter((row) => row.role === 'anon').map((row) => row.function)).toEqual(FOR_VISITORS);
    expect(
      await bank.owner`
        select p.oid::regprocedure::text as function from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
        where p.pronamespace in ('public'::regnamespace, 'bank'::regnamespace) and acl.grantee = 0`,
    ).toEqual([]);
  });

  test('a visitor has no rights on tables except reporting a page view', async ({ bank }) => {
    expect(
      await bank.owner`
        select c.oid::regclass::text as table, right_name
        from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) right_name
        where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind in ('r', 'p', 'v')
          and (has_table_privilege('anon', c.oid, right_name)
            or (right_name in ('select', 'insert', 'update') and has_any_column_privilege('anon', c.oid, right_name)))`,
    ).toEqual([{ table: 'page_views', right_name: 'insert' }]);
  });

  test("the bank's own schemas are read-only, and only the ledger and the parts of transactions are readable", async ({
    bank,
  }) => {
    expect(
      await bank.owner`
        select distinct c.relname, right_name
        from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) role,
          unnest(array['select', 'insert', 'update', 'delete', 'truncate']) right_name
        where c.relnamespace = 'bank'::regnamespace and c.relkind in ('r', 'v') and has_table_privilege(role, c.oid, right_name)
        order by c.relname, right_name`,
    ).toEqual([
      { relname: 'card_entries', right_name: 'select' },
      { relname: 'entries', right_name: 'select' },
      { relname: 'ledger_accounts', right_name: 'select' },
      { relname: 'postings', right_name: 'select' },
      { relname: 'refund_parts', right_name: 'select' },
      { relname: 'refunded_purchases', right_name: 'select' },
      { relname: 'transaction_parts', right_name: 'select' },
    ]);
  });

  test('no API role may write every column of a table or truncate one', async ({ bank }) => {
    expect(
      await bank.owner`
        select c.relname, role, right_name
        from pg_class c, unnest(array['authenticated', 'service_role']) role, unnest(array['insert', 'update', 'truncate']) right_name
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and has_table_privilege(role, c.oid, right_name)`,
    ).toEqual([]);
  });

  test('no API role may write columns that the bank maintains', async ({ bank }) => {
    expect(
      await bank.owner`
        select c.relname, a.attname, role, right_name
        from pg_attribute a join pg_class c on c.oid = a.attrelid, unnest(array['authenticated', 'service_role']) role,
          unnest(array['insert', 'update']) right_name
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
          and a.attname in ('last_entry', 'entry_id', 'balance_after', 'kind', 'direction', 'closed_at', 'account_number',
            'card_number', 'clock_offset', 'generation', 'demo_until', 'decided_at', 'decision')
          and (c.relname, a.attname) not in (('categories', 'kind'), ('card_controls', 'kind'))
          and has_column_privilege(role, c.oid, a.attname, right_name)`,
    ).toEqual([]);
  });

  test('every foreign key has an index', async ({ bank }) => {
    expect(
      await bank.owner`
        select k.conrelid::regclass::text as table, k.conname from pg_constraint k
        where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'bank'::regnamespace)
          and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`,
    ).toEqual([]);
  });

  test('no foreign key leads into or out of the journal', async ({ bank }) => {
    expect(
      await bank.owner`
        select conname from pg_constraint
        where contype = 'f' and (confrelid in ('bank.entries'::regclass, 'bank.postings'::regclass, 'bank.ledger_accounts'::regclass)
          or conrelid in ('bank.entries'::regclass, 'bank.postings'::regclass, 'bank.ledger_accounts'::regclass))`,
    ).toEqual([]);
  });

  test("changes of customers' tables are published to their screens", async ({ bank }) => {
    const followed = await bank.owner`
      select c.relname as table, c.relreplident as identity
      from pg_publication_rel r join pg_publication p on p.oid = r.prpubid join pg_class c on c.oid = r.prrelid
      where p.pubname = 'supabase_realtime'`;
    for (const table of [
      'accounts',
      'customers',
      'transactions',
      'transaction_edits',
      'transaction_splits',
      'categorization_rules',
      'imports',
    ]) {
      expect(followed).toContainEqual({ table, identity: 'f' });
    }
  });

  test('new objects have no grants by default', async ({ bank }) => {
    await bank.owner`create table public.later (id int)`;
    await bank.owner`create function public.later() returns int language sql as 'select 1'`;
    const [rights] = await bank.owner`
      select has_table_privilege('authenticated', 'public.later', 'select') as reads,
        has_table_privilege('service_role', 'public.later', 'select') as serves,
        has_function_privilege('anon', 'public.later()', 'execute') as calls`;
    expect(rights).toEqual({ reads: false, serves: false, calls: false });
  });
});
