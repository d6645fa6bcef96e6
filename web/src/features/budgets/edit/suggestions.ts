import { suggestBudget } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';
import type { BudgetRow, HistoryRow } from '../queries';

export type BudgetSuggestion = {
  categoryId: string;
  name: string;
  currency: string;
  /** In major units. */
  amount: number;
  /** The current limit; null if there is none. */
  present: number | null;
  basis: 'median' | 'average';
  months: number;
};

/** Suggests budgets based on the full months since the first spending. */
export function getSuggestions(
  rows: readonly BudgetRow[],
  history: readonly HistoryRow[],
  presentMonth: string,
): BudgetSuggestion[] {
  const past = history.filter(({ month }) => month < presentMonth);
  const first = past.reduce(
    (earliest, { month, spent }) => (spent > 0 && month < earliest ? month : earliest),
    '9999',
  );
  return rows.flatMap((row) => {
    if (row.category_id === null) return [];
    const spent = past
      .filter(({ category_id, month }) => category_id === row.category_id && month >= first)
      .toSorted((left, right) => left.month.localeCompare(right.month))
      .map((month) => toMinor(month.spent));
    const suggestion = suggestBudget(spent);
    if (!suggestion) return [];
    return [
      {
        categoryId: row.category_id,
        name: row.category ?? '',
        currency: row.currency,
        amount: suggestion.amount / 100,
        present: row.amount,
        basis: suggestion.basis,
        months: suggestion.months,
      },
    ];
  });
}
