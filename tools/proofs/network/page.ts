// Runs the app's client in a real browser: sessions, calls, the offline queue, and the code with which the
// service worker sends queued calls.
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'esbuild';

export type NetworkMove = {
  verb: string;
  args: Record<string, unknown> & { request_id: string };
  /** True for a double click, which sends two concurrent requests for the same transaction. */
  twice: boolean;
};

/**
 * The result shown to the customer. `kept` means that the call was queued, and `open` means that there was no
 * response.
 */
export type Outcome = { state: 'done' | 'kept' | 'refused' | 'open'; code?: string };

/** The functions that the script adds to the page, with the app's types. */
type Client = {
  signUp(email: string, password: string): Promise<{ id: string; accounts: string[] }>;
  begin(): Promise<boolean>;
  move(move: NetworkMove): Promise<Outcome>;
  /** Sends queued calls as the page does. `sendAsWorker` sends them as the service worker does. */
  send(customerId: string): Promise<string[]>;
  sendAsWorker(): Promise<void>;
  /** Cancels a queued call. Returns true if it was canceled before it was sent. */
  takeBack(requestId: string): Promise<boolean>;
  waiting(): Promise<{ requestId: string; refusal: string | null }[]>;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const TRIES = 6;

const SCRIPT = `
import { QueuedForLater, dropQueuedCall, sendOrQueue, sendQueue } from './offline/queue';
import { currentSession, startSession } from './session';
import { loadEnvironment } from './environment';
import { supabase } from './supabase';
import { isRefusal } from './refusals';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { readQueue, saveAccess } from './offline/queue-store';
import { sendQueuedCalls } from '../../worker/send-waiting.ts';

const description = { text: 'Transfer money', currency: 'USD' };

async function once({ verb, args }) {
  try {
    await sendOrQueue(verb, args, description);
    return { state: 'done' };
  } catch (error) {
    if (error instanceof QueuedForLater) return { state: 'kept' };
    return isRefusal(error) ? { state: 'refused', code: error.code } : { state: 'open', code: String(error.message) };
  }
}

globalThis.client = {
  async signUp(email, password) {
    await startSession();
    const { data, error } = await supabase.auth.signUp({ email, password });
    if (error) throw error;
    const open = (name) => supabase.rpc('open_account', { name, initial_balance: 100000 }).throwOnError();
    const accounts = [await open('Everyday'), await open('Savings')];
    return { id: data.user.id, accounts: accounts.map(({ data }) => data.id) };
  },
  async begin() {
    await startSession();
    return currentSession() !== null;
  },
  async move(move) {
    for (let tries = 0; tries < ${TRIES}; tries += 1) {
      const outcomes = await Promise.all(Array.from({ length: move.twice ? 2 : 1 }, () => once(move)));
      const known = ['done', 'kept', 'refused'].map((state) => outcomes.find((each) => each.state === state)).find(Boolean);
      if (known) return known;
    }
    return { state: 'open' };
  },
  send: async (customerId) => (await sendQueue(customerId, getRefusalMessage)).map(({ requestId }) => requestId),
  async sendAsWorker() {
    const { url, anonKey } = await loadEnvironment();
    const { access_token: accessToken, expires_at: expiresAt } = currentSession();
    await saveAccess({ url, anonKey, accessToken, expiresAt });
    await sendQueuedCalls({ matchAll: async () => [] }).catch(() => {});
  },
  async takeBack(requestId) {
    const find = async () => (await readQueue()).find((call) => call.requestId === requestId);
    const before = await find();
    await dropQueuedCall(requestId);
    return before !== undefined && !before.tried && (await find()) === undefined;
  },
  waiting: async () => (await readQueue()).map(({ requestId, refusal }) => ({ requestId, refusal })),
};
`;

/** Builds the app's client as a single script. */
export async function buildClient(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: `${root}web/src/lib`, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    alias: { '@': `${root}web/src`, '@engine': `${root}engine`, '@assistant': `${root}assistant` },
    define: { 'import.meta.env': '{}', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Opens a tab: an empty page on the bank's origin that runs the client. */
export async function openTab(context: BrowserContext, url: string, script: string): Promise<Page> {
  const page = await context.newPage();
  await load(page, url, script);
  return page;
}

/** Loads the client into a page. Also works after a tab was closed during an action. */
export async function load(page: Page, url: string, script: string): Promise<void> {
  await page.goto(`${url}/config.json`);
  await page.addScriptTag({ content: script });
}

/** Calls a function of the client in the page. */
export function inPage<Name extends keyof Client>(
  page: Page,
  name: Name,
  ...args: Parameters<Client[Name]>
): Promise<Awaited<ReturnType<Client[Name]>>> {
  return page.evaluate(
    ([called, args]) => {
      const { client } = globalThis as unknown as { client: Record<string, (...all: unknown[]) => unknown> };
      return client[called as string]?.(...(args as unknown[]));
    },
    [name, args] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<Client[Name]>>>;
}
