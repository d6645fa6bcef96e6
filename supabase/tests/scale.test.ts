// What a bank of very many customers rests on (docs/scale.md): rows can be told apart by customer, and nothing is shared by
// all of them that each of them writes.
import { describe, expect } from 'vitest';
import { SAMPLES } from './belongings.ts';
import { test } from './harness.ts';

/** Nobody's: what is the same for all, what names nobody, and what is on its way in for an hour at most. */
const OF_NOBODY = ['arrivals', 'currencies', 'erased_households', 'exchange_rates', 'page_views'];

/** Parts of one row of a customer's, which are found and moved with it. */
const PARTS = {
  checkpoint_files: 'checkpoint_id',
  dispute_outcomes: 'dispute_id',
  echoes: 'account_id',
  issued_documents: 'document_id',
  postings: 'entry_id',
  row_edit_rows: 'edit_id',
};

describe('a bank of very many customers', () => {
  test('can tell of every row whose it is, by the row itself or the one row it is a part of', async ({
    bank,
  }) => {
    const without = await bank.owner`
      select c.relname as name, array_agg(a.attname) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind in ('r', 'p') and c.relname <> 'customers'
        and not exists (select from pg_attribute o where o.attrelid = c.oid and o.attname in ('user_id', 'household_id') and o.atttypid = 'uuid'::regtype)
      group by c.relname order by c.relname`;
    expect(without.map(({ name }) => name)).toEqual([...OF_NOBODY, ...Object.keys(PARTS)].toSorted());
    for (const [name, column] of Object.entries(PARTS))
      expect(without.find((table) => table.name === name)?.columns).toContain(column);
  });

  test('counts in 64 bits, and in sequences alone, for which nobody waits until another has finished', async ({
    bank,
  }) => {
    expect(
      await bank.owner`
        select schemaname || '.' || sequencename as sequence from pg_sequences
        where schemaname in ('public', 'bank') and (data_type <> 'bigint'::regtype or increment_by <> 1 or max_value < 9223372036854775807)`,
    ).toEqual([]);
    expect(
      await bank.owner`
        select c.oid::regclass::text as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind in ('r', 'p')
          and (a.attidentity <> '' or pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null) order by 1`,
    ).toEqual([
      { table: 'bank.echoes', column: 'id' },
      { table: 'bank.entries', column: 'id' },
      { table: 'bank.erased_households', column: 'id' },
      { table: 'goal_movements', column: 'id' },
      { table: 'happenings', column: 'id' },
      { table: 'page_views', column: 'id' },
    ]);
  });

  test('changes, whatever a customer does, only rows of tables that hold rows of customers', async ({
    bank,
    alice,
  }) => {
    for (const make of Object.values(SAMPLES)) await make(bank, alice);
    const changed = await bank.owner`
      select s.relname as name from pg_stat_xact_user_tables s
      where s.schemaname in ('public', 'bank') and s.n_tup_upd + s.n_tup_del > 0 and s.relname <> 'customers'
        and not exists (select from pg_attribute o where o.attrelid = s.relid and o.attname in ('user_id', 'household_id'))`;
    expect(changed.map(({ name }) => name).filter((name) => !(name in PARTS))).toEqual([]);
    const [accounts] = await bank.owner`
      select n_tup_upd > 0 as changed from pg_stat_xact_user_tables where relname = 'accounts' and schemaname = 'public'`;
    expect(accounts).toEqual({ changed: true });
  });
});
