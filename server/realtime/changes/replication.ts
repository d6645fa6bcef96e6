import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type postgres from 'postgres';
import { connect } from '../../database/connect.ts';
import { type Attempt, createLastingConnection } from './lasting-connection.ts';
import { createPgoutputReader, type LogMessage, type Transaction } from './pgoutput.ts';

const PUBLICATIONS = 'supabase_realtime,supabase_realtime_messages_publication';
/** The prefix of the processes' replication slots. PostgreSQL drops the slots when the connection closes. */
export const SLOT_PREFIX = 'realtime_';
/** The time after which the slot of a lost process is dropped. */
const SENDER_TIMEOUT = '20s';
const REPORT_EVERY_MS = 5_000;
/** PostgreSQL responds to each status report, so a longer silence means that the connection is dead. */
const SILENCE_MS = 20_000;
const WAL_DATA = 'w'.charCodeAt(0);
const WAL_DATA_HEADER_BYTES = 25;
const KEEPALIVE = 'k'.charCodeAt(0);
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

export type Replication = ReturnType<typeof createReplication>;
type Events = {
  onTransaction(transaction: Transaction): void;
  onMessage(message: LogMessage): void;
  /**
   * Called when the subscription is active, so that no later change is missed. `slot` is the name of its
   * replication slot.
   */
  onLive(slot: string): void;
};

/**
 * Follows the write-ahead log through a temporary slot. After a disconnection, subscribes again with a new
 * client, because the driver's own reconnection fails silently.
 */
export function createReplication(url: string, log: Logger, events: Events) {
  return createLastingConnection(log, 'the stream of row changes was interrupted', (attempt) =>
    subscribe(url, events, attempt, (slot) => {
      attempt.onLive();
      events.onLive(slot);
    }),
  );
}

/** Runs a subscription until it should be closed. Rejects if it is disconnected. */
async function subscribe(
  url: string,
  events: Events,
  { fail, ended }: Attempt,
  onLive: (slot: string) => void,
): Promise<void> {
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
    onclose: () => fail(new Error('The replication connection was closed.')),
  });
  let report: NodeJS.Timeout | undefined;
  try {
    const slot = `${SLOT_PREFIX}${crypto.randomUUID().replaceAll('-', '')}`;
    const stream = await Promise.race([openStream(client, slot), ended]);
    if (stream === undefined) return;
    let receivedAt = Date.now();
    let position = 0n;
    const read = createPgoutputReader(events.onTransaction, events.onMessage);
    stream.on('data', (message: Buffer) => {
      receivedAt = Date.now();
      position = message.readBigUInt64BE(1);
      if (message[0] === WAL_DATA) read(message.subarray(WAL_DATA_HEADER_BYTES));
      else if (message[0] === KEEPALIVE && message[17] === 1) stream.write(statusReport(position, false));
    });
    stream.on('error', fail);
    stream.on('close', () => fail(new Error('The replication stream was closed.')));
    report = setInterval(() => {
      if (Date.now() - receivedAt > SILENCE_MS)
        fail(new Error('The replication stream stopped sending data.'));
      else stream.write(statusReport(position, true));
    }, REPORT_EVERY_MS);
    onLive(slot);
    await ended;
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
  // The driver declares a writable stream, but a replication stream is duplex.
  return stream as Duplex;
}

/**
 * Returns a "Standby status update" message. It reports that changes up to `position` have been processed and
 * can be dropped.
 */
function statusReport(position: bigint, requestsReply: boolean): Buffer {
  const report = Buffer.alloc(34);
  report.write('r');
  for (const offset of [1, 9, 17]) report.writeBigUInt64BE(position, offset);
  report.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 25);
  report[33] = requestsReply ? 1 : 0;
  return report;
}
