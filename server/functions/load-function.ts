import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageRoot } from '../package-root.ts';
import { bundleFunction } from './bundle.ts';
import { installDeno, takeServedHandler } from './deno.ts';
import type { FunctionEnvironment } from './environment.ts';
import { readImportMap } from './import-map.ts';

type FunctionResponse = Response | Promise<Response>;
export type ServerFunction = (request: Request, environment: FunctionEnvironment) => FunctionResponse;

/** A valid function name, which is a single, safe path segment. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const DENO_NAMES = /\b(?:Deno\.(?:serve|env)|EdgeRuntime\.waitUntil)\b/;

/**
 * Handlers by module, shared by the process. A module is evaluated only once, even if several servers load
 * it.
 */
const servedBy = new Map<string, ServerFunction>();
/**
 * The most recent load of a module. Modules are evaluated one at a time, so that a Deno.serve call can be
 * attributed to its module.
 */
let lastLoad: Promise<unknown> = Promise.resolve();

/** The entry point settings in `[functions.<name>]` of config.toml. */
type EntryPoints = Partial<Record<string, { entrypoint?: string; import_map?: string }>>;
/** A module that is either loaded directly or bundled first. */
type FunctionSource = { file: string; bundle: () => Promise<string> | null };

/**
 * Finds functions by name. The bank's own functions are `<name>.js` files in the build, or run as TypeScript
 * (tsx, vitest). Functions of other projects are bundled on their first call. Each module is loaded once. If
 * loading fails, the next call tries again.
 */
export function loadFunctions(folder: string, entryPoints: EntryPoints = {}) {
  const loaded = new Map<string, Promise<ServerFunction | null>>();
  return {
    find(name: string): Promise<ServerFunction | null> {
      const cached = loaded.get(name);
      if (cached !== undefined) return cached;
      const source = NAME.test(name)
        ? (findOwnFunction(folder, name) ?? findForeignFunction(folder, name, entryPoints))
        : null;
      if (source === null) return Promise.resolve(null);
      const loading = lastLoad.then(() => load(source));
      lastLoad = loading.catch(() => loaded.delete(name));
      loaded.set(name, loading);
      return loading;
    },
  };
}

function findOwnFunction(folder: string, name: string): FunctionSource | null {
  if (resolve(folder) !== join(packageRoot, 'supabase', 'functions')) return null;
  const built = builtFolder();
  const file = built === null ? join(folder, name, 'index.ts') : join(built, `${name}.js`);
  return existsSync(file) ? { file, bundle: () => null } : null;
}

function findForeignFunction(folder: string, name: string, entryPoints: EntryPoints): FunctionSource | null {
  const { entrypoint, import_map: importMap } = (Object.hasOwn(entryPoints, name) && entryPoints[name]) || {};
  const plain = join(folder, `${name}.js`);
  if (!entrypoint && existsSync(plain)) return { file: plain, bundle: () => null };
  const file = entrypoint ? resolve(dirname(folder), entrypoint) : join(folder, name, 'index.ts');
  if (!existsSync(file)) return null;
  return { file, bundle: () => bundleFunction(file, readImportMap(folder, file, importMap)) };
}

/** Returns the folder of built functions, or null if this module itself is running as TypeScript. */
function builtFolder(): string | null {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith('.ts')) return null;
  return here.replace(/[/\\]server[/\\](?:chunks[/\\])?[^/\\]+$/, '/functions');
}

async function load({ file, bundle }: FunctionSource): Promise<ServerFunction> {
  const bundled = await bundle();
  if (DENO_NAMES.test(bundled ?? readFileSync(file, 'utf8'))) installDeno();
  takeServedHandler();
  const module = bundled === null ? await evaluate(file) : await evaluateScript(bundled);
  const handler = module.default;
  if (typeof handler === 'function') return (request, environment) => handler(request, environment);
  if (isHandler(handler)) return (request, environment) => handler.fetch(request, environment);
  const serve = takeServedHandler();
  if (serve !== null) servedBy.set(file, (request) => serve(request));
  const served = servedBy.get(file);
  if (served !== undefined) return served;
  throw new TypeError('A server function must export default { fetch(request) }, or call Deno.serve.');
}

const evaluate = (file: string): Promise<{ default?: unknown }> =>
  import(/* @vite-ignore */ pathToFileURL(file).href);

/** Evaluates a bundle from a temporary file. Node doesn't read the file again after that. */
async function evaluateScript(bundle: string): Promise<{ default?: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'function-'));
  try {
    const file = join(folder, 'index.mjs');
    writeFileSync(file, bundle);
    return await evaluate(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isHandler(value: unknown): value is { fetch: ServerFunction } {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function';
}
