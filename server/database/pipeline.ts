import { LRUCache } from 'lru-cache';
import { type Connection, DatabaseError, Pool, type PoolConfig, type Submittable } from 'pg';
import postgres from 'postgres';
import { formatArray } from '../lib/sql-text.ts';
import { withTimeout } from '../lib/timing.ts';
import { cancelStatement } from './cancel-statement.ts';

/**
 * A statement in a pipeline. Its parameters are text values, or one `text[]` if `list` is set. Statements
 * share a plan only if they have the same `key` (the role).
 */
export type Step = { sql: string; values: readonly (string | null)[]; list?: boolean; key?: string };

export type Pipelines = ReturnType<typeof openPipelines>;

/** The number of prepared plans per connection. Each uses tens of kilobytes. */
const PREPARED_PER_CONNECTION = 200;
const TIMEOUT_AT_THE_END_MS = 5_000;
const TEXT = '25';
const TEXT_LIST = '1009';

export function openPipelines(config: PoolConfig) {
  const pool = new Pool({ ...config, idleTimeoutMillis: 0 });
  // If a connection is lost while idle, the next request replaces it. If it is lost while in use, the
  // pipeline handles it. An unhandled `error` event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let ended: Promise<void> | undefined;
  return {
    /**
     * Sends statements together in one round trip and one transaction. Each is prepared once per connection.
     * Returns the first column of the last statement's first row, or null. Throws postgres.PostgresError, or
     * an error with a system code or CONNECTION_CLOSED. Aborting the signal cancels the statements with
     * 57014.
     */
    run: (steps: readonly Step[], signal?: AbortSignal) =>
      new Promise<string | null>((resolve, reject) => {
        pool.connect((failure, client, release) => {
          if (failure || !client) return reject(connectionError(failure));
          let canceling: Promise<void> | undefined;
          const cancel = () => {
            canceling = cancelStatement(client);
          };
          const settle = (error: Error | null, result: string | null) => {
            const lost = error !== null && !isFromDatabase(error);
            signal?.removeEventListener('abort', cancel);
            // Waits for a cancellation in progress, because it could otherwise cancel the connection's next
            // request.
            if (canceling) void canceling.then(() => release(lost));
            else release(lost);
            if (error === null) resolve(result);
            else reject(lost ? connectionError(error) : getRefusal(error));
          };
          client.query(new Pipeline(steps, settle));
          if (signal?.aborted) cancel();
          else signal?.addEventListener('abort', cancel, { once: true });
        });
      }),
    /** Closes the pool after waiting a limited time for running work. */
    end: (): Promise<void> => {
      ended ??= withTimeout(pool.end(), TIMEOUT_AT_THE_END_MS, () => {});
      return ended;
    },
  };
}

/** The statements that are prepared on a connection, by key. */
class Prepared {
  readonly names = new LRUCache<string, string>({
    max: PREPARED_PER_CONNECTION,
    dispose: (name) => void this.dropped.push(name),
  });
  readonly dropped: string[] = [];
  /** Statements that are being parsed, in order. They become prepared once PostgreSQL responds. */
  readonly sent: { key: string; name: string }[] = [];
  private count = 0;

  nextName(): string {
    this.count += 1;
    return `s${this.count}`;
  }

  parsed(): void {
    const statement = this.sent.shift();
    if (statement) this.names.set(statement.key, statement.name);
  }
}

const preparedBy = new WeakMap<Connection, Prepared>();

function preparedOn(connection: Connection): Prepared {
  const known = preparedBy.get(connection);
  if (known) return known;
  const prepared = new Prepared();
  preparedBy.set(connection, prepared);
  connection.on('parseComplete', () => prepared.parsed());
  return prepared;
}

/** Uses the extended protocol with a single Sync at the end, so that PostgreSQL runs one transaction. */
class Pipeline implements Submittable {
  private completed = 0;
  private result: string | null = null;
  private hasRow = false;

  constructor(
    private readonly steps: readonly Step[],
    private readonly settle: (error: Error | null, result: string | null) => void,
  ) {}

  submit(connection: Connection): void {
    const prepared = preparedOn(connection);
    prepared.sent.length = 0;
    connection.stream.cork();
    for (const step of this.steps) send(step, connection, prepared);
    for (const name of prepared.dropped.splice(0)) connection.close({ type: 'S', name }, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.hasRow || this.completed < this.steps.length - 1) return;
    this.hasRow = true;
    this.result = fields[0] ?? null;
  }

  handleCommandComplete(): void {
    this.completed += 1;
  }

  handleEmptyQuery(): void {
    this.completed += 1;
  }

  /**
   * Handles an error. If PostgreSQL refuses a statement, waits until the connection is ready again. A lost
   * connection never becomes ready.
   */
  handleError(error: Error, connection: Connection): void {
    if (!isFromDatabase(error)) {
      this.settle(error, null);
      return;
    }
    const settle = () => {
      connection.off('readyForQuery', settle);
      connection.off('end', settle);
      this.settle(error, null);
    };
    connection.once('readyForQuery', settle);
    connection.once('end', settle);
  }

  /** Completes the pipeline after the transaction has committed. */
  handleReadyForQuery(): void {
    this.settle(null, this.result);
  }
}

function send({ sql, values, list = false, key = '' }: Step, connection: Connection, prepared: Prepared) {
  const cacheKey = `${key}\n${sql}`;
  let name = prepared.names.get(cacheKey);
  if (name === undefined) {
    name = prepared.nextName();
    const types = list ? [TEXT_LIST] : values.map(() => TEXT);
    connection.parse({ name, text: sql, types }, true);
    prepared.sent.push({ key: cacheKey, name });
  }
  connection.bind({ statement: name, values: list ? [formatArray(values)] : [...values] }, true);
  connection.execute(null, true);
}

/** Returns true for PostgreSQL errors after which the connection is still usable. */
const isFromDatabase = (error: Error): error is DatabaseError =>
  error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

/** Converts an error from this driver to postgres.PostgresError, so that all code handles a single type. */
function getRefusal(error: Error): Error {
  const { message, code, severity, detail, hint, position, where, schema, table, column, constraint } =
    error as DatabaseError;
  const fields = { message, code, severity, detail, hint, position, where };
  const names = { schema_name: schema, table_name: table, column_name: column, constraint_name: constraint };
  const entries = Object.entries({ ...fields, ...names }).filter(([, value]) => value !== undefined);
  // The constructor accepts an error's fields, but its types don't show this.
  return new postgres.PostgresError(Object.fromEntries(entries) as unknown as string);
}

function connectionError(error: Error | undefined): Error {
  if (error && typeof (error as { code?: unknown }).code === 'string') return error;
  const cause = error ?? new Error('The connection was closed.');
  return Object.assign(new Error(cause.message, { cause }), { code: 'CONNECTION_CLOSED' });
}
