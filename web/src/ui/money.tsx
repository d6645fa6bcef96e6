import { moneyParts } from '@/lib/money';
import { classNames } from './class-names';

const SIZES = {
  page: 'text-3xl tracking-money [&>span]:text-[0.62em] [&>span]:text-ink-3',
  panel: 'text-2xl tracking-money [&>span]:text-[0.62em] [&>span]:text-ink-3',
  inline: 'text-xl tracking-money [&>span]:text-[0.72em] [&>span]:text-ink-3',
  /** A balance in a row. */
  balance: 'text-lg [&>span]:text-ink-3',
  row: 'text-base',
  small: 'text-sm',
} as const;

type MoneyProps = {
  /** Major units, as the bank sends them. */
  amount: number;
  currency?: string;
  size?: keyof typeof SIZES;
  /** Shows a plus for money that comes in. */
  signed?: boolean;
  /** Medium weight: expected, not booked. */
  expected?: boolean;
  className?: string;
};

/** An amount as one contiguous text, `$1,234.56`, in large sizes its cents a little quieter. Never shortened, never rounded. */
export function Money({
  amount,
  currency = 'USD',
  size = 'row',
  signed = false,
  expected = false,
  className,
}: MoneyProps) {
  const { units, cents } = moneyParts(amount, currency, signed);
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
      {units}
      <span>{cents}</span>
    </data>
  );
}
