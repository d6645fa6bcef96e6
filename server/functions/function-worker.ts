// The entry point of worker threads. They run functions that would block other requests.
import { parentPort } from 'node:worker_threads';
import { runAsFunction } from './deno.ts';
import type { FunctionEnvironment } from './environment.ts';
import { loadFunctions } from './load-function.ts';
import { createFetch } from './own-address.ts';
import {
  type Call,
  type FromThread,
  getReceived,
  getSent,
  requestFrom,
  responseFrom,
  type ToThread,
} from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This program must run in a worker thread of the server.');

const functions = new Map<string, ReturnType<typeof loadFunctions>>();
const calls = new Map<number, AbortController>();
const fetches = new Map<number, { resolve(response: Response): void; reject(error: Error): void }>();
let lastFetch = 0;

const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

/** Forwards a request for the server's own address to the server's thread. */
async function fromServer(call: number, request: Request): Promise<Response> {
  const sent = await getSent(request);
  lastFetch += 1;
  const id = lastFetch;
  return new Promise((resolve, reject) => {
    fetches.set(id, { resolve, reject });
    send({ kind: 'fetch', id, call, request: sent }, sent.body ? [sent.body] : []);
  });
}

async function run({ id, name, request, folder, entryPoints, variables, own }: Call): Promise<void> {
  const client = new AbortController();
  calls.set(id, client);
  const environment: FunctionEnvironment = {
    get: (key) => variables[key],
    toObject: () => ({ ...variables }),
    fetch: createFetch((inner) => fromServer(id, inner), own),
  };
  try {
    // The entry points come from the operator's settings. A property whose value is undefined counts as
    // missing, so the cast is safe.
    const loaded =
      functions.get(folder) ?? loadFunctions(folder, entryPoints as Parameters<typeof loadFunctions>[1]);
    functions.set(folder, loaded);
    const handler = await runAsFunction(name, environment, () => loaded.find(name));
    if (handler === null) throw new Error(`There is no function called ${name}.`);
    const response = await runAsFunction(name, environment, async () =>
      handler(requestFrom(request, client.signal), environment),
    );
    const received = await getReceived(response);
    send({ kind: 'answer', id, response: received }, [received.body]);
  } catch (error) {
    send({ kind: 'failed', id, error: described(error) });
  } finally {
    calls.delete(id);
  }
}

function described(error: unknown) {
  const errorDetails = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const { name = 'Error', message = String(error), stack = '', code } = errorDetails;
  return { name, message, stack, code: typeof code === 'string' ? code : null };
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'call') void run(message);
  else if (message.kind === 'abort') calls.get(message.id)?.abort();
  else {
    const waiting = fetches.get(message.id);
    fetches.delete(message.id);
    if (message.kind === 'fetched') waiting?.resolve(responseFrom(message.response));
    else waiting?.reject(new TypeError(message.message));
  }
});
