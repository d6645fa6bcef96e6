import { Link } from 'react-router';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import { formatChange } from '../figures';

type FlowItem = {
  key: string;
  name: string;
  amount: number;
  before: number;
  /** The text after the comparison, such as "4 transactions". */
  note: string;
  /** The path of a page that shows exactly these transactions. */
  to: string;
};

type FlowListProps = {
  label: string;
  items: readonly FlowItem[];
  currency: string;
};

export function FlowList({ label, items, currency }: FlowListProps) {
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
              {formatCompared(amount, before, currency)} · {note}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Formats a comparison with the period before, such as `8% more than $2,826.05`. */
function formatCompared(amount: number, before: number, currency: string): string {
  if (before === 0) return 'New';
  const change = formatChange(amount, before);
  return `${change.charAt(0).toUpperCase()}${change.slice(1)} ${formatMoney(before, currency)}`;
}
