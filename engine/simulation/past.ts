import { type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { getCurrencies, millis, valueMillis } from '../household/file-ledger.ts';
import type { HouseholdFile } from '../household/schema/household.ts';
import {
  computeNetWorth,
  type Holding,
  type NetWorthKind,
  toProjectionPoint,
} from '../insights/net-worth.ts';
import type { Exchange } from '../money/exchange.ts';
import { addMinor, toMinor, ZERO } from '../money/minor.ts';
import type { Projection, ProjectionEvent } from '../what-if/what-if.ts';
import { isFee } from './run.ts';

const KIND_OF_PRODUCT = {
  account: 'cash',
  card: 'cards',
  loan: 'loans',
  mortgage: 'mortgages',
  reserve: 'property',
} as const;

/**
 * Reconstructs a household's net worth on past days from the ledger in its file, starting with `from`. Also
 * returns the debt payments until the export. Amounts are in minor units of the exchange's currency. `days`
 * must be in chronological order.
 */
export function simulateSince(
  file: HouseholdFile,
  from: Instant,
  days: readonly DayNumber[],
  exchange: Exchange,
) {
  const zone = new Zone(file.time_zone);
  const kinds = getKinds(file);
  const sums = new Map<string, Holding>();
  const moments = days.map((day, place) => ({
    day,
    until: place === 0 ? from + 1 : zone.getStart(day + 1),
  }));
  const entries = file.entries.toSorted((left, right) => valueMillis(left) - valueMillis(right));
  let next = 0;
  const points = moments.map(({ day, until }) => {
    for (; next < entries.length; next += 1) {
      const entry = entries[next];
      if (!entry || valueMillis(entry) >= until) break;
      for (const { ledger, amount, currency } of entry.lines) {
        const kind = kinds.get(ledger);
        if (kind === undefined) continue;
        const key = `${kind} ${currency}`;
        sums.set(key, { kind, currency, amount: (sums.get(key)?.amount ?? 0) + toMinor(amount) });
      }
    }
    return toProjectionPoint(day, computeNetWorth([...sums.values(), ...getHomesAt(file, until)], exchange));
  });
  const events = getEvents(file, from, zone);
  const firstFailure = events.find(({ kind }) => kind === 'payment_failed')?.day ?? null;
  return { points, events, ...getCosts(entries, from, kinds, exchange), firstFailure };
}

/**
 * Returns the baseline for a what-if that starts in the past: the actual history until today, followed by the
 * projection without decisions. It has the same days as `branch`, so that the two can be compared.
 */
export function projectSince(
  file: HouseholdFile,
  from: Instant,
  { branch, baseline, today }: { branch: Projection; baseline: Projection; today: DayNumber },
  exchange: Exchange,
): Projection {
  const days = branch.points.map(({ day }) => day);
  const simulated = simulateSince(
    file,
    from,
    days.filter((day) => day < today),
    exchange,
  );
  const projected = new Map(baseline.points.map((point) => [point.day, point]));
  const points = [
    ...simulated.points,
    ...days.flatMap((day) => (day < today ? [] : (projected.get(day) ?? []))),
  ];
  const lowest = simulated.points.toSorted((left, right) => left.cash - right.cash)[0];
  return {
    ...baseline,
    points,
    events: [...simulated.events, ...baseline.events],
    interestPaid: addMinor(simulated.interestPaid, baseline.interestPaid),
    feesPaid: addMinor(simulated.feesPaid, baseline.feesPaid),
    firstFailure: simulated.firstFailure ?? baseline.firstFailure,
    lowestCash:
      lowest && lowest.cash < baseline.lowestCash.amount
        ? { day: lowest.day, amount: lowest.cash }
        : baseline.lowestCash,
  };
}

/** Returns each product's kind. An account that has since been deleted counts as cash. */
function getKinds(file: HouseholdFile): Map<string, NetWorthKind> {
  const kinds = new Map<string, NetWorthKind>();
  for (const { id, product } of file.pages) kinds.set(id, KIND_OF_PRODUCT[product]);
  for (const { id, type } of file.accounts) kinds.set(id, type === 'INVESTMENT' ? 'investments' : 'cash');
  for (const { id } of file.cards) kinds.set(id, 'cards');
  for (const { id } of file.loans) kinds.set(id, 'loans');
  for (const { id } of file.mortgages) kinds.set(id, 'mortgages');
  for (const { id } of file.debt_reserves) kinds.set(id, 'property');
  return kinds;
}

/** Returns the payments on debts from an instant until the file was exported. */
function getCosts(
  entries: HouseholdFile['entries'],
  from: Instant,
  kinds: ReadonlyMap<string, NetWorthKind>,
  exchange: Exchange,
) {
  const costs = { interestPaid: ZERO, feesPaid: ZERO };
  for (const entry of entries) {
    const { kind, lines } = entry;
    if (valueMillis(entry) <= from || (kind !== 'interest' && !isFee(kind))) continue;
    for (const { ledger, amount, currency } of lines)
      if (amount < 0 && kinds.has(ledger)) {
        const cost = isFee(kind) ? 'feesPaid' : 'interestPaid';
        costs[cost] = addMinor(costs[cost], exchange.worth(-toMinor(amount), currency));
      }
  }
  return costs;
}

/**
 * Returns each home with its last valuation before an instant, or its purchase price if it had no valuation.
 */
function getHomesAt(file: HouseholdFile, until: Instant): Holding[] {
  const currencies = getCurrencies(file);
  return file.mortgages
    .filter(
      ({ created_at, refinanced_at }) =>
        millis(created_at) < until && !(refinanced_at && millis(refinanced_at) < until),
    )
    .flatMap(({ id, property_value }): Holding[] => {
      const currency = currencies.get(id);
      const valuation = file.household_events.findLast(
        ({ kind, subject, at }) => kind === 'property_value' && subject === id && millis(at) < until,
      );
      const value = valuation?.facts['value'];
      const amount = typeof value === 'number' ? value : toMinor(property_value);
      return currency === undefined ? [] : [{ kind: 'property', currency, amount }];
    });
}

/** Returns the failed payments after an instant, at most one for each product or rule. */
function getEvents(file: HouseholdFile, from: Instant, zone: Zone): ProjectionEvent[] {
  const failures = new Map<string, ProjectionEvent>();
  for (const { at, kind, subject, description } of file.household_events) {
    if (millis(at) <= from || (kind !== 'payment_failed' && kind !== 'payment_missed')) continue;
    const key = subject ?? description;
    if (failures.has(key)) continue;
    const day = zone.getDay(millis(at));
    failures.set(key, { day, kind: 'payment_failed', text: description, ...(subject && { subject }) });
  }
  return [...failures.values()];
}
