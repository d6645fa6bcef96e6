import type { Instant } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import type { ImportedChange, OutsideChange } from '../simulation/state.ts';
import type { HouseholdFile } from './schema/household.ts';

/** Converts an amount in a file to minor units. Returns null if it is missing. */
export const toMinorOrNull = (amount: number | null | undefined): number | null =>
  amount == null ? null : toMinor(amount);

/**
 * Returns the given fields of a row in a file, with null for missing fields, as the bank returns them to the
 * engine.
 */
export function readFields<Row extends object, Field extends keyof Row>(row: Row, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) as {
    [Name in Field]-?: Exclude<Row[Name], undefined>;
  };
}

/** Returns the given fields of a row in the file format, which omits null fields. */
export function writeFields<Row extends object, Field extends keyof Row>(row: Row, fields: readonly Field[]) {
  return Object.fromEntries(
    fields.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]])),
  ) as { [Name in Field]: Exclude<Row[Name], null> };
}

/** Converts an instant in a file to milliseconds, rounded down. */
export const millis = (instant: string): Instant => Date.parse(instant);

/** Returns the instant of an entry's value date in milliseconds. */
export const valueMillis = ({ at, value_at }: HouseholdFile['entries'][number]): Instant =>
  millis(value_at ?? at);

/**
 * Returns each product's currency by product id. Postings in other currencies don't affect the product's
 * balance.
 */
export function getCurrencies(file: HouseholdFile): Map<string, string> {
  const products = [...file.accounts, ...file.cards, ...file.loans, ...file.mortgages, ...file.debt_reserves];
  return new Map(products.map(({ id, currency }) => [id, currency]));
}

/**
 * Returns the sum of a file's postings by product, in minor units. Positive sums are in the customer's favor.
 */
export function getBalances(file: HouseholdFile): Map<string, number> {
  const currencies = getCurrencies(file);
  const balances = new Map<string, number>();
  for (const { lines } of file.entries)
    for (const { ledger, amount, currency } of lines)
      if (currencies.get(ledger) === currency)
        balances.set(ledger, (balances.get(ledger) ?? 0) + toMinor(amount));
  return balances;
}

/** Returns the changes posted to the ledger after the engine's last step. */
export function getChanges(file: HouseholdFile, simulatedUntil: Instant): OutsideChange[] {
  const currencies = getCurrencies(file);
  for (const { id, currency } of file.pages) if (currency) currencies.set(id, currency);
  const cards = new Set(file.cards.map(({ id }) => id));
  const imports = new Map<string, OutsideChange & { imported: ImportedChange }>();
  const changes: OutsideChange[] = [];
  for (const entry of file.entries.slice(file.entries_seen ?? file.entries.length)) {
    const { at, kind, category } = entry;
    if (!isAfter(at, simulatedUntil, file.simulated_until)) continue;
    for (const { ledger, amount, currency } of entry.lines) {
      if (currencies.get(ledger) !== currency) continue;
      const change = { at: millis(at) + 1, productId: ledger, amount: toMinor(amount), kind };
      const key = cards.has(ledger) ? getImportKey(entry) : null;
      if (key === null)
        changes.push({ ...change, ...(category && { category }), ...readBalance(entry.event_key) });
      else if (!imports.has(key)) {
        const first = startImport(file, { ...change, amount: 0 }, key);
        imports.set(key, first);
        changes.push(first);
      }
      const whole = key === null ? undefined : imports.get(key);
      if (whole) addToImport(whole, change.amount);
    }
  }
  return changes.sort((first, second) => first.at - second.at);
}

/** Returns the key that all lines of an import into a card, or of its reversal, share. */
function getImportKey({ kind, event_key }: HouseholdFile['entries'][number]): string | null {
  if (kind !== 'import_reversal' && !kind.startsWith('imported_')) return null;
  return event_key?.split(':').slice(0, 2).join(':') ?? null;
}

/** Starts the one change by which a card receives a whole import or its reversal. */
function startImport(file: HouseholdFile, change: OutsideChange, key: string) {
  const [, id = ''] = key.split(':');
  const isReversal = change.kind === 'import_reversal';
  const original = file.entries.find(({ event_key }) => event_key?.startsWith(`import:${id}:`));
  const at = isReversal && original ? millis(original.at) + 1 : change.at;
  return { ...change, kind: isReversal ? change.kind : 'import', imported: { id, payments: 0, at } };
}

function addToImport(change: OutsideChange & { imported: ImportedChange }, amount: number): void {
  change.amount += amount;
  if (amount > 0 === (change.kind === 'import')) change.imported.payments += amount;
}

/** Returns the balance of a card to which a fee belongs, from the fee's event key, as the bank does. */
function readBalance(key: string | null | undefined): Pick<OutsideChange, 'balance'> {
  if (key?.startsWith('cash_fee:')) return { balance: 'cash' };
  return key?.startsWith('transfer_fee:') ? { balance: 'transfer' } : {};
}

/** Compares instants at the bank's microsecond precision, because milliseconds are not precise enough. */
function isAfter(at: string, simulatedUntil: Instant, exactly: string | undefined): boolean {
  const instant = millis(at);
  return instant === simulatedUntil && exactly !== undefined
    ? fraction(at) > fraction(exactly)
    : instant > simulatedUntil;
}

const fraction = (instant: string) => (/\.(\d+)/.exec(instant)?.[1] ?? '').padEnd(6, '0');
