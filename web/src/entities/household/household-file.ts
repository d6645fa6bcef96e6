import type { readHouseholdFile } from '@engine/household/file.ts';
import { addMinor, fromMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { downloadText } from '@/lib/download';
import { parseJson } from '@/lib/parse-json';

type HouseholdFile = Extract<ReturnType<typeof readHouseholdFile>, { file: object }>['file'];

/** Files above this size are refused before they are read. */
const LARGEST_FILE_BYTES = 100 * 1024 * 1024;

/** A summary of a household file before its import. Amounts are in major units. */
export type FileContents = ReturnType<typeof getContents>;

/** Reads a household file, or returns an error message for the customer. */
export async function readFile(chosen: File) {
  if (chosen.size > LARGEST_FILE_BYTES)
    return { problem: 'This file is too large. Choose a Sandbank household file.' };
  const content = parseJson(await chosen.text());
  if (content === null) return { problem: "We can't read this file. Choose a Sandbank household file." };
  // Loaded on demand, because few customers import a file.
  const engine = await import('@engine/household/file.ts');
  const read = engine.readHouseholdFile(content);
  return 'problem' in read ? read : { file: read.file, contents: getContents(read.file) };
}

function getContents(file: HouseholdFile) {
  const balances = new Map<string, Minor>();
  for (const { lines } of file.entries)
    for (const { ledger, amount } of lines)
      balances.set(ledger, addMinor(balances.get(ledger) ?? toMinor(0), toMinor(amount)));
  return {
    clock: file.clock,
    timeZone: file.time_zone,
    accounts: file.accounts
      .filter(({ closed_at }) => !closed_at)
      .map(({ id, name, currency }) => ({
        id,
        name,
        currency,
        balance: fromMinor(balances.get(id) ?? toMinor(0)),
      })),
    cards: file.cards.length,
    debts: file.loans.length + file.mortgages.length,
    rules: file.auto_deposits.length + file.scheduled_payments.length,
    entries: file.entries.length,
    firstAt: file.entries[0]?.at ?? null,
  };
}

export function download(household: object, name: string): void {
  downloadText(name, JSON.stringify(household), 'application/json');
}
