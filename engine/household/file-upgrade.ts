import { addInquiryKinds, divideCurrencyChanges } from './file-version-1.ts';

/**
 * Household files of older versions. `export_household` writes the version that FILE_VERSION names. A file of an older
 * one is upgraded step by step before its shape is checked, so the bank and the schema know only the newest one.
 */
export const FILE_VERSION = 2;

/** New names by old names, by the path of the object that has them. */
type RenamedKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;
type JsonObject = Record<string, unknown>;
type Upgrade = { renamedKeys: RenamedKeys; convert: (file: JsonObject) => JsonObject };

/**
 * The upgrade from each version to the next one. `convert` runs first and sees the old keys; then keys are renamed.
 *
 * A path holds the old keys from the file to an object, joined by dots. Lists do not count, and `*` is any id: '' is the
 * file, 'entries.lines' is each line of each entry, and 'memory.cards.*.cycle' is the cycle of each card.
 */
const UPGRADES: ReadonlyMap<number, Upgrade> = new Map([
  // Sandbank 0.1.0 writes version 1, Sandbank 0.2.0 version 2.
  [1, { renamedKeys: {}, convert: (file) => addInquiryKinds(divideCurrencyChanges(file)) }],
]);

/** Returns the version that a household file names, 0 when it names none. */
export function versionOf(file: unknown): number {
  const version = isObject(file) ? file['version'] : null;
  return typeof version === 'number' ? version : 0;
}

/** Returns a household file in the newest version. A file of no older version is returned as it is. */
export function upgradeHouseholdFile(file: unknown): unknown {
  const version = versionOf(file);
  const upgrade = UPGRADES.get(version);
  if (!upgrade || !isObject(file)) return file;
  const renamed = renameKeys(upgrade.convert(file), upgrade.renamedKeys);
  return upgradeHouseholdFile({ ...(renamed as JsonObject), version: version + 1 });
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the same JSON value under the new keys. */
export function renameKeys(value: unknown, renamedKeys: RenamedKeys, path = ''): unknown {
  const paths = Object.keys(renamedKeys);
  if (!paths.some((known) => path === '' || known === path || known.startsWith(`${path}.`))) return value;
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, renamedKeys, path));
  if (!isObject(value)) return value;
  const names = new Map(Object.entries(renamedKeys[path] ?? {}));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const step = ID.test(key) ? '*' : key;
      return [names.get(key) ?? key, renameKeys(item, renamedKeys, path === '' ? step : `${path}.${step}`)];
    }),
  );
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
