import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeApi } from './api-docs.ts';

const api = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

test('docs/api.md describes the public functions of the current migrations', () => {
  expect(api, 'Run `npm run docs:api`.').toBe(describeApi());
});

test('docs/api.md shows a call of each money verb', () => {
  const verbs = ['deposit', 'withdraw', 'transfer', 'charge_credit_card', 'pay_credit_card', 'pay_loan'];
  for (const verb of [...verbs, 'pay_mortgage']) expect(api).toContain(`supabase.rpc('${verb}', {`);
});

test('docs/api.md lists each function that a migration defines in schema public, once', () => {
  const migrations = new URL('../../supabase/migrations/', import.meta.url);
  const names = readdirSync(migrations).flatMap((file) =>
    [
      ...readFileSync(new URL(file, migrations), 'utf8').matchAll(
        /^create function public\.([a-z_]+)\([^)]*\)\s*returns (?!trigger)/gm,
      ),
    ].map(([, name = '']) => name),
  );
  const listed = [...api.matchAll(/^### ([a-z_]+)$/gm)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(names.toSorted());
});
