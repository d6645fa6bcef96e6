// Proves that money moves exactly once on a bad network. The app's client runs in a real browser behind a
// proxy that cuts, delays, duplicates, and reorders requests. The customer clicks twice, closes tabs, goes
// offline, and cancels.
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import type postgres from 'postgres';
import { type Chance, chanceFrom } from './chance.ts';
import { pause, startCrashBank } from './crash/bank.ts';
import { buildClient, inPage, load, type NetworkMove, openTab } from './network/page.ts';
import { type BadNetwork, FAULT_NAMES, startBadNetwork } from './network/proxy.ts';
import type { Proof, ProofSettings } from './proof.ts';

const MOVES = 500;
const CUSTOMERS = 2;
const TABS = 2;
const PASSWORD = 'correct horse battery staple';
/** The share of later attempts that also fail. */
const AGAIN_WRONG = 0.4;
const PATIENCE_MS = 120_000;

type Customer = { email: string; id: string; accounts: string[]; tabs: Page[] };
/** A transaction of the proof. `pages` contains its effect on each account, in cents. */
type RecordedMove = NetworkMove & {
  customer: Customer;
  pages: Record<string, number>;
  state: 'done' | 'kept' | 'refused' | 'open' | 'taken back';
};

export const proof: Proof = {
  name: 'network',
  title: 'Money moves exactly once over a network that cuts, delays, duplicates, and reorders requests',
  async run(settings) {
    const { findOrInstallChromium } = await import('../scripts/chromium.mjs');
    const { shell } = await findOrInstallChromium();
    if (!shell) return { tried: 'nothing', outcome: 'Chromium was not found. Set CHROMIUM_PATH.', ok: false };
    const undo: (() => unknown)[] = [];
    const stop = () => void undoAll(undo).finally(() => process.exit(1));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    try {
      const port = await freePort();
      const network = await startBadNetwork(port, chanceFrom((settings.seed ?? 1) + 1));
      undo.push(() => network.close());
      const bank = await startCrashBank({ PORT: String(port), SANDBANK_URL: network.url });
      undo.push(() => bank.close());
      const browser = await chromium.launch({ executablePath: shell, args: ['--no-sandbox'] });
      undo.push(() => browser.close());
      return await prove(browser, network, () => bank.sql(), settings);
    } finally {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      await undoAll(undo);
    }
  },
};

async function prove(
  browser: Browser,
  network: BadNetwork,
  sql: () => postgres.Sql,
  { rounds = MOVES, seed = 1, log }: ProofSettings,
) {
  const chance = chanceFrom(seed);
  const script = await buildClient();
  const customers: Customer[] = [];
  for (let number = 1; number <= CUSTOMERS; number += 1)
    customers.push(await openCustomer(browser, network, script, `customer-${number}@example.com`));
  // The first attempt of every transaction fails in some way, and later attempts often fail.
  const fates = new Set<string>();
  network.decide = (requestId) => {
    const first = !fates.has(requestId);
    fates.add(requestId);
    return first || chance.fraction() < AGAIN_WRONG ? chance.oneOf(FAULT_NAMES) : null;
  };

  const moves: RecordedMove[] = [];
  const counts = { offline: 0, closed: 0, taken: 0 };
  await Promise.all(
    customers.flatMap((customer) =>
      customer.tabs.map(async (tab, index) => {
        while (moves.length < rounds) {
          const move = makeMove(customer, moves.length, chance);
          moves.push(move);
          if (moves.length % 50 === 0) log(`${moves.length} of ${rounds} movements`);
          // Sometimes one tab is closed during an action and the other tab goes offline.
          if (index === 0 && chance.fraction() < 0.08) {
            counts.closed += 1;
            await closeInTheMiddle(tab, move, network.url, script, chance);
          } else if (index === 1 && chance.fraction() < 0.15) {
            counts.offline += 1;
            if (await moveOffline(tab, move, chance)) counts.taken += 1;
          } else move.state = (await inPage(tab, 'move', plain(move))).state;
          if (chance.fraction() < 0.1) await inPage(tab, 'send', customer.id).catch(() => []);
          if (chance.fraction() < 0.05) await inPage(tab, 'sendAsWorker').catch(() => {});
        }
      }),
    ),
  );

  // After the network is restored, queued calls are sent and delayed calls arrive.
  network.decide = () => null;
  for (const customer of customers) await sendAll(customer, moves);
  await network.settled();
  const problems: string[] = [];
  const happened = await compare(sql(), customers, moves, problems);
  for (const problem of problems) log(`PROBLEM: ${problem}`);
  const faults = [...network.counts].map(([fault, times]) => `${fault} ${times}`).join(', ');
  const state = (state: RecordedMove['state']) => moves.filter((move) => move.state === state).length;
  return {
    tried:
      `${moves.length} movements of ${CUSTOMERS} customers in ${TABS} tabs each, sent by the app's own client in Chromium, ` +
      `${[...network.counts.values()].reduce((sum, times) => sum + times, 0)} times disturbed (${faults}); ` +
      `${counts.offline} made offline, ${counts.closed} tabs closed during an action, ` +
      `${moves.filter(({ twice }) => twice).length} double clicks`,
    outcome:
      `${state('done')} done immediately, ${state('kept')} queued and sent later, ${state('refused')} refused, ` +
      `${counts.taken} canceled, ${state('open')} with no response to the customer, of which ${happened} had happened; ` +
      (problems.length === 0
        ? 'each moved money exactly as often as its response reported, and the balances match'
        : `${problems.length} problems: ${problems[0]}`),
    ok: problems.length === 0,
  };
}

async function openCustomer(
  browser: Browser,
  { url }: BadNetwork,
  script: string,
  email: string,
): Promise<Customer> {
  const context = await browser.newContext({ bypassCSP: true });
  const first = await openTab(context, url, script);
  const { id, accounts } = await inPage(first, 'signUp', email, PASSWORD);
  const tabs = [first];
  while (tabs.length < TABS) {
    const tab = await openTab(context, url, script);
    if (!(await inPage(tab, 'begin'))) throw new Error('The second tab knows no session.');
    tabs.push(tab);
  }
  return { email, id, accounts, tabs };
}

const WORDS = 'Movement ';

function makeMove(customer: Customer, number: number, chance: Chance): RecordedMove {
  const [everyday = '', savings = ''] = customer.accounts;
  const cents = chance.between(1, 5000);
  const [verb, named, pages] = chance.oneOf<[string, object, Record<string, number>]>([
    ['deposit', { account_id: everyday }, { [everyday]: cents }],
    ['withdraw', { account_id: savings }, { [savings]: -cents }],
    [
      'transfer',
      { from_account_id: everyday, to_account_id: savings },
      { [everyday]: -cents, [savings]: cents },
    ],
  ]);
  // Some withdrawals exceed the balance and are always refused.
  const amount = verb === 'withdraw' && chance.fraction() < 0.2 ? 9_000_000 : cents / 100;
  const args = { ...named, amount, description: `${WORDS}${number}`, request_id: randomUUID() };
  return { verb, args, twice: chance.fraction() < 0.15, customer, pages, state: 'open' };
}

const plain = ({ verb, args, twice }: RecordedMove): NetworkMove => ({ verb, args, twice });

/** Closes a tab during a request. The request may have been queued, sent, or neither. */
async function closeInTheMiddle(tab: Page, move: RecordedMove, url: string, script: string, chance: Chance) {
  const response = inPage(tab, 'move', plain(move)).catch(() => null);
  const inTime = await Promise.race([response, pause(chance.between(0, 300))]);
  if (inTime) move.state = inTime.state;
  // While the other tab is offline, this page can't open or has no session yet, so the test tries again.
  const last = Date.now() + PATIENCE_MS;
  const opened = () =>
    load(tab, url, script)
      .then(() => inPage(tab, 'begin'))
      .catch(() => false);
  while (!(await opened())) {
    if (Date.now() > last) throw new Error('The tab lost its session.');
    await pause(200);
  }
}

/**
 * Makes a transaction offline, so that it is queued but not sent. Sometimes cancels it. Returns true if it
 * was canceled.
 */
async function moveOffline(tab: Page, move: RecordedMove, chance: Chance): Promise<boolean> {
  await tab.context().setOffline(true);
  try {
    move.state = (await inPage(tab, 'move', plain(move))).state;
    if (move.state !== 'kept' || chance.fraction() < 0.6) return false;
    if (!(await inPage(tab, 'takeBack', move.args.request_id))) return false;
    move.state = 'taken back';
    return true;
  } finally {
    await tab.context().setOffline(false);
  }
}

/** Sends queued calls until none are left. Marks those that the bank refused. */
async function sendAll(customer: Customer, moves: RecordedMove[]): Promise<void> {
  const [tab] = customer.tabs;
  const last = Date.now() + PATIENCE_MS;
  for (;;) {
    if (!tab) return;
    await inPage(tab, 'send', customer.id);
    const waiting = await inPage(tab, 'waiting');
    for (const { requestId, refusal } of waiting) {
      const move = moves.find(({ args }) => args.request_id === requestId);
      if (move && refusal !== null) move.state = 'refused';
    }
    if (waiting.every(({ refusal }) => refusal !== null)) return;
    if (Date.now() > last) throw new Error(`${waiting.length} movements still wait.`);
    await pause(100);
  }
}

const TIMES: Record<RecordedMove['state'], readonly number[]> = {
  done: [1],
  kept: [1],
  refused: [0],
  'taken back': [0],
  open: [0, 1],
};

/**
 * Compares the results shown to customers with the ledger. Returns how many transactions happened although
 * the customer got no response.
 */
async function compare(
  sql: postgres.Sql,
  customers: readonly Customer[],
  moves: readonly RecordedMove[],
  problems: string[],
): Promise<number> {
  const rows = await sql<{ description: string; pages: Record<string, number> }[]>`
    select e.description,
      (select jsonb_object_agg(p.ledger_id, (p.amount * 100)::bigint) from bank.postings p where p.entry_id = e.id) as pages
    from bank.entries e where e.kind <> 'opening'`;
  const movesByDescription = new Map(moves.map((move) => [move.args['description'], move]));
  const booked = new Map<unknown, Record<string, number>[]>();
  for (const { description, pages } of rows) {
    if (!movesByDescription.has(description))
      problems.push(`"${description}" is in the ledger, but no request matches it`);
    booked.set(description, [...(booked.get(description) ?? []), pages]);
  }
  const sums = new Map<string, number>();
  let happened = 0;
  for (const [description, move] of movesByDescription) {
    const matches = booked.get(description) ?? [];
    if (!TIMES[move.state].includes(matches.length))
      problems.push(`${description} (${move.verb}) is ${move.state} but moved money ${matches.length} times`);
    if (move.state === 'open') happened += matches.length;
    if (matches.length === 0) continue;
    for (const [page, cents] of Object.entries(move.pages)) {
      if (matches[0]?.[page] !== cents)
        problems.push(`${description} moved ${matches[0]?.[page]} cents instead of ${cents}`);
      sums.set(page, (sums.get(page) ?? 0) + cents);
    }
  }
  for (const { id, email, accounts } of customers) {
    const balances = await sql<{ id: string; cents: string }[]>`
      select id, (balance * 100)::bigint as cents from public.accounts where user_id = ${id}`;
    for (const account of accounts) {
      const cents = Number(balances.find((row) => row.id === account)?.cents);
      const meant = 10_000_000 + (sums.get(account) ?? 0);
      if (cents !== meant) problems.push(`${email} has ${cents} cents instead of ${meant}`);
    }
    const violations =
      await sql`select * from bank.audit(${id}) union all select * from bank.audit_replay(${id})`;
    for (const violation of violations) problems.push(`${email}: ${JSON.stringify(violation)}`);
  }
  return happened;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function undoAll(undo: (() => unknown)[]): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop())
    await Promise.resolve(step()).catch((error: unknown) => console.error(error));
}
