import { ChevronDown } from 'lucide-react';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import type { Driver, DriverKind, ForecastMonth } from './months';

const KINDS: Record<DriverKind, string> = {
  income: 'Automatic deposit',
  bill: 'Bill',
  debt: 'Card or loan',
  saving: 'Transfer between your accounts',
  other: 'Interest or fee',
};

type ForecastMonthListProps = { months: readonly ForecastMonth[]; currency: string };

/** Renders the months of a forecast: known rules and debts, and spending. */
export function ForecastMonthList({ months, currency }: ForecastMonthListProps) {
  return (
    <ul aria-label="Month by month" className="divide-y divide-line border-line border-t">
      {months.map((month, index) => (
        <li key={month.month}>
          <details open={index === 0} className="group">
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-1 py-2.5 [&::-webkit-details-marker]:hidden">
              <ChevronDown
                aria-hidden
                strokeWidth={1.5}
                className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
              />
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

function Drivers({ drivers, currency }: { drivers: readonly Driver[]; currency: string }) {
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

/** Formats `+$3,560.00 in, −$708.00 out, −$420.00 spending` without line breaks inside amounts. */
function Flow({ month: { comes, goes, spending }, currency }: { month: ForecastMonth; currency: string }) {
  const told = [
    [comes, 'in'],
    [goes, 'out'],
    [spending, 'spending'],
  ] as const;
  const parts = told.filter(([amount]) => amount !== 0);
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
