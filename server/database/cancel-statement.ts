import { connect } from 'node:net';
import type { PoolClient } from 'pg';

const CANCEL_REQUEST = 80_877_102;
const PATIENCE_MS = 2_000;

/** Fields of a driver connection that its types omit. */
type Internals = {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: { remoteAddress?: string; remotePort?: number } };
};

/**
 * Asks PostgreSQL to cancel what a connection is running, by a message of its own connection (protocol 3.0, CancelRequest).
 * Like libpq's, it is not encrypted: it holds nothing but the number and the key of the connection. Resolves when
 * PostgreSQL has taken it, or has not within two seconds; the statement then ends by its timeout.
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
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve());
    socket.resume();
    socket.end(message);
  });
}
