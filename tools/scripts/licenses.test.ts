import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserNamesIn, getDependencies, getRefused, licensesPage } from './licenses.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const dependencies = getDependencies(JSON.parse(read('package-lock.json')));

test('every production package has a permitted license', () => {
  expect(dependencies.length).toBeGreaterThan(100);
  expect(getRefused(dependencies)).toEqual([]);
});

test('docs/licenses.md matches package-lock.json; update it with `npm run licenses`', () => {
  const page = read('docs/licenses.md');
  const inBrowser = browserNamesIn(page);
  expect(inBrowser).toContain('react-dom');
  expect(inBrowser).not.toContain('pino');
  expect(page).toBe(licensesPage(dependencies, inBrowser));
});

test('rejects copyleft and missing licenses, and accepts OFL only for fonts', () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '1.0.0', license: 'OFL-1.1' },
    'node_modules/@fontsource/d': { version: '1.0.0', license: 'OFL-1.1' },
    'node_modules/e': { version: '1.0.0', license: 'AGPL-3.0', dev: true },
    'node_modules/png-js': { version: '1.0.0' },
  };
  expect(getRefused(getDependencies({ packages })).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});
