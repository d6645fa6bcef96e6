import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { Forecast } from '@engine/forecast/forecast.ts';
import type { Exchange } from '@engine/money/exchange.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import { fromMinor, type Minor } from '@/lib/money';

export type DriverKind = 'income' | 'bill' | 'debt' | 'saving' | 'other';

/** A rule, debt, or due date and its total in a month, in major units; positive for money in. */
export type Driver = { key: string; kind: DriverKind; name: string; amount: number; imagined: boolean };

/** A month of the forecast. Opening cash, income, payments, and spending add up to the median. */
export type ForecastMonth = {
  /** `2026-10`. */
  month: string;
  begins: number;
  comes: number;
  goes: number;
  spending: number;
  ends: number;
  drivers: Driver[];
};

type Sums = Map<string, { kind: DriverKind; name: string; amount: number }>;

/** Groups the certain movements of a forecast by month, with the expected spending. */
export function getMonths(
  state: HouseholdState,
  forecast: Forecast,
  told: ReadonlySet<string>,
  exchange: Exchange,
  imagined: ReadonlySet<string>,
): ForecastMonth[] {
  const zone = new Zone(state.timeZone);
  const last = forecast.days.at(-1)?.day ?? 0;
  const byMonth = new Map<string, Sums>();
  const { events } = simulate({ ...state, life: null, surprises: undefined }, zone.getStart(last + 1));
  const kinds = getKinds(state);
  for (const { at, subject, kind, description, lines = [] } of events) {
    const amount = lines.reduce(
      (sum, line) => (told.has(line.ledger) ? sum + exchange.worth(line.amount, line.currency) : sum),
      0,
    );
    const day = zone.getDay(at);
    if (amount === 0 || day > last) continue;
    const month = dayText(day).slice(0, 7);
    const sums: Sums = byMonth.get(month) ?? new Map();
    byMonth.set(month, sums);
    const key = subject ?? kind;
    const before = sums.get(key)?.amount ?? 0;
    sums.set(key, { kind: kinds.get(key) ?? 'other', name: description, amount: before + amount });
  }
  let begins = state.accounts.reduce(
    (sum, { id, balance, currency }) => (told.has(id) ? sum + exchange.worth(balance, currency) : sum),
    0,
  );
  const major = (amount: number) => fromMinor(amount as Minor);
  return monthEnds(forecast).map(({ month, median }) => {
    const sums = [...(byMonth.get(month) ?? [])];
    const sumOf = (sign: 1 | -1) =>
      sums.reduce((sum, [, { amount }]) => (amount * sign > 0 ? sum + amount : sum), 0);
    const [comes, goes] = [sumOf(1), sumOf(-1)];
    const row = {
      month,
      begins: major(begins),
      comes: major(comes),
      goes: major(goes),
      spending: major(median - begins - comes - goes),
      ends: major(median),
      drivers: sums
        .map(([key, each]) => ({ key, ...each, amount: major(each.amount), imagined: imagined.has(key) }))
        .sort((one, other) => other.amount - one.amount),
    };
    begins = median;
    return row;
  });
}

function monthEnds({ days }: Forecast): { month: string; median: number }[] {
  const ends = new Map<string, number>();
  for (const { day, median } of days) ends.set(dayText(day).slice(0, 7), median);
  return [...ends].map(([month, median]) => ({ month, median }));
}

function getKinds(state: HouseholdState): Map<string, DriverKind> {
  const saved = new Set(state.accounts.map(({ id }) => id));
  return new Map<string, DriverKind>([
    ...state.autoDeposits.map(({ id }): [string, DriverKind] => [id, 'income']),
    ...[...state.cards, ...state.debts].map(({ id }): [string, DriverKind] => [id, 'debt']),
    ...state.scheduledPayments.map(({ id, to }): [string, DriverKind] => [
      id,
      to.kind === 'outside' ? 'bill' : saved.has(to.id) ? 'saving' : 'debt',
    ]),
  ]);
}
