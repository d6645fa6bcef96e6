import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../../server/database/embedded.ts';

/** The server's memory in bytes after a forced garbage collection, and its object counts. */
export type Held = {
  heap: number;
  external: number;
  rss: number;
  databaseConnections: number;
  handles: number;
};

export type FuzzedBank = {
  url: string;
  anonKey: string;
  serviceKey: string;
  /** The tokens of two customers, each with a household. */
  tokens: string[];
  owner: postgres.Sql;
  agent: Agent;
  /** Returns the errors logged since the last call. */
  logged(): string[];
  /** Returns the reason why the server ended, or null while it runs. */
  ended(): string | null;
  held(): Promise<Held>;
  close(): Promise<void>;
};

type BankMessage =
  | { kind: 'ready'; url: string; anonKey: string; serviceKey: string }
  | { kind: 'logged'; line: string }
  | ({ kind: 'held' } & Held);

const AGENT = { keepAlive: true, maxSockets: 64 };
const PASSWORD = 'a long enough passphrase';

/** Runs a bank on its own PostgreSQL in a separate process. The caller must close it. */
export async function openFuzzedBank(): Promise<FuzzedBank> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-fuzz-'));
  const cluster = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: false });
  const child = fork(new URL('./server.ts', import.meta.url), [cluster.url, join(folder, 'data')], {
    execArgv: ['--import', 'tsx', '--expose-gc'],
  });
  const owner = postgres(cluster.url, { max: 2, onnotice: () => {} });
  const agent = new QuietAgent(AGENT);
  const close = async () => {
    agent.destroy();
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    await owner.end({ timeout: 5 });
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bank = { ...(await watched(child)), owner, agent, close };
    return { ...bank, tokens: [await getCustomer(bank.url, bank), await getCustomer(bank.url, bank)] };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * An agent that ignores write errors. Servers can respond and close before they have read everything, so
 * later writes can fail.
 */
class QuietAgent extends Agent {
  override createConnection({ host, port }: ClientRequestArgs): Socket {
    return connect(Number(port), host ?? '127.0.0.1').on('error', () => {});
  }
}

/** Collects the reports from the process. Resolves when it is ready. */
function watched(child: ChildProcess) {
  return new Promise<Pick<FuzzedBank, 'url' | 'anonKey' | 'serviceKey' | 'logged' | 'ended' | 'held'>>(
    (resolve, reject) => {
      let lines: string[] = [];
      let end: string | null = null;
      let reportHeld: (held: Held) => void = () => {};
      const logged = () => lines.splice(0);
      const ended = () => end;
      const held = () =>
        new Promise<Held>((resolve) => {
          reportHeld = resolve;
          child.send('what do you hold');
        });
      child.once('exit', (code, signal) => {
        end = `the server ended: ${signal ?? code}`;
        reject(new Error(end));
      });
      child.on('message', (message: BankMessage) => {
        if (message.kind === 'logged') lines = [...lines, message.line].slice(-1000);
        else if (message.kind === 'held') reportHeld(message);
        else resolve({ ...message, logged, ended, held });
      });
    },
  );
}

/** Creates a customer with a copy of the demo household and returns the customer's token. */
async function getCustomer(url: string, { anonKey }: { anonKey: string }): Promise<string> {
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const email = `${crypto.randomUUID()}@example.com`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  await furnished(url, token);
  return token;
}

/** Creates a household for a customer who has none. */
export async function furnished(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/functions/v1/demo`, { method: 'POST', headers, body: '{}' });
  await answer.text();
}
