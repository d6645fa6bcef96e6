// Fills a bank with set-based statements. Each customer has one account and 100 transactions with their
// entries and postings. Rows are in chronological order, so that a customer's rows are as scattered as in
// production.
import type postgres from 'postgres';

export const ROWS_EACH = 100;
const STEPS_AT_ONCE = 5;
/** The tables that grow. For many rows, rebuilding their indexes is much faster than updating them. */
const GROWING = ['public.transactions', 'bank.entries', 'bank.postings'];
const MANY_ROWS = 100_000;

/** Adds customers until the bank has this many transactions. */
export async function growTo(sql: postgres.Sql, rows: number): Promise<void> {
  const [have] = await sql<{ rows: number }[]>`select count(*)::int as rows from public.transactions`;
  const customers = Math.floor((rows - (have?.rows ?? 0)) / ROWS_EACH);
  if (customers <= 0) return;
  const isMuch = customers * ROWS_EACH >= MANY_ROWS;
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await openCustomers(transaction, customers);
  });
  if (isMuch) await leaveIndexes(sql);
  for (let step = 1; step <= ROWS_EACH; step += STEPS_AT_ONCE) {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`set local synchronous_commit = off`;
      await addMovements(transaction, step, step + STEPS_AT_ONCE - 1);
    });
  }
  if (isMuch) await makeIndexes(sql);
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await settle(transaction);
  });
}

async function openCustomers(sql: postgres.TransactionSql, count: number): Promise<void> {
  await sql`
    create table if not exists platform.bench_new (user_id uuid, account_id uuid, nth int)`;
  await sql`truncate platform.bench_new`;
  await sql`
    insert into platform.bench_new select gen_random_uuid(), gen_random_uuid(), n from generate_series(1, ${count}::integer) n`;
  await sql`insert into public.customers (id, display_name, created_at) select user_id, 'Grown', now() - interval '1 year' from platform.bench_new`;
  await sql`
    insert into public.accounts (id, user_id, name, balance, created_at, account_number, updated_at)
    select account_id, user_id, 'Everyday', 0, now() - interval '1 year', 'bench ' || account_id, now() from platform.bench_new`;
  await sql`
    insert into bank.ledger_accounts (id, household_id, product, name, currency, created_at)
    select account_id, user_id, 'account', 'Everyday', 'USD', now() - interval '1 year' from platform.bench_new`;
  await sql`insert into bank.clocks (household_id, simulated_until) select user_id, now() from platform.bench_new`;
  await sql`analyze platform.bench_new`;
}

/**
 * Adds the next transactions of every new customer: two thirds as if posted by the engine, and one third as
 * if posted through the app.
 */
async function addMovements(sql: postgres.TransactionSql, from: number, to: number): Promise<void> {
  await sql`
    with made as materialized (
      select nextval(pg_get_serial_sequence('bank.entries', 'id')) as entry_id, n.user_id, n.account_id, n.step, n.at, n.word, n.merchant, n.amount,
        case when n.step % 3 > 0 then ('00000000-0000-4000-8000-' || lpad((1 + n.step % 10)::text, 12, '0'))::uuid end as category_id
      from (
        select c.user_id, c.account_id, step, now() - (${ROWS_EACH} - step) * interval '3 days' - interval '1 hour' + (c.nth % 3600) * interval '1 second' as at,
          round((1 + (c.nth * 7919 + step * 104729) % 20000) / 100.0, 2) as amount,
          (array['Lunch', 'Weekly shop', 'Bus', 'Coffee', 'Books', 'Cinema', 'Gift', 'Shoes'])[1 + (c.nth + step) % 8] || ' ' || (c.nth * step) % 1000 as word,
          (array['Corner Grocer', 'City Transit', 'Bean House', 'Paper & Ink', 'Grand Cinema'])[1 + (c.nth + step) % 5] as merchant
        from generate_series(${from}::integer, ${to}::integer) step, platform.bench_new c
        order by step, c.nth
      ) as n
    ), entries as (
      insert into bank.entries (id, household_id, at, value_at, recorded_at, kind, description, actor, channel, event_key, merchant, category_id)
      overriding system value
      select entry_id, user_id, at, at, at, 'deposit', word, case when step % 3 = 0 then user_id end, case when step % 3 = 0 then 'app' else 'engine' end,
        case when step % 3 > 0 then account_id || ':' || step end, merchant, category_id
      from made
    ), postings as (
      insert into bank.postings (entry_id, ledger_id, currency, amount)
      select m.entry_id, side.ledger_id, 'USD', side.amount
      from made m cross join lateral (values (m.account_id, m.amount), (bank.system_account('cash_clearing'), -m.amount)) as side (ledger_id, amount)
    )
    insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency, category_id, merchant, balance_after, entry_id)
    select account_id, user_id, amount, 'DEPOSIT', word, at, 'deposit', 'in', 'USD', category_id, merchant, amount * step, entry_id from made`;
}

/** Updates account balances and the last entries of accounts and clocks to match the new transactions. */
async function settle(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    update public.accounts a set balance = s.balance, last_entry = s.last_entry
    from (
      select t.account_id, sum(t.amount) as balance, max(t.entry_id) as last_entry
      from public.transactions t join platform.bench_new n using (account_id) group by t.account_id
    ) s where a.id = s.account_id`;
  await sql`
    update bank.clocks k set last_entry = a.last_entry
    from platform.bench_new n join public.accounts a on a.id = n.account_id where k.household_id = n.user_id`;
}

/** Marks the indexes as invalid, so that inserts don't update them. A rebuild makes them valid again. */
async function leaveIndexes(sql: postgres.Sql): Promise<void> {
  await sql`update pg_index set indisready = false, indisvalid = false where indrelid = any(${GROWING}::regclass[])`;
}

async function makeIndexes(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local maintenance_work_mem = '1GB'`;
    for (const table of GROWING) await transaction.unsafe(`reindex table ${table}`);
  });
}
