import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { ThresholdUnit } from '@/entities/notification/notification-kinds';
import { amountField, wholeField } from '@/lib/fields';
import { formatTypedAmount } from '@/lib/money';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { AmountField } from '@/ui/forms/amount-field';
import { TextField } from '@/ui/forms/text-field';

const FIELDS = {
  amount: (zero: boolean) => amountField({ zero }),
  percent: () => wholeField({ from: 1, to: 100, unit: 'percent' }),
  days: () => wholeField({ from: 0, to: 30, unit: 'days' }),
} satisfies Record<ThresholdUnit, (zero: boolean) => z.ZodType<number, string>>;

const NOTES = { percent: 'percent of the limit', days: 'days' } as const;

type ThresholdFormProps = {
  unit: ThresholdUnit;
  label: string;
  /** In major units, percent, or days. */
  value: number;
  currency: string;
  allowsZero: boolean;
  busy: boolean;
  onSave: (value: number) => void;
  className?: string;
};

/**
 * Renders a threshold field. The customer saves a change with Enter or with a button that appears after the
 * change.
 */
export function ThresholdForm({
  unit,
  label,
  value,
  currency,
  allowsZero,
  busy,
  onSave,
  className,
}: ThresholdFormProps) {
  const shown = unit === 'amount' ? formatTypedAmount(value) : String(value);
  const { control, handleSubmit, formState } = useForm<{ threshold: string }, unknown, { threshold: number }>(
    {
      resolver: zodResolver(z.object({ threshold: FIELDS[unit](allowsZero) })),
      values: { threshold: shown },
      mode: 'onTouched',
    },
  );
  return (
    <form
      onSubmit={handleSubmit(({ threshold }) => onSave(threshold))}
      noValidate
      className={classNames('flex max-w-60 items-start gap-2', className)}
    >
      {unit === 'amount' ? (
        <AmountField
          control={control}
          name="threshold"
          label={label}
          currency={currency}
          className="flex-1"
        />
      ) : (
        <TextField
          control={control}
          name="threshold"
          label={label}
          note={NOTES[unit]}
          className="flex-1"
          inputMode="numeric"
        />
      )}
      {formState.isDirty && (
        <Button type="submit" busy={busy} className="mt-6.5">
          Save
        </Button>
      )}
    </form>
  );
}
