import { useMutation } from '@tanstack/react-query';
import { Archive, CircleCheck, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { goalMutations, type Status } from '../mutations';
import type { Goal } from '../queries';

const ICON = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.5 } as const;
const DONE: Record<Status, string> = {
  active: 'resumed',
  paused: 'paused',
  completed: 'completed',
  archived: 'archived',
};

/** Renders the actions of a goal besides moving money. All can be undone. */
export function GoalActions({
  goal,
  onEdit,
  onDeleted,
}: {
  goal: Goal;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const setStatus = useMutation(goalMutations.setStatus);
  const remove = useMutation(goalMutations.delete);
  const restore = useMutation(goalMutations.restore);
  const { id, name, status, currency } = goal;

  function become(next: Status) {
    setStatus.mutate(
      { id, status: next },
      {
        onSuccess: () => toast.success(`${name} ${DONE[next]}`),
        onError: (error) => {
          const words = getRefusalMessage(error, currency);
          if (words) toast.error(words);
        },
      },
    );
  }
  function deleteIt() {
    remove.mutate(goal, {
      onSuccess: (deleted) => {
        onDeleted();
        toast.success(`${name} deleted. Your money stays in the account.`, {
          // Runs and reports failures even after the menu has closed.
          action: { label: 'Undo', onClick: () => void restore.mutateAsync(deleted).catch(() => {}) },
        });
      },
    });
  }
  return (
    <Menu
      trigger={
        <Button aria-label={`More options for ${name}`} className="px-2.5!" data-compact>
          <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
        </Button>
      }
    >
      <MenuItem onSelect={onEdit}>
        <Pencil {...ICON} /> Edit
      </MenuItem>
      {status === 'active' && (
        <MenuItem onSelect={() => become('paused')}>
          <Pause {...ICON} /> Pause
        </MenuItem>
      )}
      {status !== 'active' && (
        <MenuItem onSelect={() => become('active')}>
          <Play {...ICON} /> Resume
        </MenuItem>
      )}
      {(status === 'active' || status === 'paused') && (
        <MenuItem onSelect={() => become('completed')}>
          <CircleCheck {...ICON} /> Complete
        </MenuItem>
      )}
      {status !== 'archived' && (
        <MenuItem onSelect={() => become('archived')}>
          <Archive {...ICON} /> Archive
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onSelect={deleteIt}>
        <Trash2 {...ICON} /> Delete
      </MenuItem>
    </Menu>
  );
}
