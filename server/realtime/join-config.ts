import { isRecord } from './frames.ts';
import { LIMITS } from './limits.ts';

export const CHANGE_EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const;
/** A requested row-change subscription in the client's words, which are echoed. */
export type ChangeFilter = {
  event: string;
  schema: string;
  table: string | undefined;
  filter: string | undefined;
  select: string[] | undefined;
};
export type JoinConfig = {
  broadcast: { ack: boolean; self: boolean };
  /** Replays stored messages since a moment (milliseconds since 1970). */
  replay: { since: number; limit: number } | 'invalid' | null;
  /** True if the client wants a message when the subscription to database messages is ready. */
  wantsReadiness: boolean;
  presence: { key: string; enabled: boolean };
  changes: ChangeFilter[];
  isPrivate: boolean;
  token: string | null;
};

const REPLAYED_BY_DEFAULT = 25;

/** Parses the payload of a join; null if it is malformed. Booleans may be strings. */
export function readJoinConfig(payload: unknown): JoinConfig | null {
  if (!isRecord(payload)) return null;
  const config = isRecord(payload.config) ? payload.config : {};
  const broadcast = isRecord(config.broadcast) ? config.broadcast : {};
  const presence = isRecord(config.presence) ? config.presence : {};
  const filters = config.postgres_changes ?? [];
  if (!Array.isArray(filters) || filters.length > LIMITS.changesPerChannel) return null;
  const changes = filters.map(readChangeFilter);
  if (!changes.every((request) => request !== null)) return null;
  const key = typeof presence.key === 'string' ? presence.key : '';
  if (key.length > LIMITS.presenceKeyLength) return null;
  const token = payload.access_token ?? payload.user_token;
  return {
    broadcast: { ack: isTrue(broadcast.ack), self: isTrue(broadcast.self) },
    replay: readReplay(broadcast.replay ?? null),
    wantsReadiness: isTrue(broadcast.replication_ready),
    presence: { key, enabled: presence.enabled === undefined || isTrue(presence.enabled) },
    changes,
    isPrivate: isTrue(config.private),
    token: typeof token === 'string' && token !== '' && !token.startsWith('sb_') ? token : null,
  };
}

function readReplay(request: unknown): JoinConfig['replay'] {
  if (request === null) return null;
  if (!isRecord(request)) return 'invalid';
  const since = request.since ?? 0;
  const limit = request.limit ?? REPLAYED_BY_DEFAULT;
  const isValid = Number.isSafeInteger(since) && Number.isSafeInteger(limit);
  return isValid ? { since: Number(since), limit: Number(limit) } : 'invalid';
}

function readChangeFilter(request: unknown): ChangeFilter | null {
  if (!isRecord(request)) return null;
  const { event, schema, table, filter, select } = request;
  const columns = select ?? undefined;
  if (
    columns !== undefined &&
    !(Array.isArray(columns) && columns.every((name) => typeof name === 'string'))
  ) {
    return null;
  }
  return {
    event: typeof event === 'string' ? event : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : undefined,
    filter: typeof filter === 'string' ? filter : undefined,
    select: columns,
  };
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
