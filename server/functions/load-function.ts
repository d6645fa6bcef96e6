import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installDeno, takeServed } from './deno.ts';
import type { FunctionEnvironment } from './environment.ts';

/** The handler of one function. */
export type ServerFunction = (
  request: Request,
  environment: FunctionEnvironment,
) => Response | Promise<Response>;

/** Names that are one harmless path segment; everything else is an unknown function. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** What the modules of this process have served: a module is evaluated once, however many servers load it. */
const servedBy = new Map<string, ServerFunction>();
/** Modules are evaluated one after the other, so that it is clear which of them calls Deno.serve. */
let lastLoad: Promise<unknown> = Promise.resolve();

/**
 * Finds functions by name: `<name>.js` as the build bundles them, or `<name>/index.ts` where TypeScript runs
 * directly (tsx, vitest). A module is loaded once; one that failed to load is tried again at the next call.
 */
export function loadFunctions(folder: string): { find(name: string): Promise<ServerFunction | null> } {
  const loaded = new Map<string, Promise<ServerFunction | null>>();
  return {
    find(name) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const file = NAME.test(name) ? fileOf(folder, name) : undefined;
      if (file === undefined) return Promise.resolve(null);
      const loading = lastLoad.then(() => load(file));
      lastLoad = loading.catch(() => loaded.delete(name));
      loaded.set(name, loading);
      return loading;
    },
  };
}

function fileOf(folder: string, name: string): string | undefined {
  const bundled = bundledFolder();
  const candidates = [
    ...(bundled === null ? [] : [join(bundled, `${name}.js`)]),
    join(folder, `${name}.js`),
    join(folder, name, 'index.ts'),
  ];
  return candidates.find((file) => existsSync(file));
}

/** The folder the build writes functions to, or null when this module itself is TypeScript. */
function bundledFolder(): string | null {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith('.ts')) return null;
  return here.replace(/[/\\]server[/\\](?:chunks[/\\])?[^/\\]+$/, '/functions');
}

async function load(file: string): Promise<ServerFunction> {
  if (/\bDeno\.serve\b/.test(readFileSync(file, 'utf8'))) installDeno();
  takeServed();
  const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const handler = module.default;
  if (typeof handler === 'function') return (request, environment) => handler(request, environment);
  if (isHandler(handler)) return (request, environment) => handler.fetch(request, environment);
  const serve = takeServed();
  if (serve !== null) servedBy.set(file, (request) => serve(request));
  const served = servedBy.get(file);
  if (served !== undefined) return served;
  throw new TypeError('A server function must export default { fetch(request) }, or call Deno.serve.');
}

function isHandler(value: unknown): value is { fetch: ServerFunction } {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function';
}
