import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { formatTextDate } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import type { StatementEnd } from './tick-list';

type StatementFormProps = {
  today: string;
  currency: string;
  /** The last reconciled day. */
  after: string | null;
  onChange: (statement: StatementEnd | null) => void;
};

const schema = (today: string, after: string | null) =>
  z.object({
    day: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the statement end date.')
      .refine((day) => day <= today, 'Choose today or an earlier date.')
      .refine(
        (day) => !after || day >= after,
        `The last one ended on ${after ? formatTextDate(after) : ''}.`,
      ),
    balance: amountField({ zero: true, label: 'the balance' }),
  });

type StatementFields = { day: string; balance: string };

/** Renders the inputs for the statement's last day and balance. */
export function StatementForm({ today, currency, after, onChange }: StatementFormProps) {
  const { register, control, handleSubmit, formState } = useForm<StatementFields, unknown, StatementEnd>({
    resolver: zodResolver(schema(today, after)),
    defaultValues: { day: today, balance: '' },
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit(onChange)}
      className="grid max-w-200 grid-cols-1 items-start gap-5 sm:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="Statement end date" error={formState.errors.day?.message}>
        {(props) => <TextInput {...props} type="date" max={today} {...register('day')} />}
      </Field>
      <AmountField control={control} name="balance" label="Ending balance" currency={currency} />
      <Button type="submit" variant="primary" className="h-12 sm:mt-6.5">
        Compare
      </Button>
    </form>
  );
}
