import type { BudgetSuggestion } from '@engine/insights/budget-suggestions.ts';
import { fromMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatCount } from '@/lib/count';
import { formatMoney, formatTypedAmount, parseAmount, sumAmounts } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Dialog } from '@/ui/overlays/dialog';
import { budgetMutations } from '../mutations';

type SuggestDialogProps = {
  open: boolean;
  suggestions: readonly BudgetSuggestion[];
  currency: string;
  onClose: () => void;
};

export function SuggestDialog({ open, suggestions, currency, onClose }: SuggestDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Suggested budgets"
      description="Typical monthly spending, rounded up to the nearest $5. Change any amount or leave it out."
      wide
    >
      <Review suggestions={suggestions} currency={currency} onClose={onClose} />
    </Dialog>
  );
}

function Review({ suggestions, currency, onClose }: Omit<SuggestDialogProps, 'open'>) {
  const { mutateAsync, isPending } = useMutation(budgetMutations.setAll);
  const [texts, setTexts] = useState(
    () => new Map(suggestions.map(({ categoryId, amount }) => [categoryId, formatTypedAmount(amount)])),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const chosen = suggestions.filter(({ categoryId }) => !left.has(categoryId));
  const limits = chosen.flatMap(({ categoryId }) => {
    const amount = parseAmount(texts.get(categoryId) ?? '');
    return amount === null ? [] : [{ category_id: categoryId, amount: fromMinor(amount) }];
  });
  const total = sumAmounts(limits.map(({ amount }) => amount));

  async function apply() {
    if (limits.length < chosen.length) return setProblem('Enter an amount for each selected category.');
    try {
      await mutateAsync(limits);
      toast.success(`${formatCount(limits.length, 'budget is', 'budgets are')} set`);
      onClose();
    } catch (error) {
      setProblem(getRefusalMessage(error, currency) ?? undefined);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <ul className="divide-y divide-line border-line border-y">
        {suggestions.map((suggestion) => {
          const { categoryId: id, name, basis, months, present } = suggestion;
          return (
            <li key={id} className="grid grid-cols-[1fr_9.5rem] items-center gap-4 py-2.5">
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-accent"
                  checked={!left.has(id)}
                  onChange={({ target }) => {
                    const next = new Set(left);
                    if (target.checked) next.delete(id);
                    else next.add(id);
                    setLeft(next);
                  }}
                />
                <span>
                  <span className="block font-medium">{name}</span>
                  <span className="block text-ink-3 text-sm">
                    {basis === 'median' ? 'median of the last' : 'average of the last'} {months} months
                    {present !== null && `, current ${formatMoney(present, currency)}`}
                  </span>
                </span>
              </label>
              <AmountInput
                size="field"
                aria-label={`${name} a month`}
                currency={currency}
                value={texts.get(id) ?? ''}
                disabled={left.has(id)}
                onValueChange={(text) => {
                  setTexts(new Map(texts).set(id, text));
                  setProblem(undefined);
                }}
              />
            </li>
          );
        })}
      </ul>
      <p aria-live="polite" className="text-negative text-sm empty:hidden">
        {problem}
      </p>
      <Button
        variant="primary"
        size="lg"
        busy={isPending}
        disabled={chosen.length === 0}
        onClick={() => void apply()}
      >
        Set {formatCount(limits.length, 'budget')}, {formatMoney(total, currency)} a month
      </Button>
    </div>
  );
}
