import postgres from 'postgres';
import { isAway } from '../database/away.ts';
import type { ServerContext } from '../http/context.ts';
import { isRecord, parseJson } from '../lib/json.ts';
import { isUuid } from '../lib/uuid.ts';

/** The caller on a socket or channel. Callers with equal roles and claims have the same `key`. */
export type Identity = Awaited<ReturnType<typeof getIdentity>>;

const API_ROLES = ['anon', 'authenticated', 'service_role'];

/** A refusal in Supabase's format: `<Code>: <text>`. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

/**
 * Returns the identity for a token or key. Throws Refusal if it is invalid or the operator's pre-request
 * function refuses it.
 */
export async function getIdentity(token: string, context: ServerContext) {
  let claims: Record<string, unknown>;
  try {
    claims = await context.keys.verify(token);
  } catch {
    throw createTokenRefusal(token);
  }
  const { role, exp, sub, session_id: session } = claims;
  if (typeof role !== 'string' || typeof exp !== 'number')
    throw new Refusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
  if (!API_ROLES.includes(role)) throw new Refusal('InvalidJWTToken', 'JWT role is not valid on this server');
  await runPreRequest(role, claims, context);
  const text = JSON.stringify(claims);
  return {
    role,
    subject: typeof sub === 'string' ? sub.toLowerCase() : null,
    /** The token's session; null if it has none. */
    session: typeof session === 'string' && isUuid(session) ? session.toLowerCase() : null,
    claims: text,
    key: `${role} ${text}`,
    expiresAt: new Date(exp * 1000),
  };
}

/** Runs the pre-request function (`[api] pre_request`), which can also refuse connections. */
async function runPreRequest(role: string, claims: Record<string, unknown>, context: ServerContext) {
  const { database, settings } = context;
  const preRequest = settings.config.api.pre_request;
  if (!preRequest) return;
  const caller = { role, claims, method: 'GET', path: '/realtime/v1/websocket', headers: {} };
  try {
    await database.asCaller(caller, 'select null::text', [], { preRequest });
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || isAway(error)) throw error;
    throw new Refusal('Unauthorized', error.message);
  }
}

/** Returns the refusal for an expired token, stating how long ago it expired. */
export function createExpiredRefusal(at: Date): Refusal {
  const seconds = Math.max(0, Math.floor((Date.now() - at.getTime()) / 1000));
  return new Refusal('InvalidJWTToken', `Token has expired ${seconds} seconds ago`);
}

/** Returns the refusal for an invalid token. The token's unverified content affects only the message. */
function createTokenRefusal(token: string): Refusal {
  const [, body = '', ...rest] = token.split('.');
  const claims = parseJson(Buffer.from(body, 'base64url').toString('utf8'));
  if (rest.length !== 1 || !isRecord(claims))
    return new Refusal('MalformedJWT', 'The token provided is not a valid JWT');
  const { exp } = claims;
  if (typeof exp === 'number' && exp * 1000 <= Date.now()) return createExpiredRefusal(new Date(exp * 1000));
  return new Refusal('JwtSignatureError', 'Failed to validate JWT signature');
}
