import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServerContext } from '../http/context.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import { withTimeout } from '../lib/timing.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const API_PATH = /^\/(auth|rest|storage|realtime|functions|graphql)\/v\d+(\/|$)/;
const DURATIONS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DATABASE_TIMEOUT_MS = 2_000;

/**
 * Creates Prometheus metrics at `GET /metrics`. Without SANDBANK_METRICS_TOKEN, only this machine can read
 * them. With it, every request must include the token. Labels have few values and contain no customer data.
 */
export function createMetrics(context: ServerContext) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'sandbank_http_request_duration_seconds',
    help: 'Time until the response starts, by API and status.',
    labelNames: ['room', 'status'],
    buckets: DURATIONS_SECONDS,
    registers,
  });
  const sockets = new Gauge({
    name: 'sandbank_realtime_sockets',
    help: 'Open WebSockets of the realtime API.',
    registers,
  });
  const runs = new Counter({
    name: 'sandbank_schedule_runs_total',
    help: 'Scheduled jobs that this process has run, by result.',
    labelNames: ['status'],
    registers,
  });
  for (const status of ['succeeded', 'failed']) runs.inc({ status }, 0);
  countConnections(context, registry);
  collectDefaultMetrics({ register: registry });

  const { metricsToken } = context.settings;
  const routes = new Hono().get('/metrics', async (c) => {
    if (metricsToken === null ? !isFromThisMachine(c) : !hasToken(c, metricsToken))
      return c.json(
        { code: '403', message: 'Metrics are available only on this machine or with the metrics token.' },
        403,
      );
    const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' };
    return c.body(await registry.metrics(), 200, headers);
  });
  return {
    routes,
    /** Counts an answered request by the first segment of its `path`. */
    answered: (path: string, status: number, seconds: number) =>
      requests.observe({ room: getApiName(path), status }, seconds),
    socketOpened: () => sockets.inc(),
    socketClosed: () => sockets.dec(),
    jobFinished: (status: 'succeeded' | 'failed') => runs.inc({ status }),
  };
}

const getApiName = (path: string) => API_PATH.exec(path)?.[1] ?? 'web';

/** Counts the database connections of all processes each time the metrics are requested. */
function countConnections({ database }: ServerContext, registry: Registry): void {
  const reachable = new Gauge({
    name: 'sandbank_database_reachable',
    help: '1 if the database responded to the last check.',
    registers: [registry],
  });
  new Gauge({
    name: 'sandbank_database_connections',
    help: 'Connections to this database, by purpose and state.',
    labelNames: ['login', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await withTimeout(
        getConnections(database.owner).catch(() => null),
        DATABASE_TIMEOUT_MS,
        () => null,
      );
      reachable.set(counted === null ? 0 : 1);
      for (const { login, state, count } of counted ?? []) this.set({ login, state }, count);
    },
  });
}

const getConnections = (owner: ServerContext['database']['owner']) => owner<
  { login: string; state: string; count: number }[]
>`
  select
    case usename when 'authenticator' then 'requests' when 'supabase_auth_admin' then 'auth'
      when 'supabase_storage_admin' then 'storage' else 'owner' end as login,
    case when state in ('active', 'idle', 'idle in transaction') then state else 'other' end as state,
    count(*)::integer as count
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
  group by 1, 2`;

function hasToken(c: Context, token: string): boolean {
  const [, given = ''] = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  // Compares hashes of equal length, so that timing reveals nothing about the token.
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(given), hashed(token));
}
