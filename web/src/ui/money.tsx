import { formatMoney } from '@/lib/money';
import { classNames } from './class-names';

const SIZES = {
  page: 'text-3xl tracking-money [&>span]:text-[0.62em] [&>span]:text-ink-3',
  panel: 'text-2xl tracking-money [&>span]:text-[0.62em] [&>span]:text-ink-3',
  inline: 'text-xl tracking-money [&>span]:text-[0.72em] [&>span]:text-ink-3',
  /** A balance in a list row. */
  balance: 'text-lg [&>span]:text-ink-3',
  row: 'text-base',
  small: 'text-sm',
} as const;

type MoneyProps = {
  /** The amount in major units, as the bank sends it. */
  amount: number;
  currency?: string;
  size?: keyof typeof SIZES;
  /** Shows a plus sign for incoming money. */
  signed?: boolean;
  /** Uses medium weight for expected amounts. */
  expected?: boolean;
  className?: string;
};

/**
 * Renders an amount as one string, such as `$1,234.56`, with lighter cents in large sizes. Never shortens or
 * rounds it.
 */
export function Money({
  amount,
  currency = 'USD',
  size = 'row',
  signed = false,
  expected = false,
  className,
}: MoneyProps) {
  const text = formatMoney(amount, currency, signed);
  return (
    <data
      value={amount}
      className={classNames(
        'figures whitespace-nowrap',
        expected ? 'font-medium' : 'font-semibold',
        SIZES[size],
        className,
      )}
    >
      {text.slice(0, -3)}
      <span>{text.slice(-3)}</span>
    </data>
  );
}
