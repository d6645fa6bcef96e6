import type { Minor } from '@engine/money/minor.ts';
import { CreditCard, Paperclip, Split, StickyNote } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatKind, getTitle, type SearchedTransaction } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatRecentDay, formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';

type TransactionRowProps = {
  row: SearchedTransaction;
  /** True for a day's first row, which shows the day in the margin. */
  startsDay: boolean;
  /** True if the row shows its day on phones. False for lists with a heading above each day. */
  saysDay: boolean;
  today: string;
  /** The name of the account or card. */
  place: string | undefined;
  /** The name of the customer's account or card on the other side of a transfer. */
  counterpart: string | undefined;
  /** True if the row represents both sides of a transfer. */
  isMerged: boolean;
  category: string | undefined;
  /** The day's net amount in the base currency; null if unknown. */
  net: Minor | null;
  baseCurrency: string;
  /** True if a single account or card is shown. Rows then have a running balance. */
  withBalance: boolean;
  isOpen: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  isInTabOrder: boolean;
  onOpen: () => void;
  onFocus: () => void;
  onSelect: (through: boolean) => void;
};

export function TransactionRow(props: TransactionRowProps) {
  const { row, saysDay, today, withBalance, isMerged, isOpen, isSelected, isSelecting } = props;
  const title = getRowTitle(props);
  const isIn = row.direction === 'in';
  const amount = row.part_amount ?? row.amount;
  return (
    <div className="group flex h-15 items-stretch border-line border-b">
      <DayGutter {...props} />
      <label
        className={classNames(
          '-ml-2 grid w-9 shrink-0 cursor-pointer place-items-center pointer-coarse:w-11',
          !isSelecting &&
            'opacity-0 focus-within:opacity-100 group-hover:opacity-100 max-md:hidden pointer-coarse:hidden',
        )}
      >
        <input
          type="checkbox"
          tabIndex={isSelecting && props.isInTabOrder ? 0 : -1}
          aria-label={`Select ${title}, ${formatTextDate(row.day)}`}
          checked={isSelected}
          onClick={(event: MouseEvent) => props.onSelect(event.shiftKey)}
          onChange={() => {}}
          className="size-4.5 accent-accent"
        />
      </label>
      <button
        type="button"
        data-row={row.transaction_key}
        tabIndex={props.isInTabOrder ? 0 : -1}
        onClick={props.onOpen}
        onFocus={props.onFocus}
        aria-expanded={isOpen}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-3 rounded-2 px-2 text-left',
          isOpen || isSelected ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span className="hidden text-ink-2 sm:block">
          <TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />
        </span>
        <span className="min-w-0 flex-1">
          {/* Relative positioning keeps the hidden screen-reader text inside this element. Otherwise, the
              text would widen the page. */}
          <span className="relative block truncate font-medium">
            {title}
            {!saysDay && <span className="sr-only">, {formatTextDate(row.day)}</span>}
          </span>
          <span className="relative block truncate text-ink-3 text-sm">
            {saysDay && <span className="text-ink-2 md:hidden">{formatRecentDay(row.day, today)}, </span>}
            {row.card_id && <CreditCard className="mr-1 inline size-3.5 align-[-2px]" />}
            {getDetail(props)}
            <Marks row={row} />
          </span>
        </span>
        <span className="shrink-0 text-right">
          <Money
            amount={isIn || isMerged ? amount : -amount}
            currency={row.currency}
            signed={!isMerged}
            className={isIn ? 'text-positive' : ''}
          />
          {row.part_amount !== null && row.part_amount !== row.amount && (
            <span className="block text-ink-3 text-sm">of {formatMoney(row.amount, row.currency)}</span>
          )}
          {withBalance && (
            <span className="block md:ml-6 md:inline-block md:w-27">
              <Money
                amount={row.balance_after}
                currency={row.currency}
                size="small"
                className="font-normal! text-ink-3"
              />
            </span>
          )}
        </span>
      </button>
    </div>
  );
}

/** Renders the day with its net amount, unless each row has a balance. */
function DayGutter({ row, startsDay, today, net, baseCurrency }: TransactionRowProps) {
  return (
    <p
      className={classNames(
        'hidden w-32 shrink-0 py-2.5 pr-4 text-sm leading-4.5 md:block',
        !startsDay && 'md:invisible',
      )}
    >
      <span className="block text-ink-2">{formatRecentDay(row.day, today)}</span>
      {startsDay && (
        <span className="figures block truncate text-ink-3">
          {net !== null && (
            <>
              <span className="sr-only">Day total: </span>
              {formatMinor(net, baseCurrency, true)}
            </>
          )}
        </span>
      )}
    </p>
  );
}

/** Returns the customer's or the bank's description, or else the accounts of a transfer. */
function getRowTitle({ row, place, counterpart, isMerged }: TransactionRowProps): string {
  if (row.description || row.merchant || !counterpart) return getTitle(row);
  if (isMerged && place) return `${place} → ${counterpart}`;
  return row.direction === 'in' ? `From ${counterpart}` : `To ${counterpart}`;
}

/**
 * Returns the details that the title leaves out: category, merchant, and account or card. If there are none,
 * returns the transaction type.
 */
function getDetail(props: TransactionRowProps): string {
  const { row, category, place, counterpart, withBalance, isMerged } = props;
  const title = getRowTitle(props);
  const merchant = row.merchant === title ? undefined : row.merchant;
  const categoryLabel = row.parts > 0 ? `Split in ${row.parts}` : category;
  const tags = row.tags.map((tag) => `#${tag}`).join(' ');
  const path = isMerged && place && counterpart ? `${place} → ${counterpart}` : place;
  const parts = [categoryLabel, merchant, withBalance || path === title ? undefined : path, tags, row.note];
  return parts.filter(Boolean).join(', ') || formatKind(row.kind);
}

function Marks({ row }: { row: SearchedTransaction }) {
  return (
    <>
      {row.parts > 0 && <Split className="ml-1.5 inline size-3.5 align-[-2px]" />}
      {row.note && <StickyNote className="ml-1.5 inline size-3.5 align-[-2px]" />}
      {row.attachments > 0 && (
        <>
          <Paperclip className="ml-1.5 inline size-3.5 align-[-2px]" />
          <span className="sr-only">with an attachment</span>
        </>
      )}
    </>
  );
}
