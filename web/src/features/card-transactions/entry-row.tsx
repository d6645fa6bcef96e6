import type { ReactNode } from 'react';
import { entryTitle, kindNote } from '@/entities/card/entries';
import type { CardEntry } from '@/entities/card/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatListDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { Row } from '@/ui/row-list';

type EntryRowProps = {
  entry: CardEntry;
  currency: string;
  zone: string;
  /** True to show the balance below the amount. */
  withBalance?: boolean;
  /** True to leave out the day, in lists with a heading for each day. */
  isBelowDay?: boolean;
  /** Content that is shown before the day and the category. */
  note?: ReactNode;
  onClick?: () => void;
};

/** Renders a card transaction. Charges have no sign, and credits have a minus sign. */
export function EntryRow({
  entry,
  currency,
  zone,
  withBalance = false,
  isBelowDay = false,
  note,
  onClick,
}: EntryRowProps) {
  return (
    <Row
      onClick={onClick}
      icon={
        <TransactionIcon
          kind={entry.kind}
          direction={entry.amount < 0 ? 'in' : 'out'}
          categoryId={entry.categoryId}
        />
      }
      title={entryTitle(entry)}
      detail={
        <>
          {note && <>{note} </>}
          {[!isBelowDay && formatListDate(getDay(entry.at, zone)), kindNote(entry) ?? entry.category]
            .filter(Boolean)
            .join(', ')}
        </>
      }
      end={
        <>
          <Money
            amount={entry.amount}
            currency={currency}
            className={classNames('block', entry.amount < 0 && 'text-positive')}
          />
          {withBalance && (
            <span className="figures block text-ink-3 text-sm">{formatMoney(entry.owed, currency)} owed</span>
          )}
        </>
      }
    />
  );
}
