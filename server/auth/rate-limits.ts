import { createHmac } from 'node:crypto';
import type postgres from 'postgres';
import { TooManyRequests } from './auth-error.ts';
import type { Queries } from './users.ts';

/** A number of requests per time window. */
export type Limit = { most: number; seconds: number };

export type RateLimits = {
  /** Counts a request and throws 429 above the limit. */
  count(what: string, who: string, limit: Limit): Promise<void>;
  /** Like count, but returns the seconds to wait; 0 if the request is allowed. */
  wait(what: string, who: string, limit: Limit): Promise<number>;
  /** Throws 429 during a pause after too many failures. */
  refuseAfterFailures(what: string, who: string): Promise<void>;
  /**
   * Records a failure. From the eleventh on, each starts a pause twice as long as the last. Throws 429 if a
   * concurrent failure started one, so that nobody learns which guess was right.
   */
  failed(what: string, who: string): Promise<void>;
  /** Clears the failures. Throws 429 if a concurrent failure started a pause. */
  succeeded(what: string, who: string): Promise<void>;
};

const FREE_FAILURES = 10;
const LONGEST_PAUSE_SECONDS = 300;
const FAILURES_REMEMBERED_SECONDS = 900;

/**
 * Limits shared by all processes of a bank: counters in the database, each updated by one statement.
 * Addresses and accounts are stored as keyed hashes only.
 */
export function createRateLimits(sql: postgres.Sql, secret: Uint8Array): RateLimits {
  const getKey = (what: string, who: string) =>
    `${what}:${createHmac('sha256', secret).update(`rate limit ${what} ${who}`).digest('base64url')}`;

  const wait: RateLimits['wait'] = async (what, who, { most, seconds }) => {
    const { count, left } = await hit(sql, getKey(what, who), seconds);
    return count > most ? left : 0;
  };
  const refuseAfterFailures: RateLimits['refuseAfterFailures'] = async (what, who) => {
    const [held] = await sql<{ left: number }[]>`
      select extract(epoch from ends_at - now())::float8 as left from platform.rate_limits
      where key = ${getKey(`${what}-pause`, who)} and ends_at > now()`;
    if (held) throw new TooManyRequests(held.left);
  };
  return {
    wait,
    async count(what, who, limit) {
      const seconds = await wait(what, who, limit);
      if (seconds > 0) throw new TooManyRequests(seconds);
    },
    refuseAfterFailures,
    async failed(what, who) {
      if (await countsStill(sql, getKey(what, who), getKey(`${what}-pause`, who))) return;
      await refuseAfterFailures(what, who);
      throw new TooManyRequests(1);
    },
    async succeeded(what, who) {
      const [held] = await sql<{ left: number }[]>`
        with held as (
          select ends_at from platform.rate_limits where key = ${getKey(`${what}-pause`, who)} and ends_at > now()
        ), forgotten as (
          delete from platform.rate_limits where key = ${getKey(what, who)} and not exists (select from held)
        )
        select extract(epoch from ends_at - now())::float8 as left from held`;
      if (held) throw new TooManyRequests(held.left);
    },
  };
}

/**
 * Records a failure and returns true if its result may be revealed. Failures of one account wait for each
 * other at its row. Beyond the free ones, only the one that starts a pause is revealed.
 */
async function countsStill(sql: Queries, tries: string, pause: string): Promise<boolean> {
  const [tried] = await sql<{ free: boolean }[]>`
    with tried as (
      insert into platform.rate_limits as held (key, count, ends_at)
      select ${tries}, 1, now() + make_interval(secs => ${FAILURES_REMEMBERED_SECONDS})
      where not exists (select from platform.rate_limits p where p.key = ${pause} and p.ends_at > now())
      on conflict (key) do update set
        count = case when held.ends_at <= now() then 1 else held.count + 1 end,
        ends_at = case when held.ends_at <= now() then excluded.ends_at else held.ends_at end
      returning held.count
    ), paused as (
      insert into platform.rate_limits as held (key, count, ends_at)
      select ${pause}, 1, now() + make_interval(secs =>
        least(2 ^ least(t.count - ${FREE_FAILURES}::integer, 30), ${LONGEST_PAUSE_SECONDS}::float8))
      from tried t where t.count > ${FREE_FAILURES}::integer
      on conflict (key) do update set ends_at = excluded.ends_at where held.ends_at <= now()
      returning held.key
    )
    select t.count <= ${FREE_FAILURES}::integer or exists (select from paused) as free from tried t`;
  return tried?.free ?? false;
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
