import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';
import { scenarioMutations } from '../mutations';
import { useArrival } from './use-start-notice';

/** Leaves a scenario: returns to the household before it, or keeps this one. */
export function LeaveDialog({ play, onClose }: { play: ScenarioRunRow; onClose: () => void }) {
  const { title, state, checkpoint_before: before } = play;
  const returnTo = useMutation(scenarioMutations.returnTo);
  const stay = useMutation(scenarioMutations.stay);
  const [refused, setRefused] = useState<string | null>(null);
  const arrive = useArrival();
  const isPending = returnTo.isPending || stay.isPending;
  async function leave(way: () => Promise<unknown>, done: string) {
    setRefused(null);
    try {
      await way();
      toast.success(done);
      await arrive();
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing changed.');
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Leave “${title}”?`}
      description={
        state === 'playing'
          ? 'The run counts as unfinished and stays in your history.'
          : 'The run stays in your history.'
      }
    >
      <div className="divide-y divide-line border-line border-y">
        <div className="py-4">
          <p className="font-semibold">Restore my bank</p>
          {before ? (
            <>
              <p className="mt-0.5 mb-3 text-ink-2">
                We'll restore your accounts, debts, history, and date, and save the scenario as a checkpoint.
              </p>
              <Button
                variant="primary"
                busy={returnTo.isPending}
                onClick={() => void leave(() => returnTo.mutateAsync(before), 'Your bank is restored')}
              >
                Restore my bank
              </Button>
            </>
          ) : (
            <p className="mt-0.5 text-ink-2">
              There's no checkpoint to restore. In{' '}
              <Link to="/settings/time" className="text-link">
                Settings, Time
              </Link>{' '}
              you can start a new household.
            </p>
          )}
        </div>
        <div className="py-4">
          <p className="font-semibold">Keep this household</p>
          <p className="mt-0.5 mb-3 text-ink-2">
            Keep everything as it is. The scenario's remaining events won't happen.
          </p>
          <Button
            busy={stay.isPending}
            onClick={() => void leave(() => stay.mutateAsync(), 'You kept this household')}
          >
            Keep household
          </Button>
        </div>
      </div>
      {refused && (
        <AlertBox kind="negative" fact="We couldn't leave the scenario." className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={returnTo.isPending} words="Saving the scenario and restoring your bank" />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
