import { join } from 'node:path';
import { withTimeout } from '../lib/timing.ts';
import { OperatorError } from '../operator-error.ts';
import { packageRoot } from '../package-root.ts';
import { type ApiLimits, limitsSchema } from '../settings/limits.ts';
import { connect, getConnectionTarget } from './connect.ts';
import { type Claimant, FairShare } from './fair-share.ts';
import { ensureLogin, getLoginUrl, getPublicName, getReason, getSharedPassword } from './logins.ts';
import { migrate } from './migrate.ts';
import { openPipelines, type Pipelines, type Step } from './pipeline.ts';
import { rightsSql } from './rights.ts';
import { getFirstServer } from './servers.ts';

/** The caller and request data that row-level security and the bank's functions can read. */
export type Caller = {
  role: string;
  claims: Record<string, unknown>;
  method: string;
  path: string;
  headers: Record<string, string>;
  cookies?: Record<string, string>;
};

/** Returns the caller for the server's own statements, which bypass row-level security. */
export const serviceCaller = (method: string, path: string): Caller => ({
  role: UNLIMITED_ROLE,
  claims: { role: UNLIMITED_ROLE },
  method,
  path,
  headers: {},
});

type CallOptions = {
  readOnly?: boolean;
  searchPath?: string;
  preRequest?: string;
  timeZone?: string | null;
  /** The request's abort signal. If the client disconnects, reads are canceled and writes are completed. */
  signal?: AbortSignal;
};

export type Database = Awaited<ReturnType<typeof openDatabase>>;

export type DatabaseOptions = {
  /** The folder with the bank's migrations. Defaults to supabase/migrations. */
  migrationsFolder?: string;
  /** SQL files that are applied once to a new database. */
  seedFiles?: readonly string[];
  warn?: (text: string) => void;
  /** The number of connections for customers' requests. */
  connections?: number;
  /** The limits per customer. Defaults to `[api.limits]`. */
  limits?: ApiLimits;
  /** Disconnects when aborted, even during the migrations. */
  signal?: AbortSignal;
};

const bankMigrations = join(packageRoot, 'supabase', 'migrations');
const OLDEST_POSTGRESQL = 150_000;
const API_SEARCH_PATH = '"public", "extensions"';
const HEALTH_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const DEFAULT_CONNECTIONS = 10;
/**
 * The number of connections reserved for customers. Roles that don't represent a customer, such as the
 * service role, can't use them.
 */
const KEPT_FOR_CUSTOMERS = 2;
const UNLIMITED_ROLE = 'service_role';
const RETRY_PAUSE_MS = 100;
const RETRY_TIMEOUT_MS = 5_000;
/** The migration that creates the login roles. */
const ROLES_MIGRATION = '001-roles.sql';
const LOGIN_ROLES = ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin'];

/**
 * Opens a database, migrates it, and ensures that the roles and their passwords exist. Throws OperatorError
 * on failure.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}) {
  const warn = options.warn ?? (() => {});
  const { subscriberUrl, isNew } = await prepare(url, options, warn);
  const password = await getSharedPassword(url);
  await Promise.all(LOGIN_ROLES.map((role) => ensureLogin(url, role, password, isNew)));

  const { first, stream } = getConnectionTarget(url);
  const { connections = DEFAULT_CONNECTIONS, limits = limitsSchema.parse(undefined) } = options;
  const shares = new FairShare({
    connections,
    waiting: limits.waiting_per_customer,
    patienceMs: CONNECT_TIMEOUT_MS,
  });
  const pipelines = openPipelines({
    connectionString: toLibpqUrl(getLoginUrl(first, 'authenticator', password)),
    ...(stream && { stream }),
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'sandbank',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c jit=off',
  });
  const owner = connect(url, { max: 4, idle_timeout: 60 });
  const auth = connect(url, { username: 'supabase_auth_admin', password, max: 5, idle_timeout: 60 });
  return {
    /**
     * Runs one statement as the caller, in one round trip and one transaction. Parameters are passed as one
     * `text[]` in $1 (`($1)[1]::numeric`). Returns the value of the single text column in the single row, or
     * null. Writes in a read-only call fail with 25006. All names in the statement must be quoted catalog
     * names, and all values must be parameters. In the same transaction, first calls `preRequest`
     * (`schema.function`), which can refuse the request. Formats instants in `timeZone`. Limits each
     * customer's calls to a share of the connections. Throws postgres.PostgresError, TooManyRequests,
     * PoolTimeout, or ClientGone.
     */
    asCaller: (
      caller: Caller,
      statement: string,
      parameters: readonly (string | null)[] = [],
      settings: CallOptions = {},
    ): Promise<string | null> =>
      shares.run(getClaimant(caller, settings, connections, limits), () =>
        retryWhileUnreachable(() => run(pipelines, limits, caller, statement, parameters, settings)),
      ),
    /**
     * Connects as the owner of the migrations, for catalog reads and platform tables. Never put customer
     * input into its SQL.
     */
    owner,
    /** Connects as supabase_auth_admin, which owns schema auth. */
    auth,
    /** The connection URL, which can list several servers. `connect` in connect.ts opens the connections. */
    url,
    /** The URL for logical replication; null if this server doesn't support it. */
    subscriberUrl,
    /** Returns true if the database responds within two seconds. */
    isReachable: (): Promise<boolean> =>
      withTimeout(
        owner`select`.then(
          () => true,
          () => false,
        ),
        HEALTH_TIMEOUT_MS,
        () => false,
      ),
    /** Returns true if calls have waited several seconds for a free connection. */
    isStarved: (): boolean => shares.isStarved(),
    async close(): Promise<void> {
      await Promise.all([pipelines.end(), owner.end({ timeout: 5 }), auth.end({ timeout: 5 })]);
    },
  };
}

/**
 * Returns the URL with the option that makes the driver handle `sslmode=require` like libpq, which needs no
 * certificate authority.
 */
function toLibpqUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set('uselibpqcompat', 'true');
  return address.href;
}

/**
 * Returns the name under which a call's connections are counted, and the maximum number of connections for
 * that name.
 */
function getClaimant(
  { role, claims }: Caller,
  { readOnly = false, signal }: CallOptions,
  connections: number,
  limits: ApiLimits,
): Claimant {
  const cancelable = readOnly ? signal : undefined;
  if (role !== UNLIMITED_ROLE && typeof claims.sub === 'string')
    return { name: claims.sub, share: limits.connections_per_customer, isRead: readOnly, signal: cancelable };
  // Visitors share half of the connections.
  const share = role === 'anon' ? Math.ceil(connections / 2) : Math.max(1, connections - KEPT_FOR_CUSTOMERS);
  return { name: `role ${role}`, share, isRead: readOnly, signal: cancelable };
}

/** Returns the statement timeout in milliseconds. */
function getStatementTimeout({ role }: Caller, { readOnly = false }: CallOptions, limits: ApiLimits): number {
  if (role === UNLIMITED_ROLE) return STATEMENT_TIMEOUT_MS;
  return readOnly ? limits.read_timeout : limits.write_timeout;
}

/**
 * Applies the request's settings to its transaction. Sets the role last, because later statements run with
 * its privileges. Then calls the configured pre-request function. If that function is missing, all requests
 * fail.
 */
function run(
  pipelines: Pipelines,
  limits: ApiLimits,
  caller: Caller,
  sql: string,
  values: readonly (string | null)[],
  options: CallOptions,
): Promise<string | null> {
  const { readOnly = false, searchPath = API_SEARCH_PATH, preRequest = '', timeZone = null } = options;
  const { role } = caller;
  const surroundings = [
    searchPath,
    JSON.stringify(caller.claims),
    caller.method,
    caller.path,
    JSON.stringify(caller.headers),
    JSON.stringify(caller.cookies ?? {}),
    role,
    String(getStatementTimeout(caller, options, limits)),
  ];
  const steps: Step[] = [{ sql: readOnly ? ENTER_TO_READ : ENTER, values: surroundings }];
  if (preRequest) steps.push({ sql: `select ${preRequest}()`, values: [], key: role });
  if (timeZone !== null) steps.push({ sql: SET_TIME_ZONE, values: [timeZone] });
  steps.push({ sql, values, list: true, key: role });
  return pipelines.run(steps, readOnly ? options.signal : undefined);
}

const ENTER_TO_READ = `select set_config('search_path', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('request.cookies', $6, true),
  set_config('statement_timeout', $8, true),
  set_config('transaction_read_only', 'on', true), set_config('role', $7, true)`;
const ENTER = ENTER_TO_READ.replace("set_config('transaction_read_only', 'on', true), ", '');
const SET_TIME_ZONE = "select set_config('timezone', $1, true)";

/** Retries while PostgreSQL starts. The failed calls never reached PostgreSQL, so no work is done twice. */
async function retryWhileUnreachable<T>(call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { code } = error as { code?: string };
      const unsent = code === 'ECONNREFUSED' || code === '57P03' || code === 'CONNECT_TIMEOUT';
      if (!unsent || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  }
}

/**
 * Checks the server and migrates the database. Returns the replication URL and a flag that is true if the
 * database was empty.
 */
async function prepare(url: string, options: DatabaseOptions, warn: (text: string) => void) {
  const client = connect(url, { max: 1, connect_timeout: 10 });
  // Disconnects on abort. Otherwise, the client would keep reconnecting while PostgreSQL shuts down.
  const disconnect = () => void client.end({ timeout: 0 });
  options.signal?.addEventListener('abort', disconnect, { once: true });
  try {
    const [server] = await client`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
        current_setting('wal_level') as wal_level, rolsuper or rolreplication as may_replicate
      from pg_roles where rolname = current_user`.catch((error) => {
      throw new OperatorError(`The database at ${getPublicName(url)} cannot be reached: ${getReason(error)}`);
    });
    if (server?.version < OLDEST_POSTGRESQL)
      throw new OperatorError(
        `The database runs PostgreSQL ${server?.name}. Sandbank requires PostgreSQL 15 or later.`,
      );
    const applied = await migrate(client, { migrationsFolder: bankMigrations, ...options }, warn).catch(
      (error) => {
        if (error.code !== '42501') throw error;
        throw new OperatorError(rightsSql(url, error.message));
      },
    );
    const isNew = applied.includes(ROLES_MIGRATION);
    if (server?.wal_level === 'logical' && server?.may_replicate) return { subscriberUrl: url, isNew };
    warn(
      server?.wal_level === 'logical'
        ? `Live updates are off. To turn them on, run as a superuser  alter role "${decodeURIComponent(getFirstServer(url).username)}" replication;`
        : "Live updates are off. To turn them on, run as a superuser  alter system set wal_level = 'logical';  and restart PostgreSQL.",
    );
    return { subscriberUrl: null, isNew };
  } finally {
    options.signal?.removeEventListener('abort', disconnect);
    await client.end({ timeout: 5 });
  }
}
