import { type HouseholdFile, householdFile } from './file-schema.ts';

/** More levels than any household has, and few enough to be walked through by functions that call themselves. */
const MOST_DEPTH = 64;

/** The household of a file, or in a sentence why it is none. */
export function readHouseholdFile(file: unknown): { file: HouseholdFile } | { problem: string } {
  if (isDeeperThan(MOST_DEPTH, file))
    return { problem: 'This is not the file of a household: it is nested too deeply.' };
  const read = householdFile.safeParse(shown(file));
  if (read.success) return { file: read.data };
  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? ` (${issue.path.join(' › ')}: ${issue.message})` : '';
  return { problem: `This is not the file of a household${place}.` };
}

/** What words of the bank never hold: control characters, and marks that turn the text around them. Lines may end. */
const HIDDEN = /(?:(?![\t\n\r\0])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff])+/gu;

/** The same file with a blank for whatever cannot be seen in its words: it may come from anybody. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(HIDDEN, ' ');
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each)]));
}

/** Level by level: what is nested a million times must not be descended into. */
function isDeeperThan(most: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/**
 * The same household under new ids, wherever they stand: in the books, the engine's memory and the keys of events. The
 * new ids sort as the old ones did, because the engine takes products that were opened at one instant by their ids.
 */
export function withNewIds(file: HouseholdFile, newId: () => string): HouseholdFile {
  const rows = [
    ...[file.accounts, file.cards, file.loans, file.mortgages, file.pages],
    ...[file.auto_deposits, file.scheduled_payments, file.exceptions, file.shocks, file.goals],
    ...[file.card_controls, file.virtual_cards, file.card_replacements, file.limit_requests, file.disputes],
    ...[file.imports, file.reconciliations, file.row_rules ?? []],
  ];
  const old = [...new Set(rows.flat().map((row) => row.id))].sort();
  const fresh = old.map(newId).sort();
  const renamed = new Map(old.map((oldId, index) => [oldId, fresh[index] ?? oldId]));
  const text = JSON.stringify(file).replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (found) => renamed.get(found) ?? found,
  );
  return JSON.parse(text) as HouseholdFile;
}

/** The file as text in pieces of bearable size: plain ASCII, so that no character is cut in two. */
export function piecesOf(file: object, size: number): string[] {
  const text = JSON.stringify(file).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
