import { type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { currenciesOf, millis, minor, valueMillis } from '../household/file-ledger.ts';
import type { HouseholdFile } from '../household/file-schema.ts';
import {
  computeNetWorth,
  type Holding,
  type NetWorthKind,
  toProjectionPoint,
} from '../insights/net-worth.ts';
import type { Exchange } from '../money/exchange.ts';
import type { Life, LifeEvent, LifePoint } from '../what-if/what-if.ts';

const KIND_OF_PRODUCT = { account: 'cash', card: 'cards', loan: 'loans', mortgage: 'mortgages' } as const;

/** The actual history before a what-if that begins in the past. */
export type LivedPast = {
  points: LifePoint[];
  events: LifeEvent[];
  interestPaid: number;
  feesPaid: number;
  firstFailure: DayNumber | null;
};

/**
 * Reconstructs the household at the ends of some days from the ledger of its file, starting with `from`, and
 * its debt payments until the file was exported. Amounts in minor units of the exchange's currency. `days` in
 * chronological order.
 */
export function livedSince(
  file: HouseholdFile,
  from: Instant,
  days: readonly DayNumber[],
  exchange: Exchange,
): LivedPast {
  const zone = new Zone(file.time_zone);
  const kinds = kindsOf(file);
  const sums = new Map<string, Holding>();
  const moments = days.map((day, place) => ({
    day,
    until: place === 0 ? from + 1 : zone.startOf(day + 1),
  }));
  const entries = file.entries.toSorted((one, other) => valueMillis(one) - valueMillis(other));
  let next = 0;
  const points = moments.map(({ day, until }) => {
    for (; next < entries.length; next += 1) {
      const entry = entries[next];
      if (!entry || valueMillis(entry) >= until) break;
      for (const { ledger, amount, currency } of entry.lines) {
        const kind = kinds.get(ledger);
        if (kind === undefined) continue;
        const key = `${kind} ${currency}`;
        sums.set(key, { kind, currency, amount: (sums.get(key)?.amount ?? 0) + minor(amount) });
      }
    }
    return toProjectionPoint(day, computeNetWorth([...sums.values(), ...homesAt(file, until)], exchange));
  });
  const events = eventsOf(file, from, zone);
  const firstFailure = events.find(({ kind }) => kind === 'payment_failed')?.day ?? null;
  return { points, events, ...costsOf(entries, from, kinds, exchange), firstFailure };
}

/**
 * Returns the baseline for a what-if that begins in the past: the actual history until today, then the
 * projection without decisions. It has the same days as `branch`, so that both can be compared.
 */
export function lifeSince(
  file: HouseholdFile,
  from: Instant,
  { branch, asIs, today }: { branch: Life; asIs: Life; today: DayNumber },
  exchange: Exchange,
): Life {
  const days = branch.points.map(({ day }) => day);
  const lived = livedSince(
    file,
    from,
    days.filter((day) => day < today),
    exchange,
  );
  const ahead = new Map(asIs.points.map((point) => [point.day, point]));
  const points = [...lived.points, ...days.flatMap((day) => (day < today ? [] : (ahead.get(day) ?? [])))];
  const lowest = lived.points.toSorted((one, other) => one.cash - other.cash)[0];
  return {
    ...asIs,
    points,
    events: [...lived.events, ...asIs.events],
    interestPaid: lived.interestPaid + asIs.interestPaid,
    feesPaid: lived.feesPaid + asIs.feesPaid,
    firstFailure: lived.firstFailure ?? asIs.firstFailure,
    lowestCash:
      lowest && lowest.cash < asIs.lowestCash.amount
        ? { day: lowest.day, amount: lowest.cash }
        : asIs.lowestCash,
  };
}

/** Returns the kind of each product; an account that was deleted since counts as cash. */
function kindsOf(file: HouseholdFile): Map<string, NetWorthKind> {
  const kinds = new Map<string, NetWorthKind>();
  for (const { id, product } of file.pages) kinds.set(id, KIND_OF_PRODUCT[product]);
  for (const { id, type } of file.accounts) kinds.set(id, type === 'INVESTMENT' ? 'investments' : 'cash');
  for (const { id } of file.cards) kinds.set(id, 'cards');
  for (const { id } of file.loans) kinds.set(id, 'loans');
  for (const { id } of file.mortgages) kinds.set(id, 'mortgages');
  return kinds;
}

/** Returns the payments on debts since then until the file was exported. */
function costsOf(
  entries: HouseholdFile['entries'],
  from: Instant,
  kinds: ReadonlyMap<string, NetWorthKind>,
  exchange: Exchange,
): Pick<LivedPast, 'interestPaid' | 'feesPaid'> {
  const costs = { interestPaid: 0, feesPaid: 0 };
  for (const entry of entries) {
    const { kind, lines } = entry;
    if (valueMillis(entry) <= from || (kind !== 'interest' && kind !== 'fee')) continue;
    for (const { ledger, amount, currency } of lines)
      if (amount < 0 && kinds.has(ledger))
        costs[kind === 'fee' ? 'feesPaid' : 'interestPaid'] += exchange.worth(-minor(amount), currency);
  }
  return costs;
}

/** Returns the homes at their last valuation before an instant, else at the price paid. */
function homesAt(file: HouseholdFile, until: Instant): Holding[] {
  const currencies = currenciesOf(file);
  return file.mortgages
    .filter(
      ({ created_at, refinanced_at }) =>
        millis(created_at) < until && !(refinanced_at && millis(refinanced_at) < until),
    )
    .flatMap(({ id, property_value }): Holding[] => {
      const currency = currencies.get(id);
      const valuation = file.happenings.findLast(
        ({ kind, subject, at }) => kind === 'property_value' && subject === id && millis(at) < until,
      );
      const value = valuation?.facts['value'];
      const amount = typeof value === 'number' ? value : minor(property_value);
      return currency === undefined ? [] : [{ kind: 'property', currency, amount }];
    });
}

/** Returns failures, at most one for each subject. */
function eventsOf(file: HouseholdFile, from: Instant, zone: Zone): LifeEvent[] {
  const told = new Map<string, LifeEvent>();
  for (const { at, kind, subject, description } of file.happenings) {
    if (millis(at) <= from || (kind !== 'payment_failed' && kind !== 'payment_missed')) continue;
    const key = subject ?? description;
    if (told.has(key)) continue;
    const about = subject ? { subject } : {};
    told.set(key, { day: zone.dayOf(millis(at)), kind: 'payment_failed', words: description, ...about });
  }
  return [...told.values()];
}
