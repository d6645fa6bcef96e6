import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';

/** The number of attempts by response, such as `200`, `503 PGRST001`, or `ECONNREFUSED`. */
export type Answers = Map<string, number>;

type Verb = { name: 'deposit' | 'transfer'; description: string; body: Record<string, unknown> };
export type Saver = { client: SupabaseClient; token: string; id: string; accounts: [string, string] };

const HANGING_MS = 60_000;
const PAUSE_AFTER_REFUSAL_MS = 100;
const GIVE_UP_AFTER_MS = 180_000;
const DEPOSIT = 1.01;
const TRANSFER = 0.5;
const PAGE = 1_000;

/** Creates customers with two accounts each. */
export async function openSavers(url: string, count: number): Promise<Saver[]> {
  const { anonKey } = await (await fetch(`${url}/config.json`)).json();
  const open = async (): Promise<Saver> => {
    const client = createClient(url, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
    const email = `${crypto.randomUUID()}@example.com`;
    const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery staple' });
    if (error || !data.session) throw error ?? new Error('Nobody is signed in.');
    const account = async (name: string) =>
      (await client.rpc('open_account', { name, type: 'SAVINGS' }).throwOnError()).data.id as string;
    const accounts: [string, string] = [await account('First'), await account('Second')];
    return { client, token: data.session.access_token, id: data.user?.id ?? '', accounts };
  };
  return Promise.all(Array.from({ length: count }, open));
}

/**
 * Sends deposits and transfers continuously to any address that responds. Repeats each request with the same
 * request id until it is acknowledged.
 */
export class Load {
  readonly answers: Answers = new Map();
  readonly acknowledged = new Map<string, Set<string>>();
  slowestMs = 0;
  count = 0;
  /** The time of the last acknowledgment, from performance.now(). */
  lastAt = 0;
  private readonly addresses: () => readonly string[];
  private readonly pauseMs: number;
  private readonly workers: Promise<void>[] = [];
  private stopping = false;
  private turn = 0;

  constructor(addresses: () => readonly string[], { pauseMs = 0 } = {}) {
    this.addresses = addresses;
    this.pauseMs = pauseMs;
  }

  start(savers: readonly Saver[], workersEach: number): void {
    for (const saver of savers) {
      this.acknowledged.set(saver.id, this.acknowledged.get(saver.id) ?? new Set());
      for (let worker = 0; worker < workersEach; worker += 1) this.workers.push(this.work(saver, worker));
    }
  }

  /** Stops the load. Resolves when all started requests are acknowledged. */
  async settle(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.workers);
  }

  private async work(saver: Saver, worker: number): Promise<void> {
    for (let number = 0; !this.stopping; number += 1) {
      const verb = getVerb(saver, `${worker}.${number}.${crypto.randomUUID()}`, number);
      await this.untilAcknowledged(saver, verb);
      this.acknowledged.get(saver.id)?.add(verb.description);
      this.count += 1;
      this.lastAt = performance.now();
      if (this.pauseMs > 0) await sleep(this.pauseMs);
    }
  }

  private async untilAcknowledged(saver: Saver, verb: Verb): Promise<void> {
    const deadline = performance.now() + GIVE_UP_AFTER_MS;
    while (!(await this.sendVerb(saver, verb))) {
      if (performance.now() > deadline) throw new Error(`${verb.description} was never acknowledged.`);
      await sleep(PAUSE_AFTER_REFUSAL_MS);
    }
  }

  private async sendVerb({ token }: Saver, { name, body }: Verb): Promise<boolean> {
    const addresses = this.addresses();
    this.turn += 1;
    const address = addresses[this.turn % addresses.length] ?? '';
    const began = performance.now();
    let answer: string;
    try {
      const response = await fetch(`${address}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(HANGING_MS),
      });
      answer = await toText(response);
    } catch (error) {
      const { name: kind, cause } = error as Error & { cause?: { code?: string } };
      answer = kind === 'TimeoutError' ? 'no answer' : (cause?.code ?? String(error));
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
    return answer === '200';
  }
}

/** Returns the status and the refusal code. A 503 response must have a Retry-After header. */
async function toText(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status === 200) return '200';
  const { code = 'no code', message } = JSON.parse(text);
  const lacks = [
    response.status === 503 && !response.headers.get('retry-after') ? ' without Retry-After' : '',
    message ? '' : ' without words',
    /\n\s+at /.test(text) ? ' with a stack' : '',
  ];
  return `${response.status} ${code}${lacks.join('')}`;
}

function getVerb({ accounts: [from, to] }: Saver, description: string, number: number): Verb {
  const texts = { description, request_id: description };
  return number % 3 === 2
    ? {
        name: 'transfer',
        description,
        body: { from_account_id: from, to_account_id: to, amount: TRANSFER, ...texts },
      }
    : { name: 'deposit', description, body: { account_id: from, amount: DEPOSIT, ...texts } };
}

/** Returns descriptions of all differences between the acknowledged requests and the ledger. */
export async function wrongWith(load: Load, savers: readonly Saver[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { client, id, accounts } of savers) {
    const acknowledgedTexts = load.acknowledged.get(id) ?? new Set<string>();
    const rows = await everyRow(client, accounts[0]);
    const storedTexts = new Set(rows.map(({ description }) => description));
    const lost = [...acknowledgedTexts].filter((description) => !storedTexts.has(description));
    if (lost.length > 0) wrong.push(`${lost.length} acknowledged are lost`);
    if (storedTexts.size !== rows.length) wrong.push(`${rows.length - storedTexts.size} happened twice`);
    if (storedTexts.size !== acknowledgedTexts.size)
      wrong.push(`${acknowledgedTexts.size} were acknowledged, but ${storedTexts.size} are stored`);
    const cents = rows.reduce(
      (sum, row) => sum + Math.round(row.amount * (row.direction === 'in' ? 100 : -100)),
      0,
    );
    const { data } = await client.from('accounts').select('id, balance').in('id', accounts).throwOnError();
    const balances = new Map(data.map((row) => [row.id, Math.round(row.balance * 100)]));
    if (balances.get(accounts[0]) !== cents)
      wrong.push(`a balance is ${balances.get(accounts[0])}, but its transactions add up to ${cents}`);
    const { data: violations } = await client.rpc('audit_my_books').throwOnError();
    if (violations.length > 0) wrong.push(`audit violations: ${JSON.stringify(violations)}`);
  }
  return wrong;
}

type Row = { description: string; amount: number; direction: 'in' | 'out' };

async function everyRow(client: SupabaseClient, account: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await client
      .from('transactions')
      .select('description, amount, direction')
      .eq('account_id', account)
      .order('id')
      .range(rows.length, rows.length + PAGE - 1)
      .throwOnError();
    rows.push(...(data as Row[]));
    if (data.length < PAGE) return rows;
  }
}

export const parseBusMessage = (answers: Answers) =>
  [...answers]
    .sort(([, one], [, other]) => other - one)
    .map(([answer, count]) => `${count} × ${answer}`)
    .join(', ');

/** Runs `end` if a signal stops the proof. Returns a function that removes the handler. */
export function whenStopped(end: () => Promise<unknown>): () => void {
  const stop = () =>
    void end()
      .catch(console.error)
      .finally(() => process.exit(1));
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a condition is true. After a timeout, throws an error with the condition's description. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  patienceMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`This was not true after ${patienceMs / 1_000} s: ${what}.`);
    await sleep(50);
  }
}
