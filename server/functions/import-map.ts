import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The targets of a project's import names: `npm:zod@4`, a URL, or an absolute file path. */
export type ImportMap = ReadonlyMap<string, string>;

const FILES = ['deno.json', 'deno.jsonc', 'import_map.json'];
/** Matches comments and trailing commas, which Deno allows in its settings. Skips strings. */
const NOT_JSON = /("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;

/**
 * Finds a function's import map the way the Supabase CLI does: the configured file, a file next to the
 * function, or a shared file.
 */
export function readImportMap(functionsFolder: string, entry: string, chosen: string | undefined): ImportMap {
  const folders = [dirname(entry), functionsFolder];
  const candidates = [
    ...(chosen ? [resolve(dirname(functionsFolder), chosen)] : []),
    ...folders.flatMap((folder) => FILES.map((file) => join(folder, file))),
  ];
  const file = candidates.find((candidate) => existsSync(candidate));
  return file === undefined ? new Map() : readFileOf(file);
}

function readFileOf(file: string): ImportMap {
  const content: { imports?: Record<string, string>; importMap?: string } = JSON.parse(
    readFileSync(file, 'utf8').replace(NOT_JSON, (_, text: string | undefined) => text ?? ''),
  );
  if (content.imports === undefined && content.importMap !== undefined)
    return readFileOf(resolve(dirname(file), content.importMap));
  const toAbsolute = ([name, target]: [string, string]): [string, string] => [
    name,
    /^\.{0,2}\//.test(target) ? withSlash(resolve(dirname(file), target), target) : target,
  ];
  return new Map(Object.entries(content.imports ?? {}).map(toAbsolute));
}

const withSlash = (path: string, content: string) => (content.endsWith('/') ? `${path}/` : path);

/** Resolves a name by an exact entry or by the longest matching entry that ends with a slash. */
export function resolveName(name: string, imports: ImportMap): string {
  const exact = imports.get(name);
  if (exact !== undefined) return exact;
  const [prefix] = [...imports.keys()]
    .filter((key) => key.endsWith('/') && name.startsWith(key))
    .sort((a, b) => b.length - a.length);
  return prefix === undefined ? name : `${imports.get(prefix)}${name.slice(prefix.length)}`;
}
