import { nameReplacedHousehold } from '@engine/household/checkpoint-names.ts';
import { ReplaceDialog } from '@/entities/household/replace-dialog';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Review, ReviewLine } from '@/ui/forms/review';
import { checkpointMutations } from './mutations';
import type { Checkpoint } from './queries';

type RestoreDialogProps = { checkpoint: Checkpoint; timeZone: string; onClose: () => void };

/** Renders the review of a checkpoint before it replaces the current household. */
export function RestoreDialog({ checkpoint, timeZone, onClose }: RestoreDialogProps) {
  const { id, name, at, entries, net_worth, currency } = checkpoint;
  return (
    <ReplaceDialog
      title={`Restore “${name}”?`}
      mutation={checkpointMutations.returnTo}
      request={{ id }}
      verb="Restore"
      working="Saving your bank and restoring the checkpoint"
      failed="We couldn't restore the checkpoint."
      done={`Restored “${name}”`}
      onClose={onClose}
    >
      <Review>
        <ReviewLine label="New date">{formatListDate(at, timeZone)}</ReviewLine>
        <ReviewLine label="Net worth then">{formatMoney(net_worth, currency)}</ReviewLine>
        <ReviewLine label="Ledger entries">{entries.toLocaleString('en-US')}</ReviewLine>
        <ReviewLine label="Current bank saved as">{nameReplacedHousehold(checkpoint, timeZone)}</ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">
        We'll save your current bank, then restore “{name}”, including accounts, debts, automatic payments,
        history, and date. We'll repost later payments to and from other customers. You keep your sign-in and
        checkpoints.
      </p>
    </ReplaceDialog>
  );
}
