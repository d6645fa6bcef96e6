import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { proveByVitest } from './commands.ts';
import type { Proof } from './proof.ts';

const ROUNDS = 3;
const ROOT = new URL('../../', import.meta.url);
const FOLDERS = ['engine', 'assistant', 'server', 'supabase/tests', 'web/src'];

export const proof: Proof = {
  name: 'properties',
  title: 'Every property-based test, with new random cases each time',
  async run({ rounds = ROUNDS, seed = Date.now() % 1_000_000_000, log }) {
    const files = FOLDERS.flatMap(drawing);
    const results = [];
    for (let round = 0; round < rounds; round += 1) {
      log(`seed ${seed + round}`);
      results.push(await proveByVitest(files, { SANDBANK_SEED: String(seed + round) }));
    }
    return {
      tried: `${results.map(({ tried }) => tried).join(', ')}, seeds from ${seed}`,
      outcome: results.map(({ outcome: found }) => found).join(', '),
      ok: results.every(({ ok }) => ok),
    };
  },
};

/** Returns the test files in a folder that use random cases. */
function drawing(folder: string): string[] {
  const root = fileURLToPath(new URL(folder, ROOT));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => readFileSync(new URL(file, ROOT), 'utf8').includes("from 'fast-check'"));
}
