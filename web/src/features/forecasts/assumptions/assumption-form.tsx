import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { toMinor } from '@engine/money/minor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { amountField, nameField } from '@/lib/fields';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
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

type AssumptionFormProps = {
  accounts: readonly CashAccount[];
  /** The account that is initially selected. */
  accountId: string;
  today: string;
  onAdd: (details: AssumptionDetails) => void;
};

const EXAMPLES: Record<AssumptionKind, string> = {
  income: 'A second job',
  bill: 'A car lease',
  purchase: 'A sofa',
};

/** Renders a form that adds an assumption to the forecast. Nothing is sent to the bank. */
export function AssumptionForm({ accounts, accountId, today, onAdd }: AssumptionFormProps) {
  const schema = useMemo(() => assumptionSchema(today), [today]);
  const { control, handleSubmit, watch } = useForm<AssumptionFields, unknown, AssumptionDetails>({
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
  const [kind, selectedId] = watch(['kind', 'accountId']);
  const isOnce = FREQUENCIES_OF[kind].length === 1;
  return (
    <Form onSubmit={handleSubmit(onAdd)} verb="Add to forecast">
      <SegmentedField
        control={control}
        name="kind"
        label="Type"
        options={ASSUMPTION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
      />
      <TextField control={control} name="name" label="Name" placeholder={EXAMPLES[kind]} />
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        currency={accounts.find(({ id }) => id === selectedId)?.currency ?? 'USD'}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="startDate" label={isOnce ? 'Date' : 'Start date'} type="date" />
        {!isOnce && (
          <SelectField
            control={control}
            name="frequency"
            label="Frequency"
            options={FREQUENCIES_OF[kind].map((value) => ({
              value,
              label: formatAssumptionFrequency(value),
            }))}
          />
        )}
      </div>
      <SelectField
        control={control}
        name="accountId"
        label={kind === 'income' ? 'Deposit to' : 'From'}
        options={accounts.map(({ id, name, currency }) => ({ value: id, label: `${name} (${currency})` }))}
      />
    </Form>
  );
}

/**
 * Returns a schema that validates the form and creates its assumption. Needs `today`, because assumptions
 * start tomorrow at the earliest.
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
