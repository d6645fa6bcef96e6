import { useMutation } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { monthAway, monthName } from '../months';
import { budgetMutations } from '../mutations';
import type { BudgetMonth, HistoryRow } from '../queries';

/** Copies last month's budgets and changes the budgeting method. */
export function OptionsMenu({ month, history }: { month: BudgetMonth; history: readonly HistoryRow[] }) {
  const setAll = useMutation(budgetMutations.setAll);
  const chooseMode = useMutation(budgetMutations.chooseMode);
  const hasEnvelopes = month.mode === 'envelopes';
  const before = monthAway(month.starts_on, -1);
  const earlier = history.flatMap(({ category_id, month: of, amount }) =>
    of === before && amount !== null && category_id !== null ? [{ category_id, amount }] : [],
  );
  return (
    <Menu
      trigger={
        <Button>
          Options <ChevronDown aria-hidden className="size-4" strokeWidth={1.5} />
        </Button>
      }
    >
      <MenuItem
        disabled={earlier.length === 0}
        onSelect={() =>
          setAll.mutate(earlier, {
            onSuccess: () => toast.success(`Copied budgets from ${monthName(before)}`),
          })
        }
      >
        Copy budgets from {monthName(before)}
      </MenuItem>
      <MenuItem
        onSelect={() =>
          chooseMode.mutate(hasEnvelopes ? 'limits' : 'envelopes', {
            onSuccess: () =>
              toast.success(hasEnvelopes ? 'Switched to monthly limits' : 'Switched to envelope budgeting'),
          })
        }
      >
        {hasEnvelopes ? 'Use monthly limits' : 'Use envelopes'}
      </MenuItem>
    </Menu>
  );
}
