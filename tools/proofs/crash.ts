// Kills the processes of a bank at random moments under a mixed load. Proves that no acknowledged request is
// lost and that no request is executed twice or only partly.
import { chanceFrom } from './chance.ts';
import { type CrashBank, DEATHS, type Death, pause, startCrashBank } from './crash/bank.ts';
import * as checks from './crash/checks.ts';
import { compareEffects } from './crash/effects.ts';
import type { Customer, Operation } from './crash/journal.ts';
import { compareSettings, createHistory, type History, type Problem, startLoad } from './crash/load.ts';
import { openCustomer, signIn } from './crash/requests.ts';
import type { Proof, ProofSettings } from './proof.ts';

const ROUNDS = 50;
const CUSTOMERS = 4;
/** The time until a process is killed. */
const LOAD_MS = { least: 300, most: 3000 };
/** The time for which the load continues after PostgreSQL is killed, to test its recovery. */
const AFTERWARDS_MS = { least: 0, most: 1500 };
/** The number of earlier responses that are checked again after each crash. */
const ASKED_AGAIN = 25;
/** The time to wait until households claimed by a killed process are due again, which takes two minutes. */
const GIVEN_BACK_MS = 150_000;

export const proof: Proof = {
  name: 'crash',
  title: 'Processes are killed at random moments under a mixed load',
  async run(settings) {
    const bank = await startCrashBank();
    const stop = () => void bank.close().finally(() => process.exit(1));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    try {
      return await prove(bank, settings);
    } finally {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      await bank.close();
    }
  },
};

async function prove(bank: CrashBank, { rounds = ROUNDS, seed = 1, log }: ProofSettings) {
  const chance = chanceFrom(seed);
  const problems: string[] = [];
  const problem = (text: string) => {
    if (problems.length < 100) log(`PROBLEM: ${text}`);
    problems.push(text);
  };
  const customers: Customer[] = [];
  for (let number = 1; number <= CUSTOMERS; number += 1)
    customers.push(await openCustomer(bank, `customer-${number}@example.com`));
  // The scheduler runs every second, so that crashes often interrupt it.
  await bank.sql()`
    select cron.alter_job(jobid, schedule => '1 seconds') from cron.job where jobname = 'advance-due'`;

  // Customers can store only two pictures, which is too few for this proof.
  await bank.sql()`
    create policy "customers add many pictures" on storage.objects for insert to authenticated
    with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = auth.uid()::text)`;

  const history = createHistory();
  const deaths = new Map<Death, number>();
  const back: number[] = [];
  let unanswered = 0;
  let happened = 0;
  let repeatedRequests = 0;
  for (let round = 0; round < rounds; round += 1) {
    const death = DEATHS[round % DEATHS.length] ?? 'both';
    deaths.set(death, (deaths.get(death) ?? 0) + 1);
    const since = history.operations.length;
    const recoveryTime = await liveAndDie(bank, customers, history, death, seed + round, problem);
    back.push(recoveryTime);
    const newOperations = history.operations.slice(since);
    for (const customer of customers) await signIn(bank, customer);

    const open = newOperations.filter(({ state, once }) => state === 'unanswered' && !once);
    unanswered += open.length;
    happened += await checks.compareWithBooks(bank, newOperations, problem);
    happened += await compareEffects(bank, newOperations, problem);
    for (const customer of customers) await compareSettings(bank, customer, history, problem);
    await checks.compareFiles(
      bank,
      history.files.filter(({ operation }) => newOperations.includes(operation)),
      problem,
    );
    await checks.finish(newOperations, problem);
    const sample = Array.from({ length: ASKED_AGAIN }, () => chance.oneOf(history.operations));
    repeatedRequests += await checks.repeatRequests([...sample, ...open], problem);
    await checks.compareWithBooks(bank, [...newOperations, ...sample], problem);
    await compareEffects(bank, [...newOperations, ...sample], problem);
    for (const customer of customers) {
      await checks.proveBooks(bank, customer, problem);
      await checks.compareClock(bank, customer, history.fastForwards, problem);
    }
    await checks.compareRules(bank, history, problem, 0);
    await checks.removeActed(bank, history);
    log(
      `${round + 1}/${rounds} ${death.padEnd(10)} ${String(count(newOperations, 'done')).padStart(4)} done, ` +
        `${open.length} unanswered, recovered after ${(recoveryTime / 1000).toFixed(1)} s`,
    );
  }
  return finalResult();

  async function finalResult() {
    const { acted } = await checks.compareRules(bank, history, problem, GIVEN_BACK_MS);
    repeatedRequests += await checks.repeatRequests(history.operations, problem);
    await checks.compareWithBooks(bank, history.operations, problem);
    await compareEffects(bank, history.operations, problem);
    await checks.compareFiles(bank, history.files, problem);
    await checks.lookForStrangers(bank, history, problem);
    for (const customer of customers) {
      await checks.proveBooks(bank, customer, problem);
      await checks.compareClock(bank, customer, history.fastForwards, problem);
    }
    const [{ entries } = { entries: 0 }] =
      await bank.sql()`select count(*)::integer as entries from bank.entries`;
    const [{ violations } = { violations: 0 }] = await bank.sql()`
      select count(*)::integer as violations from bank.audit()`;
    if (violations !== 0) problem(`${violations} violations in the ledgers of all customers`);
    const deathCounts = [...deaths].map(([death, times]) => `${death} ${times}`).join(', ');
    return {
      tried:
        `${rounds} crashes (${deathCounts}) under ${CUSTOMERS} customers' load of ${history.operations.length} requests: ` +
        `${getVerbs(history)}; ${repeatedRequests} repeated with the same id`,
      outcome:
        `${count(history.operations, 'done')} done, ${count(history.operations, 'refused')} refused, each consistent with its response; ` +
        `of ${unanswered} unanswered, ${happened} had happened, and all others were done after a retry; ` +
        `${acted} of ${history.rules.length} scheduled payments made exactly once; ${entries} entries; ` +
        `recovered after ${seconds(back, 0.5)} s (median), ${seconds(back, 1)} s (maximum); ` +
        (problems.length === 0
          ? 'nothing lost, doubled or half done'
          : `${problems.length} problems: ${problems[0]}`),
      ok: problems.length === 0,
    };
  }
}

/** Runs one round of load with a crash. Returns the time until the bank responded again. */
async function liveAndDie(
  bank: CrashBank,
  customers: readonly Customer[],
  history: History,
  death: Death,
  seed: number,
  problem: Problem,
): Promise<number> {
  const moment = chanceFrom(seed * 7919);
  const load = startLoad(bank, customers, history, chanceFrom(seed), problem);
  await pause(moment.between(LOAD_MS.least, LOAD_MS.most));
  await bank.kill(death, moment);
  if (death === 'postmaster' || death === 'backend')
    await pause(moment.between(AFTERWARDS_MS.least, AFTERWARDS_MS.most));
  await load.stop();
  return bank.revive(moment);
}

const count = (operations: readonly Operation[], state: Operation['state']) =>
  operations.filter((operation) => operation.state === state).length;

/** Counts requests by function. */
function getVerbs({ operations }: History): string {
  const counts = new Map<string, number>();
  for (const { verb } of operations) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return [...counts].map(([verb, times]) => `${verb} ${times}`).join(', ');
}

function seconds(milliseconds: readonly number[], quantile: number): string {
  const sorted = [...milliseconds].sort((left, right) => left - right);
  return ((sorted[Math.ceil(quantile * sorted.length) - 1] ?? 0) / 1000).toFixed(1);
}
