import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Application } from './own-address.ts';
import {
  type Call,
  type FromThread,
  getReceived,
  getSent,
  requestFrom,
  responseFrom,
  type ToThread,
} from './thread-messages.ts';

/** The heap limit of a thread. If a body is too large, only the thread ends, and the server keeps running. */
const HEAP_MB = 384;
/** Threads that are idle for this long are ended to free memory. */
const IDLE_MS = 30_000;
const MAX_THREADS = 2;

type UnderWay = {
  application: Application;
  signal: AbortSignal;
  resolve(response: Response): void;
  reject(error: Error): void;
};
type Thread = { worker: Worker; calls: Map<number, UnderWay>; idle: NodeJS.Timeout | null };

/**
 * Loads TypeScript in development and tests. The path is computed, because Vite would rewrite a `new URL`
 * that refers to a file in the web app's tests.
 */
const SOURCE_PROGRAM = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'function-worker.ts')).href)});
})`;

/** Thrown if a thread ended because it ran out of memory or failed to load. */
export class ThreadError extends Error {
  override name = 'ThreadError';
}

/** The threads, shared by all servers in this process. */
const threads: Thread[] = [];
let lastCall = 0;

export type ThreadCall = Omit<Call, 'kind' | 'id' | 'request'> & { application: Application };

/**
 * Runs a function in a worker thread, so that parsing and checking a large body doesn't block other requests.
 * Bodies are transferred as a whole. The server's thread handles the function's requests to the server.
 */
export async function runInThread(request: Request, limitMs: number, { application, ...call }: ThreadCall) {
  const sent = await getSent(request);
  const thread = findIdlestThread();
  lastCall += 1;
  const id = lastCall;
  const { signal } = request;
  const abort = () => thread.worker.postMessage({ kind: 'abort', id } satisfies ToThread);
  signal.addEventListener('abort', abort, { once: true });
  // An infinite loop can be stopped only by terminating its thread.
  const timer = setTimeout(() => void thread.worker.terminate(), limitMs).unref();
  try {
    return await new Promise<Response>((resolve, reject) => {
      thread.calls.set(id, { application, signal, resolve, reject });
      thread.worker.postMessage(
        { kind: 'call', id, request: sent, ...call } satisfies ToThread,
        sent.body ? [sent.body] : [],
      );
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    thread.calls.delete(id);
    endWhenIdle(thread);
  }
}

function findIdlestThread(): Thread {
  const [first] = threads.toSorted((a, b) => a.calls.size - b.calls.size);
  const thread = first && (first.calls.size === 0 || threads.length >= MAX_THREADS) ? first : startThread();
  if (thread.idle) clearTimeout(thread.idle);
  return thread;
}

function startThread(): Thread {
  const here = fileURLToPath(import.meta.url);
  const options = { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } };
  const worker = here.endsWith('.ts')
    ? new Worker(SOURCE_PROGRAM, { ...options, eval: true })
    : new Worker(here.replace(/([/\\]server[/\\])(?:chunks[/\\])?[^/\\]+$/, '$1function-worker.js'), options);
  const thread: Thread = { worker, calls: new Map(), idle: null };
  worker.unref();
  worker.on('message', (message: FromThread) => void receive(thread, message));
  const end = (error: Error | null) => {
    const index = threads.indexOf(thread);
    if (index >= 0) threads.splice(index, 1);
    const reason = new ThreadError(error?.message ?? "The function's thread has ended.", { cause: error });
    for (const { reject } of thread.calls.values()) reject(reason);
  };
  worker.on('error', end);
  worker.on('exit', () => end(null));
  threads.push(thread);
  return thread;
}

function endWhenIdle(thread: Thread): void {
  if (thread.calls.size > 0) return;
  thread.idle = setTimeout(() => void thread.worker.terminate(), IDLE_MS).unref();
}

async function receive({ worker, calls }: Thread, message: FromThread): Promise<void> {
  if (message.kind === 'fetch') {
    const call = calls.get(message.call);
    try {
      if (!call) throw new Error('The call has ended.');
      const response = await getReceived(await call.application(requestFrom(message.request, call.signal)));
      worker.postMessage({ kind: 'fetched', id: message.id, response } satisfies ToThread, [response.body]);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      worker.postMessage({ kind: 'not fetched', id: message.id, message: text } satisfies ToThread);
    }
    return;
  }
  const call = calls.get(message.id);
  if (message.kind === 'answer') call?.resolve(responseFrom(message.response));
  else {
    const { name, message: text, stack, code } = message.error;
    call?.reject(Object.assign(new Error(text), { name, stack, ...(code !== null && { code }) }));
  }
}
