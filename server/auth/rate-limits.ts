import { createHmac } from 'node:crypto';
import type postgres from 'postgres';
import type { Config } from '../settings/settings.ts';
import { TooManyRequests } from './auth-error.ts';
import { parseDuration } from './duration.ts';
import type { Queries } from './users.ts';

/** The maximum number of requests in a time window. */
export type Limit = { most: number; seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The maximum number of code attempts per address per hour, from all networks combined. The chance of
 * guessing a six-digit code within an hour is 1 in 50,000.
 */
const CODES_PER_HOUR = 20;

/**
 * The maximum number of incorrect codes per factor per hour, from all networks combined. The chance of
 * guessing an authenticator app's code within an hour is about 1 in 17,000, because three codes are valid at
 * any time.
 */
const FACTOR_CODES_PER_HOUR = 20;

function getLimits({ rate_limit: limits, email, sms }: Config['auth']) {
  const signIn = { most: limits.sign_in_sign_ups, seconds: 5 * MINUTE };
  const verification = { most: limits.token_verifications, seconds: 5 * MINUTE };
  return {
    // These limits count requests from a network. As in Supabase, each endpoint has its own counter.
    signup: signIn,
    otp: signIn,
    magiclink: signIn,
    recover: signIn,
    resend: signIn,
    user: signIn,
    authorize: signIn,
    'link-identity': signIn,
    sso: signIn,
    passkey: signIn,
    'passkey-options': signIn,
    verify: verification,
    challenge: verification,
    anonymous: { most: limits.anonymous_users, seconds: HOUR },
    // As in Supabase, all grant types of /token share one limit, including the password grant.
    token: { most: limits.token_refresh, seconds: 5 * MINUTE },
    // These limits count codes entered for an address, and codes entered for a customer's factor.
    code: { most: CODES_PER_HOUR, seconds: HOUR },
    factor: { most: FACTOR_CODES_PER_HOUR, seconds: HOUR },
    // These limits count messages to one recipient, and all messages that the operator sends.
    mail: { most: 1, seconds: parseDuration(email.max_frequency) ?? MINUTE },
    'mails-sent': { most: limits.email_sent, seconds: HOUR },
    text: { most: 1, seconds: parseDuration(sms.max_frequency) ?? MINUTE },
    'texts-sent': { most: limits.sms_sent, seconds: HOUR },
  } satisfies Record<string, Limit>;
}

export type LimitName = keyof ReturnType<typeof getLimits>;

const FREE_FAILURES = 10;
const LONGEST_PAUSE_SECONDS = 300;
const FAILURES_REMEMBERED_SECONDS = 900;

/**
 * Creates limits that all of the bank's processes share. The counters are in the database, and a single
 * statement updates each one. Addresses and accounts are stored only as keyed hashes.
 */
export function createRateLimits(sql: postgres.Sql, secret: Uint8Array, config: Config['auth']) {
  const limits: Record<LimitName, Limit> = getLimits(config);
  const getKey = (what: string, who: string) =>
    `${what}:${createHmac('sha256', secret).update(`rate limit ${what} ${who}`).digest('base64url')}`;

  /**
   * Counts a request from `who`. Returns the number of seconds to wait, rounded up, or 0 if the request is
   * allowed.
   */
  async function wait(name: LimitName, who: string, limit: Limit = limits[name]): Promise<number> {
    const { most, seconds } = limit;
    if (seconds === 0) return 0;
    const { count, left } = await incrementCounter(sql, getKey(name, who), seconds);
    return count > most ? Math.ceil(left) : 0;
  }
  /** Throws 429 during a pause after too many failures. */
  async function refuseAfterFailures(what: string, who: string): Promise<void> {
    const [row] = await sql<{ left: number }[]>`
      select extract(epoch from ends_at - now())::float8 as left from platform.rate_limits
      where key = ${getKey(`${what}-pause`, who)} and ends_at > now()`;
    if (row) throw new TooManyRequests(row.left);
  }
  return {
    wait,
    /** Counts a request from `who`. Throws 429 if the limit is exceeded. */
    async count(name: LimitName, who: string): Promise<void> {
      const seconds = await wait(name, who);
      if (seconds > 0) throw new TooManyRequests(seconds);
    },
    refuseAfterFailures,
    /**
     * Records a failure. Starting with the eleventh failure, each one starts a pause twice as long as the
     * previous pause. Throws 429 if a concurrent failure started a pause, so that the response doesn't reveal
     * which guess was correct.
     */
    async recordFailure(what: string, who: string): Promise<void> {
      if (await insertFailure(sql, getKey(what, who), getKey(`${what}-pause`, who))) return;
      await refuseAfterFailures(what, who);
      throw new TooManyRequests(1);
    },
    /** Clears the failures. Throws 429 if a concurrent failure started a pause. */
    async recordSuccess(what: string, who: string): Promise<void> {
      const [row] = await sql<{ left: number }[]>`
        with held as (
          select ends_at from platform.rate_limits where key = ${getKey(`${what}-pause`, who)} and ends_at > now()
        ), forgotten as (
          delete from platform.rate_limits where key = ${getKey(what, who)} and not exists (select from held)
        )
        select extract(epoch from ends_at - now())::float8 as left from held`;
      if (row) throw new TooManyRequests(row.left);
    },
  };
}

/**
 * Records a failure and returns true if its result may be revealed. An account's concurrent failures run one
 * at a time, because they lock the same row. After the free failures, a result may be revealed only if the
 * failure starts a pause.
 */
async function insertFailure(sql: Queries, tries: string, pause: string): Promise<boolean> {
  const [failure] = await sql<{ free: boolean }[]>`
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
  return failure?.free ?? false;
}

async function incrementCounter(sql: Queries, key: string, seconds: number) {
  const [row] = await sql<{ count: number; left: number }[]>`
    insert into platform.rate_limits as held (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when held.ends_at <= now() then 1 else held.count + 1 end,
      ends_at = case when held.ends_at <= now() then excluded.ends_at else held.ends_at end
    returning count, extract(epoch from ends_at - now())::float8 as left`;
  if (!row) throw new Error('a counter was neither inserted nor updated');
  return row;
}
