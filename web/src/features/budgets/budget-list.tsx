import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { steadyCategories } from '@/entities/transaction/steady-categories';
import { Section } from '@/ui/page';
import { BudgetItem } from './budget-item';
import { BudgetDetail } from './details/budget-detail';
import { type BudgetMonth, type BudgetRow, budgetQueries } from './queries';

type BudgetListProps = {
  month: BudgetMonth;
  rows: readonly BudgetRow[];
  isPast: boolean;
  present: string;
  onMove: (categoryId: string) => void;
};

const getKey = ({ category_id }: BudgetRow) => category_id ?? 'none';

/** All categories, those with a budget first. One is open at a time. */
export function BudgetList({ month, rows, isPast, present, onMove }: BudgetListProps) {
  const [open, setOpen] = useState<string | null>(null);
  const history = useQuery(budgetQueries.history()).data;
  const steady = useMemo(() => steadyCategories(history ?? [], present), [history, present]);
  const hasEnvelopes = month.mode === 'envelopes';
  const isBudgeted = (row: BudgetRow) => row.category_id !== null && (row.available !== null || hasEnvelopes);
  const budgeted = rows.filter(isBudgeted);
  const others = rows.filter((row) => !isBudgeted(row));
  const list = (some: readonly BudgetRow[], label: string) => (
    <ul aria-label={label} className="divide-y divide-line border-line border-t">
      {some.map((row) => (
        <BudgetItem
          key={getKey(row)}
          row={row}
          isPast={isPast}
          isSteady={steady.has(row.category_id)}
          open={open === getKey(row)}
          onToggle={() => setOpen(open === getKey(row) ? null : getKey(row))}
        >
          <BudgetDetail row={row} month={month} isPast={isPast} present={present} onMove={onMove} />
        </BudgetItem>
      ))}
    </ul>
  );
  return (
    <div className="mt-10 flex flex-col gap-10">
      {budgeted.length > 0 && (
        <Section
          title={hasEnvelopes ? 'Envelopes' : 'By category'}
          aside={isPast ? 'the month is over' : 'Marker = today'}
        >
          {list(budgeted, 'Budgets')}
        </Section>
      )}
      {others.length > 0 && <Section title="No budget">{list(others, 'Categories with no budget')}</Section>}
    </div>
  );
}
