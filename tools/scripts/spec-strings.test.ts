import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = process.cwd();

/** The labels, titles, and toasts that the specification fixes, by the part of the product that shows them. */
const SPECIFIED: Record<string, string[]> = JSON.parse(
  readFileSync(join(ROOT, 'tools/testing/spec-strings.json'), 'utf8'),
);

/** The product's source in one text, without tests. */
const source = ['web/src', 'supabase/migrations'].flatMap(readSources).join('\n');

describe.each(Object.entries(SPECIFIED))('the specified texts of %s', (_part, strings) => {
  test.each(strings)('keep “%s” letter for letter', (text) => {
    expect(occursWhole(text)).toBe(true);
  });
});

test('the check fails for a text that the product does not show', () => {
  expect(occursWhole('Failed to feed the cat')).toBe(false);
});

function readSources(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|sql)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(ROOT, directory, path), 'utf8').replace(/\s+/g, ' '));
}

/** Tells whether a quoted literal or the text of an element is exactly this, or begins with it before a value. */
function occursWhole(text: string): boolean {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "(?:\\\\'|''|')");
  return new RegExp(`(?:['"\`]|> ?|\\}\\s?)${escaped}(?:['"\`]| ?<| ?\\$?\\{)`).test(source);
}
