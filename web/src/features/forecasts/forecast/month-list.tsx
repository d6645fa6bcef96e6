import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { Forecast } from '@engine/forecast/forecast.ts';
import { DISTRIBUTION, DISTRIBUTION_TAX } from '@engine/investments/required-distributions.ts';
import type { Exchange } from '@engine/money/exchange.ts';
import { addMinor, fromMinor, type Minor, subtractMinor, sumMinor, ZERO } from '@engine/money/minor.ts';
import { withoutSurprises } from '@engine/simulation/shocks.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import { ChevronDown } from 'lucide-react';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';

type DriverKind = 'income' | 'bill' | 'debt' | 'saving' | 'tax' | 'other';

/** A month of the forecast. Opening cash, income, payments, and spending add up to the median. */
type ForecastMonth = ReturnType<typeof getMonths>[number];

type Sums = Map<string, { kind: DriverKind; name: string; amount: Minor }>;

/** Groups a forecast's known movements by month and adds the expected spending. */
export function getMonths(
  state: HouseholdState,
  forecast: Forecast,
  includedIds: ReadonlySet<string>,
  exchange: Exchange,
  imagined: ReadonlySet<string>,
) {
  const zone = new Zone(state.timeZone);
  const last = forecast.days.at(-1)?.day ?? 0;
  const byMonth = new Map<string, Sums>();
  const { events } = simulate(
    { ...withoutSurprises(state), spendingProfile: null },
    zone.getStart(last + 1),
    {
      takesDistributions: true,
    },
  );
  const kinds = getKinds(state);
  for (const { at, subject, kind, description, lines = [] } of events) {
    const amount = sumMinor(lines, (line) =>
      includedIds.has(line.ledger) ? exchange.worth(line.amount, line.currency) : ZERO,
    );
    const day = zone.getDay(at);
    if (amount === 0 || day > last) continue;
    const month = dayText(day).slice(0, 7);
    const sums: Sums = byMonth.get(month) ?? new Map();
    byMonth.set(month, sums);
    const key = subject ?? kind;
    const before = sums.get(key)?.amount ?? ZERO;
    sums.set(key, { kind: kinds.get(key) ?? 'other', name: description, amount: addMinor(before, amount) });
  }
  let begins = sumMinor(state.accounts, ({ id, balance, currency }) =>
    includedIds.has(id) ? exchange.worth(balance, currency) : ZERO,
  );
  const major = (amount: Minor) => fromMinor(amount);
  return monthEnds(forecast).map(({ month, median }) => {
    const sums = [...(byMonth.get(month) ?? [])];
    const sumBySign = (sign: 1 | -1) =>
      sumMinor(sums, ([, { amount }]) => (amount * sign > 0 ? amount : ZERO));
    const [comes, goes] = [sumBySign(1), sumBySign(-1)];
    const row = {
      /** The month, such as `2026-10`. */
      month,
      begins: major(begins),
      comes: major(comes),
      goes: major(goes),
      spending: major(subtractMinor(median, addMinor(begins, comes, goes))),
      ends: major(median),
      // A rule, debt, or due date with its total. The amount is positive for money in.
      drivers: sums
        .map(([key, item]) => ({ key, ...item, amount: major(item.amount), imagined: imagined.has(key) }))
        .sort((left, right) => right.amount - left.amount),
    };
    begins = median;
    return row;
  });
}

function monthEnds({ days }: Forecast) {
  const ends = new Map<string, Minor>();
  for (const { day, median } of days) ends.set(dayText(day).slice(0, 7), median);
  return [...ends].map(([month, median]) => ({ month, median }));
}

function getKinds(state: HouseholdState): Map<string, DriverKind> {
  const saved = new Set(state.accounts.map(({ id }) => id));
  return new Map<string, DriverKind>([
    [DISTRIBUTION, 'saving'],
    [DISTRIBUTION_TAX, 'tax'],
    ...state.autoDeposits.map(({ id }): [string, DriverKind] => [id, 'income']),
    ...[...state.cards, ...state.debts].map(({ id }): [string, DriverKind] => [id, 'debt']),
    ...state.scheduledPayments.map(({ id, to }): [string, DriverKind] => [
      id,
      to.kind === 'outside' ? 'bill' : saved.has(to.id) ? 'saving' : 'debt',
    ]),
  ]);
}

const KINDS: Record<DriverKind, string> = {
  income: 'Automatic deposit',
  bill: 'Bill',
  debt: 'Card or loan',
  saving: 'Transfer between your accounts',
  tax: 'Tax',
  other: 'Interest or fee',
};

type ForecastMonthListProps = { months: readonly ForecastMonth[]; currency: string };

export function ForecastMonthList({ months, currency }: ForecastMonthListProps) {
  return (
    <ul aria-label="Month by month" className="divide-y divide-line border-line border-t">
      {months.map((month, index) => (
        <li key={month.month}>
          <details open={index === 0} className="group">
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-1 py-2.5 [&::-webkit-details-marker]:hidden">
              <ChevronDown className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{formatAs(`${month.month}-01`, 'MMMM yyyy')}</span>
                <Flow month={month} currency={currency} />
              </span>
              <span className="shrink-0 text-right">
                <Money amount={month.ends} currency={currency} expected />
                <span className="block text-ink-3 text-sm">at month end</span>
              </span>
            </summary>
            <Drivers drivers={month.drivers} currency={currency} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Drivers({ drivers, currency }: { drivers: ForecastMonth['drivers']; currency: string }) {
  if (drivers.length === 0) return <p className="pb-3 pl-8 text-ink-3 text-sm">Nothing scheduled</p>;
  return (
    <ul className="pb-3 pl-8">
      {drivers.map(({ key, name, kind, amount, imagined }) => (
        <li key={key} className="flex justify-between gap-4 py-1.5">
          <span className="min-w-0">
            <span className="block truncate">{name}</span>
            <span className="block text-ink-3 text-sm">{imagined ? 'Your changes' : KINDS[kind]}</span>
          </span>
          <Money amount={amount} currency={currency} signed expected />
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders a month's flow, such as `+$3,560.00 in, −$708.00 out, −$420.00 spending`, without line breaks
 * inside amounts.
 */
function Flow({ month: { comes, goes, spending }, currency }: { month: ForecastMonth; currency: string }) {
  const candidates = [
    [comes, 'in'],
    [goes, 'out'],
    [spending, 'spending'],
  ] as const;
  const parts = candidates.filter(([amount]) => amount !== 0);
  return (
    <span className="figures flex flex-wrap gap-x-3 text-ink-3 text-sm">
      {parts.length === 0 && 'No activity'}
      {parts.map(([amount, word]) => (
        <span key={word} className="whitespace-nowrap">
          {formatMoney(amount, currency, true)} {word}
        </span>
      ))}
    </span>
  );
}
