import type { ServerContext } from './context.ts';
import type { Caller } from './database/database.ts';
import { TokenError } from './keys.ts';

const API_ROLES = ['anon', 'authenticated', 'service_role'];

/**
 * Who sends a request: a token in Authorization counts before the key in `apikey`; without either it is a visitor.
 * Throws TokenError when the one that counts proves nothing.
 */
export async function callerOf(request: Request, context: ServerContext): Promise<Caller> {
  const { claims, role } = await claimsOf(request, context);
  const path = request.url.slice(request.url.indexOf('/', 8)).split('?', 1)[0] ?? '/';
  const { method, headers } = request;
  const cookies = cookiesOf(headers.get('cookie'));
  return { role, claims, method, path, headers: Object.fromEntries(headers), cookies };
}

/** The cookies of a request, for functions of the database to read; nobody is known by one. */
function cookiesOf(header: string | null): Record<string, string> {
  if (header === null) return {};
  const pairs = header.split(';').map((pair) => pair.trim().split(/=(.*)/s, 2));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function claimsOf(request: Request, { keys }: ServerContext) {
  const token = bearerOf(request.headers) ?? request.headers.get('apikey');
  if (!token) return { claims: { role: 'anon' }, role: 'anon' };
  const claims = await keys.verify(token);
  const role = claims.role;
  if (typeof role !== 'string' || !API_ROLES.includes(role))
    throw new TokenError('invalid', 'JWT names no role of this server');
  return { claims, role };
}

/** The token of `Authorization: Bearer`, unless it is an opaque key, which names no customer. */
function bearerOf(headers: Headers): string | null {
  const [, token] = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token && !/^sb_(publishable|secret)_/.test(token) ? token : null;
}
