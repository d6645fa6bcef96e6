import { FILE_VERSION, getVersion, upgradeHouseholdFile } from './file-upgrade.ts';
import { type HouseholdFile, householdFile, householdLists } from './schema/household.ts';

/**
 * The maximum nesting depth. Valid files have fewer levels, and recursive functions can process this many.
 */
const MAX_DEPTH = 64;

/** Upgrades and validates a household file. If it is invalid, returns a message about the problem. */
export function readHouseholdFile(file: unknown): { file: HouseholdFile } | { problem: string } {
  if (isDeeperThan(MAX_DEPTH, file))
    return { problem: "This isn't a household file. It has too many nested levels." };
  const upgraded = upgradeHouseholdFile(replaceInvisible(file));
  if (getVersion(upgraded) > FILE_VERSION)
    return { problem: 'A newer version of Sandbank wrote this file. Update Sandbank first.' };
  const read = householdFile.safeParse(upgraded);
  if (read.success) return { file: read.data };
  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? ` (${issue.path.join(' › ')}: ${issue.message})` : '';
  return { problem: `This isn't a household file${place}.` };
}

/**
 * Invisible characters that don't occur in names: control characters and bidirectional marks. Tabs, line
 * breaks, and null characters are not included.
 */
const HIDDEN = /(?:(?![\t\n\r\0])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff])+/gu;

/** Replaces invisible characters with spaces, because the file can come from an untrusted source. */
function replaceInvisible(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(HIDDEN, ' ');
  if (Array.isArray(value)) return value.map(replaceInvisible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceInvisible(item)]));
}

/**
 * Returns true if a value is nested more deeply than a limit. Works level by level, because recursion would
 * overflow the stack.
 */
function isDeeperThan(most: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

const LISTS_WITH_IDS = (Object.keys(householdLists) as (keyof typeof householdLists)[]).filter(
  (list) => 'id' in householdLists[list].unwrap().element.shape,
);

/**
 * Replaces all ids in a household: in the ledger, the carryover, and event keys. The new ids have the same
 * order as the old ones, because the engine sorts products opened at the same instant by id.
 */
export function withNewIds(file: HouseholdFile, newId: () => string): HouseholdFile {
  const rows = LISTS_WITH_IDS.flatMap((list) => (file[list] ?? []) as { id: string }[]);
  const old = [...new Set(rows.map((row) => row.id))].sort();
  const fresh = old.map(newId).sort();
  const renamed = new Map(old.map((oldId, index) => [oldId, fresh[index] ?? oldId]));
  const text = JSON.stringify(file).replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (match) => renamed.get(match) ?? match,
  );
  return JSON.parse(text) as HouseholdFile;
}

/**
 * Splits a file into chunks of limited size. The chunks contain only ASCII characters, so no character is
 * split between two chunks.
 */
export function getPieces(file: object, size: number): string[] {
  const text = JSON.stringify(file).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
