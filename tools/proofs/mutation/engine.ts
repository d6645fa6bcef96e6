import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import type { Proof } from '../proof.ts';
import { type CodeMutant, mutantsOfSource } from './code.ts';
import { inTurn, judged, summary, tryEach } from './sample.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const MUTANTS = 150;
const SEED = 1;
/**
 * The base time limit for a mutant, which can loop forever. A multiple of the duration of its tests is added.
 */
const PATIENCE_SECONDS = 30;
const PATIENCE_TIMES = 4;
/** The folders in which amounts, rates, and dates are computed. */
const MONEY_FOLDERS = ['calendar', 'credit', 'forecast', 'money', 'products', 'simulation'];

/**
 * Makes one change to the engine's code at a time. Runs the tests that import the changed file, closest
 * first. At least one test must fail. If the number of rounds is `all`, tries every mutant.
 */
export const proof: Proof = {
  name: 'mutation-engine',
  title: 'The tests fail when the engine is broken',
  async run({ rounds = MUTANTS, seed = SEED, log }) {
    const maximum = Number.isNaN(rounds) ? Number.POSITIVE_INFINITY : rounds;
    const only = process.env.SANDBANK_MUTANTS_OF?.split(',');
    const workspace = openWorkspace();
    try {
      const witnesses = await witnessesIn(workspace, log);
      const files = MONEY_FOLDERS.flatMap((folder) =>
        readdirSync(join(workspace.folder, 'engine', folder))
          .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\.ts$/.test(name))
          .map((name) => `engine/${folder}/${name}`),
      );
      const mutants = files
        .filter((file) => !only || only.includes(file))
        .flatMap((file) => mutantsOfSource(file, readFileSync(join(workspace.folder, file), 'utf8')));
      log(`${mutants.length} mutants of ${files.length} files`);
      const tried = await tryEach(
        inTurn(mutants, seed),
        maximum,
        Math.max(1, availableParallelism()),
        async (mutant) => {
          const tests = witnesses(mutant.file);
          const patience =
            PATIENCE_SECONDS + PATIENCE_TIMES * tests.reduce((sum, { seconds }) => sum + seconds, 0);
          return judged(
            mutant,
            await workspace.run({ files: tests.map(({ file }) => file), mutant }, { patience }),
          );
        },
        ({ mutant, verdict, by }, count) =>
          log(`${count} ${verdict}: ${getName(mutant)}${by ? ` (${by})` : ''}`),
      );
      return {
        tried: `${tried.length} of ${mutants.length} mutants of ${files.length} files, seed ${seed}`,
        outcome: summary(tried, getName),
        ok: tried.every(({ verdict }) => verdict !== 'survived'),
      };
    } finally {
      workspace.close();
    }
  },
};

type Witness = { file: string; seconds: number };

/** Orders the tests of each source file: those with the shortest import path first, then the fastest. */
async function witnessesIn(
  workspace: Workspace,
  log: (line: string) => void,
): Promise<(file: string) => Witness[]> {
  const sources = readdirSync(join(workspace.folder, 'engine'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts'),
  );
  const imports = new Map(
    sources.map((file) => [`engine/${file}`, getImports(workspace.folder, `engine/${file}`)]),
  );
  const files = sources.filter((file) => file.endsWith('.test.ts')).map((file) => `engine/${file}`);
  const outcome = await workspace.run({ files }, { patience: 1800, all: true });
  const right = outcome.files.filter(({ passed }) => passed);
  if (right.length === 0) throw new Error(`The tests do not pass by themselves: ${outcome.failure}`);
  const wrong = outcome.files.filter(({ passed }) => !passed).map(({ file }) => file);
  log(
    `${right.length} test files are witnesses${wrong.length ? `; failing unbroken: ${wrong.join(', ')}` : ''}`,
  );
  const tests = right.map((test) => ({ ...test, distances: distancesFrom(test.file, imports) }));
  return (file) =>
    tests
      .filter(({ distances }) => distances.has(file))
      .map((test) => ({ ...test, weight: (test.seconds + 1) * (test.distances.get(file) ?? 1) ** 2 }))
      .sort((left, right) => left.weight - right.weight);
}

function getImports(folder: string, file: string): string[] {
  const source = readFileSync(join(folder, file), 'utf8');
  return [...source.matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path ?? '')),
  );
}

/** Returns the length of the shortest import path from `file` to each file that it reaches. */
function distancesFrom(file: string, imports: ReadonlyMap<string, string[]>): Map<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [name, distance] of distances) {
    for (const next of imports.get(name) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
}

const getName = ({ file, line, kind, what }: CodeMutant) => `${file}:${line} ${kind}: ${what}`;
