import { connect } from 'node:net';
import type { PoolClient } from 'pg';

const CANCEL_REQUEST = 80_877_102;
const TIMEOUT_MS = 2_000;

/** Fields of a driver connection that are missing from its types. */
type Internals = {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: { remoteAddress?: string; remotePort?: number } };
};

/**
 * Asks PostgreSQL to cancel a connection's statement over a separate connection (protocol 3.0,
 * CancelRequest). As in libpq, the request isn't encrypted, because it contains only the process id and key.
 * Resolves when PostgreSQL has accepted the request. After two seconds, resolves anyway, and the statement's
 * timeout applies.
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey, connection } = client as unknown as Internals;
  if (processID === null || secretKey === null) return Promise.resolve();
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const { remoteAddress = host, remotePort = port } = connection.stream;
  const socket = host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect(remotePort, remoteAddress);
  return new Promise((resolve) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve());
    socket.resume();
    socket.end(message);
  });
}
