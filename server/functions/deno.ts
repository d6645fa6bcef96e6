import { AsyncLocalStorage } from 'node:async_hooks';
import { WebSocket } from 'ws';
import type { FunctionEnvironment } from './environment.ts';

type Handler = (request: Request, ...more: unknown[]) => Response | Promise<Response>;

/** Which function's code is running, with the environment it was given: several servers may share one process. */
const running = new AsyncLocalStorage<{ name: string; environment: FunctionEnvironment }>();

/** Runs a function's code so that its failures are known to be its own, whenever they happen. */
export function runAsFunction<T>(name: string, environment: FunctionEnvironment, work: () => T): T {
  return running.run({ name, environment }, work);
}

/** The name of the function whose code is running, or null when it is the server's own. */
export const runningFunction = (): string | null => running.getStore()?.name ?? null;

let served: Handler | null = null;

/** Returns the handler that the module passed to `Deno.serve` since the last call, or null. */
export function takeServed(): Handler | null {
  const handler = served;
  served = null;
  return handler;
}

/**
 * Gives functions that are written against Deno's own names the few that Supabase documents: `Deno.serve` and
 * `Deno.env`. Only installed when such a function is loaded, because libraries look at the name to know where they are.
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
    serve(...given: unknown[]) {
      const handler = given.map(getHandler).find((found) => found !== null);
      if (!handler) throw new TypeError('Deno.serve needs a handler.');
      served = handler;
      return { finished: new Promise(() => {}), shutdown: async () => {}, ref() {}, unref() {} };
    },
  };
  const names = {
    Deno: deno,
    // The process outlives every answer, so that work that was begun goes on by itself.
    EdgeRuntime: { waitUntil: <T>(work: Promise<T>) => work },
    // Deno has it, Node 20 has not, and supabase-js makes no client without.
    ...('WebSocket' in globalThis ? {} : { WebSocket }),
  };
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

function getHandler(given: unknown): Handler | null {
  if (typeof given === 'function') return given as Handler;
  const inner = (given as { handler?: unknown } | null)?.handler;
  return typeof inner === 'function' ? (inner as Handler) : null;
}
