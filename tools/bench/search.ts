// `npm run bench -- search [ROWS …]`: searches transactions in growing databases. In each database, one
// customer has 90% of the rows, of which 80% are on accounts and 20% on a card. All other customers have
// 1,000 rows each. Measures a customer with 1,000 rows, then the largest customer.
import { performance } from 'node:perf_hooks';
import type postgres from 'postgres';
import { openDatabase } from '../../server/database/database.ts';
import { withPostgres } from './comparison.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const TIMES = 15;
const LARGE = '11111111-1111-4111-8111-111111111111';

const FOOD = '00000000-0000-4000-8000-000000000003';
type Query = { conditions: object[]; sort?: string; before?: string };
const QUERIES: Record<string, Query> = {
  'the first page': { conditions: [] },
  'a page far below': { conditions: [], before: 'middle' },
  'a frequent word': {
    conditions: [
      { on: 'words', text: 'grocer' },
      { on: 'amount', above: 60 },
    ],
  },
  'a word of one row in a hundred': { conditions: [{ on: 'words', text: 'rent' }] },
  'a word of few rows': { conditions: [{ on: 'words', text: 'zanzibar' }] },
  'a word of no row': { conditions: [{ on: 'words', text: 'xylophone' }] },
  'groceries over 60 of a quarter': {
    conditions: [
      { on: 'category', ids: [FOOD] },
      { on: 'amount', above: 60 },
      { on: 'day', from: '2026-07-01', to: '2026-09-30' },
    ],
  },
  'sorted by amount': { conditions: [], sort: 'amount' },
};

export async function benchSearch(sizes: number[]): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    await withPostgres(async (url) => {
      const database = await openDatabase(url);
      const sql = database.owner;
      const began = performance.now();
      const small = await fill(sql, size);
      console.log(`${size} rows in ${Math.round((performance.now() - began) / 1000)} s`);
      for (const [who, customer] of [
        ['small', small],
        ['large', LARGE],
      ] as const)
        for (const [name, query] of Object.entries(QUERIES)) {
          const line = `${who}: ${name}`;
          table[line] = { ...table[line], [size]: await median(sql, customer, query) };
        }
      for (const [name, call] of [
        ['large: totals of all', `select * from public.search_totals('{"conditions": []}')`],
        [
          'large: totals of one in a hundred',
          `select * from public.search_totals('{"conditions": [{"on": "words", "text": "rent"}]}')`,
        ],
        ['large: page ends of all', `select * from public.search_page_ends('{"conditions": []}')`],
      ] as const)
        table[name] = { ...table[name], [size]: await getTimes(sql, LARGE, call) };
      await printPlan(sql);
      await database.close();
    });
  }
  console.table(table);
}

/** Inserts rows directly, because only reads are measured. Returns a customer with 1,000 rows. */
async function fill(sql: postgres.Sql, size: number): Promise<string> {
  const small = Math.max(Math.floor(size / 10_000), 1);
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      insert into customers (id, display_name) select ${LARGE}::uuid, 'Large'
      union all select gen_random_uuid(), 'Small' from generate_series(1, ${small}::integer)`;
    await transaction`
      insert into accounts (user_id, name, balance, created_at, account_number, updated_at)
      select id, 'Everyday', 0, now(), 'bench ' || row_number() over (), now() from customers`;
    await transaction`
      insert into credit_cards (user_id, name, credit_limit, due_date, created_at, card_number, updated_at)
      select id, 'Blue', 1000, current_date, now(), 'bench ' || row_number() over (), now() from customers`;
    const rows = (share: number) => transaction`
      select c.id as user_id, a.id as account_id, k.id as card_id, n, (n::bigint * 7919 % 20000) / 100.0 + 0.01 as amount,
        case when n % 97 = 0 then 'Monthly rent ' || n
          else (array['Lunch','Weekly shop','Bus','Coffee','Books','Cinema','Gift','Shoes'])[1 + n % 8] || ' ' || n % 1000 end as description,
        (array['Corner Grocer','City Transit','Bean House','Paper & Ink','Grand Cinema'])[1 + n % 5]
          || case when n % 5000 = 7 then ' Zanzibar' else '' end as merchant,
        ('00000000-0000-4000-8000-' || lpad((1 + n % 10)::text, 12, '0'))::uuid as category_id
      from customers c join accounts a on a.user_id = c.id join credit_cards k on k.user_id = c.id,
        generate_series(1, (case c.display_name when 'Large' then ${size}::integer * 9 / 10 else 1000 end * ${share}::numeric)::integer) n`;
    await transaction`
      insert into transactions (account_id, user_id, amount, type, description, date, kind, direction, currency, category_id, merchant, balance_after)
      select account_id, user_id, amount, 'WITHDRAWAL', description, timestamptz '2026-11-20' - n * interval '4 minutes', 'withdrawal', 'out', 'USD',
        category_id, merchant, 100 from (${rows(0.8)}) as r`;
    await transaction`
      insert into bank.card_movements (card_id, entry_id, user_id, transaction_key, date, amount, direction, currency, kind, description, merchant, category_id, balance_after)
      select card_id, n, user_id, card_id || ':' || n, timestamptz '2026-11-20' - n * interval '16 minutes', amount, 'out', 'USD', 'card_charge', null,
        merchant, category_id, 100 from (${rows(0.2)}) as r`;
  });
  await sql`vacuum analyze`;
  const [customer] = await sql<
    { id: string }[]
  >`select id from customers where display_name = 'Small' limit 1`;
  return customer?.id ?? LARGE;
}

async function median(sql: postgres.Sql, customer: string, { before, ...query }: Query): Promise<string> {
  const [middle] = before
    ? await sql<{ at: string }[]>`
        select (min(date) + (max(date) - min(date)) / 10)::text as at from transactions where user_id = ${customer}`
    : [];
  const cursor = middle
    ? `'${JSON.stringify({ date: middle.at, transaction_key: '0', amount: 0 })}'::jsonb`
    : 'null';
  return getTimes(
    sql,
    customer,
    `select * from public.search_transactions('${JSON.stringify(query)}'::jsonb, ${cursor})`,
  );
}

/** Returns the median and maximum duration of a customer's call, in milliseconds. */
async function getTimes(sql: postgres.Sql, customer: string, call: string): Promise<string> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1)
    await sql.begin(async (transaction) => {
      await transaction`
        select set_config('request.jwt.claims', ${JSON.stringify({ sub: customer })}, true), set_config('role', 'authenticated', true)`;
      const began = performance.now();
      await transaction.unsafe(call);
      times.push(performance.now() - began);
    });
  times.sort((left, right) => left - right);
  return `${(times[Math.floor(TIMES / 2)] ?? 0).toFixed(1)} (${(times.at(-1) ?? 0).toFixed(0)})`;
}

/** Prints the query plan, which shows if text searches use their index. */
async function printPlan(sql: postgres.Sql): Promise<void> {
  const plan = await sql.unsafe(`
    explain (analyze, costs off, timing off, summary off, buffers off)
    select id from public.transactions r
    where r.user_id = '${LARGE}' and bank.search_text(r.description, r.merchant) like '%zanzibar%'`);
  console.log(plan.map((line) => line['QUERY PLAN']).join('\n'));
}
