// Selects the tests that `npm test -- <path or name>` runs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const TEST_FILE = /\.(test\.tsx?|spec\.ts)$/;
const EXTENSION = /(\.(test|spec))?\.(tsx?|mjs|sql)$/;
/** The Vitest project of each folder. All other folders, and tests in `web` without a page, are in `node`. */
const PROJECTS = { server: 'bank', supabase: 'bank' };
/** The tests that need a page. The `include` patterns in vitest.config.ts have the same rule. */
const PAGE_TEST_FILE = /^web\/.*\.(test\.tsx|dom\.test\.ts)$/;

/**
 * Returns the test files for paths and names, with their Vitest projects. A folder selects all its tests. A
 * source file selects the tests that start with its name. If there are none, it selects the tests in its
 * folder. Any other word selects the tests whose path contains it. `unknown` lists the words that match
 * nothing.
 */
export function selectTests(filters, root) {
  const files = new Set();
  const unknown = [];
  const all = listTestFiles(root);
  for (const word of filters) {
    const matching = filesFor(word.replace(/^\.\//, '').replace(/\/$/, ''), all, root);
    if (matching.length === 0) unknown.push(word);
    for (const file of matching) files.add(file);
  }
  const browser = [...files].filter((file) => file.startsWith('e2e/'));
  const unit = [...files].filter((file) => !file.startsWith('e2e/'));
  const projects = [...new Set(unit.map((file) => getProject(file)))];
  return { unit, browser, projects, unknown };
}

const getProject = (file) =>
  PAGE_TEST_FILE.test(file) ? 'web' : (PROJECTS[file.split('/', 1)[0]] ?? 'node');

function filesFor(word, all, root) {
  const inFolder = (folder) => all.filter((file) => file.startsWith(`${folder}/`));
  if (all.includes(word)) return [word];
  if (EXTENSION.test(word) && existsSync(join(root, word))) {
    const stem = word.replace(EXTENSION, '');
    const own = all.filter((file) => file.startsWith(`${stem}.`) || file.startsWith(`${stem}-`));
    return own.length > 0 ? own : inFolder(word.slice(0, word.lastIndexOf('/')));
  }
  const below = inFolder(word);
  return below.length > 0 ? below : all.filter((file) => file.includes(word));
}

function listTestFiles(root) {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return stdout.split('\n').filter((file) => TEST_FILE.test(file) && existsSync(join(root, file)));
}
