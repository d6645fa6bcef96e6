import { getBudgetStatus } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { steadyCategories } from '@/entities/transaction/steady-categories';
import { type BudgetRow, budgetQueries } from '@/features/budgets/queries';
import { formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { TextLink } from '@/ui/link';
import { Section } from '@/ui/page';

const SHOWN = 3;

/**
 * Renders the most used budgets with a mark for today. Categories that cost the same every month have no
 * mark.
 */
export function BudgetPace({ today }: { today: string }) {
  const rows = useQuery(budgetQueries.status(null)).data ?? [];
  const history = useQuery(budgetQueries.history()).data ?? [];
  const steady = steadyCategories(history, `${today.slice(0, 7)}-01`);
  const used = rows
    .filter(({ category_id }) => !steady.has(category_id))
    .filter((row): row is BudgetRow & { available: number } => (row.available ?? 0) > 0)
    .toSorted((left, right) => right.spent / right.available - left.spent / left.available)
    .slice(0, SHOWN);
  if (used.length === 0) return null;
  return (
    <Section
      title="Budget pace"
      aside={
        <>
          Marker = today · <TextLink to="/budgets">View budgets</TextLink>
        </>
      }
    >
      <ul className="flex flex-col gap-5">
        {used.map((row) => (
          <li key={row.category_id}>
            <PaceLine row={row} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PaceLine({ row }: { row: BudgetRow & { available: number } }) {
  const { category, spent, available, pace, currency } = row;
  const status = getBudgetStatus(toMinor(available), toMinor(spent), pace);
  const money = (amount: number) => formatMoney(amount, currency);
  const overPace = spent - available * pace;
  return (
    <>
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{category}</span>
        <span className="figures text-ink-3 text-sm">
          <strong className="font-semibold text-ink">{money(spent)}</strong> of {money(available)}
          {status === 'passed' ? (
            <span className="text-warning">, {money(spent - available)} over budget</span>
          ) : (
            status !== 'within' &&
            overPace > 0 && <span className="text-warning">, {money(overPace)} ahead of pace</span>
          )}
        </span>
      </p>
      <Bar
        label={`${category} budget used`}
        share={spent / available}
        mark={pace}
        tone={status === 'within' ? 'ink' : 'warning'}
      />
    </>
  );
}
