import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserNamesIn, dependenciesOf, licencesPage, refusedOf } from './licences.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const dependencies = dependenciesOf(JSON.parse(read('package-lock.json')));

test('nothing of production is under a licence that takes something away', () => {
  expect(dependencies.length).toBeGreaterThan(100);
  expect(refusedOf(dependencies)).toEqual([]);
});

test('the page of licences says what package-lock.json says; `npm run licences` writes it anew', () => {
  const page = read('docs/licences.md');
  const inBrowser = browserNamesIn(page);
  expect(inBrowser).toContain('react-dom');
  expect(inBrowser).not.toContain('pino');
  expect(page).toBe(licencesPage(dependencies, inBrowser));
});

test('a package that gives its licence to others, or names none, is refused; a font may be under OFL', () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '1.0.0', license: 'OFL-1.1' },
    'node_modules/@fontsource/d': { version: '1.0.0', license: 'OFL-1.1' },
    'node_modules/e': { version: '1.0.0', license: 'AGPL-3.0', dev: true },
    'node_modules/png-js': { version: '1.0.0' },
  };
  expect(refusedOf(dependenciesOf({ packages })).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});
