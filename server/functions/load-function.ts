import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The handler of one function; `environment` is what `Deno.env` and `fetch` are to it on Supabase. */
export type ServerFunction = (
  request: Request,
  environment: { get(name: string): string | undefined; fetch: typeof fetch },
) => Response | Promise<Response>;

/** Names that are one harmless path segment; everything else is an unknown function. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

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
      const loading = load(file).catch((error: unknown) => {
        loaded.delete(name);
        throw error;
      });
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

async function load(file: string): Promise<ServerFunction | null> {
  const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const handler = module.default;
  if (typeof handler === 'function') return (request, environment) => handler(request, environment);
  if (isHandler(handler)) return (request, environment) => handler.fetch(request, environment);
  throw new TypeError('A server function must export default { fetch(request) }.');
}

function isHandler(value: unknown): value is { fetch: ServerFunction } {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function';
}
