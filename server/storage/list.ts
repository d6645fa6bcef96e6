import { Hono } from 'hono';
import { z } from 'zod';
import { parseJson } from '../lib/json.ts';
import { authenticate, type StorageEnv } from './context.ts';
import { getBucketAfter, readJsonBody } from './request.ts';
import { type ObjectRow, read, withInstants } from './rows.ts';

const MAX_ENTRIES = 1000;
/** Reduces larger page sizes to the limit instead of refusing them. */
const limit = z.coerce
  .number()
  .int()
  .min(1)
  .transform((requested) => Math.min(requested, MAX_ENTRIES));
const order = z.enum(['asc', 'desc']).default('asc');

const listSchema = z.looseObject({
  prefix: z.string(),
  limit: z.coerce.number().int().min(1).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().nullish(),
  sortBy: z
    .looseObject({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.preprocess((value) => (value === '' ? 'asc' : value), order),
    })
    .nullish(),
});

const pageSchema = z.looseObject({
  prefix: z.string().nullish(),
  limit: limit.default(MAX_ENTRIES),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .looseObject({ column: z.enum(['name', 'updated_at', 'created_at']).default('name'), order })
    .nullish(),
});

type Listed = Pick<ObjectRow, 'id' | 'name' | 'metadata' | 'created_at' | 'updated_at' | 'last_accessed_at'>;
type Entry = Omit<Listed, 'id'> & { id: string | null };
type PageEntry = Listed & { is_folder: boolean; place: string };

/** The routes that list files that the caller can see, in a folder or with a prefix. */
export const listRoutes = new Hono<StorageEnv>()
  .post('/object/list/:bucket', async (c) => {
    const access = await authenticate(c);
    const body = await readJsonBody(c.req.raw, listSchema);
    const bucketId = getBucketAfter(c.req.raw, '/object/list/');
    const { column = 'name', order: direction = 'asc' } = body.sortBy ?? {};
    const folder = body.prefix === '' || body.prefix.endsWith('/') ? body.prefix : `${body.prefix}/`;
    const list = (inFolder: string) =>
      read<Entry[]>(access, {
        operation: 'storage.object.list',
        text: folderSql(column, direction),
        parameters: [bucketId, inFolder, body.search ?? '', String(body.limit), String(body.offset)],
      });
    let entries = await list(folder);
    // Supabase's server ignores the case of folder names. Here, the exact name is tried first and the
    // lowercase name second, so that the index can be used.
    const lowerCase = folder.toLowerCase();
    if (entries?.length === 0 && lowerCase !== folder) entries = await list(lowerCase);
    return c.json((entries ?? []).map(withInstants));
  })
  .post('/object/list-v2/:bucket', async (c) => {
    const access = await authenticate(c);
    const body = await readJsonBody(c.req.raw, pageSchema);
    const bucketId = getBucketAfter(c.req.raw, '/object/list-v2/');
    const { column = 'name', order: direction = 'asc' } = body.sortBy ?? {};
    const [place = null, name = null] = body.cursor ? readCursor(body.cursor) : [];
    const getSql = body.with_delimiter === true ? delimitedPageSql : plainPageSql;
    const entries = await read<PageEntry[]>(access, {
      operation: 'storage.object.list_v2',
      text: getSql(column, direction, place !== null),
      parameters: [bucketId, body.prefix ?? '', place, name, String(body.limit + 1)],
    });
    return c.json(getPage(entries ?? [], body.limit));
  });

/**
 * The condition for names in a folder. It is a range, so that the index can be used together with row-level
 * security.
 */
const IN_FOLDER = `($1)[2] = '' or (o.name collate "C" >= ($1)[2] and o.name collate "C" < left(($1)[2], -1) || '0')`;

/** The index of an entry's name in `path_tokens`. */
const DEPTH = `greatest(cardinality(string_to_array(($1)[2], '/')), 1)`;

/** The query for a folder's entries: files, and folders that contain files. */
const folderSql = (column: string, direction: string) => `
  with inside as (
    select o.path_tokens[${DEPTH}] as part, cardinality(o.path_tokens) > ${DEPTH} as is_folder,
      o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
    from storage.objects o
    where o.bucket_id = ($1)[1] and (${IN_FOLDER})
  ), entries as (
    select coalesce(part, '') as name, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from inside where is_folder group by part
    union all
    select part, id, updated_at, created_at, last_accessed_at, metadata from inside where not is_folder
  ), page as (
    select * from entries where starts_with(lower(name), lower(($1)[3]))
    order by ${column === 'name' ? '' : `${column} ${direction} nulls first, `}name collate "C" ${direction}, id
    limit ($1)[4]::bigint offset ($1)[5]::bigint
  )
  select coalesce(jsonb_agg(to_jsonb(page)
    order by ${column === 'name' ? '' : `${column} ${direction} nulls first, `}name collate "C" ${direction}, id),
    '[]')::text from page`;

/** The condition for names with a prefix, written so that it can use the index. */
const BY_PREFIX = `($1)[2] = '' or (o.name collate "C" >= ($1)[2] and starts_with(o.name, ($1)[2]))`;
const time = (value: string) => `to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
const getOrder = (direction: string, place = 'place', name = 'name') =>
  `order by ${place} collate "C" ${direction}, ${name} collate "C" ${direction}`;
const getCursorCondition = (direction: string, place = 'place', name = 'name') =>
  `(${place} collate "C", ${name} collate "C") ${direction === 'asc' ? '>' : '<'} (($1)[3], ($1)[4])`;

/** Returns the query for a page of files with a prefix. The column `place` is the sort key as text. */
function plainPageSql(column: string, direction: string, continued: boolean): string {
  const isByName = column === 'name';
  // If files are sorted by name, the index finds the next page directly.
  const rest = isByName
    ? `o.name collate "C" ${direction === 'asc' ? '>' : '<'} ($1)[4]`
    : getCursorCondition(direction, `p.place`, 'o.name');
  const order = isByName
    ? `order by o.name collate "C" ${direction}`
    : getOrder(direction, 'p.place', 'o.name');
  return `
  with page as (
    select o.name, false as is_folder, o.id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata, p.place
    from storage.objects o, lateral (select ${isByName ? 'o.name' : time(`o.${column}`)} as place) p
    where o.bucket_id = ($1)[1] and (${BY_PREFIX}) ${continued ? `and ${rest}` : ''}
    ${order} limit ($1)[5]::bigint
  )
  select coalesce(jsonb_agg(to_jsonb(page) ${getOrder(direction)}), '[]')::text from page`;
}

/**
 * Returns the query for a page of files and folders with a prefix. All files in a deeper folder count as one
 * folder, which is as old as its oldest file.
 */
function delimitedPageSql(column: string, direction: string, continued: boolean): string {
  const folder = `left(name, length(($1)[2]) + slash)`;
  return `
  with matching as (
    select o.*, position('/' in substr(o.name, length(($1)[2]) + 1)) as slash
    from storage.objects o where o.bucket_id = ($1)[1] and (${BY_PREFIX})
  ), entries as (
    select ${folder} as name, true as is_folder, null::uuid as id, min(created_at) as created_at,
      null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata,
      ${column === 'name' ? folder : time('min(created_at)')} as place
    from matching where slash > 0 group by ${folder}
    union all
    select name, false, id, created_at, updated_at, last_accessed_at, metadata,
      ${column === 'name' ? 'name' : time(column)}
    from matching where slash = 0
  ), page as (
    select * from entries ${continued ? `where ${getCursorCondition(direction)}` : ''}
    ${getOrder(direction)} limit ($1)[5]::bigint
  )
  select coalesce(jsonb_agg(to_jsonb(page) ${getOrder(direction)}), '[]')::text from page`;
}

function getPage(entries: PageEntry[], most: number) {
  const shown = entries.slice(0, most);
  const last = shown.at(-1);
  const hasNext = entries.length > most;
  return {
    hasNext,
    ...(hasNext && last ? { nextCursor: createCursor(last) } : {}),
    folders: shown.filter((entry) => entry.is_folder).map(({ name }) => ({ key: name.slice(0, -1), name })),
    objects: shown
      .filter((entry) => !entry.is_folder)
      .map(({ is_folder: _, place: __, ...object }) => ({ key: object.name, ...withInstants(object) })),
  };
}

const createCursor = ({ place, name }: PageEntry) =>
  Buffer.from(JSON.stringify([place, name])).toString('base64url');

/** Returns the position at which the previous page ended, or the beginning if the cursor is invalid. */
function readCursor(cursor: string): string[] {
  const value = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isCursor =
    Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string');
  return isCursor ? value : [];
}
