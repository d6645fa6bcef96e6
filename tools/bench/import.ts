// `npm run bench -- import [ROWS …]`: reads a CSV statement, sends it in chunks, previews it, and posts it, as a
// customer does, and then previews it again with other texts, so that every row is a duplicate. Compares the
// posting with one set-based statement that writes the same entries, postings, and transactions. The rows are all
// different, or nearly all equal.
import { performance } from 'node:perf_hooks';
import { build } from 'esbuild';
import type postgres from 'postgres';
import { openDatabase } from '../../server/database/database.ts';
import { withPostgres } from './comparison.ts';

const SIZES = [10_000, 100_000];
const KINDS = ['different', 'equal'] as const;
const CHUNK = 1_000;
const DAYS = 3_650;
const DAY_MS = 86_400_000;

export async function benchImport(sizes: number[]): Promise<void> {
  const readFile = await bundleReader();
  const table: Record<string, Record<string, string>> = {};
  const runs = (sizes.length > 0 ? sizes : SIZES).flatMap((size) => KINDS.map((kind) => ({ size, kind })));
  for (const { size, kind } of runs)
    await withPostgres(async (url) => {
      const database = await openDatabase(url);
      const [ours, reference] = await openAccounts(database.owner);
      await database.owner`vacuum analyze`;
      const text = new TextEncoder().encode(getStatement(size, kind));
      const began = performance.now();
      const { read } = readFile(text);
      const rows = read.statements[0]?.rows ?? [];
      const parsed = performance.now();
      const sql = database.owner;
      const call = <Result extends object>(
        work: (transaction: postgres.TransactionSql) => Promise<Result[]>,
      ) =>
        sql.begin(async (transaction) => {
          await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ours.customer })}, true), set_config('role', 'authenticated', true)`;
          return work(transaction);
        });
      const send = async (draft: string, prefix: string) => {
        for (let ordinal = 0; ordinal * CHUNK < rows.length; ordinal += 1) {
          const chunk = rows
            .slice(ordinal * CHUNK, (ordinal + 1) * CHUNK)
            .map(({ line, day, amount, description }) => ({
              line,
              day,
              amount: (amount ?? 0) / 100,
              description: prefix + description,
            }));
          await call(
            (transaction) =>
              transaction`select public.upload_import_chunk(${draft}, ${ordinal}, ${JSON.stringify(chunk)}::text::jsonb)`,
          );
        }
      };
      await send('bench', '');
      const sent = performance.now();
      await call(
        (transaction) => transaction`select public.preview_import(${ours.account}, draft => 'bench')`,
      );
      const previewed = performance.now();
      const [imported] = await call(
        (transaction) => transaction<{ posted: number }[]>`
          select posted from public.import_transactions(${ours.account}, draft => 'bench', file_name => 'bench.csv')`,
      );
      const posted = performance.now();
      if (imported?.posted !== size) throw new Error(`Only ${imported?.posted} of ${size} rows were posted.`);
      await postInOneStatement(sql, reference, size);
      const written = performance.now();
      await send('again', 'Card ');
      const sentAgain = performance.now();
      await call(
        (transaction) => transaction`select public.preview_import(${ours.account}, draft => 'again')`,
      );
      const previewedAgain = performance.now();
      table[`${size} ${kind}`] = {
        'read ms': (parsed - began).toFixed(0),
        'send ms': (sent - parsed).toFixed(0),
        'preview ms': (previewed - sent).toFixed(0),
        'post ms': (posted - previewed).toFixed(0),
        'total ms': (posted - began).toFixed(0),
        'set-based ms': (written - posted).toFixed(0),
        'preview again ms': (previewedAgain - sentAgain).toFixed(0),
        'posting ratio': ((posted - previewed) / (written - posted)).toFixed(2),
      };
      await database.close();
    });
  console.table(table);
}

/** Bundles the reader of the web application, whose imports use aliases. */
async function bundleReader(): Promise<(bytes: Uint8Array) => Recognized> {
  const { outputFiles } = await build({
    entryPoints: ['web/src/entities/statement-file/imports/recognize.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    alias: { '@engine': `${process.cwd()}/engine`, '@': `${process.cwd()}/web/src` },
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const reader = await import(`data:text/javascript;base64,${code}`);
  return reader.readFile;
}

/** The part of the web application's result that is measured. */
type Row = { line: number; day: string | null; amount: number | null; description: string };
type Recognized = { read: { statements: { rows: Row[] }[] } };

type Target = { customer: string; account: string };

/** Opens two accounts that are older than the statement and can pay all withdrawals. */
async function openAccounts(sql: postgres.Sql): Promise<[Target, Target]> {
  const accounts = await sql<Target[]>`
    with customer as (
      insert into public.customers (id) select gen_random_uuid() from generate_series(1, 2) returning id)
    insert into public.accounts (user_id, name, balance, created_at)
    select id, 'Everyday', 100000000, now() - interval '11 years' from customer
    returning user_id as customer, id as account`;
  const [ours, reference] = accounts;
  if (!ours || !reference) throw new Error('The accounts were not opened.');
  return [ours, reference];
}

function getStatement(size: number, kind: (typeof KINDS)[number]): string {
  const today = Date.now() - DAY_MS;
  const lines = Array.from({ length: size }, (_, index) => {
    const day = new Date(today - Math.floor(((size - index) / size) * DAYS) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    if (kind === 'equal') return `${day.slice(0, 4)}-01-02,Coffee ${index % 3},-1.00`;
    return `${day},Shop ${index % 977} purchase ${index},${index % 11 === 0 ? '' : '-'}${(1 + (index % 5_000)) / 100}`;
  });
  return ['Date,Description,Amount', ...lines, ''].join('\n');
}

async function postInOneStatement(
  sql: postgres.Sql,
  { customer, account }: Target,
  size: number,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      with posted as (
        insert into bank.entries (household_id, at, value_at, kind, description, channel, event_key)
        select ${customer}, now(), now() - n * interval '50 minutes', 'withdrawal', 'Shop ' || n, 'import', 'reference:' || n
        from generate_series(1, ${size}::integer) n returning id, value_at, description
      ), sides as (
        insert into bank.postings (entry_id, ledger_id, currency, amount)
        select id, side.ledger_id, 'USD', side.amount from posted
          cross join lateral (values (${account}::uuid, -1), (bank.system_account('cash_clearing'), 1)) as side (ledger_id, amount)
        returning entry_id
      )
      insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency, balance_after, entry_id)
      select ${account}, ${customer}, 1, 'WITHDRAWAL', description, value_at, 'withdrawal', 'out', 'USD', 0, id from posted`;
  });
}
