import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { amountField } from '@/lib/fields';
import { formatTypedAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { budgetMutations } from '../mutations';
import type { BudgetRow } from '../queries';

type BudgetFormProps = { row: BudgetRow & { category_id: string }; hasEnvelopes: boolean };

export function BudgetForm({ row, hasEnvelopes }: BudgetFormProps) {
  const save = useMutation(budgetMutations.save);
  const remove = useMutation(budgetMutations.remove);
  const name = row.category ?? '';
  const exists = row.amount !== null;
  const { control, handleSubmit, setError, watch } = useForm<BudgetFields, unknown, BudgetValues>({
    resolver: zodResolver(budgetSchema),
    values: {
      amount: formatTypedAmount(row.amount),
      rollover: getRollover(row.rollover),
      cap: formatTypedAmount(row.rollover_cap),
    },
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async ({ amount, rollover, cap }) => {
    try {
      const rollover_cap = rollover === 'none' ? null : cap;
      await save.mutateAsync({ category_id: row.category_id, exists, amount, rollover, rollover_cap });
      toast.success(`${name} budget saved`);
    } catch (error) {
      const message = getRefusalMessage(error, row.currency);
      if (message) setError('amount', { message }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate aria-label={`Budget for ${name}`} className="flex flex-col gap-4">
      <AmountField
        control={control}
        name="amount"
        label="Monthly amount"
        hint="Applies starting this month."
        currency={row.currency}
      />
      {!hasEnvelopes && (
        <SelectField
          control={control}
          name="rollover"
          label="Rollover"
          options={toOptions(ROLLOVER_LABELS)}
        />
      )}
      {!hasEnvelopes && watch('rollover') !== 'none' && (
        <AmountField
          control={control}
          name="cap"
          label="Rollover limit"
          note="optional"
          currency={row.currency}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {exists ? 'Save' : 'Set budget'}
        </Button>
        {exists && (
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(row.category_id, {
                onSuccess: () => toast.success(`${name} budget removed`),
              })
            }
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

const ROLLOVERS = ['none', 'surplus', 'both'] as const;

const ROLLOVER_LABELS: Record<(typeof ROLLOVERS)[number], string> = {
  none: "Don't roll over",
  surplus: 'Roll over unspent money',
  both: 'Roll over unspent money and overspending',
};

const budgetSchema = z.object({
  amount: amountField({ zero: true }),
  rollover: z.enum(ROLLOVERS),
  /** The rollover limit; empty if there is none. */
  cap: z.union([z.literal('').transform(() => null), amountField()]),
});

type BudgetFields = z.input<typeof budgetSchema>;
type BudgetValues = z.output<typeof budgetSchema>;

const getRollover = (text: string): BudgetFields['rollover'] =>
  ROLLOVERS.find((rollover) => rollover === text) ?? 'none';
