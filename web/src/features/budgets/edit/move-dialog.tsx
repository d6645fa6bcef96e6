import { fromMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { validateAmount } from '@/lib/fields';
import { formatMoney, parseAmount } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { Dialog } from '@/ui/overlays/dialog';
import { budgetMutations } from '../mutations';
import type { BudgetMonth, BudgetRow } from '../queries';

const TO_ASSIGN = '';

const typed = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });

type MoveDialogProps = {
  /** The receiving category; null while the dialog is closed. */
  to: string | null;
  rows: readonly BudgetRow[];
  month: BudgetMonth;
  onClose: () => void;
};

/** Covers a category from another, or assigns money to it. */
export function MoveDialog({ to, rows, month, onClose }: MoveDialogProps) {
  const target = rows.find(({ category_id }) => category_id !== null && category_id === to);
  return (
    <Dialog
      open={target !== undefined}
      onOpenChange={(open) => !open && onClose()}
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

function MoveForm({
  target,
  rows,
  month,
  onClose,
}: {
  target: BudgetRow;
  rows: readonly BudgetRow[];
  month: BudgetMonth;
  onClose: () => void;
}) {
  const { mutateAsync, isPending } = useMutation(budgetMutations.move);
  const requestId = useRequestId();
  const missing = Math.max(0, -(target.remaining ?? 0));
  const sources = [
    ...(month.mode === 'envelopes' && month.to_assign > 0
      ? [{ id: TO_ASSIGN, name: 'To assign', left: month.to_assign }]
      : []),
    ...rows
      .filter((row) => row.category_id !== target.category_id && (row.remaining ?? 0) > 0)
      .map((row) => ({ id: row.category_id ?? '', name: row.category ?? '', left: row.remaining ?? 0 }))
      .toSorted((one, other) => other.left - one.left),
  ];
  const [from, setFrom] = useState(sources[0]?.id ?? TO_ASSIGN);
  const source = sources.find(({ id }) => id === from);
  const [text, setText] = useState(() => {
    const wanted = missing || Math.max(0, (target.amount ?? 0) - (target.available ?? 0));
    return wanted > 0 ? typed(Math.min(wanted, sources[0]?.left ?? wanted)) : '';
  });
  const [problem, setProblem] = useState<string>();
  const amount = parseAmount(text);

  async function move(event: FormEvent) {
    event.preventDefault();
    if (amount === null || amount <= 0 || !source)
      return setProblem(validateAmount(text) ?? 'Choose a category.');
    const sent = {
      from: from === TO_ASSIGN ? null : from,
      to: target.category_id,
      amount: fromMinor(amount),
    };
    try {
      await mutateAsync({ ...sent, requestId: requestId.for(sent) });
      toast.success(`${formatMoney(sent.amount, target.currency)} moved to ${target.category}`);
      onClose();
    } catch (error) {
      setProblem(getRefusalMessage(error, target.currency) ?? undefined);
    }
  }

  if (sources.length === 0) return <p className="text-ink-2">No other category has money left this month.</p>;
  const words = amount !== null && amount > 0 ? ` ${formatMoney(fromMinor(amount), target.currency)}` : '';
  return (
    <form onSubmit={(event) => void move(event)} noValidate className="flex flex-col gap-5">
      <Field label="From">
        {(props) => (
          <Select {...props} value={from} onChange={(event) => setFrom(event.target.value)}>
            {sources.map(({ id, name, left }) => (
              <option key={id} value={id}>
                {name}: {formatMoney(left, target.currency)} left
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Amount"
        error={problem}
        hint={missing > 0 && `${formatMoney(missing, target.currency)} covers it.`}
      >
        {(props) => (
          <AmountInput
            {...props}
            size="field"
            currency={target.currency}
            value={text}
            onValueChange={(next) => {
              setText(next);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Move{words} to {target.category}
      </Button>
    </form>
  );
}
