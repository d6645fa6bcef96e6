import { AsyncLocalStorage } from 'node:async_hooks';
import { WebSocket } from 'ws';
import type { FunctionEnvironment } from './environment.ts';

type Handler = (request: Request, ...more: unknown[]) => Response | Promise<Response>;

/**
 * The function whose code is running, and its environment. Both are tracked per call, because several servers
 * can share a process.
 */
const running = new AsyncLocalStorage<{ name: string; environment: FunctionEnvironment }>();

/** Runs a function's code so that its errors, including those that occur later, can be attributed to it. */
export function runAsFunction<T>(name: string, environment: FunctionEnvironment, work: () => T): T {
  return running.run({ name, environment }, work);
}

/** Returns the name of the function whose code is running, or null for the server's own code. */
export const runningFunction = (): string | null => running.getStore()?.name ?? null;

let served: Handler | null = null;

/** Returns the handler passed to `Deno.serve` since the last call, or null. */
export function takeServedHandler(): Handler | null {
  const handler = served;
  served = null;
  return handler;
}

/**
 * Provides the Deno APIs that Supabase documents: `Deno.serve` and `Deno.env`. Installed only if a function
 * that needs them is loaded, because libraries detect Deno by this name.
 */
export function installDeno(): void {
  if ('Deno' in globalThis) return;
  const variables = () => running.getStore()?.environment;
  const deno = {
    version: { deno: '0.0.0', v8: process.versions.v8, typescript: '0.0.0' },
    env: {
      get: (name: string) => variables()?.get(name),
      has: (name: string) => variables()?.get(name) !== undefined,
      toObject: () => variables()?.toObject() ?? {},
    },
    serve(...args: unknown[]) {
      const handler = args.map(getHandler).find((match) => match !== null);
      if (!handler) throw new TypeError('Deno.serve needs a handler.');
      served = handler;
      return { finished: new Promise(() => {}), shutdown: async () => {}, ref() {}, unref() {} };
    },
  };
  const names = {
    Deno: deno,
    // The process keeps running after each response, so background work continues.
    EdgeRuntime: { waitUntil: <T>(work: Promise<T>) => work },
    // Node 20 lacks WebSocket, which supabase-js needs.
    ...('WebSocket' in globalThis ? {} : { WebSocket }),
  };
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

function getHandler(value: unknown): Handler | null {
  if (typeof value === 'function') return value as Handler;
  const inner = (value as { handler?: unknown } | null)?.handler;
  return typeof inner === 'function' ? (inner as Handler) : null;
}
