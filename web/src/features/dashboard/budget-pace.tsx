import { getCurrentStatus } from '@engine/insights/budgets.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { steadyCategories } from '@/entities/transaction/steady-categories';
import { type BudgetRow, budgetQueries } from '@/features/budgets/queries';
import { formatMoney, toMinor } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Section } from '@/ui/page';

const SHOWN = 3;

/** The most used budgets with a mark for today. Categories with the same cost every month have no mark. */
export function BudgetPace({ today }: { today: string }) {
  const rows = useQuery(budgetQueries.status(null)).data ?? [];
  const history = useQuery(budgetQueries.history()).data ?? [];
  const steady = steadyCategories(history, `${today.slice(0, 7)}-01`);
  const used = rows
    .filter(({ category_id }) => !steady.has(category_id))
    .filter((row): row is BudgetRow & { available: number } => (row.available ?? 0) > 0)
    .toSorted((one, other) => other.spent / other.available - one.spent / one.available)
    .slice(0, SHOWN);
  if (used.length === 0) return null;
  return (
    <Section
      title="Budget pace"
      aside={
        <>
          Marker = today ·{' '}
          <Link to="/budgets" className="text-link">
            View budgets
          </Link>
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
  const standing = getCurrentStatus(toMinor(available), toMinor(spent), pace);
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{category}</span>
        <span className="figures text-ink-3 text-sm">
          <strong className="font-semibold text-ink">{money(spent)}</strong> of {money(available)}
          {standing === 'passed' && (
            <span className="text-warning">, {money(spent - available)} over the budget</span>
          )}
        </span>
      </p>
      <Bar
        label={`${category} budget used`}
        share={spent / available}
        mark={pace}
        tone={standing === 'within' ? 'ink' : 'warning'}
      />
    </>
  );
}
