import { formatMoney, sumOf } from '@/lib/money';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import type { BudgetSuggestion } from './edit/suggestions';

type BudgetsEmptyProps = {
  suggestions: readonly BudgetSuggestion[];
  currency: string;
  onSuggest: () => void;
};

/** Shown without any budget: suggestions from the history, or a first step. */
export function BudgetsEmpty({ suggestions, currency, onSuggest }: BudgetsEmptyProps) {
  if (suggestions.length === 0)
    return (
      <EmptyState title="No budgets yet">
        Set a monthly limit for any category. After 3 months, we'll suggest amounts.
      </EmptyState>
    );
  const total = formatMoney(sumOf(suggestions.map(({ amount }) => amount)), currency);
  return (
    <EmptyState
      title="No budgets yet"
      action={
        <Button variant="primary" onClick={onSuggest}>
          Suggest from history
        </Button>
      }
    >
      Based on recent months, we suggest {total} a month in {suggestions.length}{' '}
      {suggestions.length === 1 ? 'category' : 'categories'}. Review them before you set them.
    </EmptyState>
  );
}
