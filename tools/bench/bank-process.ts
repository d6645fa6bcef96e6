// Runs the real bank like `npm start` during a measurement, on a free port with its own data folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Bank = {
  url: string;
  /** Returns the demo customer's session as the app stores it: the browser storage key and its value. */
  session(): Promise<[key: string, session: string]>;
  stop(): Promise<void>;
};

type Start = { folder?: string; data?: string };

/** Starts a bank. Resolves once the bank has printed the demo customer, which is its last output. */
export async function startBank({ folder = process.cwd(), data }: Start = {}): Promise<Bank> {
  const dataFolder = data ?? mkdtempSync(join(tmpdir(), 'sandbank-bench-'));
  const { DATABASE_URL: _url, ...environment } = process.env;
  const bank = spawn(process.execPath, ['tools/scripts/start.mjs'], {
    cwd: folder,
    env: { ...environment, PORT: '0', SANDBANK_DATA: dataFolder, SANDBANK_RATE_LIMIT_FACTOR: '1000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => bank.once('exit', () => resolve()));
  const stop = async () => {
    bank.kill('SIGINT');
    await exited;
    if (!data) rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const { url, email, password } = await readLogin();
    return { url, stop, session: () => getSession(url, email, password) };
  } catch (error) {
    await stop();
    throw error;
  }

  function readLogin(): Promise<{ url: string; email: string; password: string }> {
    return new Promise((resolve, reject) => {
      let url = '';
      createInterface({ input: bank.stdout }).on('line', (line) => {
        url ||= /Sandbank is ready at (\S+)/.exec(line)?.[1] ?? '';
        const [, email, password] = /^Demo customer: (\S+) {2}password: (\S+)/.exec(line) ?? [];
        if (email && password) resolve({ url, email, password });
      });
      bank.once('exit', (code) => reject(new Error(`The bank ended with code ${code}.`)));
    });
  }
}

async function getSession(url: string, email: string, password: string): Promise<[string, string]> {
  const answer = await callBank(url, '/auth/v1/token?grant_type=password', { email, password });
  return [`sb-${new URL(url).hostname.split('.')[0]}-auth-token`, await answer.text()];
}

/** Sends a POST request to the bank, as a visitor or with a token. */
export async function callBank(url: string, path: string, body: object, token?: string): Promise<Response> {
  const config = await fetch(`${url}/config.json`);
  const { anonKey } = (await config.json()) as { anonKey: string };
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      'content-type': 'application/json',
      authorization: `Bearer ${token ?? anonKey}`,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
