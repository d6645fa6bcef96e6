// Makes the only PostgreSQL server unavailable for ten seconds under load by shutting it down, killing it, or
// suspending it. The bank must ask clients to retry and must recover automatically.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BankProcess, startBankProcess } from '../../../server/testing/bank-process.ts';
import { unclear } from '../failover.ts';
import type { Proof } from '../proof.ts';
import { Load, openSavers, parseBusMessage, sleep, until, whenStopped, wrongWith } from './load.ts';
import { Server } from './servers.ts';

const ROUNDS = 3;
const SAVERS = 3;
const WORKERS_EACH = 2;
const LOAD_BEFORE_MS = 3_000;
const GONE_MS = 10_000;
const FAILURES = ['stopped', 'killed', 'suspended'] as const;

export const proof: Proof = {
  name: 'failover-gone',
  title: 'The database is unavailable for ten seconds under load',
  async run({ rounds = ROUNDS, log }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-gone-'));
    chmodSync(folder, 0o755);
    const server = await Server.of(join(folder, 'only'));
    const wrong: string[] = [];
    const recoverySeconds: string[] = [];
    let acknowledged = 0;
    let bank: BankProcess | null = null;
    const end = async () => {
      await bank?.end('SIGTERM');
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    };
    const off = whenStopped(end);
    try {
      server.initialize();
      await server.start();
      bank = await startBankProcess({
        DATABASE_URL: `postgres://${server.login}@${server.host}/postgres`,
        SANDBANK_DATA: join(folder, 'bank'),
      });
      const { url } = bank;
      for (let round = 0; round < rounds; round += 1) {
        const failure = FAILURES[round % FAILURES.length] ?? 'stopped';
        const savers = await openSavers(url, SAVERS);
        const load = new Load(() => [url]);
        load.start(savers, WORKERS_EACH);
        await sleep(LOAD_BEFORE_MS);
        if (failure === 'stopped') await server.stop();
        else if (failure === 'killed') await server.kill();
        else server.freeze();
        await sleep(GONE_MS);
        const before = load.count;
        const backAt = performance.now();
        if (failure === 'suspended') server.thaw();
        else await server.start();
        await until('the load goes on', () => load.count > before + 20);
        recoverySeconds.push(((performance.now() - backAt) / 1_000).toFixed(1));
        await sleep(LOAD_BEFORE_MS);
        await load.settle();
        const faults = [...(await wrongWith(load, savers)), ...unclear(load)];
        wrong.push(...faults.map((text) => `${failure}: ${text}`));
        acknowledged += load.count;
        log(
          `${failure}: ${load.count} acknowledged, again ${recoverySeconds.at(-1)} s after its start; ${parseBusMessage(load.answers)}; slowest ${(load.slowestMs / 1_000).toFixed(1)} s; ${faults.join('; ') || 'all well'}`,
        );
      }
    } finally {
      off();
      await end();
    }
    return {
      tried: `PostgreSQL unavailable ${rounds} times for ${GONE_MS / 1_000} s (${FAILURES.join(', ')}) under ${SAVERS * WORKERS_EACH} clients, ${acknowledged} deposits and transfers acknowledged`,
      outcome:
        wrong.join('; ') ||
        `none lost, none twice, ledger balanced; in the meantime, requests waited or got a 503 with a reason and a time to retry; recovered ${recoverySeconds.join(', ')} s after the restart`,
      ok: wrong.length === 0,
    };
  },
};
