// Runs two PostgreSQL servers with synchronous replication. In each round, the primary is lost under load,
// the standby is promoted, and a new standby is created. The bank must keep working without a restart.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BankProcess, startBankProcess } from '../../server/testing/bank-process.ts';
import {
  Load,
  openSavers,
  parseBusMessage,
  type Saver,
  sleep,
  until,
  whenStopped,
  wrongWith,
} from './failover/load.ts';
import { Server } from './failover/servers.ts';
import type { Proof } from './proof.ts';

const ROUNDS = 4;
const SAVERS = 4;
const WORKERS_EACH = 2;
const LOAD_BEFORE_MS = 4_000;
const LOAD_AFTER_MS = 4_000;
/** The time until the standby is promoted. */
const DECISION_MS = 3_000;
const FORMER_BACK_MS = 4_000;
/** The application names of the bank's connections. */
const OURS = ['sandbank', 'realtime', 'sandbank job'];

export const proof: Proof = {
  name: 'failover',
  title: 'The database server is lost under load, and its synchronous standby replaces it',
  async run({ rounds = ROUNDS, log }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-failover-'));
    // PostgreSQL runs as a user other than root and needs access to the folder.
    chmodSync(folder, 0o755);
    const [one, two] = [await Server.of(join(folder, 'one')), await Server.of(join(folder, 'two'))];
    const wrong: string[] = [];
    const stats = { acknowledged: 0, refused: 0, slowestMs: 0, awayMs: [] as number[] };
    let bank: BankProcess | null = null;
    const end = async () => {
      await bank?.end('SIGTERM');
      for (const server of [one, two]) await server.remove();
      rmSync(folder, { recursive: true, force: true });
    };
    const off = whenStopped(end);
    try {
      one.initialize();
      await one.start();
      bank = await startBankProcess({
        DATABASE_URL: `postgres://${one.login}@${one.host},${two.host}/postgres`,
        SANDBANK_DATA: join(folder, 'bank'),
      });
      const { url } = bank;
      const savers = await openSavers(url, SAVERS);
      await one.query(async (sql) => {
        await sql`create table bank.beats (at timestamptz not null default clock_timestamp())`;
        await sql`select cron.schedule('beat', '1 second', 'insert into bank.beats default values')`;
      });
      const live = await followed(savers[0] as Saver);
      let [primary, standby] = [one, two];
      for (let round = 1; round <= rounds; round += 1) {
        await standby.follow(primary);
        // In every other round, the machine hangs instead of refusing connections.
        const cutOff = round % 2 === 0;
        const load = new Load(() => [url]);
        load.start(savers, WORKERS_EACH);
        await sleep(LOAD_BEFORE_MS);
        if (cutOff) primary.freeze();
        else await primary.kill();
        const lostAt = performance.now();
        await sleep(DECISION_MS);
        const before = load.count;
        await standby.promote();
        await until('the load goes on', () => load.count > before + 20);
        const awayMs = performance.now() - lostAt;
        await until('jobs run again', () => beatsOn(standby));
        if (cutOff) await primary.kill();
        // A former primary that comes back by mistake accepts writes, but it must not receive any connection.
        await primary.start();
        await sleep(FORMER_BACK_MS);
        const strayed = await connectionsTo(primary);
        if (strayed > 0) wrong.push(`${strayed} connections went to a former primary`);
        await sleep(LOAD_AFTER_MS);
        await load.settle();
        await primary.kill();
        const faults = await wrongWith(load, savers);
        if (!(await live.hears(`round ${round}`))) faults.push('a change was not heard live afterwards');
        wrong.push(...faults.map((text) => `round ${round}: ${text}`), ...unclear(load));
        stats.acknowledged += load.count;
        stats.slowestMs = Math.max(stats.slowestMs, load.slowestMs);
        stats.awayMs.push(awayMs);
        log(
          `round ${round}, ${cutOff ? 'cut off' : 'killed'}: ${load.count} acknowledged, again after ${(awayMs / 1000).toFixed(1)} s; ${parseBusMessage(load.answers)}; ${faults.join('; ') || 'all well'}`,
        );
        [primary, standby] = [standby, primary];
        savers.splice(0, savers.length, ...(await openSavers(url, SAVERS)));
        await live.follow(savers[0] as Saver);
      }
      await live.end();
    } catch (error) {
      for (const server of [one, two]) log(server.formatLast());
      throw error;
    } finally {
      off();
      await end();
    }
    const away = stats.awayMs.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
    return {
      tried: `${rounds} primaries lost (killed, cut off) under ${SAVERS * WORKERS_EACH} clients, ${stats.acknowledged} deposits and transfers acknowledged`,
      outcome:
        wrong.join('; ') ||
        `none lost, none twice, books balanced; again after ${away} s (${DECISION_MS / 1000} s of them until the promotion), the slowest answer ${(stats.slowestMs / 1000).toFixed(1)} s; jobs and live changes went on; a former primary got no connection`,
      ok: wrong.length === 0,
    };
  },
};

/** Returns responses that no client should get, whatever happens to the database. */
export function unclear(load: Load): string[] {
  return [...load.answers]
    .filter(([answer]) => !/^(200|503 \w+)$/.test(answer))
    .map(([answer, count]) => `${count} × ${answer}`);
}

async function beatsOn(server: Server): Promise<boolean> {
  return server.query(async (sql) => {
    const [row] =
      await sql`select count(*)::int as count from bank.beats where at > now() - interval '1.5 seconds'`;
    return row?.count > 0;
  });
}

function connectionsTo(server: Server): Promise<number> {
  return server.query(async (sql) => {
    const rows = await sql`select from pg_stat_activity where application_name in ${sql(OURS)}`;
    return rows.length;
  });
}

/** Subscribes to a customer's changes with the client library, as the app does. */
async function followed(first: Saver) {
  const received = new Set<string>();
  let saver = first;
  let joined = false;

  async function follow(next: Saver): Promise<void> {
    await saver.client.removeAllChannels();
    saver = next;
    joined = false;
    await saver.client.realtime.setAuth(saver.token);
    saver.client
      .channel('own rows')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'transactions' }, ({ new: row }) =>
        received.add((row as { description: string }).description),
      )
      .subscribe((status) => {
        joined = status === 'SUBSCRIBED';
      });
    await until('a client has joined', () => joined);
  }
  await follow(first);

  return {
    follow,
    async hears(text: string): Promise<boolean> {
      await until('a client has joined again', () => joined);
      await saver.client
        .rpc('deposit', { account_id: saver.accounts[1], amount: 1, description: text })
        .throwOnError();
      return until('it is heard', () => received.has(text), 20_000).then(
        () => true,
        () => false,
      );
    },
    async end(): Promise<void> {
      await saver.client.removeAllChannels();
      await saver.client.realtime.disconnect();
    },
  };
}
