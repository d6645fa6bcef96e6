import type { LedgerRow, Part } from '@assistant/parts.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CreditCard } from 'lucide-react';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { formatRecentDay, formatTextDate, getDay } from '@/lib/dates';
import { withParameters } from '@/lib/search-parameters';
import { Money } from '@/ui/money';

/** Renders transactions with links, as in the transaction list. */
export function TransactionsPart({ title, rows, total, href }: Extract<Part, { kind: 'rows' }>) {
  const { data: me } = useQuery(customerQueries.me());
  const zone = me?.time_zone;
  const today = me ? getDay(me.now, zone) : null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {rows.map((row) => (
          <li key={`${row.source} ${row.id}`}>
            <LedgerLink row={row} day={getDay(row.at, zone)} today={today} href={href} />
          </li>
        ))}
      </ul>
      <Link to={href} className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-link text-sm">
        {total > rows.length ? `View all ${total} in Transactions` : 'View in Transactions'}
        <ArrowRight className="size-4" />
      </Link>
    </section>
  );
}

type LedgerLinkProps = { row: LedgerRow; day: string; today: string | null; href: string };

function LedgerLink({ row, day, today, href }: LedgerLinkProps) {
  const isIn = row.amount > 0;
  return (
    <Link
      to={openIn(href, row.id)}
      className="-mx-2 flex min-h-13 items-center gap-3 rounded-2 px-2 py-2 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{row.title}</span>
        <span className="block truncate text-ink-3 text-sm">
          <span className="text-ink-2">
            {today === null ? formatTextDate(day) : formatRecentDay(day, today)}
          </span>
          {', '}
          {row.source === 'card' && <CreditCard className="mr-1 inline size-3.5 align-[-2px]" />}
          {[row.category, row.place].filter(Boolean).join(', ')}
        </span>
      </span>
      <Money
        amount={row.amount}
        currency={row.currency}
        signed
        className={isIn ? 'shrink-0 text-positive' : 'shrink-0'}
      />
    </Link>
  );
}

/** Returns the URL of the answer's search with this transaction open. */
function openIn(href: string, id: string): string {
  const [path = '', search = ''] = href.split('?');
  return `${path}?${withParameters(new URLSearchParams(search), { open: id })}`;
}
