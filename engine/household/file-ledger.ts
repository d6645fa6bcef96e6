import type { Instant } from '../calendar/calendar.ts';
import type { OutsideChange } from '../simulation/state.ts';
import type { HouseholdFile } from './file-schema.ts';

/** Whole minor units of an amount of a file. */
export const minor = (amount: number): number => Math.round(amount * 100);

/** Milliseconds of an instant of a file, rounded down. */
export const millis = (instant: string): Instant => Date.parse(instant);

/** Milliseconds of the instant whose local day is the business day of an entry. */
export const valueMillis = ({ at, value_at }: HouseholdFile['entries'][number]): Instant =>
  millis(value_at ?? at);

/** The currency of each product that a file still has, by its id: what it holds in another is none of its balance. */
export function currenciesOf(file: HouseholdFile): Map<string, string> {
  const products = [...file.accounts, ...file.cards, ...file.loans, ...file.mortgages];
  return new Map(products.map(({ id, currency }) => [id, currency]));
}

/** What the entries of a file add up to on each product, in the customer's favor. Minor units. */
export function balancesOf(file: HouseholdFile): Map<string, number> {
  const currencies = currenciesOf(file);
  const balances = new Map<string, number>();
  for (const { lines } of file.entries)
    for (const { ledger, amount, currency } of lines)
      if (currencies.get(ledger) === currency)
        balances.set(ledger, (balances.get(ledger) ?? 0) + minor(amount));
  return balances;
}

/** What others posted since the engine last looked at the household. */
export function changesOf(file: HouseholdFile, livedTo: Instant): OutsideChange[] {
  const currencies = currenciesOf(file);
  for (const { id, currency } of file.pages) if (currency) currencies.set(id, currency);
  return file.entries
    .slice(file.entries_seen ?? file.entries.length)
    .filter(({ at }) => isAfter(at, livedTo, file.lived_to))
    .flatMap(({ at, kind, lines, category }) =>
      lines
        .filter(({ ledger, currency }) => currencies.get(ledger) === currency)
        .map(({ ledger, amount }) => ({
          at: millis(at) + 1,
          productId: ledger,
          amount: minor(amount),
          kind,
          ...(category && { category }),
        })),
    )
    .sort((one, other) => one.at - other.at);
}

/** Instants of the bank have microseconds: what a millisecond does not tell apart, the text does. */
function isAfter(at: string, livedTo: Instant, exactly: string | undefined): boolean {
  const [one, other] = [millis(at), livedTo];
  return one === other && exactly !== undefined ? fraction(at) > fraction(exactly) : one > other;
}

const fraction = (instant: string) => (/\.(\d+)/.exec(instant)?.[1] ?? '').padEnd(6, '0');
