import { Duplex } from 'node:stream';
import postgres from 'postgres';
import { Primary, PrimarySocket } from './primary.ts';
import { getServers } from './servers.ts';
import { endTransactionsWithConnection } from './transactions.ts';

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** The primary server of each address list. All connections of this process share them. */
const primaries = new Map<string, Primary>();

/**
 * Creates a database client that ignores notices. If the URL lists several servers, connects to the writable
 * one, even after a failover. The driver's own support for server lists is not used, because it hangs if no
 * server is writable and waits half a minute for an unreachable server.
 */
export function connect(url: string, options: Options): postgres.Sql {
  const { first, stream } = getConnectionTarget(url);
  // This option is missing from the driver's types.
  const sockets = stream && { socket: () => opened(stream()) };
  return endTransactionsWithConnection(postgres(first, { onnotice: () => {}, ...options, ...sockets }));
}

/**
 * Returns the URL of one server. If there are several servers, also returns a function that opens sockets to
 * the writable one.
 */
export function getConnectionTarget(url: string): { first: string; stream: (() => PrimarySocket) | null } {
  const servers = getServers(url);
  const [first = url] = servers;
  if (servers.length === 1) return { first, stream: null };
  const primary = primaries.get(url) ?? new Primary(servers);
  primaries.set(url, primary);
  return { first, stream: () => new PrimarySocket(primary) };
}

/**
 * Returns the connected socket, or one that fails on first use. The driver never recovers a connection whose
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
