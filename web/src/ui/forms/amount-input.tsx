import { type ChangeEvent, type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { currencySymbol } from '@/lib/money';
import { classNames } from '../class-names';

type AmountInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size'> & {
  /** The typed amount with separators, such as `1,234.5`. Parse it with `parseAmount`. */
  value: string;
  onValueChange: (value: string) => void;
  currency?: string;
  /** `page` is the large input in forms that move money; `joined` has no frame of its own. */
  size?: keyof typeof FRAMES;
};

const FRAME =
  'rounded-2 border border-line-strong bg-surface px-3.5 has-focus-visible:outline-offset-2 has-aria-invalid:border-negative';
const FRAMES = {
  page: `h-19 ${FRAME}`,
  field: `h-12 ${FRAME}`,
  joined: 'h-full min-w-0 flex-1 px-1 font-semibold has-focus-visible:-outline-offset-2',
} as const;

/** The maximum number of digits before the decimal point. The bank accepts at most 999,999,999.99. */
const MOST_DIGITS = 9;

/**
 * Renders an amount input that groups digits while the customer types and keeps the cursor between the same
 * digits.
 */
export function AmountInput({
  value,
  onValueChange,
  currency = 'USD',
  size = 'page',
  className,
  ref,
  ...rest
}: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  const digitsBeforeCursor = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (digitsBeforeCursor.current === null || !input.current) return;
    const position = positionAfter(value, digitsBeforeCursor.current);
    input.current.setSelectionRange(position, position);
    digitsBeforeCursor.current = null;
  });

  function typed({ target }: ChangeEvent<HTMLInputElement>) {
    const cursor = target.selectionStart ?? target.value.length;
    const before = target.value.slice(0, cursor);
    digitsBeforeCursor.current = getSign(before).length + before.replace(/[^\d.]/g, '').length;
    onValueChange(grouped(target.value));
  }

  const isPage = size === 'page';
  return (
    <span
      className={classNames(
        'flex items-center gap-0.5 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        FRAMES[size],
        className,
      )}
    >
      <span aria-hidden className={isPage ? 'font-semibold text-2xl tracking-money' : 'text-base'}>
        {currencySymbol(currency)}
      </span>
      <input
        ref={input}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={value}
        onChange={typed}
        className={classNames(
          'figures min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3',
          isPage ? 'font-semibold text-2xl tracking-money' : 'text-base',
        )}
        {...rest}
      />
      <span aria-hidden className="pl-2 text-ink-3 text-sm">
        {currency}
      </span>
    </span>
  );
}

/** Keeps a leading minus sign, so that the form can reject it instead of accepting the opposite amount. */
const getSign = (text: string) => (/^[^\d.]*[-\u2212]/.test(text) ? '-' : '');

/**
 * Formats a typed number with grouped digits, one decimal point, and at most two decimals. For example,
 * `1234.567` becomes `1,234.56`.
 */
function grouped(text: string): string {
  const clean = text.replace(/[^\d.]/g, '');
  const point = clean.indexOf('.');
  const units = (point < 0 ? clean : clean.slice(0, point)).replace(/^0+(?=\d)/, '').slice(0, MOST_DIGITS);
  const withCommas = getSign(text) + units.replace(/\B(?=(\d{3})+$)/g, ',');
  if (point < 0) return withCommas;
  const cents = clean
    .slice(point + 1)
    .replace(/\./g, '')
    .slice(0, 2);
  return `${withCommas}.${cents}`;
}

function positionAfter(text: string, digits: number): number {
  let seen = 0;
  for (let position = 0; position < text.length; position += 1) {
    if (seen === digits) return position;
    if (text[position] !== ',') seen += 1;
  }
  return text.length;
}
