import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { amountField } from '@/lib/fields';
import { formatMinor, formatMoney, formatTypedAmount, parseAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { Dialog } from '@/ui/overlays/dialog';
import { budgetMutations } from '../mutations';
import type { BudgetMonth, BudgetRow } from '../queries';

const TO_ASSIGN = '';

type MoveDialogProps = {
  /** The receiving category; null while the dialog is closed. */
  to: string | null;
  rows: readonly BudgetRow[];
  month: BudgetMonth;
  onClose: () => void;
};

export function MoveDialog({ to, rows, month, onClose }: MoveDialogProps) {
  const target = rows.find(({ category_id }) => category_id !== null && category_id === to);
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      title={
        target && (target.remaining ?? 0) < 0
          ? `Cover ${target.category}`
          : `Move money to ${target?.category ?? ''}`
      }
      description="This only changes this month's budget. No money moves between accounts."
    >
      {target && <MoveForm target={target} rows={rows} month={month} onClose={onClose} />}
    </Dialog>
  );
}

type MoveFormProps = Omit<MoveDialogProps, 'to'> & { target: BudgetRow };

const moveSchema = z.object({ from: z.string(), amount: amountField() });

function MoveForm({ target, rows, month, onClose }: MoveFormProps) {
  const { send } = useIdempotentMutation(budgetMutations.move);
  const { currency } = target;
  const missing = Math.max(0, -(target.remaining ?? 0));
  const shortfall = missing || Math.max(0, (target.amount ?? 0) - (target.available ?? 0));
  const sources = getSources(target, rows, month);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: moveSchema,
    defaults: {
      from: sources[0]?.id ?? TO_ASSIGN,
      amount: shortfall > 0 ? formatTypedAmount(Math.min(shortfall, sources[0]?.left ?? shortfall)) : '',
    },
    mode: 'onSubmit',
    currency,
    refusedField: 'amount',
    onSubmit: async ({ from, amount }) => {
      await send({ from: from === TO_ASSIGN ? null : from, to: target.category_id, amount });
      toast.success(`${formatMoney(amount, currency)} moved to ${target.category}`);
      onClose();
    },
  });
  if (sources.length === 0) return <p className="text-ink-2">No other category has money left this month.</p>;
  const amount = parseAmount(watch('amount'));
  const money = amount !== null && amount > 0 ? `${formatMinor(amount, currency)} ` : '';
  return (
    <Form onSubmit={submit} verb={`Move ${money}to ${target.category}`} busy={isSubmitting}>
      <SelectField
        control={control}
        name="from"
        label="From"
        options={sources.map(({ id, name, left }) => ({
          value: id,
          label: `${name}: ${formatMoney(left, currency)} left`,
        }))}
      />
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={missing > 0 && `${formatMoney(missing, currency)} covers the overspending.`}
        currency={currency}
      />
    </Form>
  );
}

/** Returns the possible sources: the month's unassigned money and the categories that have money left. */
function getSources(target: BudgetRow, rows: readonly BudgetRow[], month: BudgetMonth) {
  const categories = rows
    .filter((row) => row.category_id !== target.category_id && (row.remaining ?? 0) > 0)
    .map((row) => ({ id: row.category_id ?? '', name: row.category ?? '', left: row.remaining ?? 0 }))
    .toSorted((left, right) => right.left - left.left);
  if (month.mode !== 'envelopes' || month.to_assign <= 0) return categories;
  return [{ id: TO_ASSIGN, name: 'To assign', left: month.to_assign }, ...categories];
}
