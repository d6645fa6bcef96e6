import { moneyParts } from '@/lib/money';
import { classNames } from './class-names';

const SIZES = {
  page: 'text-3xl tracking-money [&>span]:text-[0.62em]',
  panel: 'text-2xl tracking-money [&>span]:text-[0.62em]',
  inline: 'text-xl tracking-money [&>span]:text-[0.72em]',
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

/** An amount as one contiguous text, `$1,234.56`, its cents a little quieter. Never shortened, never rounded. */
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
      <span className="text-ink-3">{cents}</span>
    </data>
  );
}
