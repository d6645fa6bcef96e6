// Fills the small file system of a bank's data folder under load: first through the bank's writes, and then
// suddenly through a large file. Later, frees space but doesn't restart the bank.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type BankProcess, startBankProcess } from '../../../server/testing/bank-process.ts';
import {
  Load,
  openSavers,
  parseBusMessage,
  type Saver,
  sleep,
  until,
  whenStopped,
  wrongWith,
} from '../failover/load.ts';
import { unclear } from '../failover.ts';
import type { Proof } from '../proof.ts';

const ROUNDS = 2;
const SIZE = '1g';
const SAVERS = 3;
const WORKERS_EACH = 2;
const LOAD_BEFORE_MS = 3_000;
const FULL_MS = 15_000;
const LEFT_FOR_THE_BANK = 24 * 1024 * 1024;
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
/**
 * The longest acceptable wait for an error. The bank retries for five seconds, which can take this long on a
 * busy machine.
 */
const LONGEST_ANSWER_MS = 30_000;

export const proof: Proof = {
  name: 'disk',
  title: "The bank's disk fills up under load, and space is freed later",
  async run({ rounds = ROUNDS, log }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder]);
    if (mounted.status !== 0) {
      rmSync(folder, { recursive: true });
      return { tried: 'nothing', outcome: 'Only root can create a small file system.', ok: false };
    }
    const ballast = join(folder, 'ballast');
    const wrong: string[] = [];
    const wrongResponses: string[] = [];
    let acknowledged = 0;
    let bank: BankProcess | null = null;
    const end = async () => {
      rmSync(ballast, { force: true });
      await bank?.end('SIGTERM');
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    };
    const off = whenStopped(end);
    try {
      bank = await startBankProcess({ SANDBANK_DATA: join(folder, 'bank') });
      const { url } = bank;
      for (let round = 1; round <= rounds; round += 1) {
        const byItself = round % 2 === 1;
        const savers = await openSavers(url, SAVERS);
        const load = new Load(() => [url]);
        load.start(savers, WORKERS_EACH);
        await sleep(LOAD_BEFORE_MS);
        fill(ballast, folder, byItself ? LEFT_FOR_THE_BANK : 0);
        const firstRefusal = await writeUntilRefused(join(folder, 'bank'));
        const fullAt = performance.now();
        const otherResponses = await otherAnswers(url, savers[0] as Saver);
        await sleep(Math.max(0, FULL_MS - (performance.now() - fullAt)));
        rmSync(ballast);
        const spaceFreedAt = performance.now();
        const before = load.count;
        await until('the load goes on', () => load.count > before + 20).catch((error) => {
          log(
            `${parseBusMessage(load.answers)}; ${formatLast(join(folder, 'bank', 'logs', 'postgres.log'))}`,
          );
          throw error;
        });
        const recoverySeconds = ((performance.now() - spaceFreedAt) / 1_000).toFixed(1);
        await emptyFiller(join(folder, 'bank'));
        await load.settle();
        const faults = [...(await wrongWith(load, savers)), ...unclear(load), ...otherResponses.unclear];
        if (load.slowestMs > LONGEST_ANSWER_MS)
          faults.push(`a response took ${Math.round(load.slowestMs / 1_000)} s`);
        wrong.push(...faults.map((text) => `round ${round}: ${text}`));
        acknowledged += load.count;
        wrongResponses.push(
          `filled ${byItself ? 'by the bank' : 'from outside'}: PostgreSQL said ${firstRefusal}, again ${recoverySeconds} s after space was free`,
        );
        log(
          `round ${round}: ${wrongResponses.at(-1)}; ${load.count} acknowledged; ${parseBusMessage(load.answers)}; slowest ${(load.slowestMs / 1_000).toFixed(1)} s; others: ${otherResponses.wrongResponses.join(', ')}; ${faults.join('; ') || 'all well'}`,
        );
      }
    } finally {
      off();
      await end();
    }
    return {
      tried: `${rounds} times a full disk for ${FULL_MS / 1_000} s under ${SAVERS * WORKERS_EACH} clients, sign-in and uploads, ${acknowledged} deposits and transfers acknowledged`,
      outcome:
        wrong.join('; ') ||
        `none lost, none twice, books balanced, every refusal a 503 with words; ${wrongResponses.join('; ')}`,
      ok: wrong.length === 0,
    };
  },
};

/** Uses up all but a few bytes of the free space. */
function fill(file: string, folder: string, left: number): void {
  const descriptor = openSync(file, 'a');
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const freeBytes = bavail * bsize - left;
      if (freeBytes <= 0) return;
      writeSync(descriptor, MEGABYTE, 0, Math.min(freeBytes, MEGABYTE.length));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

function owner(dataFolder: string): postgres.Sql {
  const { port, password } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8'));
  return postgres(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
  });
}

/** Makes the bank's data grow until PostgreSQL refuses a write. Returns the refusal. */
async function writeUntilRefused(dataFolder: string): Promise<string> {
  const sql = owner(dataFolder);
  try {
    await sql`create table if not exists bank.filler (text text)`;
    await sql`alter table bank.filler alter column text set storage external`;
    for (;;) await sql`insert into bank.filler select repeat('x', 1000000)`;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code ?? message;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function emptyFiller(dataFolder: string): Promise<void> {
  const sql = owner(dataFolder);
  await sql`drop table if exists bank.filler`.finally(() => sql.end({ timeout: 5 }));
}

/** Returns the responses to a sign-in, a read, and an upload while the disk is full. */
async function otherAnswers(
  url: string,
  { id, token }: Saver,
): Promise<{ wrongResponses: string[]; unclear: string[] }> {
  const signed = { authorization: `Bearer ${token}` };
  const requests: [string, string, RequestInit][] = [
    [
      'sign-up',
      '/auth/v1/signup',
      posted({ email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery staple' }),
    ],
    ['read', '/rest/v1/accounts?select=name', { headers: signed }],
    [
      'upload',
      `/storage/v1/object/avatars/${id}/face.png`,
      {
        method: 'POST',
        headers: { ...signed, 'content-type': 'image/png' },
        body: MEGABYTE.subarray(0, 400_000),
      },
    ],
    ['health', '/health', {}],
  ];
  const wrongResponses: string[] = [];
  const unclear: string[] = [];
  for (const [what, path, init] of requests) {
    const response = await fetch(url + path, {
      ...init,
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    }).catch(String);
    if (typeof response === 'string') {
      unclear.push(`${what}: ${response}`);
      continue;
    }
    const text = await response.text();
    wrongResponses.push(`${what} ${response.status}`);
    if (response.status === 500 || /\n\s+at /.test(text)) unclear.push(`${what}: ${response.status} ${text}`);
  }
  return { wrongResponses, unclear };
}

const formatLast = (file: string) => readFileSync(file, 'utf8').trim().split('\n').slice(-20).join('\n');

const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
