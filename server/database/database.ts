import { join } from 'node:path';
import postgres from 'postgres';
import { packageRoot } from '../package-root.ts';
import { WrongState } from '../wrong-state.ts';
import { ensureLogin, loginUrl, publicName, reasonOf, sharedPassword } from './logins.ts';
import { migrate } from './migrate.ts';
import { rightsSql } from './rights.ts';

/** Who asks, and by which request: what row rules and functions of the bank may know. */
export type Caller = {
  role: string;
  claims: Record<string, unknown>;
  method: string;
  path: string;
  headers: Record<string, string>;
  cookies?: Record<string, string>;
};

type CallOptions = { readOnly?: boolean; searchPath?: string; preRequest?: string };

export type Database = {
  /**
   * Runs one statement as the caller: one round trip, one transaction. Parameters are texts and arrive as one
   * `text[]` in $1 (`($1)[1]::numeric`). Returns the single value of the statement's single text column, or null.
   * Read-only calls fail with 25006 when they write. Throws postgres.PostgresError. The statement must be composed
   * of quoted catalogue names only: values belong into parameters. `preRequest` (`schema.function`) is called before
   * it, in the same transaction and as the same caller, and may refuse.
   */
  asCaller(
    caller: Caller,
    statement: string,
    parameters?: readonly (string | null)[],
    options?: CallOptions,
  ): Promise<string | null>;
  /** The owner of the migrations: catalogue reads, platform tables. Never with customer input in SQL text. */
  owner: postgres.Sql;
  /** Logs in as supabase_auth_admin, which owns schema auth. */
  auth: postgres.Sql;
  url: string;
  /** Where logical replication may be read, or null when this server does not offer it. */
  subscriberUrl: string | null;
  /** Whether the database answers within two seconds. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** The bank's migrations; supabase/migrations when absent. */
  migrationsFolder?: string;
  /** SQL files that fill a new database once. */
  seedFiles?: readonly string[];
  /** Hears of what works less well than it could. */
  warn?: (text: string) => void;
  /** Connections for requests of customers. */
  connections?: number;
};

const bankMigrations = join(packageRoot, 'supabase', 'migrations');
const OLDEST_POSTGRESQL = 150_000;
const API_SEARCH_PATH = '"public", "extensions"';
const HEALTH_PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 100;
const RETRY_PATIENCE_MS = 5_000;
const LOGIN_ROLES = ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin'];

/** Opens a database: migrates it and makes sure of roles and their passwords. Throws WrongState. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const warn = options.warn ?? (() => {});
  const subscriberUrl = await prepare(url, options, warn);
  const password = await sharedPassword(url);
  await Promise.all(LOGIN_ROLES.map((role) => ensureLogin(url, role, password)));

  const pool = postgres(loginUrl(url, 'authenticator', password), poolOptions(options.connections ?? 10));
  const owner = postgres(url, { ...quiet, max: 4, idle_timeout: 60 });
  const auth = postgres(loginUrl(url, 'supabase_auth_admin', password), {
    ...quiet,
    max: 5,
    idle_timeout: 60,
  });
  return {
    asCaller: (caller, statement, parameters = [], settings = {}) =>
      whenReachable(() => run(pool, caller, statement, parameters, settings)),
    owner,
    auth,
    url,
    subscriberUrl,
    isReachable: () => answers(owner),
    async close() {
      await Promise.all([pool, owner, auth].map((client) => client.end({ timeout: 5 })));
    },
  };
}

async function answers(owner: postgres.Sql): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, HEALTH_PATIENCE_MS, false);
  });
  const answered = owner`select`.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}

const quiet = { onnotice: () => {} };

const poolOptions = (max: number) => ({
  ...quiet,
  max,
  fetch_types: false,
  // A customer who waits for a lock must not hold up whoever would be queued behind on the same connection.
  max_pipeline: 0,
  connection: { application_name: 'sandbank', jit: 'off', statement_timeout: 30_000 },
});

async function run(
  pool: postgres.Sql,
  caller: Caller,
  statement: string,
  parameters: readonly (string | null)[],
  { readOnly = false, searchPath = API_SEARCH_PATH, preRequest = '' }: CallOptions,
): Promise<string | null> {
  const request = [
    searchPath,
    caller.method,
    caller.path,
    JSON.stringify(caller.headers),
    JSON.stringify(caller.cookies ?? {}),
    preRequest,
  ];
  const [row] = await pool.unsafe<{ result: string | null }[]>(
    'select platform.run($1, $2, $3, $4, $5, $6) as result',
    [
      caller.role,
      JSON.stringify(caller.claims),
      arrayText(request),
      readOnly,
      statement,
      arrayText(parameters),
    ],
    { prepare: true },
  );
  return row?.result ?? null;
}

/** PostgreSQL's text form of an array of texts. */
function arrayText(values: readonly (string | null)[]): string {
  const quoted = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}

/** Tries again while PostgreSQL is starting: such a call never reached it, so nothing can happen twice. */
async function whenReachable<T>(call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_PATIENCE_MS;
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

/** Checks the server, migrates, and tells where replication can be read. */
async function prepare(
  url: string,
  options: DatabaseOptions,
  warn: (text: string) => void,
): Promise<string | null> {
  const client = postgres(url, { ...quiet, max: 1, connect_timeout: 10 });
  try {
    const [server] = await client`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
        current_setting('wal_level') as wal_level, rolsuper or rolreplication as may_replicate
      from pg_roles where rolname = current_user`.catch((error) => {
      throw new WrongState(`The database at ${publicName(url)} cannot be reached: ${reasonOf(error)}`);
    });
    if (server?.version < OLDEST_POSTGRESQL)
      throw new WrongState(
        `The database is PostgreSQL ${server?.name}; Sandbank needs PostgreSQL 15 or newer.`,
      );
    await migrate(client, { migrationsFolder: bankMigrations, ...options }, warn).catch((error) => {
      if (error.code !== '42501') throw error;
      throw new WrongState(rightsSql(url, error.message));
    });
    if (server?.wal_level === 'logical' && server?.may_replicate) return url;
    warn(
      server?.wal_level === 'logical'
        ? `Changes are not shown live: run as a superuser  alter role "${decodeURIComponent(new URL(url).username)}" replication;`
        : "Changes are not shown live: run as a superuser  alter system set wal_level = 'logical';  and restart PostgreSQL.",
    );
    return null;
  } finally {
    await client.end({ timeout: 5 });
  }
}
