import { Socket } from 'node:net';
import postgres from 'postgres';
import { withTimeout } from '../lib/timing.ts';

type Server = { url: string; host: string; port: number };
/** The writable server, and its timeline, which increases with each failover. */
type Found = { server: Server; timeline: number };

const TIMEOUT_MS = 3_000;
const TRUSTED_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 100;
const WATCH_EVERY_MS = 5_000;

/**
 * Finds the writable server. Each promotion starts a new timeline. If several servers claim to be the
 * primary, uses the one with the highest timeline. Ignores a former primary that comes back.
 */
export class Primary {
  private readonly servers: Server[];
  private readonly open = new Map<Socket, Server>();
  private primary: Server | null = null;
  private primaryAt = 0;
  private timeline = 0;
  private searching: Promise<Server> | null = null;

  constructor(urls: readonly string[]) {
    this.servers = urls.map((url) => {
      const { hostname, port } = new URL(url);
      return { url, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) };
    });
    setInterval(() => void this.watch(), WATCH_EVERY_MS).unref();
  }

  /** Returns the server to connect to. If no server is writable, throws one of the servers' errors. */
  async find(): Promise<Server> {
    if (this.primary && performance.now() - this.primaryAt < TRUSTED_MS) return this.primary;
    this.searching ??= this.search().finally(() => {
      this.searching = null;
    });
    return this.searching;
  }

  connected(socket: Socket, server: Server): void {
    this.open.set(socket, server);
  }

  /** Records that a server refused the connection, so the next call searches for the primary again. */
  failed(): void {
    this.primary = null;
  }

  private async search(): Promise<Server> {
    const attempts = this.servers.map(async (server) => {
      const timeline = await getTimeline(server);
      if (timeline === null || timeline < this.timeline) throw createNoPrimaryError();
      return { server, timeline };
    });
    try {
      return this.take(await Promise.any(attempts));
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
      throw getReason((error as AggregateError).errors);
    }
  }

  private take({ server, timeline }: Found): Server {
    this.primary = server;
    this.primaryAt = performance.now();
    this.timeline = Math.max(this.timeline, timeline);
    return server;
  }

  /**
   * Closes connections to a server that is no longer the primary. A failed machine sends nothing, so its
   * connections would otherwise hang for minutes.
   */
  private async watch(): Promise<void> {
    for (const socket of this.open.keys()) if (socket.destroyed) this.open.delete(socket);
    if (this.open.size === 0) return;
    const answers = await Promise.allSettled(
      this.servers.map(async (server) => ({ server, timeline: (await getTimeline(server)) ?? 0 })),
    );
    const newest = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .reduce<Found | null>(
        (best, answer) => (answer.timeline > (best?.timeline ?? 0) ? answer : best),
        null,
      );
    if (newest === null || newest.timeline < this.timeline) return;
    this.take(newest);
    for (const [socket, server] of this.open)
      if (server !== newest.server)
        socket.destroy(failure('ECONNRESET', 'Another database server has taken over.'));
  }
}

/** A socket that connects to the writable server, regardless of the requested address. */
export class PrimarySocket extends Socket {
  /** The host name that certificates are checked against. */
  host = '';

  constructor(private readonly primary: Primary) {
    super();
  }

  override connect(): this {
    const timer = setTimeout(() => this.destroy(createTimeoutError()), 2 * TIMEOUT_MS);
    this.once('connect', () => clearTimeout(timer));
    this.once('close', () => clearTimeout(timer));
    this.once('error', () => this.primary.failed());
    const go = (server: Server) => {
      if (this.destroyed) return;
      this.host = server.host;
      this.primary.connected(this, server);
      super.connect(server.port, server.host);
    };
    this.primary.find().then(go, (error: Error) => this.destroy(error));
    return this;
  }
}

/** Returns the timeline of a writable server, or null for a standby. */
async function getTimeline({ url }: Server): Promise<number | null> {
  const client = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: TIMEOUT_MS / 1_000,
    onnotice: () => {},
  });
  const query = client<{ timeline: number | null }[]>`
    select case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;
  try {
    const [row] = await withTimeout(query, TIMEOUT_MS, () => {
      throw createTimeoutError();
    });
    return row?.timeline ?? null;
  } finally {
    void client.end({ timeout: 0 });
  }
}

/**
 * Returns the most useful error. An error from a server, such as a failed login, takes precedence over failed
 * connections to other servers.
 */
function getReason(errors: readonly unknown[]): Error {
  const refused = errors.find(
    (error) => error instanceof postgres.PostgresError && !/^(57P|53)/.test(error.code),
  );
  return refused instanceof Error ? refused : createNoPrimaryError();
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
const createTimeoutError = () => failure('CONNECT_TIMEOUT', 'The database server did not respond.');
/** Returns error 57P03 (cannot_connect_now). Nothing was sent, so a retry is safe. */
const createNoPrimaryError = () => failure('57P03', 'None of the database servers accepts writes.');
