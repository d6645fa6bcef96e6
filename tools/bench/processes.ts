// `npm run bench -- processes [SECONDS]`: load-tests the bank with one, two, and four processes on one
// database. Each setup uses the same total number of connections. The setups take turns, so other load on the
// machine affects them equally.
import { availableParallelism } from 'node:os';
import { openCustomers, type Served, serve, withPostgres } from './comparison.ts';
import { type LoadRequest, load } from './load.ts';
import { getFamily, processorTime } from './processor.ts';

const PROCESSES = [1, 2, 4];
const CONNECTIONS = [10, 50];
const SECONDS = 3;
const ROUNDS = 3;
/** The load before the measurement, during which code is compiled and statements are planned. */
const WARM_UP = { connections: 40, seconds: 8 };

export function benchProcesses([seconds = SECONDS]: number[]): Promise<void> {
  return withPostgres(async (url, postgres) => {
    const customers = await openCustomers(url);
    const requestsByKind: Record<string, LoadRequest[]> = {
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
    const rows: Row[] = [];
    const servers: Served[] = [];
    try {
      while (servers.length < Math.max(...PROCESSES)) servers.push(await serve('ours', url));
      for (const requests of Object.values(requestsByKind)) await sendAll(requests, servers, WARM_UP);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const count of PROCESSES)
          for (const [what, requests] of Object.entries(requestsByKind))
            for (const connections of CONNECTIONS)
              rows.push(
                await measured(
                  what,
                  requests,
                  { servers: servers.slice(0, count), postgres },
                  connections,
                  seconds,
                ),
              );
    } finally {
      for (const server of servers) server.end();
    }
    console.table(summaries(rows));
  });
}

type Row = Awaited<ReturnType<typeof measured>>;

/**
 * Returns the medians of all rounds, and the throughput that the measured processor time would allow on idle
 * cores.
 */
function summaries(rows: readonly Row[]) {
  const getRounds = (of: Row, processes = of.processes) =>
    rows.filter(
      (row) => row.what === of.what && row.connections === of.connections && row.processes === processes,
    );
  return rows.slice(0, rows.length / ROUNDS).map((row) => {
    const rounds = getRounds(row);
    const alone = getRounds(row, 1);
    const middle = (of: (row: Row) => number) => median(rounds.map(of));
    const used = middle(({ servers, database }) => servers + database);
    return {
      what: row.what,
      connections: row.connections,
      processes: row.processes,
      '/s': Math.round(middle(({ rate }) => rate)),
      'to one process': median(rounds.map(({ rate }, index) => rate / (alone[index]?.rate ?? rate))).toFixed(
        2,
      ),
      'p50 ms': middle(({ p50 }) => p50),
      'p99 ms': middle(({ p99 }) => p99),
      'µs of processor: servers': Math.round(middle(({ servers }) => servers)),
      database: Math.round(middle(({ database }) => database)),
      'all cores allow /s': Math.round((availableParallelism() * 1_000_000) / used),
      failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    };
  });
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

/** Distributes the connections among the servers and sends all requests. */
function sendAll(
  requests: LoadRequest[],
  servers: readonly Served[],
  { connections, seconds }: { connections: number; seconds: number },
) {
  const share = (index: number) =>
    Math.floor(connections / servers.length) + (index < connections % servers.length ? 1 : 0);
  return Promise.all(
    servers.map(({ address }, index) => load(address, requests, { connections: share(index), seconds })),
  );
}

/** Adds up the requests per second of all processes. */
async function measured(
  what: string,
  requests: LoadRequest[],
  { servers, postgres }: { servers: readonly Served[]; postgres: number },
  connections: number,
  seconds: number,
) {
  const pids = servers.map(({ pid }) => pid);
  const [before, already] = [processorTime(pids), processorTime(getFamily(postgres))];
  const results = await sendAll(requests, servers, { connections, seconds });
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  const perRequest = (milliseconds: number) => (milliseconds * 1_000) / answered;
  return {
    what,
    connections,
    processes: servers.length,
    rate: results.reduce((sum, { rate }) => sum + rate, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    servers: perRequest(processorTime(pids) - before),
    database: perRequest(processorTime(getFamily(postgres)) - already),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
  };
}
