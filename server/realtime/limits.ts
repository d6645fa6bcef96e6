/** Limits for each socket and for all sockets. */
export const LIMITS = {
  sockets: 10_000,
  channelsPerSocket: 100,
  joins: { burst: 100, perSecond: 20 },
  frames: { burst: 1_000, perSecond: 200 },
  broadcasts: { burst: 200, perSecond: 100 },
  frameBytes: 1024 * 1024,
  topicLength: 255,
  changesPerChannel: 100,
  presenceKeyLength: 255,
  /** A socket with more unsent data than this is closed as too slow. The client reloads when it reconnects. */
  unsentBytes: 8 * 1024 * 1024,
  /** The time after which a silent socket is closed. Clients send a heartbeat every 25 seconds. */
  silenceMs: 60_000,
  /** The maximum time that a join waits for the replication stream. The client gives up after 10 seconds. */
  streamWaitMs: 5_000,
  recordBytes: 1024 * 1024,
  /** The maximum size of messages queued for other processes. */
  unsentCharacters: 32 * 1024 * 1024,
  /** The maximum time that a join waits for the presence of other processes. */
  syncWaitMs: 1_500,
  queuedChanges: 50_000,
} as const;
