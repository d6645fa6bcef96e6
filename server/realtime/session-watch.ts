import type { ServerContext } from '../http/context.ts';
import { createWorkLoop, type WorkLoop } from '../lib/work-loop.ts';
import type { Connection } from './connection.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Ends the channels of sessions that have ended. A token can still be valid after its session has ended, and
 * listeners make no requests that could be refused. Therefore, all sessions in this process are checked
 * periodically.
 */
export function watchSessions(
  { database, log }: ServerContext,
  connections: ReadonlySet<Connection>,
): WorkLoop {
  const look = async () => {
    const sessions = new Set<string>();
    for (const connection of connections) connection.addSessions(sessions);
    if (sessions.size === 0) return null;
    const over = await database.auth<{ id: string }[]>`
      select listening.id from unnest(${[...sessions]}::uuid[]) as listening (id) where not exists (
        select from auth.sessions s where s.id = listening.id and (s.not_after is null or s.not_after > now())
      )`;
    if (over.length === 0) return null;
    const ended = new Set(over.map(({ id }) => id));
    for (const connection of connections) connection.endSessions(ended);
    return null;
  };
  const watch = createWorkLoop(LOOK_EVERY_MS, look, (error) =>
    log.warn({ err: error }, 'failed to read the sessions of listeners'),
  );
  watch.wake();
  return watch;
}
