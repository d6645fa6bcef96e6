import { useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Account } from '@/features/accounts/queries';
import { BROWSER_TIME_ZONE, dayOf } from '@/lib/dates';
import { type Transaction, transactionQueries } from './queries';
import { TransactionRow } from './transaction-row';

type TransactionListProps = {
  rows: readonly Transaction[];
  accounts: readonly Account[];
  /** With one account chosen, the balance after each row stands beside it. */
  withBalance: boolean;
  today: string;
  timeZone?: string;
  openId: string | null;
  onOpen: (id: string) => void;
  hasMore: boolean;
  isReading: boolean;
  onMore: () => void;
};

const ROW_HEIGHT_PX = 60;
const ROWS_AHEAD = 12;
/** The next page is asked for while there are still rows below the window. */
const READ_AHEAD_ROWS = 40;

/** Only the rows near the window are in the document, however many there are. */
export function TransactionList(props: TransactionListProps) {
  const { rows, accounts, today, timeZone = BROWSER_TIME_ZONE, hasMore, isReading, onMore } = props;
  const [list, offset] = useOffset();
  const { data: categories } = useQuery(transactionQueries.categories());
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_AHEAD,
    scrollMargin: offset,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isReading && lastShown >= rows.length - READ_AHEAD_ROWS) onMore();
  }, [hasMore, isReading, lastShown, rows.length, onMore]);

  return (
    <div>
      <ol
        ref={list}
        aria-label="Transactions"
        className="relative border-line border-t"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const day = dayOf(row.date, timeZone);
          const before = rows[item.index - 1];
          return (
            <li
              key={item.key}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - offset}px)`, height: item.size }}
            >
              <TransactionRow
                row={row}
                day={day}
                startsDay={!before || dayOf(before.date, timeZone) !== day}
                today={today}
                account={accounts.find(({ id }) => id === row.account_id)}
                category={categories?.find(({ id }) => id === row.category_id)?.name}
                withBalance={props.withBalance}
                isOpen={row.id === props.openId}
                onOpen={() => props.onOpen(row.id)}
              />
            </li>
          );
        })}
      </ol>
      <p role="status" className="py-4 text-center text-ink-3 text-sm">
        {isReading
          ? 'Reading more …'
          : hasMore
            ? ''
            : `${rows.length.toLocaleString('en-US')} in all. That is everything.`}
      </p>
    </div>
  );
}

/** How far the list begins below the top of the document. */
function useOffset() {
  const list = useRef<HTMLOListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setOffset(list.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return [list, offset] as const;
}
