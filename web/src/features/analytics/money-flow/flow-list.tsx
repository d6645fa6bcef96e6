import { Link } from 'react-router';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import { formatChange } from '../figures';

type FlowItem = {
  key: string;
  name: string;
  amount: number;
  before: number;
  /** The text after the comparison, such as "4 times". */
  note: string;
  /** The path of a page that shows exactly these transactions. */
  to: string;
};

type FlowListProps = {
  label: string;
  items: readonly FlowItem[];
  currency: string;
  /** The name of the comparison range, such as "the previous 3 months". */
  beforeLabel: string;
};

export function FlowList({ label, items, currency, beforeLabel }: FlowListProps) {
  const most = Math.max(0.01, ...items.map(({ amount }) => amount));
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {items.map(({ key, name, amount, before, note, to }) => (
        <li key={key} className="break-inside-avoid">
          <Link
            to={to}
            preventScrollReset
            className="-mx-2.5 block w-[calc(100%+1.25rem)] rounded-2 px-2.5 py-3 hover:bg-sunken"
          >
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate font-medium">{name}</span>
              <Money amount={amount} currency={currency} />
            </span>
            <span
              aria-hidden
              className="my-1.5 block h-2 rounded-full bg-sunken print:border print:border-line"
            >
              <span
                className="block h-full rounded-full bg-ink"
                style={{ width: `${Math.max(0, amount / most) * 100}%` }}
              />
            </span>
            <span className="figures block text-ink-3 text-sm">
              {formatCompared(amount, before, beforeLabel, currency)}, {note}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function formatCompared(amount: number, before: number, beforeLabel: string, currency: string): string {
  if (before === 0) return `new, nothing in ${beforeLabel}`;
  return `${formatChange(amount, before)} in ${beforeLabel} (${formatMoney(before, currency)})`;
}

export const formatTimes = (times: number) => (times === 1 ? 'once' : `${times} times`);
