import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { transactionQueries } from '@/entities/transaction/queries';
import { goalQueries } from '@/features/goals/queries';
import { useWhatIfs } from '@/features/what-ifs/store';
import { formatAs, getDay } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { dashboardMutations } from '../mutations';
import { AddMenu, type Choice } from './add-menu';
import { getKey, isAdded, type Layout, type Part, readLayout, toStored } from './layout';
import { PartList } from './part-list';

type CustomizeDialogProps = { customer: Customer; onClose: () => void };

/** Renders the dialog that shows, hides, moves, adds, and removes the parts of the dashboard. */
export function CustomizeDialog({ customer, onClose }: CustomizeDialogProps) {
  const stored = readLayout(customer.dashboard_layout);
  const [layout, setLayout] = useState<Layout>(stored);
  const [announcement, setAnnouncement] = useState('');
  const save = useMutation(dashboardMutations.saveLayout);
  const { groups, all, isLoaded } = useChoices(customer.id);
  const today = getDay(customer.now, customer.time_zone);

  function describe(item: Part): { title: string; detail?: string } {
    if (!isAdded(item)) return { title: getTitle(item, today) };
    const choice = all.find((entry) => getKey(entry) === getKey(item));
    if (choice) return { title: choice.title, detail: DETAILS[choice.part] ?? '' };
    const detail = item.part === 'what_if' ? 'Not in this browser' : 'No longer exists';
    return { title: DETAILS[item.part] ?? '', ...(isLoaded && { detail }) };
  }
  function add({ part, id, title }: Choice) {
    setLayout([...layout, { part, ...(id !== undefined && { id }), column: 'side' }]);
    setAnnouncement(`${title} added at the end of the right column.`);
  }
  function remove(item: Part) {
    setLayout(layout.filter((entry) => entry !== item));
    setAnnouncement(`${describe(item).title} removed.`);
  }
  function apply() {
    const input = { customerId: customer.id, layout: toStored(layout) };
    const before = { customerId: customer.id, layout: toStored(stored) };
    save.mutate(input, {
      onSuccess: () => {
        toast.success('Dashboard updated', { action: { label: 'Undo', onClick: () => save.mutate(before) } });
        onClose();
      },
    });
  }
  const isDefault = toStored(layout) === null;
  return (
    <Dialog
      onClose={onClose}
      title="Customize dashboard"
      description="On phones, the right column comes below the left column."
      footer={
        <>
          <Problem fact="We couldn't save your dashboard." className="mb-4">
            {isRefusal(save.error) ? save.error.message : null}
          </Problem>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" busy={save.isPending} onClick={apply}>
              Save
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="ghost"
              className="ml-auto"
              disabled={isDefault}
              onClick={() => {
                setLayout(readLayout(null));
                setAnnouncement('Default layout restored. Save to keep it.');
              }}
            >
              Reset to default
            </Button>
          </div>
        </>
      }
    >
      <PartList
        layout={layout}
        describe={describe}
        onChange={setLayout}
        onRemove={remove}
        onAnnounce={setAnnouncement}
      />
      <div className="mt-4">
        <AddMenu layout={layout} groups={groups} onAdd={add} />
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </Dialog>
  );
}

const TITLES: Partial<Record<Part['part'], string>> = {
  accounts: 'Accounts',
  budgets: 'Budget pace',
  upcoming: 'Upcoming',
  insights: 'Insights',
  transactions: 'Latest transactions',
};

const getTitle = ({ part }: Part, today: string) =>
  TITLES[part] ?? `${formatAs(today, part === 'year' ? 'yyyy' : 'MMMM')} so far`;

const DETAILS: Partial<Record<Part['part'], string>> = {
  safe_to_spend: 'Until payday',
  financial_health: 'Score and next step',
  goal: 'Goal',
  saved_view: 'Saved view',
  what_if: 'What-if',
};

const FINISHED = new Set(['completed', 'archived']);

/**
 * Returns the parts that the customer can add, in groups, and all parts that can be on the dashboard already,
 * such as completed goals. What-ifs from checkpoints take too long to compute here.
 */
function useChoices(customerId: string) {
  const goals = useQuery(goalQueries.list()).data;
  const views = useQuery(transactionQueries.views()).data;
  const whatIfs = useWhatIfs(customerId);
  const toGoal = ({ id, name }: { id: string; name: string }): Choice => ({ part: 'goal', id, title: name });
  const active = (goals ?? []).filter(({ status }) => !FINISHED.has(status));
  const groups: [string, Choice[]][] = [
    [
      'Insights',
      [
        { part: 'safe_to_spend', title: 'Safe to spend' },
        { part: 'financial_health', title: 'Financial health' },
      ],
    ],
    ['Goals', active.map(toGoal)],
    ['Saved views', (views ?? []).map(({ id, name }) => ({ part: 'saved_view', id, title: name }))],
    [
      'What-ifs',
      whatIfs
        .filter(({ from }) => from === undefined)
        .map(({ id, name }) => ({ part: 'what_if', id, title: name })),
    ],
  ];
  const all = [...groups.flatMap(([, choices]) => choices), ...(goals ?? []).map(toGoal)];
  return { groups, all, isLoaded: goals !== undefined && views !== undefined };
}
