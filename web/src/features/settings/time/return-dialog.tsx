import { formatListDate } from '@/lib/dates';
import { Review, ReviewLine } from '@/ui/forms/review';
import type { Checkpoint } from '../queries';
import { checkpointMutations } from './checkpoint-mutations';
import { AnewDialog } from './reset-dialog';

/** Previews the effect of returning to a checkpoint. */
export function ReturnDialog({
  checkpoint,
  timeZone,
  onClose,
}: {
  checkpoint: Checkpoint;
  timeZone: string;
  onClose: () => void;
}) {
  const { id, name, at, entries } = checkpoint;
  return (
    <AnewDialog
      title={`Return to “${name}”?`}
      mutation={checkpointMutations.returnTo}
      wish={{ id }}
      verb="Return"
      working="Your present is kept, and the books are begun anew"
      done={`You are back at “${name}”`}
      failed="You did not return."
      onClose={onClose}
    >
      <Review>
        <ReviewLine label="It becomes">{formatListDate(at, timeZone)}</ReviewLine>
        <ReviewLine label="Entries in the books">{entries.toLocaleString('en-US')}</ReviewLine>
        <ReviewLine label="The present is kept as">Before returning to {name}</ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">
        First the present is saved as a checkpoint, so you can come back to it. Then the books are begun anew
        from “{name}”: accounts, debts, rules, history and the date become what they were. Payments to and
        from other customers since then are posted again. Your sign-in and your checkpoints stay.
      </p>
    </AnewDialog>
  );
}
