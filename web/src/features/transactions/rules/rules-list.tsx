import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react';
import { toast } from '@/lib/toast';
import { classNames } from '@/ui/class-names';
import { Switch } from '@/ui/forms/switch';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { useNames } from '../search/use-names';
import { formatRule } from './rule-text';
import { ruleMutations } from './rules-mutations';
import type { CategorizationRule } from './rules-queries';

type RulesListProps = {
  rules: readonly CategorizationRule[];
  onEdit: (rule: CategorizationRule) => void;
  onRun: (rule: CategorizationRule) => void;
};

/** Rules in order. The first match wins. */
export function RulesList({ rules, onEdit, onRun }: RulesListProps) {
  const { names } = useNames();
  const turn = useMutation(ruleMutations.turn);
  const order = useMutation(ruleMutations.order);
  const remove = useMutation(ruleMutations.delete);
  const bringBack = useMutation(ruleMutations.bringBack);
  const ids = rules.map(({ id }) => id);

  function move(index: number, by: -1 | 1) {
    const next = ids.toSpliced(index, 1);
    order.mutate(next.toSpliced(index + by, 0, ids[index] ?? ''));
  }
  function drop(rule: CategorizationRule) {
    remove.mutate(rule, {
      onSuccess: () =>
        toast.success('Rule deleted. Past changes stay.', {
          action: { label: 'Undo', onClick: () => bringBack.mutate({ rule, order: ids }) },
        }),
    });
  }
  return (
    <ol aria-label="Rules" className="divide-y divide-line border-line border-y">
      {rules.map((rule, index) => {
        const { conditions, actions } = formatRule(rule, names);
        return (
          <li key={rule.id} className="flex min-h-16 items-center gap-3 py-2">
            <span className="figures w-6 shrink-0 text-ink-3 text-sm">{index + 1}</span>
            <button
              type="button"
              onClick={() => onEdit(rule)}
              className={classNames(
                'min-w-0 flex-1 rounded-2 px-1 py-1 text-left hover:bg-sunken',
                !rule.is_on && 'text-ink-3',
              )}
            >
              <span className="block font-medium [overflow-wrap:anywhere]">{conditions}</span>
              <span className="block text-ink-3 text-sm [overflow-wrap:anywhere]">{actions}</span>
            </button>
            <Switch
              aria-label={`Rule ${index + 1} is on`}
              checked={rule.is_on}
              onCheckedChange={(isOn) => turn.mutate({ id: rule.id, isOn })}
            />
            <Menu
              trigger={
                <button
                  type="button"
                  aria-label={`More options for rule ${index + 1}`}
                  className="-mr-2 grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
                >
                  <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
                </button>
              }
            >
              <MenuItem onSelect={() => onEdit(rule)}>Edit</MenuItem>
              <MenuItem onSelect={() => onRun(rule)}>Apply to past transactions</MenuItem>
              <MenuItem disabled={index === 0} onSelect={() => move(index, -1)}>
                <ArrowUp aria-hidden className="size-4" strokeWidth={1.5} /> Move up
              </MenuItem>
              <MenuItem disabled={index === rules.length - 1} onSelect={() => move(index, 1)}>
                <ArrowDown aria-hidden className="size-4" strokeWidth={1.5} /> Move down
              </MenuItem>
              <MenuSeparator />
              <MenuItem className="text-negative" onSelect={() => drop(rule)}>
                Delete
              </MenuItem>
            </Menu>
          </li>
        );
      })}
    </ol>
  );
}
