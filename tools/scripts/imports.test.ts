import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = process.cwd();
const SOURCE_FOLDERS = ['engine', 'assistant', 'server', 'supabase/functions', 'web/src'];
/** The layers of the web application, lowest first. A file can import from its own layer and lower layers. */
const LAYERS = ['lib', 'ui', 'entities', 'features', 'app'];
const ALIASES: readonly (readonly [string, string])[] = [
  ['@/', 'web/src/'],
  ['@engine/', 'engine/'],
  ['@assistant/', 'assistant/'],
];
const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];

type Import = { from: string; to: string; byValue: boolean };

const files = SOURCE_FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
);
const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|\/suites\//.test(file);
const imports = files.flatMap(readImports);

describe('imports', () => {
  it('run from higher layers of the web application to lower ones only', () => {
    const getLayer = (file: string) => LAYERS.indexOf(/^web\/src\/(\w+)\//.exec(file)?.[1] ?? '');
    const upward = imports.filter(({ from, to }) => {
      const [source, target] = [getLayer(from), getLayer(to)];
      return !isTest(from) && source >= 0 && target > source;
    });
    expect(upward.map(describeImport)).toEqual([]);
  });

  it('reach only the top-level files of another feature', () => {
    const getFeature = (file: string) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];
    const crossing = imports.filter(({ from, to }) => {
      const [source, target] = [getFeature(from), getFeature(to)];
      return !isTest(from) && source && target && source !== target && to.split('/').length > 5;
    });
    expect(crossing.map(describeImport)).toEqual([]);
  });

  it('form no circle of files by value', () => {
    expect(findCircles(imports.filter(({ byValue }) => byValue))).toEqual([]);
  });

  it('form no circle of features', () => {
    const getFeature = (file: string) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];
    const between = imports.flatMap(({ from, to, byValue }) => {
      const [source, target] = [getFeature(from), getFeature(to)];
      return source && target && source !== target && !isTest(from)
        ? [{ from: source, to: target, byValue }]
        : [];
    });
    expect(findCircles(between)).toEqual([]);
  });
});

const describeImport = ({ from, to }: Import) => `${from} → ${to}`;

function readImports(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?([^;'"]*?\bfrom\s+)?'([^']+)'/gm);
  return Array.from(statements).flatMap(([, type, clause = '', specifier = '']) => {
    const to = resolveImport(file, specifier);
    const names = /\{([^}]*)\}/.exec(clause)?.[1];
    const onlyTypes =
      names !== undefined &&
      !/^[\w\s]+,/.test(clause.trim()) &&
      names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    return to ? [{ from: file, to, byValue: !type && !onlyTypes }] : [];
  });
}

function resolveImport(file: string, specifier: string): string | null {
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  if (!alias && !specifier.startsWith('.')) return null;
  const base = alias
    ? alias[1] + specifier.slice(alias[0].length)
    : relative(ROOT, join(ROOT, dirname(file), specifier))
        .split(sep)
        .join('/');
  const ending = ENDINGS.find(
    (suffix) => /\.\w+$/.test(base + suffix) && existsSync(join(ROOT, base + suffix)),
  );
  return ending === undefined ? null : base + ending;
}

/** Returns the groups of names that import each other in a circle (Tarjan's strongly connected components). */
function findCircles(edges: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): void => {
    index.set(name, index.size);
    low.set(name, index.get(name) ?? 0);
    stack.push(name);
    for (const target of targets.get(name) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(name, Math.min(low.get(name) ?? 0, low.get(target) ?? 0));
    }
    if (low.get(name) !== index.get(name)) return;
    const group = stack.splice(stack.indexOf(name));
    if (group.length > 1) circles.push(group.sort());
  };
  for (const name of targets.keys()) if (!index.has(name)) visit(name);
  return circles;
}
