import { formatListDate } from '@/lib/dates';
import { Review, ReviewLine } from '@/ui/forms/review';
import type { Checkpoint } from '../queries';
import { checkpointMutations } from './checkpoint-mutations';
import { ResetDialog } from './reset-dialog';

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
    <ResetDialog
      title={`Restore “${name}”?`}
      mutation={checkpointMutations.returnTo}
      wish={{ id }}
      verb="Restore"
      working="Saving your bank and restoring the checkpoint"
      done={`Restored “${name}”`}
      failed="We couldn't restore the checkpoint."
      onClose={onClose}
    >
      <Review>
        <ReviewLine label="New date">{formatListDate(at, timeZone)}</ReviewLine>
        <ReviewLine label="Ledger entries">{entries.toLocaleString('en-US')}</ReviewLine>
        <ReviewLine label="Current bank saved as">Before restoring {name}</ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">
        We'll save where you are, then restore “{name}”, including accounts, debts, automatic payments,
        history, and date. Payments with other customers since then post again. You keep your sign-in and
        checkpoints.
      </p>
    </ResetDialog>
  );
}
