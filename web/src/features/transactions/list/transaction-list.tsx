import { addMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isMergedTransfer, type SearchedTransaction } from '@/entities/transaction/queries';
import { formatRecentDay } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { isPhone } from '@/lib/screen/is-phone';
import { classNames } from '@/ui/class-names';
import { TransactionRow } from './transaction-row';
import type { Selection } from './use-found-transactions';

/** Returns the transaction at a list position, or undefined if it isn't loaded. */
export type RowAt = (index: number) => SearchedTransaction | undefined;

/**
 * Returns the net amount of a day's listed transactions in the base currency. Returns null if the day is
 * incomplete or a rate is missing.
 */
export function dayNet(
  { rowAt, count, isMerged }: Pick<TransactionListProps, 'rowAt' | 'count' | 'isMerged'>,
  index: number,
): Minor | null {
  const day = rowAt(index)?.day;
  if (day === undefined) return null;
  let first = index;
  while (first > 0 && rowAt(first - 1)?.day === day) first -= 1;
  if (first > 0 && !rowAt(first - 1)) return null;
  const amounts: Minor[] = [];
  for (let at = first; at < count; at += 1) {
    const row = rowAt(at);
    if (!row) return null;
    if (row.day !== day) break;
    // The two sides of a transfer cancel each other out.
    if (isMerged && isMergedTransfer(row)) continue;
    if (row.base_amount === null) return null;
    amounts.push(toMinor(row.base_amount));
  }
  return addMinor(...amounts);
}

type TransactionListProps = {
  rowAt: RowAt;
  count: number;
  /** True if `count` is the final number of transactions. */
  isCounted: boolean;
  names: ReadonlyMap<string, string>;
  withBalance: boolean;
  /** True if each transfer between the customer's accounts and cards is one row. */
  isMerged: boolean;
  /** True to group transactions by day. The list must then be sorted by date. */
  byDay: boolean;
  baseCurrency: string;
  today: string;
  openId: string | null;
  selection: Selection;
  isSelecting: boolean;
  onOpen: (row: SearchedTransaction) => void;
  /** Called with the range of rows to load. */
  onShow: (first: number, last: number) => void;
};

const ROW_HEIGHT_PX = 60;
/** The height of the heading above each day on phones. Wider windows show the day in the margin. */
const DAY_HEIGHT_PX = 44;
const ROWS_AHEAD = 15;

/** Renders a virtual list. Only the rows near the visible area are loaded and rendered. */
export function TransactionList(props: TransactionListProps) {
  const { rowAt, count, isCounted, onShow, byDay, today } = props;
  const [list, offset] = useOffset();
  const [current, setCurrent] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_AHEAD,
    scrollMargin: offset,
  });
  const items = virtualizer.getVirtualItems();
  const startsDay = (index: number) => byDay && (index === 0 || rowAt(index - 1)?.day !== rowAt(index)?.day);
  // The heading of the first day is the one at the top.
  const hasHeading = (index: number) => startsDay(index) && Boolean(rowAt(index - 1) && rowAt(index));
  const isNarrow = useIsPhone();
  useLayoutEffect(() => {
    for (const { index, size } of items) {
      const height = ROW_HEIGHT_PX + (isNarrow && hasHeading(index) ? DAY_HEIGHT_PX : 0);
      if (size !== height) virtualizer.resizeItem(index, height);
    }
  });
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onShow(first, last), [first, last, onShow]);

  function goTo(index: number) {
    const next = Math.min(Math.max(index, 0), count - 1);
    setCurrent(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
    focusRow(list, next);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      j: 1,
      k: -1,
      PageDown: 10,
      PageUp: -10,
    };
    const step = event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (event.shiftKey) props.selection.toggle(current, false);
      goTo(current + step);
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      goTo(event.key === 'Home' ? 0 : count - 1);
    } else if (event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      props.selection.toggle(current, event.shiftKey);
    }
  }

  return (
    <div>
      {byDay && <DayOnTop {...props} index={topIndex(items, virtualizer.scrollOffset ?? 0)} />}
      <ol
        ref={list}
        aria-label="Transactions"
        data-rows
        onKeyDown={onKeyDown}
        className="relative border-line border-t"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rowAt(item.index);
          const isFirst = startsDay(item.index);
          const net = row && isFirst && !props.withBalance ? dayNet(props, item.index) : null;
          return (
            <li
              key={item.key}
              data-index={item.index}
              aria-setsize={isCounted ? count : -1}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - offset}px)`, height: item.size }}
            >
              {row && isNarrow && hasHeading(item.index) && (
                <DayHeading {...props} row={row} net={net} className="items-end border-line border-b pb-2" />
              )}
              {row ? (
                <TransactionRow
                  row={row}
                  startsDay={isFirst || !byDay}
                  saysDay={!byDay}
                  today={today}
                  place={props.names.get(row.card_id ?? row.account_id ?? '')}
                  counterpart={props.names.get(row.counterpart_id ?? '')}
                  isMerged={props.isMerged && isMergedTransfer(row)}
                  category={props.names.get(row.category_id ?? '')}
                  net={net}
                  baseCurrency={props.baseCurrency}
                  withBalance={props.withBalance}
                  isOpen={row.transaction_key === props.openId}
                  isSelected={props.selection.rows.has(row.transaction_key)}
                  isSelecting={props.isSelecting}
                  isInTabOrder={item.index === Math.min(Math.max(current, first), last)}
                  onOpen={() => props.onOpen(row)}
                  onFocus={() => setCurrent(item.index)}
                  onSelect={(through) => props.selection.toggle(item.index, through)}
                />
              ) : (
                <div aria-hidden className="flex h-15 items-center border-line border-b md:pl-32">
                  <span className="h-4 w-48 rounded-1 bg-sunken" />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Renders the first visible day with its total, fixed at the top on phones. */
function DayOnTop(props: TransactionListProps & { index: number }) {
  const row = props.rowAt(props.index);
  const net = row && !props.withBalance ? dayNet(props, props.index) : null;
  return (
    <DayHeading
      {...props}
      row={row}
      net={net}
      className="sticky top-14 z-10 items-center bg-canvas md:hidden"
    />
  );
}

type DayHeadingProps = Pick<TransactionListProps, 'withBalance' | 'today' | 'baseCurrency'> & {
  row: SearchedTransaction | undefined;
  net: Minor | null;
  className: string;
};

/** Renders a day with its total, or with the balance at its end if a single account or card is shown. */
function DayHeading({ row, net, withBalance, today, baseCurrency, className }: DayHeadingProps) {
  const balance = withBalance ? (row?.day_balance ?? null) : null;
  return (
    <p aria-hidden className={classNames('flex h-11 justify-between text-sm', className)}>
      <span className="font-medium">{row && formatRecentDay(row.day, today)}</span>
      <span className="figures text-ink-3">
        {row && balance !== null && formatMinor(toMinor(balance), row.currency)}
        {net !== null && formatMinor(net, baseCurrency, true)}
      </span>
    </p>
  );
}

/** Returns the index of the first row visible in the window. */
function topIndex(items: readonly { index: number; end: number }[], scrolled: number): number {
  const below = 100;
  return items.find(({ end }) => end > scrolled + below)?.index ?? 0;
}

/** Returns true while the window is as narrow as a phone. */
const useIsPhone = () => useSyncExternalStore(subscribeToWidth, isPhone, () => false);

function subscribeToWidth(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** Focuses a row. Retries for a few frames, because a row might not be rendered yet after scrolling. */
function focusRow(list: RefObject<HTMLOListElement | null>, index: number, tries = 10) {
  const button = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
  if (button) button.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(list, index, tries - 1));
}

/** Returns the list's offset from the top of the document, which changes with the content above. */
function useOffset() {
  const list = useRef<HTMLOListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setOffset(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  return [list, offset] as const;
}
