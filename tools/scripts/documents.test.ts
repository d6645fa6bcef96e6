import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LINK = /\[[^\]]*\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
/** Matches a project file path in code style: a folder, then a file name with an extension. */
const PATH =
  /`((?:assistant|content|docs|e2e|engine|packs|server|supabase|tools|web)\/[\w./-]+\.(?:json|md|mjs|sql|toml|tsx?))`/g;
const SQL_NAME = /`(bank|public)\.([a-z_]+)`/g;
const ROW = /^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$/gm;

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  // Brackets in content files are references to terms. A separate validator checks them.
  .filter((file) => file !== '' && !file.startsWith('content/') && existsSync(join(ROOT, file)));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match]) => match ?? '');

test('every link in a document leads to a file', () => {
  const missing = documents.flatMap((file) =>
    matches(read(file).replace(/`[^`\n]*`/g, ''), LINK)
      .filter((target) => !existsSync(join(ROOT, normalize(join(dirname(file), target)))))
      .map((target) => `${file}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test('every file that a document names exists', () => {
  const missing = documents.flatMap((file) =>
    matches(read(file), PATH)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('ARCHITECTURE.md names functions that the schema has', () => {
  const schema = read('supabase/schema.sql');
  const missing = [...read('ARCHITECTURE.md').matchAll(SQL_NAME)]
    .map(([, schemaName, name]) => (schemaName === 'public' ? name : `${schemaName}.${name}`))
    .filter((name) => !schema.includes(`function ${name}(`));
  expect(missing).toEqual([]);
});

/** Matches a name in code style followed by the file that defines it. */
const NAMED_IN_FILE = /`([\w.]+)`\s+\(`([\w./-]+\.(?:tsx?|sql))`\)/g;

test('ARCHITECTURE.md names functions and components that their files contain', () => {
  const named = [...read('ARCHITECTURE.md').matchAll(NAMED_IN_FILE)];
  expect(named.length).toBeGreaterThan(20);
  const missing = named
    .filter(
      ([, name = '', path = '']) =>
        !existsSync(join(ROOT, path)) || !read(path).includes(name.split('.').at(-1) ?? ''),
    )
    .map(([match]) => match);
  expect(missing).toEqual([]);
});

test('the table of ARCHITECTURE.md points to files that contain what they are said to contain', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(ROW)];
  expect(rows.length).toBeGreaterThan(25);
  const wrong = rows
    .filter(([, path, name]) => !existsSync(join(ROOT, path ?? '')) || !read(path ?? '').includes(name ?? ''))
    .map(([row]) => row);
  expect(wrong).toEqual([]);
});

const DECISIONS = 'docs/decisions/';
const records = readdirSync(join(ROOT, DECISIONS)).sort();

test('decision records are numbered without gaps and named by their title', () => {
  const expected = records.map((file, index) => {
    const [, title = ''] = read(`${DECISIONS}${file}`).match(/^# \d+\. (.+)\n/) ?? [];
    const slug = title
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, '-');
    return `${String(index + 1).padStart(3, '0')}-${slug}.md`;
  });
  expect(records).toEqual(expected);
});

test('each decision record has its number, a context, a decision, and consequences', () => {
  const wrong = records.filter((file, index) => {
    const [title = '', ...headings] = read(`${DECISIONS}${file}`).match(/^##? .+$/gm) ?? [];
    const isNumbered = title.startsWith(`# ${index + 1}. `);
    return !isNumbered || headings.join() !== '## Context,## Decision,## Consequences';
  });
  expect(wrong).toEqual([]);
});
