import type { Caller, Database } from '../database/database.ts';
import { cacheFor } from '../lib/timing.ts';
import { isOpaque } from '../settings/keys.ts';
import { TokenError } from '../settings/keys-tokens.ts';
import type { ServerContext } from './context.ts';

const API_ROLES = ['anon', 'authenticated', 'service_role'];
const REMEMBER_ROLES_MS = 10_000;

/**
 * Returns the caller of a request. A bearer token takes precedence over the key in `apikey`. A request that
 * has neither is from a visitor. Throws TokenError for an invalid token.
 */
export async function getCaller(request: Request, context: ServerContext): Promise<Caller> {
  const { claims, role } = await getClaims(request, context);
  const path = request.url.slice(request.url.indexOf('/', 8)).split('?', 1)[0] ?? '/';
  const { method, headers } = request;
  const cookies = getCookies(headers.get('cookie'));
  return { role, claims, method, path, headers: Object.fromEntries(headers), cookies };
}

/**
 * Returns the token in `Authorization: Bearer`, or the key in `apikey`. Ignores an opaque key in
 * Authorization, because clients repeat their key there while no one is signed in.
 */
export function getToken(headers: Headers): string | null {
  const [, token] = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token && !isOpaque(token) ? token : headers.get('apikey') || null;
}

/**
 * Returns the cookies of a request, which database functions can read. They are never used for
 * authentication.
 */
function getCookies(header: string | null): Record<string, string> {
  if (header === null) return {};
  const pairs = header.split(';').map((pair) => pair.trim().split(/=(.*)/s, 2));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function getClaims({ headers }: Request, { keys, database }: ServerContext) {
  const token = getToken(headers);
  if (!token) return { claims: { role: 'anon' }, role: 'anon' };
  const claims = await keys.verify(token);
  const { role } = claims;
  if (typeof role === 'string' && (API_ROLES.includes(role) || (await isCustomRole(role, database))))
    return { claims, role };
  throw new TokenError('invalid', 'JWT role is not valid on this server');
}

const roleCaches = new WeakMap<Database, () => Promise<ReadonlySet<string>>>();

/**
 * Returns true if tokens can use this role. Operators allow a custom role by granting it to authenticator.
 */
async function isCustomRole(role: string, database: Database): Promise<boolean> {
  const getRoles = roleCaches.get(database) ?? cacheFor(REMEMBER_ROLES_MS, () => readRoles(database));
  roleCaches.set(database, getRoles);
  return (await getRoles()).has(role);
}

async function readRoles({ owner }: Database): Promise<ReadonlySet<string>> {
  const rows = await owner<{ name: string }[]>`
    select rolname as name from pg_catalog.pg_roles
    where pg_has_role('authenticator', oid, 'member') and rolname <> 'authenticator' and not rolsuper`;
  return new Set(rows.map(({ name }) => name));
}
