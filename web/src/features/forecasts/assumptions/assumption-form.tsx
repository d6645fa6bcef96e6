import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { toMinor } from '@engine/money/minor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { amountField, nameField } from '@/lib/fields';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import {
  ASSUMPTION_FREQUENCIES,
  ASSUMPTION_KINDS,
  type Assumption,
  type AssumptionKind,
  FREQUENCIES_OF,
  formatAssumptionFrequency,
  KIND_LABELS,
} from './assumptions';

export type CashAccount = { id: string; name: string; currency: string };

type LayerFormProps = {
  accounts: readonly CashAccount[];
  /** The initial account. */
  accountId: string;
  today: string;
  onAdd: (details: AssumptionDetails) => void;
};

const EXAMPLES: Record<AssumptionKind, string> = {
  income: 'A second job',
  bill: 'A car lease',
  purchase: 'A sofa',
};

/** Adds an assumption to the forecast. Nothing is sent to the bank. */
export function AssumptionForm({ accounts, accountId, today, onAdd }: LayerFormProps) {
  const schema = useMemo(() => assumptionSchema(today), [today]);
  const { register, control, handleSubmit, watch, formState } = useForm<
    AssumptionFields,
    unknown,
    AssumptionDetails
  >({
    resolver: zodResolver(schema),
    defaultValues: {
      kind: 'bill',
      name: '',
      amount: '',
      startDate: dayText(parseDay(today) + 1),
      frequency: 'MONTHLY',
      accountId,
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const [kind, chosen] = watch(['kind', 'accountId']);
  const isOnce = FREQUENCIES_OF[kind].length === 1;
  return (
    <form onSubmit={handleSubmit(onAdd)} noValidate className="flex flex-col gap-5">
      <Controller
        control={control}
        name="kind"
        render={({ field: { value, onChange } }) => (
          <Segmented
            label="Type"
            value={value}
            onValueChange={onChange}
            options={ASSUMPTION_KINDS.map((each) => ({ value: each, label: KIND_LABELS[each] }))}
          />
        )}
      />
      <Field label="Name" error={errors.name?.message}>
        {(props) => (
          <TextInput {...props} placeholder={EXAMPLES[kind]} autoComplete="off" {...register('name')} />
        )}
      </Field>
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        currency={accounts.find(({ id }) => id === chosen)?.currency ?? 'USD'}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={isOnce ? 'Date' : 'Start date'} error={errors.startDate?.message}>
          {(props) => <TextInput {...props} type="date" {...register('startDate')} />}
        </Field>
        {!isOnce && (
          <Field label="Frequency">
            {(props) => (
              <Select {...props} {...register('frequency')}>
                {FREQUENCIES_OF[kind].map((each) => (
                  <option key={each} value={each}>
                    {formatAssumptionFrequency(each)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <Field label={kind === 'income' ? 'Deposit to' : 'From'} error={errors.accountId?.message}>
        {(props) => (
          <Select {...props} {...register('accountId')}>
            {accounts.map(({ id, name, currency }) => (
              <option key={id} value={id}>
                {name} ({currency})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg">
        Add to forecast
      </Button>
    </form>
  );
}

/**
 * Validates the form and returns its assumption. Needs `today`, because assumptions start tomorrow at the
 * earliest.
 */
function assumptionSchema(today: string) {
  return z
    .object({
      kind: z.enum(ASSUMPTION_KINDS),
      name: nameField,
      amount: amountField(),
      startDate: z.iso
        .date('Choose a date.')
        .refine((day) => day > today, 'Choose a date after today.')
        .refine((day) => day <= '2199-12-31', 'Choose an earlier date.'),
      frequency: z.enum(ASSUMPTION_FREQUENCIES),
      accountId: z.string().min(1, 'Choose an account.'),
    })
    .transform(({ amount, frequency, ...typed }): Omit<Assumption, 'id'> => {
      const possible = FREQUENCIES_OF[typed.kind];
      return {
        ...typed,
        amount: toMinor(amount),
        frequency: possible.includes(frequency) ? frequency : (possible[0] ?? 'ONCE'),
      };
    });
}

type AssumptionFields = z.input<ReturnType<typeof assumptionSchema>>;
type AssumptionDetails = z.output<ReturnType<typeof assumptionSchema>>;
