import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readHouseholdFile } from '../../engine/household/file.ts';
import { FILE_VERSION, SCHEMA_FILE } from '../../engine/household/file-upgrade.ts';
import { buildHouseholdSchema } from './household-schema.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const example = JSON.parse(readFileSync(new URL('household-file.example.json', DOCS), 'utf8'));
const validator = z.fromJSONSchema(buildHouseholdSchema() as Parameters<typeof z.fromJSONSchema>[0]);

describe('the JSON Schema of household files', () => {
  it('accepts the documented example, which the bank can read', () => {
    expect(readHouseholdFile(example)).toHaveProperty('file');
    expect(validator.safeParse(example).error).toBeUndefined();
  });

  it.each([
    ['an unknown currency', { base_currency: 'dollars' }],
    ['a negative limit', { cards: [{ ...example.accounts[0], credit_limit: -1 }] }],
    ['another version', { version: FILE_VERSION + 1 }],
  ])('refuses %s', (_, change) => {
    expect(validator.safeParse({ ...example, ...change }).success).toBe(false);
  });

  it('describes each list, and fields of tables with other names', () => {
    const { properties = {} } = buildHouseholdSchema();
    const lists = Object.values(properties).filter(
      (part) => typeof part === 'object' && part.type === 'array',
    );
    expect(lists.filter((part) => !(typeof part === 'object' && part.description))).toEqual([]);
    expect(properties['disputes']).toMatchObject({ items: { properties: { amount: { type: 'number' } } } });
  });
});

it('is documented with its version', () => {
  const text = readFileSync(new URL('household-file.md', DOCS), 'utf8');
  expect(text).toContain(SCHEMA_FILE);
  expect(text).toContain(`version ${FILE_VERSION}`);
});
