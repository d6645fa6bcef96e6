import { createHmac } from 'node:crypto';
import type postgres from 'postgres';
import { TooManyRequests } from './auth-error.ts';
import type { Queries } from './users.ts';

/** A number of requests in a window of time. */
export type Limit = { most: number; seconds: number };

export type RateLimits = {
  /** Counts one request of `who` and throws 429 when it is one too many. */
  count(what: string, who: string, limit: Limit): Promise<void>;
  /** As count, and tells the seconds to wait instead of throwing; 0 when the request may pass. */
  wait(what: string, who: string, limit: Limit): Promise<number>;
  /** Throws 429 while `who` must wait after too many failures. */
  refuseAfterFailures(what: string, who: string): Promise<void>;
  /** Remembers a failure; from the eleventh on each doubles the pause before the next try. */
  failed(what: string, who: string): Promise<void>;
  /** Forgets the failures. */
  succeeded(what: string, who: string): Promise<void>;
};

const FREE_FAILURES = 10;
const LONGEST_PAUSE_SECONDS = 300;
const FAILURES_REMEMBERED_SECONDS = 900;

/**
 * Limits that all processes of one bank share: counters in the database, each counted in one statement. Addresses
 * and accounts are kept as keyed hashes only.
 */
export function createRateLimits(sql: postgres.Sql, secret: Uint8Array): RateLimits {
  const keyOf = (what: string, who: string) =>
    `${what}:${createHmac('sha256', secret).update(`rate limit ${what} ${who}`).digest('base64url')}`;

  const wait: RateLimits['wait'] = async (what, who, { most, seconds }) => {
    const { count, left } = await hit(sql, keyOf(what, who), seconds);
    return count > most ? left : 0;
  };
  return {
    wait,
    async count(what, who, limit) {
      const seconds = await wait(what, who, limit);
      if (seconds > 0) throw new TooManyRequests(seconds);
    },
    async refuseAfterFailures(what, who) {
      const [held] = await sql<{ left: number }[]>`
        select extract(epoch from ends_at - now())::float8 as left from platform.rate_limits
        where key = ${keyOf(`${what}-pause`, who)} and ends_at > now()`;
      if (held) throw new TooManyRequests(held.left);
    },
    async failed(what, who) {
      const { count } = await hit(sql, keyOf(what, who), FAILURES_REMEMBERED_SECONDS);
      if (count <= FREE_FAILURES) return;
      const pause = Math.min(2 ** (count - FREE_FAILURES), LONGEST_PAUSE_SECONDS);
      await sql`
        insert into platform.rate_limits (key, count, ends_at)
        values (${keyOf(`${what}-pause`, who)}, 1, now() + make_interval(secs => ${pause}))
        on conflict (key) do update set ends_at = excluded.ends_at`;
    },
    async succeeded(what, who) {
      await sql`delete from platform.rate_limits where key = ${keyOf(what, who)}`;
    },
  };
}

async function hit(sql: Queries, key: string, seconds: number): Promise<{ count: number; left: number }> {
  const [held] = await sql<{ count: number; left: number }[]>`
    insert into platform.rate_limits as held (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when held.ends_at <= now() then 1 else held.count + 1 end,
      ends_at = case when held.ends_at <= now() then excluded.ends_at else held.ends_at end
    returning count, extract(epoch from ends_at - now())::float8 as left`;
  if (!held) throw new Error('a counter was neither inserted nor updated');
  return held;
}
