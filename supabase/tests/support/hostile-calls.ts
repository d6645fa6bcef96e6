import { ARGUMENTS } from './catalog.ts';

/** A function in the database catalog. */
export type Routine = {
  name: string;
  arguments: { name: string; type: string; optional: boolean }[];
  forCustomers: boolean;
  forOperators: boolean;
};

/** The id of a row in each table. */
export type Ids = Record<string, string | undefined>;

/** All functions except the pre-request function. Those that delete a household come last. */
export const ROUTINES = `
  select p.proname as name, has_function_privilege('authenticated', p.oid, 'execute') as "forCustomers",
    has_function_privilege('service_role', p.oid, 'execute') as "forOperators",
    (select coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null),
        'optional', n > p.pronargs - p.pronargdefaults) order by n), '[]')
      from generate_series(1, p.pronargs) n) as arguments
  from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname <> 'check_request'
  order by p.proname ~ '^(erase|delete|leave|restore|load)_', p.proname`;

/** The table for each argument that accepts several ids. */
const LISTS: Ids = {
  transaction_keys: 'transactions',
  document_ids: 'documents',
  rule_ids: 'categorization_rules',
  debt_ids: 'loans',
  customer_ids: 'customers',
};

const SOUND: Record<string, unknown> = {
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  numeric: 1,
  integer: 1,
  bigint: 1,
  boolean: true,
  text: 'Probe',
};
const SOUND_WORDS: Record<string, string> = {
  currency: 'USD',
  in_currency: 'USD',
  type: 'CHECKING',
  kind: 'transfer',
  reason: 'other',
  address: 'nobody@people.example',
  purpose: 'loan',
  effect: 'shorten',
  loan_type: 'personal',
  status: 'frozen',
};
/** Optional arguments that every call includes, so that the function runs as far as possible. */
const GIVEN = new Set(
  'amount right_amount statement_date statement_balance term message question description comment subject reason address status'.split(
    ' ',
  ),
);

/**
 * Returns calls that try to reach another customer's rows. One call passes only the other customer's ids.
 * Every other call passes one of those ids and uses the caller's ids for all other arguments. Returns a
 * single call if the function accepts fewer than two ids.
 */
export function strangeCalls(routine: Routine, theirs: Ids, own: Ids): Record<string, unknown>[] {
  const named = routine.arguments.filter(namesSomething).map(({ name }) => name);
  const call = (strange: readonly string[]) =>
    Object.fromEntries(
      routine.arguments
        .filter((argument) => namesSomething(argument) || !argument.optional || GIVEN.has(argument.name))
        .map(({ name, type }) => [name, getArgument(name, type, strange.includes(name) ? theirs : own)]),
    );
  return named.length < 2 ? [call(named)] : [call(named), ...named.map((name) => call([name]))];
}

function namesSomething({ name, type }: { name: string; type: string }): boolean {
  return (
    type.startsWith('uuid') ||
    type === 'jsonb' ||
    type === 'text[]' ||
    name === 'transaction_key' ||
    name === 'entry_id' ||
    !(type in SOUND)
  );
}

function getArgument(name: string, type: string, ids: Ids): unknown {
  if (type === 'uuid') return ids[ARGUMENTS[name] ?? 'accounts'] ?? null;
  if (type.endsWith('[]')) return [ids[LISTS[name] ?? 'transactions']];
  if (name === 'transaction_key') return ids.transactions;
  if (name === 'entry_id') return Number(ids.entries ?? 1);
  if (type === 'jsonb') return getJson(name, ids);
  if (!(type in SOUND)) return { ...everyId(ids), id: ids.accounts, user_id: ids.customers, balance: 1 };
  if (name === 'term') return 36;
  return SOUND_WORDS[name] ?? SOUND[type];
}

/**
 * Returns a JSON argument that contains the ids in every format that a function might read, and under the
 * name of every id argument.
 */
function getJson(name: string, ids: Ids): unknown {
  const values = {
    ...everyId(ids),
    id: ids.accounts,
    user_id: ids.customers,
    category_id: ids.categories,
    set_category_id: ids.categories,
    text: 'Probe',
    name: 'Probe',
    address: 'nobody@people.example',
    day: '2026-01-02',
    amount: name === 'parts' ? 100 : 1,
  };
  if (['shares', 'limits', 'parts', 'rows', 'steps'].includes(name)) return [values];
  if (name !== 'query') return { ...values, tags: ['probe'], note: 'Probe' };
  return { conditions: [{ on: 'place', ids: [ids.accounts, ids.credit_cards] }], sort: 'newest' };
}

const everyId = (ids: Ids) =>
  Object.fromEntries(Object.entries(ARGUMENTS).map(([name, table]) => [name, ids[table]]));
