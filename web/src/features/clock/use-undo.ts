import { useMutation } from '@tanstack/react-query';
import { checkpointMutations } from '@/features/checkpoints/mutations';
import { formatListDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';

/**
 * Returns to the checkpoint before a fast-forward. The bank first saves the current household, so a toast can
 * offer to redo the fast-forward. `reason` explains a failure.
 */
export function useUndo(onUndone: () => void, timeZone: string) {
  const { mutateAsync, isPending, error } = useMutation(checkpointMutations.returnTo);
  async function run(id: string): Promise<void> {
    const { now, kept } = await mutateAsync({ id });
    onUndone();
    toast.success(`Back on ${formatListDate(now, timeZone)}`, {
      id: 'fast-forward',
      action: kept ? { label: 'Redo', onClick: () => void run(kept.id).catch(reportRefusal) } : undefined,
    });
  }
  return {
    run: (id: string) => void run(id).catch(() => {}),
    isPending,
    reason: error && (isRefusal(error) ? error.message : 'Nothing changed. Please try again.'),
  };
}

/** Shows why the fast-forward wasn't redone. Other failures show a toast already. */
function reportRefusal(error: unknown): void {
  if (isRefusal(error)) toast.error("We couldn't redo the fast-forward.", { description: error.message });
}
