import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { selectTests } from './select-tests.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const select = (...filters: string[]) => selectTests(filters, ROOT);

test('a folder selects the tests in it, in one project', () => {
  const { unit, browser, projects, unknown } = select('supabase/tests/ledger/');
  expect(unit).toContain('supabase/tests/ledger/ledger.test.ts');
  expect(unit.every((file) => file.startsWith('supabase/tests/ledger/'))).toBe(true);
  expect({ browser, projects, unknown }).toEqual({ browser: [], projects: ['bank'], unknown: [] });
});

test('a source file selects the tests that start with its name', () => {
  const { unit, projects } = select('engine/products/cards/card.ts');
  expect(unit).toEqual(
    expect.arrayContaining(['engine/products/cards/card.test.ts', 'engine/products/cards/card-fees.test.ts']),
  );
  expect(unit).not.toContain('engine/products/debts/debt.test.ts');
  expect(projects).toEqual(['node']);
});

test('a source file without tests of its own selects the tests of its folder', () => {
  expect(select('engine/products/rates.ts').unit).toContain('engine/products/cards/card.test.ts');
});

test('a word selects every test whose path contains it, browser tests included', () => {
  const { unit, browser, projects } = select('budgets');
  expect(unit).toContain('supabase/tests/plans/budgets.test.ts');
  expect(browser).toContain('e2e/budgets.spec.ts');
  expect(projects).toEqual(expect.arrayContaining(['node', 'bank']));
});

test('a test file selects itself', () => {
  expect(select('engine/products/cards/card.test.ts').unit).toEqual(['engine/products/cards/card.test.ts']);
});

test('a word that no test matches is reported', () => {
  expect(select('no-such-test')).toEqual({ unit: [], browser: [], projects: [], unknown: ['no-such-test'] });
});
