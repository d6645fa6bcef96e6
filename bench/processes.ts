// `npm run bench -- processes [SECONDS]`: one, two and four processes of the bank on one database, each loaded with its
// share of the same connections.
import { openCustomers, type Served, serve, withPostgres } from './comparison.ts';
import { load, type Wanted } from './load.ts';
import { processorTime } from './processor.ts';

const PROCESSES = [1, 2, 4];
const CONNECTIONS = [10, 50];
const SECONDS = 5;

export function benchProcesses([seconds = SECONDS]: number[]): Promise<void> {
  return withPostgres(async (url) => {
    const customers = await openCustomers(url);
    const wanted: Record<string, Wanted[]> = {
      accounts: customers.map(({ id, token }) => ({
        path: `/rest/v1/accounts?select=*&user_id=eq.${id}`,
        method: 'GET',
        token,
      })),
      deposit: customers.map(({ account, token }) => ({
        path: '/rest/v1/rpc/deposit',
        method: 'POST',
        token,
        body: { account_id: account, amount: 1.25 },
      })),
    };
    const servers: Served[] = [];
    const rows: Row[] = [];
    try {
      for (const count of PROCESSES) {
        while (servers.length < count) servers.push(await serve('ours', url));
        for (const [what, requests] of Object.entries(wanted))
          for (const connections of CONNECTIONS)
            rows.push(await measured(what, requests, servers, connections, seconds));
      }
    } finally {
      for (const server of servers) server.end();
    }
    console.table(rows.map((row) => ({ ...row, 'to one process': ratio(row, rows) })));
  });
}

type Row = Awaited<ReturnType<typeof measured>>;

function ratio(row: Row, rows: readonly Row[]): string {
  const alone = rows.find(
    ({ what, connections, processes }) =>
      what === row.what && connections === row.connections && processes === 1,
  );
  return (row['/s'] / (alone?.['/s'] ?? 1)).toFixed(2);
}

/** The connections are shared out; what each process answered in a second is added. */
async function measured(
  what: string,
  requests: Wanted[],
  servers: readonly Served[],
  connections: number,
  seconds: number,
) {
  const share = (index: number) =>
    Math.floor(connections / servers.length) + (index < connections % servers.length ? 1 : 0);
  const ask = (duration: number) =>
    Promise.all(
      servers.map(({ address }, index) =>
        load(address, requests, { connections: share(index), seconds: duration }),
      ),
    );
  // What is run for the first time is compiled, and plans are made.
  await ask(1);
  const pids = servers.map(({ pid }) => pid);
  const before = processorTime(pids);
  const results = await ask(seconds);
  const used = processorTime(pids) - before;
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  return {
    what,
    connections,
    processes: servers.length,
    '/s': Math.round(results.reduce((sum, { rate }) => sum + rate, 0)),
    'p50 ms': Math.max(...results.map(({ p50 }) => p50)),
    'p99 ms': Math.max(...results.map(({ p99 }) => p99)),
    'µs of processor, servers': Math.round((used * 1_000) / answered),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
  };
}
