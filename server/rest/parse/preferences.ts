import { RestError } from '../rest-error.ts';

export type Counting = 'exact' | 'planned' | 'estimated';

/** The preferences in the Prefer header. */
export type Preferences = ReturnType<typeof parsePreferences>;

const CHOICES = new Map(
  Object.entries({
    return: ['minimal', 'headers-only', 'representation'],
    count: ['exact', 'planned', 'estimated'],
    resolution: ['merge-duplicates', 'ignore-duplicates'],
    missing: ['default', 'null'],
    handling: ['strict', 'lenient'],
    tx: ['commit', 'rollback'],
  }),
);

/** Parses the Prefer header. Throws PGRST122 for unknown preferences if `handling=strict` is set. */
export function parsePreferences(header: string | null) {
  const chosen = new Map<string, string>();
  const unknown: string[] = [];
  for (const token of header === null ? [] : header.split(',')) {
    const text = token.trim();
    const [name = '', value = ''] = text.split('=', 2).map((part) => part.trim());
    if (text === '' || chosen.has(name)) continue;
    if (isUnderstood(name, value)) chosen.set(name, value);
    else unknown.push(text);
  }
  const strict = chosen.get('handling') === 'strict';
  if (strict && unknown.length > 0)
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    });
  if (!strict) chosen.delete('max-affected');
  const limit = chosen.get('max-affected');
  return {
    return: (chosen.get('return') ?? null) as 'minimal' | 'headers-only' | 'representation' | null,
    count: (chosen.get('count') ?? null) as Counting | null,
    resolution: (chosen.get('resolution') ?? null) as 'merge-duplicates' | 'ignore-duplicates' | null,
    /** True if a row's missing keys get the column's default instead of null. */
    missingIsDefault: chosen.get('missing') === 'default',
    /** The maximum number of rows that a write can change. */
    maxAffected: limit === undefined ? null : Number(limit),
    transaction: (chosen.get('tx') ?? null) as 'commit' | 'rollback' | null,
    /** True if the transaction is rolled back after the response. */
    rollback: chosen.get('tx') === 'rollback',
    timezone: chosen.get('timezone') ?? null,
    /** The applied preferences, for the Preference-Applied header. */
    applied: [...chosen].map(([name, value]) => `${name}=${value}`),
  };
}

function isUnderstood(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value);
  if (name === 'timezone') return isTimeZone(value);
  return CHOICES.get(name)?.includes(value) === true;
}

/**
 * Returns true for names of time zones. Offsets are not accepted, because PostgreSQL interprets their sign
 * the opposite way.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
