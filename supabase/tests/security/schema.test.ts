import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { describeSchemaFile } from '../../../tools/scripts/schema-dump.ts';
import { test } from '../support/harness.ts';

const SUPABASE = new URL('../../', import.meta.url);
const MIGRATIONS = new URL('migrations/', SUPABASE);
const migrations = readdirSync(MIGRATIONS).map((file) => ({
  file,
  text: readFileSync(new URL(file, MIGRATIONS), 'utf8'),
}));

describe('the migrations', () => {
  test('add up to schema.sql', async ({ bank }) => {
    const current = readFileSync(new URL('schema.sql', SUPABASE), 'utf8');
    expect(current, 'Run `npm run db:schema`.').toBe(await describeSchemaFile(bank.owner));
  });

  test('define each function once', () => {
    const names = migrations.flatMap(({ text }) =>
      Array.from(
        text.matchAll(/^create (or replace )?(?:function|procedure) ([\w.]+)\s*\(([^)]*)/gim),
        ([, replaces, name, types]) =>
          replaces ? `${name} is replaced` : `${name}(${types?.replace(/\s+/g, ' ').trim()})`,
      ),
    );
    expect(
      names.filter((name, index) => names.indexOf(name) !== index || name.endsWith(' is replaced')),
    ).toEqual([]);
  });

  test('have no line with more than 110 columns', () => {
    expect(findLines((line) => line.length > 110)).toEqual([]);
  });

  test('have no line that starts with a quotation mark', () => {
    expect(findLines((line) => line.startsWith("'"))).toEqual([]);
  });

  test('give the reason for definer rights on the same line', () => {
    expect(findLines((line) => /security definer(?! -- \w)/.test(line))).toEqual([]);
  });
});

/** Returns the places of matching lines in the migrations. */
function findLines(matches: (line: string) => boolean): string[] {
  return migrations.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (matches(line) ? [`${file}:${index + 1}`] : [])),
  );
}
