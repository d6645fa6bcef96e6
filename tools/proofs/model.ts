import fc from 'fast-check';
import { RULES, sentRequests } from './model/actions.ts';
import { begin, Step, settle, type Tally } from './model/run.ts';
import { emptyState } from './model/state.ts';
import type { Proof } from './proof.ts';
import { type ServedBank, withServedBank } from './served-bank.ts';

const STREAMS = 200;
/** The maximum number of actions in a stream. Streams have random lengths and average about 60 actions. */
const LONGEST = 180;
/** The number of concurrent streams. Each has its own customers. */
const LANES = 3;
const SEED = 20_261_122;

export const proof: Proof = {
  name: 'model',
  title: 'Random streams of customer actions, compared with an in-memory model',
  async run({ rounds = STREAMS, seed = SEED, log }) {
    const tally: Tally = { requests: 0, replayed: 0, done: new Map(), refused: new Map() };
    const failures = await withServedBank({ servers: 2, durable: false }, (bank) =>
      Promise.all(
        Array.from({ length: LANES }, (_, lane) =>
          stream(bank, tally, { numRuns: Math.ceil(rounds / LANES), seed: seed + lane }, log),
        ),
      ),
    );
    log(`done: ${listed(tally.done)}`);
    const wrong = failures.filter((failure) => failure !== null);
    return {
      tried: `${LANES * Math.ceil(rounds / LANES)} streams, ${tally.requests} requests over two servers (seed ${seed})`,
      outcome:
        wrong.length > 0
          ? wrong.join('; ')
          : `the same as the model: ${sum(tally.done)} done by ${tally.done.size} of ${Object.keys(RULES).length + 1} verbs, ${tally.replayed} of them replayed; ${sum(tally.refused)} refused (${listed(tally.refused)})`,
      ok: wrong.length === 0,
    };
  },
};

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
const listed = (counts: Map<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');

/** Runs streams one after another. Returns the failure of the shortest failing stream, or null. */
async function stream(
  bank: ServedBank,
  tally: Tally,
  settings: { numRuns: number; seed: number },
  log: (line: string) => void,
): Promise<string | null> {
  let run = 0;
  const commands = fc.commands([sentRequests.map((request) => new Step(request))], {
    maxCommands: LONGEST,
    size: 'max',
  });
  const property = fc.asyncProperty(commands, async (steps) => {
    const state = emptyState();
    const real = await begin(bank, state, tally);
    await fc.asyncModelRun(() => ({ model: state, real }), steps);
    await settle(state, real);
    run += 1;
    if (run % 10 === 0) log(`seed ${settings.seed}: ${run} streams, ${tally.requests} requests in total`);
  });
  const outcome = await fc.check(property, settings);
  if (!outcome.failed) return null;
  const shortest = String(outcome.counterexample?.[0]);
  log(`seed ${outcome.seed}, path ${outcome.counterexamplePath}: ${shortest}`);
  return `${outcome.errorInstance} after ${shortest} (seed ${outcome.seed})`;
}
