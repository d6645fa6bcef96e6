import { addInquiryKinds, divideCurrencyChanges, renameInstallments } from './file-version-1.ts';

/**
 * Upgrades household files to the current version, `FILE_VERSION`, which `export_household` writes. Older
 * files are upgraded one version at a time before they are validated, so the bank and the schema need to
 * support only the current version.
 */
export const FILE_VERSION = 2;

/** The file name of the JSON Schema of household files, which the web application serves. */
export const SCHEMA_FILE = `household-file-${FILE_VERSION}.schema.json`;

/** The names to change, by path. Each old name maps to its new name. */
type NamesByPath = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Renames = { keys: NamesByPath; values: NamesByPath };
type JsonObject = Record<string, unknown>;
type Upgrade = Renames & { convert: (file: JsonObject) => JsonObject };

const SPELLING = { utilisation: 'utilization' };
const TEXT = { words: 'text' };

/** Keys in scenario packs that Sandbank 0.1.0 named differently. The version of packs did not change. */
const PACK_KEYS: NamesByPath = {
  events: TEXT,
  checkpoints: TEXT,
  objectives: TEXT,
  losing: TEXT,
  'debrief.reference': TEXT,
};

/** Values in scenario packs that Sandbank 0.1.0 spelled differently. The version of packs did not change. */
const PACK_VALUES: NamesByPath = {
  'objectives.measure.figure': SPELLING,
  'losing.figure': SPELLING,
  'checkpoints.lessons': SPELLING,
};

/** Returns the names in the scenario pack of a household file. */
function inScenarioRun(names: NamesByPath): NamesByPath {
  return Object.fromEntries(Object.entries(names).map(([path, renamed]) => [`play.pack.${path}`, renamed]));
}

/**
 * The upgrade from each version to the next one. `convert` runs first, on the old names. Then keys and values
 * are renamed.
 *
 * A path lists the old keys that lead from the file to an object (`keys`) or a string (`values`), joined by
 * dots. Paths omit list indexes, and `*` matches any id. '' is the file, 'entries.lines' is each line of each
 * entry, and 'memory.cards.*.cycle' is each card's cycle.
 */
const UPGRADES: ReadonlyMap<number, Upgrade> = new Map([
  // Sandbank 0.1.0 writes version 1, and Sandbank 0.2.0 writes version 2.
  [
    1,
    {
      convert: (file) => addInquiryKinds(renameInstallments(divideCurrencyChanges(file))),
      keys: {
        '': {
          happenings: 'household_events',
          lived_to: 'simulated_until',
          memory: 'carryover',
          person_payments: 'peer_payments',
          row_rules: 'categorization_rules',
          row_words: 'transaction_details',
        },
        play: { life_before: 'checkpoint_before' },
        ...inScenarioRun(PACK_KEYS),
        'memory.shocks.story': TEXT,
        disputes: { words: 'description' },
        'applications.decision.reasons': TEXT,
        'applications.decision.rateParts': TEXT,
        person_payments: { letter_id: 'peer_transfer_id' },
        contacts: { favourite: 'favorite' },
      },
      values: {
        'person_payments.state': { cancelled: 'canceled' },
        'applications.decision.reasons.code': SPELLING,
        'memory.play.objectives.figure': SPELLING,
        'memory.play.losing.figure': SPELLING,
        ...inScenarioRun(PACK_VALUES),
      },
    },
  ],
]);

/** Returns the version of a household file, or 0 if the file does not specify one. */
export function getVersion(file: unknown): number {
  const version = isObject(file) ? file['version'] : null;
  return typeof version === 'number' ? version : 0;
}

/** Upgrades an older household file to the current version. Returns all other files unchanged. */
export function upgradeHouseholdFile(file: unknown): unknown {
  const version = getVersion(file);
  const upgrade = UPGRADES.get(version);
  if (!upgrade || !isObject(file)) return file;
  const renamed = rename(upgrade.convert(file), upgrade);
  return upgradeHouseholdFile({ ...(renamed as JsonObject), version: version + 1 });
}

/** Returns a scenario pack with the current names and spelling. */
export const upgradeScenarioPack = (pack: unknown): unknown =>
  rename(pack, { keys: PACK_KEYS, values: PACK_VALUES });

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a JSON value with its keys and values renamed. */
export function rename(value: unknown, renames: Renames, path = ''): unknown {
  if (typeof value === 'string')
    return new Map(Object.entries(renames.values[path] ?? {})).get(value) ?? value;
  const paths = [...Object.keys(renames.keys), ...Object.keys(renames.values)];
  if (!paths.some((renamed) => path === '' || renamed === path || renamed.startsWith(`${path}.`)))
    return value;
  if (Array.isArray(value)) return value.map((item) => rename(item, renames, path));
  if (!isObject(value)) return value;
  const names = new Map(Object.entries(renames.keys[path] ?? {}));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const step = ID.test(key) ? '*' : key;
      return [names.get(key) ?? key, rename(item, renames, path === '' ? step : `${path}.${step}`)];
    }),
  );
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
