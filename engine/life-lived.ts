import { type DayNumber, type Instant, Zone } from './calendar.ts';
import type { Exchange } from './exchange.ts';
import { currenciesOf, millis, minor, valueMillis } from './file-books.ts';
import type { HouseholdFile } from './household-file-schema.ts';
import type { Life, LifeEvent, LifePoint } from './what-if.ts';

/** Which of its amounts a product's money counts towards. */
type Kind = 'cash' | 'investments' | 'debt';

/** What has happened in place of a branch that begins in the past. */
export type LivedPast = {
  points: LifePoint[];
  events: LifeEvent[];
  interestPaid: number;
  feesPaid: number;
  firstFailure: DayNumber | null;
};

/**
 * How a household stood at the ends of some days, by the books of its file; the first of them as it stood at `from`, and
 * what it paid for its debts since then until the file was written. Amounts in minor units of the exchange's currency. `days` in order of time.
 */
export function livedSince(
  file: HouseholdFile,
  from: Instant,
  days: readonly DayNumber[],
  exchange: Exchange,
): LivedPast {
  const zone = new Zone(file.time_zone);
  const kinds = kindsOf(file);
  const sums = new Map<string, number>();
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
        sums.set(key, (sums.get(key) ?? 0) + minor(amount));
      }
    }
    return pointOf(day, sums, propertyAt(file, until, exchange), exchange);
  });
  const events = eventsOf(file, from, zone);
  const firstFailure = events.find(({ kind }) => kind === 'payment_failed')?.day ?? null;
  return { points, events, ...costsOf(entries, from, kinds, exchange), firstFailure };
}

/**
 * Life as it was and goes on: what has happened until today, then what comes as things are. It has the days of `branch`,
 * which began at an instant of the past, so that the two can be held against each other.
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

/** Products that were deleted since have pages in the books: those of accounts held cash, as far as is known. */
function kindsOf(file: HouseholdFile): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const { id, product } of file.pages) kinds.set(id, product === 'account' ? 'cash' : 'debt');
  for (const { id, type } of file.accounts) kinds.set(id, type === 'INVESTMENT' ? 'investments' : 'cash');
  for (const { id } of [...file.cards, ...file.loans, ...file.mortgages]) kinds.set(id, 'debt');
  return kinds;
}

function pointOf(
  day: DayNumber,
  sums: ReadonlyMap<string, number>,
  property: number,
  exchange: Exchange,
): LifePoint {
  const total = (kind: Kind) => {
    let sum = 0;
    for (const [key, amount] of sums)
      if (key.startsWith(`${kind} `)) sum += exchange.worth(amount, key.slice(kind.length + 1));
    return sum;
  };
  const [cash, investments, debt] = [total('cash'), total('investments'), -total('debt')];
  return { day, netWorth: cash + investments + property - debt, cash, debt, property, investments };
}

/** What was paid for debts since then until the file was written. */
function costsOf(
  entries: HouseholdFile['entries'],
  from: Instant,
  kinds: ReadonlyMap<string, Kind>,
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

/** Homes as they were last valued before an instant, else as they were bought. */
function propertyAt(file: HouseholdFile, until: Instant, exchange: Exchange): number {
  const currencies = currenciesOf(file);
  let sum = 0;
  for (const { id, created_at, property_value } of file.mortgages) {
    if (millis(created_at) >= until) continue;
    const valued = file.happenings.findLast(
      ({ kind, subject, at }) => kind === 'property_value' && subject === id && millis(at) < until,
    );
    const value = valued?.facts['value'];
    sum += exchange.worth(
      typeof value === 'number' ? value : minor(property_value),
      currencies.get(id) ?? exchange.into,
    );
  }
  return sum;
}

/** What went wrong, once a subject. */
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
