import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type MoneyDatabase, type MoneyFunction, openMoneyDatabase } from './mutation/database.ts';
import { inTurn, judged, summary, type Tried, tryEach } from './mutation/sample.ts';
import { mutantsOfFunction, type SqlMutant } from './mutation/sql.ts';
import { openWorkspace, type Workspace } from './mutation/workspace.ts';
import type { Proof } from './proof.ts';

type Mutant = SqlMutant & { of: MoneyFunction };

const MUTANTS = 60;
const SEED = 1;

/** The time after which a mutant's tests are stopped. The mutant is then reported as late. */
const PATIENCE_SECONDS = 1500;
/**
 * Excludes tests that start servers or compare files, because they don't use the template. Also excludes
 * tests that take minutes.
 */
const NO_WITNESSES = /durability|under-load|conventions|isolation|packs-stories/;
/**
 * The assumed number of functions that a test file calls if its bank was removed before the calls were
 * counted.
 */
const UNCOUNTED = 150;

/**
 * Breaks one money function at a time in the template of the test banks. Runs the tests that reach the
 * function. At least one test must fail. If the number of rounds is `all`, tries every mutant.
 */
export const proof: Proof = {
  name: 'mutation',
  title: 'The tests fail when the SQL of a money function is broken',
  async run({ rounds = MUTANTS, seed = SEED, log }) {
    const maximum = Number.isNaN(rounds) ? Number.POSITIVE_INFINITY : rounds;
    const only = process.env.SANDBANK_MUTANTS_OF?.split(',');
    const workspace = openWorkspace();
    let database: MoneyDatabase | undefined;
    try {
      database = await openMoneyDatabase();
      const witnesses = await getWitnesses(workspace, database, log);
      const mutants = database.functions
        .filter(({ name }) => !only || only.includes(name))
        .flatMap((of) => mutantsOfFunction(of.definition).map((mutant): Mutant => ({ ...mutant, of })));
      // Uses one more lane than there are cores, because tests mostly wait for the database.
      const lanes = availableParallelism() + 1;
      for (let lane = 0; lane < lanes; lane += 1) await database.copyTemplate(`mutation_${lane}`);
      log(`${mutants.length} mutants of ${database.functions.length} functions`);
      const known = database;
      const tried = await tryEach(
        inTurn(mutants, seed),
        maximum,
        lanes,
        (mutant, lane) => attempt(workspace, known, `mutation_${lane}`, mutant, witnesses(mutant.of.name)),
        ({ mutant, verdict, by }, count) =>
          log(`${count} ${verdict}: ${getName(mutant)}${by ? ` (${by})` : ''}`),
      );
      const outcome = summary(tried, getName);
      const count = tried.filter(({ verdict }) => verdict !== 'untried').length;
      return {
        tried: `${count} of ${mutants.length} mutants of ${database.functions.length} money functions, seed ${seed}`,
        outcome,
        ok: tried.every(({ verdict }) => verdict !== 'survived'),
      };
    } finally {
      workspace.close();
      await database?.close();
    }
  },
};

async function attempt(
  workspace: Workspace,
  database: MoneyDatabase,
  template: string,
  mutant: Mutant,
  files: string[],
): Promise<Tried<Mutant>> {
  const { definition } = mutant.of;
  const broken = definition.slice(0, mutant.start) + mutant.text + definition.slice(mutant.end);
  const refusal = await database.runStatement(template, broken);
  if (refusal) return { mutant, verdict: 'untried', by: refusal };
  if (files.length === 0) return { mutant, verdict: 'survived', by: 'no test reaches it' };
  const outcome = await workspace.run(
    { files, database: { serverUrl: database.serverUrl, template } },
    { patience: PATIENCE_SECONDS },
  );
  const put = await database.runStatement(template, definition);
  if (put) throw new Error(put);
  return judged(mutant, outcome);
}

/**
 * Returns a function that lists the test files that reach a database function. The most specific and fastest
 * files come first.
 */
async function getWitnesses(
  workspace: Workspace,
  database: MoneyDatabase,
  log: (line: string) => void,
): Promise<(name: string) => string[]> {
  const witnessFolder = process.env.SANDBANK_MUTATION_WITNESSES;
  const known =
    witnessFolder && existsSync(witnessFolder)
      ? readWitnesses(witnessFolder)
      : await findWitnesses(workspace, database, log);
  if (witnessFolder) writeFileSync(witnessFolder, JSON.stringify(known));
  const files = known.map((file) => ({
    ...file,
    counted: new Set(file.counted),
    said: readTestText(workspace.folder, file.file),
  }));
  return (name) => {
    const callers = [name, ...database.callersOf(name)];
    const verbs = callers.filter((caller) => caller.startsWith('public.')).map((verb) => verb.slice(7));
    // PostgreSQL doesn't count inlined functions, or functions in a bank that has been removed.
    const isCounted = files.some(({ counted }) => counted.has(name));
    return files
      .map((file) => ({ ...file, says: verbs.some((verb) => file.said.includes(verb)) }))
      .filter(
        ({ counted, says: mentionsVerb }) =>
          counted.has(name) ||
          (counted.size === 0 && mentionsVerb) ||
          (!isCounted && callers.some((caller) => counted.has(caller))),
      )
      .map((file) => ({
        file: file.file,
        weight: (file.seconds + 2) * ((file.counted.size || UNCOUNTED) + 20) * (file.says ? 1 : 4),
      }))
      .sort((left, right) => left.weight - right.weight)
      .map(({ file }) => file);
  };
}

/** Returns a test file's text, including its local imports and the server functions that they call. */
function readTestText(folder: string, file: string): string {
  const text = readFileSync(join(folder, file), 'utf8');
  const beside = [...text.matchAll(/from '(\.\/[^']+)'/g)].map(([, path]) => join(dirname(file), path ?? ''));
  const testText = [text, ...beside.map((path) => readFileSync(join(folder, path), 'utf8'))].join('\n');
  const functions = join(folder, 'supabase/functions');
  const called = readdirSync(functions, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && testText.includes(`'${entry.name}'`))
    .flatMap(({ name }) => readdirSync(join(functions, name)).map((part) => join(functions, name, part)))
    .filter((path) => path.endsWith('.ts'));
  return [testText, ...called.map((path) => readFileSync(path, 'utf8'))].join('\n');
}

type Witness = { file: string; seconds: number; counted: string[] };

const readWitnesses = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Witness[];

/** Runs each test file in an unmodified bank and records the functions that it called. */
async function findWitnesses(
  workspace: Workspace,
  { serverUrl, template }: MoneyDatabase,
  log: (line: string) => void,
): Promise<Witness[]> {
  const files = readdirSync(join(workspace.folder, 'supabase/tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !NO_WITNESSES.test(file))
    .map((file) => `supabase/tests/${file}`);
  const reached = join(workspace.folder, '.reached');
  const outcome = await workspace.run(
    { files, database: { serverUrl, template }, reached },
    { patience: 2 * PATIENCE_SECONDS, all: true },
  );
  const right = outcome.files.filter(({ passed }) => passed);
  const wrong = outcome.files.filter(({ passed }) => !passed).map(({ file }) => file);
  if (right.length === 0) throw new Error(`The tests do not pass by themselves: ${outcome.failure}`);
  log(
    `${right.length} test files are witnesses${wrong.length ? `; failing unbroken: ${wrong.join(', ')}` : ''}`,
  );
  return right.map(({ file, seconds }) => ({
    file,
    seconds,
    counted: JSON.parse(readFileSync(join(reached, `${basename(file)}.json`), 'utf8')) as string[],
  }));
}

const getName = ({ of, kind, what }: Mutant) => `${of.name} ${kind}: ${what}`;
