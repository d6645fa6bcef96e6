import type { TransactionConditions } from '@engine/search/meaning.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { transactionQueries } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatListDate, getDay } from '@/lib/dates';
import { Money } from '@/ui/money';
import { listUpcomingRows, type UpcomingRow } from './upcoming-list';

/** The number of days that the list looks ahead, as on the ruler. */
const DAYS_AHEAD = 35;
const SHOWN_AT_FIRST = 3;

type UpcomingRowsProps = {
  conditions: TransactionConditions;
  /** The only account or card in the list; undefined if the list has several. */
  place: string | undefined;
  zone: string;
};

/**
 * Renders payments and deposits that haven't happened yet, latest first like the transactions below. If one
 * account is shown, each has the balance after it.
 */
export function UpcomingRows({ conditions, place, zone }: UpcomingRowsProps) {
  const household = useQuery(clockQueries.household()).data;
  const projected = useLoaded(upcomingPart, Boolean(household));
  const [isExpanded, setExpanded] = useState(false);
  const upcoming = useMemo(
    () => (household && projected ? projected.upcomingOf(household, DAYS_AHEAD) : []),
    [household, projected],
  );
  const rows = useMemo(
    () => listUpcomingRows(upcoming, conditions, (at) => getDay(new Date(at), zone)),
    [upcoming, conditions, zone],
  );
  if (rows.length === 0) return null;
  const shown = (isExpanded ? rows : rows.slice(0, SHOWN_AT_FIRST)).toReversed();
  return (
    <section aria-label="Upcoming" className="mb-5 md:flex">
      <div className="flex w-full shrink-0 items-center justify-between text-sm max-md:pb-1 md:block md:w-32 md:py-2.5">
        <h2 className="font-medium md:font-normal md:text-ink-2">Upcoming</h2>
        {rows.length > SHOWN_AT_FIRST && (
          <button
            type="button"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
            className="text-accent-ink hover:underline pointer-coarse:min-h-11"
          >
            {isExpanded ? 'Show fewer' : `Show all ${rows.length}`}
          </button>
        )}
      </div>
      <div className="min-w-0 flex-1 md:ml-7">
        <ul className="rounded-2 border border-line-strong border-dashed">
          {shown.map((row) => (
            <Item key={row.key} row={row} place={place} />
          ))}
        </ul>
        {place !== undefined && (
          <p className="mt-1 text-right text-ink-3 text-sm">Balances don't include everyday spending.</p>
        )}
      </div>
    </section>
  );
}

type ItemProps = Pick<UpcomingRowsProps, 'place'> & { row: UpcomingRow };

function Item({ row, place }: ItemProps) {
  const categories = useQuery(transactionQueries.categories()).data;
  const isTransfer = row.to !== null && place === undefined;
  const where = isTransfer ? `${row.from} → ${row.to}` : row.from;
  return (
    <li className="flex min-h-15 items-center gap-3 border-line border-b border-dashed px-2 last:border-b-0">
      <span className="hidden text-ink-2 sm:block">
        <TransactionIcon
          kind={row.kind}
          direction={row.amount < 0 ? 'out' : 'in'}
          categoryId={categories?.find(({ name }) => name === row.category)?.id}
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{row.name}</span>
        <span className="block truncate text-ink-3 text-sm">
          Expected {formatListDate(row.day)}
          {place === undefined && `, ${where}`}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <Money
          amount={isTransfer ? Math.abs(row.amount) : row.amount}
          currency={row.currency}
          signed={!isTransfer}
          expected
        />
        {place !== undefined && (
          <span className="block md:ml-6 md:inline-block md:w-27">
            <span className="sr-only">, balance afterward </span>
            <Money
              amount={row.balance}
              currency={row.currency}
              size="small"
              className="font-normal! text-ink-3"
            />
          </span>
        )}
      </span>
    </li>
  );
}
