// `npm run prove [-- NAME [ROUNDS [SEED]]]`: runs one proof, or all proofs in separate processes, and prints
// a table.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Proof, ProofResult } from './proof.ts';

type Row = ProofResult & { name: string; minutes: number };

const folder = fileURLToPath(new URL('.', import.meta.url));
const inChild = process.send !== undefined && process.env.SANDBANK_PROOF !== undefined;

if (inChild) await runHere(process.env.SANDBANK_PROOF ?? '');
else await runEach(process.argv.slice(2));

async function runEach([name, ...settings]: string[]): Promise<void> {
  const names = [...findProofs().keys()];
  if (name !== undefined && !names.includes(name)) {
    console.error(`There is no proof named ${name}. Choose one of these: ${names.join(', ')}.`);
    process.exit(1);
  }
  const rows: Row[] = [];
  for (const proof of name === undefined ? names : [name]) {
    console.info(`\n▸ ${proof}`);
    rows.push(await runInChildProcess(proof, settings));
  }
  console.info(`\n${table(rows)}`);
  process.exit(rows.every(({ ok }) => ok) ? 0 : 1);
}

/** Returns the file of each proof by the proof's name. */
function findProofs(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const proofs = files.flatMap((file): [string, string][] => {
    const text = readFileSync(join(folder, file), 'utf8');
    const [, name] = /^export const proof\b.*\n {2}name: '([^']+)'/m.exec(text) ?? [];
    return name === undefined ? [] : [[name, file]];
  });
  return new Map(proofs.sort());
}

function runInChildProcess(name: string, settings: string[]): Promise<Row> {
  const began = performance.now();
  const child = fork(fileURLToPath(import.meta.url), settings, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, SANDBANK_PROOF: name },
  });
  let result: ProofResult | null = null;
  child.on('message', (message) => {
    result = message as ProofResult;
  });
  // Stops the running proof and gives it time to clean up.
  const pass = () => child.kill('SIGTERM');
  process.once('SIGTERM', pass);
  const wait = () => {};
  process.on('SIGINT', wait);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', wait);
      const ended = {
        tried: '',
        outcome: `The proof ended without a result (${signal ?? code}).`,
        ok: false,
      };
      resolve({ name, minutes: (performance.now() - began) / 60_000, ...(result ?? ended) });
    });
  });
}

async function runHere(name: string): Promise<void> {
  const [rounds, seed] = process.argv.slice(2).map(Number);
  const { proof } = (await import(new URL(findProofs().get(name) ?? '', import.meta.url).href)) as {
    proof: Proof;
  };
  console.info(proof.title);
  const log = (line: string) => console.info(`  ${line}`);
  const result = await proof.run({ rounds, seed, log }).catch((error: unknown) => {
    console.error(error);
    return { tried: proof.title, outcome: `It failed: ${error}`, ok: false };
  });
  process.send?.(result, () => process.exit(result.ok ? 0 : 1));
}

/** Formats the results as Markdown for RESULTS.md. */
function table(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [
    '| proof | attempts | outcome | time |',
    '|---|---|---|---|',
    ...rows.map(
      ({ name, tried, outcome, ok, minutes }) =>
        `| ${name} | ${cell(tried)} | ${ok ? '' : '**failed:** '}${cell(outcome)} | ${minutes.toFixed(1)} min |`,
    ),
  ].join('\n');
}
