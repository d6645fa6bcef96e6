import fc from 'fast-check';
import type { Attempt } from './attempts.ts';
import { type FuzzedBank, furnished } from './bank.ts';
import { brokenBody, escaped, oddNumber, oddText, oddValue } from './values.ts';

type Relation = { name: string; columns: string[] };
type Routine = { name: string; names: string[]; types: string[] };
export type Schema = { relations: Relation[]; routines: Routine[]; ids: string[] };

/** Returns the tables and functions that customers can use, and the first customer's ids. */
export async function readSchema(bank: FuzzedBank): Promise<Schema> {
  const relations = await bank.owner<Relation[]>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
    group by c.relname order by c.relname`;
  const routines = await bank.owner<Routine[]>`
    select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as names,
      array(select format_type(t, null) from unnest(p.proargtypes::oid[]) t) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and has_function_privilege('authenticated', p.oid, 'execute') order by p.proname, p.oid`;
  const withIds = relations.filter(({ columns }) => columns.includes('id') && columns.includes('user_id'));
  const ids = [];
  for (const { name } of withIds) {
    const rows = await bank.owner<{ id: string }[]>`
      select id::text from ${bank.owner(name)} order by md5(id::text) limit 4`;
    ids.push(...rows.map(({ id }) => id));
  }
  return { relations, routines, ids };
}

/** Generates almost valid and unusual requests to the bank's tables and functions. */
export async function tableAttempts(bank: FuzzedBank): Promise<fc.Arbitrary<Attempt>> {
  const [token = ''] = bank.tokens;
  await furnished(bank.url, token);
  const all = await readSchema(bank);
  return fc
    .oneof(
      { weight: 3, arbitrary: reads(all) },
      { weight: 2, arbitrary: writes(all) },
      { weight: 6, arbitrary: calls(all) },
    )
    .chain((attempt) => withSender(attempt, bank));
}

function withSender(attempt: Attempt, bank: FuzzedBank): fc.Arbitrary<Attempt> {
  const [first = '', second = ''] = bank.tokens;
  return fc.constantFrom(first, first, first, first, second, bank.anonKey).map((token) => ({
    ...attempt,
    headers: { apikey: bank.anonKey, authorization: `Bearer ${token}`, ...attempt.headers },
  }));
}

const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov fts plfts phfts wfts sl eq(any) like(all) not.eq not.in'.split(
    ' ',
  );
const PREFER =
  'count=exact count=estimated return=representation return=headers-only missing=default resolution=merge-duplicates resolution=ignore-duplicates max-affected=1 handling=strict'.split(
    ' ',
  );
const ACCEPT = ['application/json', 'text/csv', 'application/vnd.pgrst.object+json', 'application/geo+json'];

const headers = fc.record(
  {
    prefer: fc.subarray(PREFER, { maxLength: 3 }).map((preferences) => preferences.join(',')),
    accept: fc.constantFrom(...ACCEPT),
    range: fc.constantFrom('0-0', '5-', '9-1', '0-999999999999999'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity'),
  },
  { requiredKeys: [] },
);

const idOr = (ids: readonly string[], otherText: fc.Arbitrary<string>) =>
  ids.length === 0 ? otherText : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ids) }, otherText);

function parameters({ columns }: Relation, { ids, relations }: Schema): fc.Arbitrary<string> {
  const column = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...columns) },
    { weight: 1, arbitrary: oddText },
  );
  const filter = fc
    .tuple(column, fc.constantFrom(...OPERATORS), idOr(ids, oddText))
    .map(([name, operator, value]) => `${escaped(name)}=${operator}.${escaped(value)}`);
  const logic = fc
    .tuple(column, fc.constantFrom(...OPERATORS), oddText, fc.nat({ max: 30 }))
    .map(
      ([name, operator, value, depth]) =>
        `or=${'(and('.repeat(depth)}(${escaped(name)}.${operator}.${escaped(value)})${'))'.repeat(depth)}`,
    );
  const embed = fc.constantFrom(...relations.map(({ name }) => name));
  const select = fc
    .tuple(fc.array(column, { minLength: 1, maxLength: 4 }), fc.option(embed))
    .map(
      ([names, relation]) =>
        `select=${names.map(escaped).join(',')}${relation === null ? '' : `,${relation}(*)`}`,
    );
  const window = fc
    .tuple(fc.constantFrom('limit', 'offset', 'order', 'columns', 'on_conflict'), fc.oneof(column, oddText))
    .map(([name, value]) => `${name}=${escaped(value)}`);
  return fc
    .array(fc.oneof(filter, filter, logic, select, window), { maxLength: 4 })
    .map((parts) => parts.join('&'));
}

function reads(all: Schema): fc.Arbitrary<Attempt> {
  return fc.constantFrom(...all.relations).chain((relation) =>
    fc
      .tuple(parameters(relation, all), headers, fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS'))
      .map(([query, extra, method]) => ({
        method,
        path: `/rest/v1/${relation.name}?${query}`,
        headers: extra as Record<string, string>,
        body: null,
      })),
  );
}

function writes(all: Schema): fc.Arbitrary<Attempt> {
  return fc.constantFrom(...all.relations).chain((relation) => {
    const value = fc.oneof(oddValue, idOr(all.ids, oddText));
    const row = fc.dictionary(fc.constantFrom(...relation.columns), value, { maxKeys: 6 });
    const body = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.oneof(row, fc.array(row, { maxLength: 3 })).map((rows) => JSON.stringify(rows)),
      },
      { weight: 1, arbitrary: brokenBody },
    );
    const type = fc.constantFrom('application/json', 'application/json', 'text/csv', 'x');
    return fc
      .tuple(
        parameters(relation, all),
        headers,
        fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT'),
        body,
        type,
      )
      .map(([query, extra, method, text, contentType]) => ({
        method,
        path: `/rest/v1/${relation.name}?${query}`,
        headers: { ...(extra as Record<string, string>), 'content-type': contentType },
        body: text,
      }));
  });
}

const DATES = ['2026-11-22', '2027-01-31', '2024-02-29', '1999-12-31', '9999-12-31', '2026-02-30'];

/** Generates a value of the requested type, or sometimes of a different type. */
function argument(type: string, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fitting: fc.Arbitrary<unknown> = type.startsWith('uuid')
    ? idOr(ids, fc.uuid())
    : /numeric|double|real/.test(type)
      ? fc.oneof(fc.constantFrom(0.01, 1, 25, 100.5, 1e6), oddNumber)
      : /int/.test(type)
        ? fc.oneof(fc.constantFrom(1, 2, 12, 30), oddNumber)
        : type === 'boolean'
          ? fc.boolean()
          : /date|time|interval/.test(type)
            ? fc.oneof(fc.constantFrom(...DATES), oddText)
            : /json/.test(type)
              ? fc.oneof(fc.dictionary(fc.string({ maxLength: 8 }), oddValue, { maxKeys: 5 }), oddValue)
              : oddText;
  const whole = type.endsWith('[]') ? fc.array(fitting, { maxLength: 4 }) : fitting;
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: oddValue });
}

function calls({ routines, ids }: Schema): fc.Arbitrary<Attempt> {
  return fc.constantFrom(...routines).chain(({ name, names, types }) => {
    const fields = Object.fromEntries(
      names.map((name, index) => [name, argument(types[index] ?? 'text', ids)]),
    );
    const requiredKeys = fc.oneof(
      { weight: 3, arbitrary: fc.constant(names) },
      { weight: 1, arbitrary: fc.subarray(names) },
    );
    const body = requiredKeys.chain((keys) => fc.record(fields, { requiredKeys: keys }));
    return fc
      .tuple(
        fc.oneof(
          { weight: 12, arbitrary: body.map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: brokenBody },
        ),
        headers,
      )
      .map(([text, extra]) => ({
        method: 'POST',
        path: `/rest/v1/rpc/${name}`,
        headers: { ...(extra as Record<string, string>), 'content-type': 'application/json' },
        body: text,
      }));
  });
}
