import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { Explain } from '@/entities/explanation/explain';
import { getFlowPath } from '@/entities/transaction/paths';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { getMonthSpan } from '../months';
import { budgetMutations } from '../mutations';
import type { BudgetMonth, BudgetRow } from '../queries';

type ToAssignProps = { month: BudgetMonth; rows: readonly BudgetRow[]; isPast: boolean };

/** Renders this month's income that isn't assigned to a category yet, for envelope budgeting. */
export function ToAssign({ month, rows, isPast }: ToAssignProps) {
  const { mutateAsync, isPending } = useMutation(budgetMutations.move);
  const requestId = useRequestId();
  const money = (amount: number) => formatMoney(amount, month.currency);
  const assignments = getAssignments(rows, month.to_assign);

  async function assignAll() {
    try {
      // Assigns to one category at a time, because each assignment reduces the unassigned money.
      for (const { categoryId, amount } of assignments) {
        const sent = { from: null, to: categoryId, amount };
        await mutateAsync({
          ...sent,
          request_id: requestId.for({ ...sent, month: month.starts_on, assigned: month.assigned }),
        });
      }
      toast.success('Income assigned');
    } catch {
      // The failure has already been reported, and the list shows the assignments made so far.
    }
  }

  return (
    <section className="mt-8 flex flex-wrap items-center justify-between gap-4 rounded-3 bg-sunken p-5">
      <div>
        <h2 className="font-medium text-ink-3 text-xs">To assign</h2>
        <Explain
          title="To assign"
          lesson="where-money-goes"
          formula="This month's income minus money assigned to categories."
          inputs={[
            { name: 'Income', value: money(month.income) },
            { name: 'Assigned', value: money(-month.assigned) },
          ]}
          links={[{ text: 'View income', to: getFlowPath('income', getMonthSpan(month.starts_on)) }]}
        >
          <Money amount={month.to_assign} currency={month.currency} size="panel" />
        </Explain>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-ink-2 text-sm">
          {month.to_assign < 0
            ? "You've assigned more than your income. Move some money back from a category."
            : month.to_assign === 0
              ? 'Every dollar is assigned.'
              : 'Assign this money to categories, or fill each category with its monthly amount.'}
        </p>
        {!isPast && assignments.length > 0 && (
          <Button busy={isPending} onClick={() => void assignAll()}>
            Fill categories
          </Button>
        )}
      </div>
    </section>
  );
}

/** Distributes unassigned income to the categories in order, up to their planned amounts. In major units. */
function getAssignments(rows: readonly BudgetRow[], toAssign: number) {
  let left = toMinor(toAssign);
  const assignments: { categoryId: string; amount: number }[] = [];
  for (const { category_id, amount, available } of rows) {
    const lacking = subtractMinor(toMinor(amount ?? 0), toMinor(available ?? 0));
    if (category_id === null || lacking <= 0 || left <= 0) continue;
    const assigned = lacking < left ? lacking : left;
    left = subtractMinor(left, assigned);
    assignments.push({ categoryId: category_id, amount: fromMinor(assigned) });
  }
  return assignments;
}
