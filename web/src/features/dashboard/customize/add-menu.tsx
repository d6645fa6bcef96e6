import { Plus } from 'lucide-react';
import { Button } from '@/ui/button';
import { Menu, MenuGroup, MenuItem } from '@/ui/overlays/menu';
import { getKey, type Layout, type Part } from './layout';

export type Choice = Pick<Part, 'part' | 'id'> & { title: string };

type AddMenuProps = {
  layout: Layout;
  groups: readonly (readonly [label: string, choices: readonly Choice[]])[];
  onAdd: (choice: Choice) => void;
};

/** Renders the menu of parts that the dashboard doesn't have yet. */
export function AddMenu({ layout, groups, onAdd }: AddMenuProps) {
  const used = new Set(layout.map(getKey));
  const available = groups
    .map(([label, choices]) => [label, choices.filter((choice) => !used.has(getKey(choice)))] as const)
    .filter(([, choices]) => choices.length > 0);
  if (available.length === 0)
    return (
      <p className="text-ink-3 text-sm">
        Save a view of your transactions, or create a goal or a what-if, to add it here.
      </p>
    );
  return (
    <Menu
      align="start"
      className="max-h-80 overflow-y-auto"
      trigger={
        <Button>
          <Plus className="size-4" /> Add section
        </Button>
      }
    >
      {available.map(([label, choices]) => (
        <MenuGroup key={label} label={label}>
          {choices.map((choice) => (
            <MenuItem key={getKey(choice)} onSelect={() => onAdd(choice)}>
              <span className="max-w-60 truncate">{choice.title}</span>
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </Menu>
  );
}
