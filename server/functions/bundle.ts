import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { packageRoot } from '../package-root.ts';
import { type ImportMap, resolveName } from './import-map.ts';
import { parseRemoteImport } from './remote-imports.ts';

/** Thrown if a function fails to start. Callers can see the message. */
export class BootError extends Error {
  override name = 'BootError';
}

/** Marks imports that this plugin passes to esbuild, to prevent recursion. */
const RESOLVING = 'asked by the rule';
const NAMESPACE = 'sandbank';
const MODULES: Record<string, string> = {
  types: 'export {};',
  'std-server':
    'export const serve = (handler, options) => Deno.serve(options ?? {}, handler);\nexport const serveListener = serve;',
};

/**
 * Bundles a TypeScript function written for Deno together with the project's own files. Downloads nothing.
 * Packages installed for the project or this server stay external. Throws BootError for unknown imports.
 */
export async function bundleFunction(entry: string, imports: ImportMap): Promise<string> {
  // Loaded on demand, because a production build doesn't need it.
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'inline',
      logLevel: 'silent',
      // A project's type and JSX settings are for its editor, so an invalid tsconfig.json is ignored.
      tsconfigRaw: {},
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
      plugins: [denoNames(imports)],
    });
    return outputFiles[0]?.text ?? '';
  } catch (error) {
    const reportMissing = (error as BuildFailure).errors?.find(({ detail }) => detail instanceof BootError);
    throw reportMissing ? reportMissing.detail : error;
  }
}

function denoNames(imports: ImportMap): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.pluginData === RESOLVING || args.kind === 'entry-point') return undefined;
        const specifier = resolveName(args.path, imports);
        if (specifier.startsWith('node:') || isBuiltin(specifier)) return { path: specifier, external: true };
        const isFile = /^\.{1,2}\//.test(specifier) || isAbsolute(specifier);
        const match = isFile
          ? await resolveWithEsbuild(build, specifier, args, args.resolveDir)
          : await resolvePackage(build, specifier, args);
        return match ?? reportMissing(specifier, args);
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({ contents: MODULES[path] }));
    },
  };
}

async function resolvePackage(build: PluginBuild, specifier: string, args: OnResolveArgs) {
  const remote = parseRemoteImport(specifier);
  if (remote?.kind === 'unknown') return null;
  if (remote && remote.kind !== 'package') return { path: remote.kind, namespace: NAMESPACE };
  const name = remote?.name ?? specifier;
  const result =
    (await resolveWithEsbuild(build, name, args, args.resolveDir)) ??
    (await resolveWithEsbuild(build, name, args, packageRoot));
  return result && { path: pathToFileURL(result.path).href, external: true };
}

async function resolveWithEsbuild(
  build: PluginBuild,
  name: string,
  { kind, importer }: OnResolveArgs,
  resolveDir: string,
): Promise<{ path: string } | null> {
  const { path, errors } = await build.resolve(name, { kind, importer, resolveDir, pluginData: RESOLVING });
  return errors.length > 0 || path === '' ? null : { path };
}

function reportMissing(specifier: string, { importer, path }: OnResolveArgs): OnResolveResult {
  // Hides the project's location from callers.
  const named = specifier === path || isAbsolute(specifier) ? path : `${path} (${specifier})`;
  const text = `${named} can't be imported: nothing is downloaded here, and no such file or package is installed`;
  return { errors: [{ text: `${text} (${importer})`, detail: new BootError(text) }] };
}
