import { Duplex } from 'node:stream';
import postgres from 'postgres';
import { Primary, PrimarySocket } from './primary.ts';
import { getServers } from './servers.ts';
import { endTransactionsWithConnection } from './transactions.ts';

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** Shared by all connections of this process to the same servers. */
const primaries = new Map<string, Primary>();

/**
 * A database client, which ignores notices. If the address lists several servers, connects to the writable one, also after a
 * failover. (The driver's own list hangs without one, and waits half a minute for a missing machine.)
 */
export function connect(url: string, options: Options): postgres.Sql {
  const { first, stream } = getConnectionTarget(url);
  // The driver's types omit this option.
  const sockets = stream && { socket: () => opened(stream()) };
  return endTransactionsWithConnection(postgres(first, { onnotice: () => {}, ...options, ...sockets }));
}

/** Returns the address of one server and, if there are several, sockets to the writable one. */
export function getConnectionTarget(url: string): { first: string; stream: (() => PrimarySocket) | null } {
  const servers = getServers(url);
  const [first = url] = servers;
  if (servers.length === 1) return { first, stream: null };
  const primary = primaries.get(url) ?? new Primary(servers);
  primaries.set(url, primary);
  return { first, stream: () => new PrimarySocket(primary) };
}

/**
 * Returns the connected socket, or one that fails on first use, because the driver forgets connections whose
 * socket can't be created.
 */
function opened(socket: PrimarySocket): Promise<Duplex> {
  return new Promise((resolve) => {
    const onError = (error: Error) =>
      resolve(new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done(error) }));
    socket.once('error', onError);
    socket.once('connect', () => {
      socket.off('error', onError);
      resolve(socket);
    });
    socket.connect();
  });
}
