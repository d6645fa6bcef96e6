import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type postgres from 'postgres';
import { connect } from '../../database/connect.ts';
import { createLastingConnection, type LastingConnection } from './lasting-connection.ts';
import { createPgoutputReader, type LogMessage, type Transaction } from './pgoutput.ts';

const PUBLICATIONS = 'supabase_realtime,supabase_realtime_messages_publication';
/** Slots of this name belong to server processes, one each; PostgreSQL drops them when the connection ends. */
export const SLOT_PREFIX = 'realtime_';
/** A process that vanished without a word loses its slot after this long. */
const SENDER_TIMEOUT = '20s';
const REPORT_EVERY_MS = 5_000;
/** PostgreSQL answers every report; a silence of several is a dead connection. */
const SILENCE_MS = 20_000;
const WAL_DATA = 'w'.charCodeAt(0);
const WAL_DATA_HEADER_BYTES = 25;
const KEEPALIVE = 'k'.charCodeAt(0);
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

export type Replication = LastingConnection;
type Events = {
  onTransaction(transaction: Transaction): void;
  onMessage(message: LogMessage): void;
  /** From here on everything arrives; `slot` names this subscription. */
  onLive(slot: string): void;
  /** Changes were missed between two subscriptions: whoever listens must read everything anew. */
  onResumed(): void;
};

/**
 * Follows the write-ahead log through a temporary slot, for ever: each time the connection is lost, a fresh client
 * subscribes after a pause. (The driver's own reconnect dies silently.)
 */
export function createReplication(url: string, log: Logger, events: Events): Replication {
  let isFirst = true;
  return createLastingConnection(log, 'the stream of row changes was interrupted', (stop, onLive) =>
    subscribe(url, stop, events, (slot) => {
      onLive();
      events.onLive(slot);
      if (!isFirst) events.onResumed();
      isFirst = false;
    }),
  );
}

/** One subscription from start to end; resolves when asked to stop, rejects when the connection is lost. */
async function subscribe(
  url: string,
  stop: AbortSignal,
  events: Events,
  onLive: (slot: string) => void,
): Promise<void> {
  let lose: (reason: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  lost.catch(() => undefined);
  const client = connect(url, {
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    connection: {
      application_name: 'realtime',
      replication: 'database',
      wal_sender_timeout: SENDER_TIMEOUT,
      DateStyle: 'ISO, MDY',
      TimeZone: 'UTC',
      IntervalStyle: 'postgres',
      bytea_output: 'hex',
      extra_float_digits: '1',
    },
    onclose: () => lose(new Error('The replication connection was closed.')),
  });
  const stopped = new Promise<void>((resolve) =>
    stop.addEventListener('abort', () => resolve(), { once: true }),
  );
  let report: NodeJS.Timeout | undefined;
  try {
    const slot = `${SLOT_PREFIX}${crypto.randomUUID().replaceAll('-', '')}`;
    const stream = await Promise.race([openStream(client, slot), lost, stopped]);
    if (stream === undefined) return;
    let heardAt = Date.now();
    let position = 0n;
    const read = createPgoutputReader(events.onTransaction, events.onMessage);
    stream.on('data', (message: Buffer) => {
      heardAt = Date.now();
      position = message.readBigUInt64BE(1);
      if (message[0] === WAL_DATA) read(message.subarray(WAL_DATA_HEADER_BYTES));
      else if (message[0] === KEEPALIVE && message[17] === 1) stream.write(statusReport(position, false));
    });
    stream.on('error', lose);
    stream.on('close', () => lose(new Error('The replication stream was closed.')));
    report = setInterval(() => {
      if (Date.now() - heardAt > SILENCE_MS) lose(new Error('The replication stream fell silent.'));
      else stream.write(statusReport(position, true));
    }, REPORT_EVERY_MS);
    onLive(slot);
    await Promise.race([lost, stopped]);
  } finally {
    clearInterval(report);
    await client.end({ timeout: 0 });
  }
}

async function openStream(client: postgres.Sql, slot: string): Promise<Duplex> {
  const [created] = await client.unsafe(
    `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  );
  const stream = await client
    .unsafe(
      `START_REPLICATION SLOT ${slot} LOGICAL ${created?.consistent_point} (proto_version '1', publication_names '${PUBLICATIONS}', messages 'true')`,
    )
    .writable();
  // The driver types it as the writing half; for replication it is both.
  return stream as Duplex;
}

/** "Standby status update": everything up to `position` is dealt with, the server may forget it. */
function statusReport(position: bigint, wantsAnswer: boolean): Buffer {
  const report = Buffer.alloc(34);
  report.write('r');
  for (const offset of [1, 9, 17]) report.writeBigUInt64BE(position, offset);
  report.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 25);
  report[33] = wantsAnswer ? 1 : 0;
  return report;
}
