// Checks the conditions for many customers (docs/scale.md): each row has an owner, and no two customers write the
// same row.
import { describe, expect } from 'vitest';
import { test } from '../support/harness.ts';
import { SAMPLES } from '../support/owned-records.ts';

/** Tables without an owner: shared data, anonymous data, and uploads that are kept for at most an hour. */
const TABLES_WITHOUT_OWNER = [
  'household_tables',
  'upload_chunks',
  'currencies',
  'erased_households',
  'exchange_rates',
  'page_views',
  'row_limits',
];

/**
 * Tables whose rows have no owner but refer to a parent row that has one, with the column that refers to the
 * parent.
 */
const PARTS = {
  checkpoint_files: 'checkpoint_id',
  dispute_outcomes: 'dispute_id',
  expected_write_backs: 'account_id',
  issued_documents: 'document_id',
  postings: 'entry_id',
  transaction_edit_lines: 'edit_id',
};

describe('a bank with many customers', () => {
  test('knows the owner of every row from the row itself or from its parent', async ({ bank }) => {
    const without = await bank.owner`
      select c.relname as name, array_agg(a.attname) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace in ('public'::regnamespace, 'bank'::regnamespace) and c.relkind in ('r', 'p') and c.relname <> 'customers'
        and not exists (select from pg_attribute o where o.attrelid = c.oid and o.attname in ('user_id', 'household_id') and o.atttypid = 'uuid'::regtype)
      group by c.relname order by c.relname`;
    expect(without.map(({ name }) => name)).toEqual(
      [...TABLES_WITHOUT_OWNER, ...Object.keys(PARTS)].toSorted(),
    );
    for (const [name, column] of Object.entries(PARTS))
      expect(without.find((table) => table.name === name)?.columns).toContain(column);
  });

  test('counts in 64 bits, with sequences that never block', async ({ bank }) => {
    expect(
      await bank.owner`
        select schemaname || '.' || sequencename as sequence from pg_sequences
        where schemaname in ('public', 'bank') and (data_type <> 'bigint'::regtype or increment_by <> 1 or max_value < 9223372036854775807)`,
    ).toEqual([]);
    const sequences = await bank.owner`
      select schemaname || '.' || sequencename as name from pg_sequences where schemaname in ('public', 'bank')`;
    expect(sequences.map(({ name }) => name).toSorted()).toEqual([
      'bank.account_numbers',
      'bank.card_numbers',
      'bank.entries_id_seq',
      'bank.erased_households_id_seq',
      'bank.expected_write_backs_id_seq',
      'bank.household_tables_position_seq',
      'public.goal_movements_id_seq',
      'public.holdings_id_seq',
      'public.household_events_id_seq',
      'public.lots_id_seq',
      'public.page_views_id_seq',
    ]);
  });

  test("writes only customer-owned rows for a customer's action", async ({ bank, alice }) => {
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
