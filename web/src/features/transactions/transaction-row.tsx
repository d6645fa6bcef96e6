import type { Account } from '@/features/accounts/queries';
import { formatDay, relativeDay } from '@/lib/dates';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { TransactionIcon } from '@/ui/transaction-icon';
import { type Transaction, titleOf } from './queries';

type TransactionRowProps = {
  row: Transaction;
  day: string;
  /** The first row of its day carries the day in the gutter. */
  startsDay: boolean;
  today: string;
  account: Account | undefined;
  category: string | undefined;
  withBalance: boolean;
  isOpen: boolean;
  onOpen: () => void;
};

export function TransactionRow({
  row,
  day,
  startsDay,
  today,
  account,
  category,
  withBalance,
  isOpen,
  onOpen,
}: TransactionRowProps) {
  const isIn = row.direction === 'in';
  const relative = relativeDay(day, today);
  return (
    <div className="flex h-full items-stretch border-line border-b">
      <p
        className={classNames(
          'hidden w-24 shrink-0 py-2.5 text-sm leading-4.5 md:block',
          !startsDay && 'md:invisible',
        )}
      >
        <span className="block text-ink-2">{formatDay(day)}</span>
        <span className="block text-ink-3">
          {relative === 'Today' || relative === 'Yesterday'
            ? relative
            : day.slice(0, 4) !== today.slice(0, 4) && day.slice(0, 4)}
        </span>
      </p>
      <button
        type="button"
        onClick={onOpen}
        aria-expanded={isOpen}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-3 rounded-2 px-2 text-left hover:bg-sunken',
          isOpen && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <span className="hidden text-ink-2 sm:block">
          <TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{titleOf(row)}</span>
          <span className="block truncate text-ink-3 text-sm">
            <span className="md:hidden">{formatDay(day)}, </span>
            {detailOf(row, category, withBalance ? undefined : account?.name)}
          </span>
        </span>
        <span className="shrink-0 text-right">
          <Money
            amount={isIn ? row.amount : -row.amount}
            currency={row.currency}
            signed
            className={isIn ? 'text-positive' : ''}
          />
          {withBalance && (
            <span className="block md:ml-6 md:inline-block md:w-27">
              <Money
                amount={row.balance_after}
                currency={row.currency}
                size="small"
                className="font-normal text-ink-3"
              />
            </span>
          )}
        </span>
      </button>
    </div>
  );
}

/** What the title leaves out: the account, the merchant, the category; where there is none of it, what kind it is. */
function detailOf(row: Transaction, category: string | undefined, account: string | undefined): string {
  const merchant = row.merchant === titleOf(row) ? undefined : row.merchant;
  const words = [category, merchant, account].filter(Boolean);
  return words.join(', ') || kindWords(row.kind);
}

/** `card_payment` → `Card payment`. */
export function kindWords(kind: string | null): string {
  const words = (kind ?? '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
