// `npm run bench -- start`: measures the seconds from a fresh clone to a running bank, using packages from
// npm's cache if available. Also measures the second start, the first sign-in, and a copy of the demo
// household.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { callBank, startBank } from './bank-process.ts';

export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-start-'));
  const [clone, data] = [join(folder, 'clone'), join(folder, 'data')];
  const measures: Record<string, number> = {};
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    measures[name] = Math.round(performance.now() - began) / 1000;
    return result;
  }
  try {
    const git = spawnSync('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, clone], {
      stdio: 'inherit',
    });
    if (git.status !== 0) throw new Error('This folder could not be cloned.');
    const first = await timed('fresh clone to ready, with demo customer', () =>
      startBank({ folder: clone, data }),
    );
    try {
      await timed('first sign-in', () => first.session());
      await timed('a private copy of the demo household', async () => {
        const visitor = await callBank(first.url, '/auth/v1/signup', {});
        const { access_token } = (await visitor.json()) as { access_token: string };
        await callBank(first.url, '/functions/v1/demo', { time_zone: 'UTC' }, access_token);
      });
    } finally {
      await first.stop();
    }
    const second = await timed('second start', () => startBank({ folder: clone, data }));
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.table(measures);
}
