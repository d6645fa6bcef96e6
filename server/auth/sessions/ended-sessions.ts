import { OperatorError } from '../../operator-error.ts';
import type { Config } from '../../settings/settings.ts';
import { AuthError } from '../auth-error.ts';
import { parseDuration } from '../duration.ts';

/**
 * The number of seconds after which a session expires: `timebox` counts from its start, and `inactivity` from
 * its last refresh. Null if there is no limit.
 */
type SessionLimits = ReturnType<typeof readSessionLimits>;

type Ages = { has_ended: boolean; started_seconds_ago: number; refreshed_seconds_ago: number };

/** Reads `[auth.sessions]`. Throws OperatorError if a duration is invalid. */
export function readSessionLimits({ timebox, inactivity_timeout: inactivity }: Config['auth']['sessions']) {
  return {
    timebox: getSeconds('timebox', timebox),
    inactivity: getSeconds('inactivity_timeout', inactivity),
  };
}

function getSeconds(name: string, input: string): number | null {
  if (input === '') return null;
  const seconds = parseDuration(input);
  if (seconds === null)
    throw new OperatorError(`[auth.sessions] ${name} is not a duration such as 24h: ${input}`);
  return seconds === 0 ? null : seconds;
}

/** Throws 400 `session_expired` if a session was ended, is too old, or hasn't been refreshed for too long. */
export function requireUnexpired(ages: Ages, { timebox, inactivity }: SessionLimits): void {
  const isTooOld = timebox !== null && ages.started_seconds_ago > timebox;
  if (ages.has_ended || isTooOld) throw expired('Session Expired');
  if (inactivity !== null && ages.refreshed_seconds_ago > inactivity)
    throw expired('Session Expired (Inactivity)');
}

const expired = (reason: string) => new AuthError(400, 'session_expired', `Invalid Refresh Token: ${reason}`);
