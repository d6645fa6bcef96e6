import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FILE_VERSION } from '../../engine/household/file-upgrade.ts';
import { householdFile, householdLists } from '../../engine/household/schema/household.ts';

const SUPABASE = new URL('../../supabase/', import.meta.url);
const LISTED_TABLE = /add_household_table\('(\w+)', '(?:public|bank)\.(\w+)'/g;
const COMMENT = /^comment on (?:table|column) (?:bank\.)?(\w+)(?:\.(\w+))? is '((?:[^']|'')*)';$/gm;

type Described = z.core.JSONSchema.JSONSchema;

/**
 * Returns the JSON Schema (draft 2020-12) of household files. The lists and their fields have the descriptions of
 * the bank's tables and columns. Rules that concern several fields, such as balanced entries, are checked by the
 * bank only.
 */
export function buildHouseholdSchema(): Described {
  const schema = z.toJSONSchema(householdFile, { io: 'input', unrepresentable: 'any' });
  const comments = readComments();
  for (const [list, table] of readTables()) {
    const part = schema.properties?.[list];
    if (typeof part !== 'object') continue;
    describe(part, comments.get(table));
    const fields = typeof part.items === 'object' && !Array.isArray(part.items) ? part.items.properties : {};
    for (const [field, value] of Object.entries(fields ?? {}))
      if (typeof value === 'object') describe(value, comments.get(`${table}.${field}`));
  }
  return {
    ...schema,
    title: `Sandbank household file, version ${FILE_VERSION}`,
    description:
      'One household with its ledger and rules. Amounts are in major units, rates in percent per year, and instants in ISO 8601 with an offset.',
  };
}

function describe(part: Described, description: string | undefined): void {
  if (description) part.description = description;
}

/** Returns the bank's table of each list. Lists that share a table's name need no entry. */
function readTables(): Map<string, string> {
  const loading = readFileSync(new URL('migrations/20261123036000_household_loading.sql', SUPABASE), 'utf8');
  const tables = new Map(Object.keys(householdLists).map((list) => [list, list]));
  for (const [, list = '', table = ''] of loading.matchAll(LISTED_TABLE)) tables.set(list, table);
  return tables;
}

/** Returns the descriptions of the bank's tables (`goals`) and columns (`goals.target`). */
function readComments(): Map<string, string> {
  const schema = readFileSync(new URL('schema.sql', SUPABASE), 'utf8');
  return new Map(
    [...schema.matchAll(COMMENT)].map(([, table, column, text = '']) => [
      column ? `${table}.${column}` : `${table}`,
      text.replaceAll("''", "'"),
    ]),
  );
}
