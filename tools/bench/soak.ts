// `npm run bench -- soak [MINUTES] [PER SECOND]`: runs the complete server under a steady mixed load and
// checks for growth in memory, connections, and open files. Memory includes the server and PostgreSQL.
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../server/database/database.ts';
import { openKeys } from '../../server/settings/keys.ts';
import { withPostgres } from './comparison.ts';
import { type ProbedBank, withProbedBank } from './probed-bank.ts';
import { getFamily, getMemory, getParent, openFiles } from './processor.ts';
import { Load } from './soak-load.ts';

const MINUTES = 20;
const PER_SECOND = 30;
const CUSTOMERS = 20;
const LOOK_EVERY_MS = 30_000;
/**
 * The fraction of the run that is ignored, because caches are still filling and code is still being compiled.
 */
const WARM_UP = 1 / 3;
/**
 * The minimum increase per hour that counts as growth, as a fraction. The increase must also be statistically
 * significant.
 */
const GROWTH_AN_HOUR = 0.1;
const MEGABYTE = 1024 * 1024;

type Sample = Record<string, number>;

export function benchSoak([minutes = MINUTES, perSecond = PER_SECOND]: number[]): Promise<void> {
  return withPostgres(async (url) => {
    const database = await openDatabase(url);
    const keys = await openKeys(database, 'http://localhost:3000');
    const [own] = await database.owner<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const postmaster = getParent(own?.pid ?? 0);
    try {
      await withProbedBank(url, async (bank) => {
        const load = new Load(bank.url, keys.publishableKey);
        const people = [];
        for (let index = 0; index < CUSTOMERS; index += 1)
          people.push(await load.open(index, keys.serviceKey));
        const running = load.run(people, perSecond);
        const samples: { minute: number; sample: Sample }[] = [];
        const began = performance.now();
        while (performance.now() - began < minutes * 60_000) {
          await pause(LOOK_EVERY_MS);
          const sample = await look(bank, postmaster);
          const minute = (performance.now() - began) / 60_000;
          samples.push({ minute, sample });
          console.log(
            minute.toFixed(1),
            JSON.stringify({ ...sample, requests: load.done, failed: load.failed, heard: load.received }),
          );
        }
        load.end();
        await running;
        console.table(verdicts(samples.slice(Math.floor(samples.length * WARM_UP))));
      });
    } finally {
      await database.close();
    }
  });

  async function look(bank: ProbedBank, postmaster: number): Promise<Sample> {
    const { heap, external, rss } = await bank.memory();
    const family = getFamily(postmaster);
    const megabytes = (bytes: number) => Math.round((bytes / MEGABYTE) * 100) / 100;
    return {
      'server: heap MB': megabytes(heap),
      'server: external MB': megabytes(external),
      'server: all MB': megabytes(rss),
      'server: files': openFiles(bank.pid),
      'PostgreSQL: own MB': megabytes(family.reduce((sum, pid) => sum + getMemory(pid).own, 0)),
      'PostgreSQL: processes': family.length,
      'PostgreSQL: files': family.reduce((sum, pid) => sum + openFiles(pid), 0),
    };
  }
}

/** Fits a line to each series and checks if it rises. */
function verdicts(samples: { minute: number; sample: Sample }[]) {
  const names = Object.keys(samples[0]?.sample ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const points = samples.map(({ minute, sample }) => ({ x: minute, y: sample[name] ?? 0 }));
      const { mean, slope, error } = line(points);
      const rises = slope - 2 * error > 0 && slope * 60 > mean * GROWTH_AN_HOUR;
      const numbers = points.map(({ y }) => y);
      return [
        name,
        {
          mean: mean.toFixed(1),
          'from … to': `${Math.min(...numbers)} … ${Math.max(...numbers)}`,
          'an hour': `${(slope * 60).toFixed(2)} ± ${(error * 120).toFixed(2)}`,
          verdict: rises ? 'GROWS' : 'steady',
        },
      ];
    }),
  );
}

/** Fits a line by linear regression. `error` is the standard error of the slope. */
function line(points: { x: number; y: number }[]): { mean: number; slope: number; error: number } {
  const count = points.length;
  const meanOf = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / count;
  const [middle, mean] = [meanOf(({ x }) => x), meanOf(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - middle) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - middle) * (y - mean), 0) / spread;
  const left = points.reduce((sum, { x, y }) => sum + (y - mean - slope * (x - middle)) ** 2, 0);
  return { mean, slope, error: Math.sqrt(left / (count - 2) / spread) };
}
