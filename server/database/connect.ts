import { Duplex } from 'node:stream';
import postgres from 'postgres';
import { Primary, PrimarySocket } from './primary.ts';
import { getServers } from './servers.ts';
import { endTransactionsWithConnection } from './transactions.ts';

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** One for all connections of this process to the same servers. */
const primaries = new Map<string, Primary>();

/**
 * A client of the database; where the address lists several servers, of the one that takes changes, also after another
 * has become it. (The driver's own list hangs while none does, and waits half a minute for a machine that is gone.)
 */
export function connect(url: string, options: Options): postgres.Sql {
  const { first, stream } = wayTo(url);
  // The driver's types do not know that it can be given its sockets.
  const sockets = stream && { socket: () => opened(stream()) };
  return endTransactionsWithConnection(postgres(first, { ...options, ...sockets }));
}

/** The address of one server and, where there are several, sockets that go to the right one whatever it says. */
export function wayTo(url: string): { first: string; stream: (() => PrimarySocket) | null } {
  const servers = getServers(url);
  const [first = url] = servers;
  if (servers.length === 1) return { first, stream: null };
  const primary = primaries.get(url) ?? new Primary(servers);
  primaries.set(url, primary);
  return { first, stream: () => new PrimarySocket(primary) };
}

/**
 * The socket when it is connected, else one that fails with the reason once something is sent: the driver forgets a
 * connection whose socket could not be made at all.
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
