import fc from 'fast-check';
import { type Attempt, sent, shown, tried } from './fuzz/attempts.ts';
import { authAttempts } from './fuzz/auth.ts';
import { type FuzzedBank, type Held, openFuzzedBank } from './fuzz/bank.ts';
import { functionAttempts } from './fuzz/functions.ts';
import { realtimeTalks, shownTalk, talked } from './fuzz/realtime.ts';
import { storageAttempts } from './fuzz/storage.ts';
import { tableAttempts } from './fuzz/tables.ts';
import type { Proof } from './proof.ts';

/** A fuzz target, which creates, runs, and prints cases. */
type FuzzTarget<Case> = {
  name: string;
  cases: (bank: FuzzedBank) => Promise<fc.Arbitrary<Case>>;
  attempt: (bank: FuzzedBank, testCase: Case) => Promise<string | null>;
  atOnce: number;
  show: (testCase: Case) => string;
};
type Finding = { what: string; example: string; times: number };
type Report = { name: string; cases: number; findings: Finding[]; problems: string[] };

const MINUTES_EACH = 10;
const CASES_AT_ONCE = 8;
/**
 * The number of conversations that run concurrently. The number is high, because conversations mostly wait.
 */
const TALKS_AT_ONCE = 32;
const BATCH = 200;
/** The allowed memory growth. The server is stateless, but its schema and plan caches can still fill. */
const MAX_GROWTH_BYTES = 48 * 1024 * 1024;
const MAX_MORE_HANDLES = 20;
/** The time within which connections end and pools shrink. */
const SETTLE_MS = 4_000;

const requests = (name: string, cases: FuzzTarget<Attempt>['cases']): FuzzTarget<Attempt> => ({
  name,
  cases,
  attempt: tried,
  atOnce: CASES_AT_ONCE,
  show: shown,
});
const REALTIME = {
  name: 'realtime',
  cases: realtimeTalks,
  attempt: talked,
  atOnce: TALKS_AT_ONCE,
  show: shownTalk,
};
/** Limits the run to one target for debugging: `SANDBANK_FUZZ=storage npm run prove -- fuzz 2`. */
const only = process.env.SANDBANK_FUZZ;

export const proof: Proof = {
  name: 'fuzz',
  title:
    'Malformed and unusual requests to tables, sign-in, storage, live changes, and functions, several minutes each',
  async run({ rounds: minutes = MINUTES_EACH, seed = Date.now() % 1_000_000, log }) {
    log(`seed ${seed}, ${minutes} minutes each`);
    const stop = stopped();
    const bank = await openFuzzedBank();
    const reports: Report[] = [];
    const fuzz = async <Case>(target: FuzzTarget<Case>) => {
      if (stop.asked() || bank.ended() !== null || (only !== undefined && only !== target.name)) return;
      reports.push(await fuzzed(bank, target, { minutes, seed, log, stop: stop.asked }));
    };
    try {
      await fuzz(requests('tables', tableAttempts));
      await fuzz(requests('auth', authAttempts));
      await fuzz(requests('storage', storageAttempts));
      await fuzz(REALTIME);
      await fuzz(requests('functions', functionAttempts));
    } finally {
      await bank.close();
      stop.forget();
    }
    const wrong = reports.flatMap(({ name, findings, problems }) => [
      ...problems.map((problem) => `${name}: ${problem}`),
      ...findings.map(({ what, times }) => `${name}: ${what} (${times} times)`),
    ]);
    const counts = reports.map(({ name, cases }) => `${name} ${cases}`).join(', ');
    return {
      tried: `unusual cases in ${minutes} minutes each, seed ${seed}: ${counts}`,
      outcome:
        wrong.length === 0 ? 'no server failure, hang, leak, or crash' : wrong.join('; ').slice(0, 2000),
      ok: wrong.length === 0 && reports.length > 0,
    };
  },
};

type Run = { minutes: number; seed: number; log: (line: string) => void; stop: () => boolean };

async function fuzzed<Case>(bank: FuzzedBank, target: FuzzTarget<Case>, run: Run): Promise<Report> {
  const began = Date.now();
  const until = began + run.minutes * 60_000;
  const findings = new Map<string, Finding>();
  const note = (what: string, example: string) => {
    const key = what
      .replace(/[0-9a-f-]{36}/g, '…')
      .replace(/\d+/g, 'n')
      .slice(0, 160);
    const existing = findings.get(key);
    if (existing) existing.times += 1;
    else {
      findings.set(key, { what: what.slice(0, 300), example, times: 1 });
      run.log(`${target.name}: ${what.slice(0, 700)}\n    ${example}`);
    }
  };
  bank.logged();
  let cases = 0;
  let before: Held | null = null;
  const over = () => Date.now() >= until || run.stop() || bank.ended() !== null;
  for (let batch = 0; !over(); batch += 1) {
    const waiting = fc.sample(await target.cases(bank), { numRuns: BATCH, seed: run.seed + batch });
    const worker = async () => {
      for (let testCase = waiting.pop(); testCase !== undefined && !over(); testCase = waiting.pop()) {
        cases += 1;
        const problem = await target.attempt(bank, testCase);
        if (problem !== null) note(problem, target.show(testCase));
      }
    };
    await Promise.all(Array.from({ length: target.atOnce }, worker));
    for (const line of bank.logged()) note(`logged: ${getReason(line)}`, '');
    // Measures the baseline after a quarter of the time, when permanent caches are full.
    if (before === null && Date.now() - began > (until - began) / 4) before = await held(bank);
  }
  const problems = await remains(bank, before);
  run.log(
    `${target.name}: ${cases} cases, ${findings.size} kinds of failure; ${problems.join('; ') || 'nothing left behind'}`,
  );
  return { name: target.name, cases, findings: [...findings.values()], problems };
}

/** Checks that the server still runs and responds, and that it uses no more memory than before. */
async function remains(bank: FuzzedBank, before: Held | null): Promise<string[]> {
  const end = bank.ended();
  if (end !== null) return [end];
  const health = await sent(bank, { method: 'GET', path: '/health', headers: {}, body: null });
  const problems = health.status === 200 ? [] : [`/health answers ${health.status}`];
  if (before === null) return problems;
  const after = await held(bank);
  const growth = after.heap + after.external - before.heap - before.external;
  if (growth > MAX_GROWTH_BYTES) problems.push(`memory grew by ${Math.round(growth / 1024 / 1024)} MB`);
  if (after.databaseConnections > before.databaseConnections + 1)
    problems.push(`${before.databaseConnections} database connections became ${after.databaseConnections}`);
  if (after.handles > before.handles + MAX_MORE_HANDLES)
    problems.push(`${before.handles} open handles became ${after.handles}`);
  return problems;
}

async function held(bank: FuzzedBank): Promise<Held> {
  bank.agent.destroy();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return bank.held();
}

function getReason(line: string): string {
  const {
    msg,
    err,
    function: name,
  } = JSON.parse(line) as {
    msg?: string;
    function?: string;
    err?: { message?: string; code?: string; stack?: string };
  };
  return `${msg} ${name ?? ''} ${err?.code ?? ''} ${err?.message ?? ''} ${(err?.stack ?? '').split('\n')[1]?.trim() ?? ''}`;
}

/** Watches for signals, so that the proof can stop between two cases. */
function stopped() {
  let isStopRequested = false;
  const stop = () => {
    isStopRequested = true;
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return {
    asked: () => isStopRequested,
    forget() {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
    },
  };
}
