import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Play } from '@/entities/scenario/play';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';
import { storyMutations } from '../mutations';
import { useArrival } from './use-arrival';

/** Two ways out of a story: back to the life before it, or on in this one without being judged. */
export function LeaveDialog({ play, onClose }: { play: Play; onClose: () => void }) {
  const { title, state, life_before: before } = play;
  const returnTo = useMutation(storyMutations.returnTo);
  const stay = useMutation(storyMutations.stay);
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
      setRefused(isRefusal(error) ? error.message : 'Nothing has changed: you are where you were.');
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Leave “${title}”?`}
      description={
        state === 'playing'
          ? 'The play counts as left, and stays on your shelf.'
          : 'The play stays on your shelf.'
      }
    >
      <div className="divide-y divide-line border-line border-y">
        <div className="py-4">
          <p className="font-semibold">Back to the life before</p>
          {before ? (
            <>
              <p className="mt-0.5 mb-3 text-ink-2">
                Accounts, debts, history and the date become what they were. The story’s life is saved as a
                checkpoint.
              </p>
              <Button
                variant="primary"
                busy={returnTo.isPending}
                onClick={() =>
                  void leave(() => returnTo.mutateAsync(before), 'You are back in your own life')
                }
              >
                Back to my life
              </Button>
            </>
          ) : (
            <p className="mt-0.5 text-ink-2">
              There is no checkpoint of it: your bank was empty, or the checkpoint was deleted. Under{' '}
              <Link to="/settings/time" className="text-link">
                Settings, Time
              </Link>{' '}
              you can begin another life.
            </p>
          )}
        </div>
        <div className="py-4">
          <p className="font-semibold">Stay in this life</p>
          <p className="mt-0.5 mb-3 text-ink-2">
            Everything stays as it is, nobody judges it any more, and what the story still had ahead does not
            happen.
          </p>
          <Button
            busy={stay.isPending}
            onClick={() => void leave(() => stay.mutateAsync(), 'This life is yours now, without the story')}
          >
            Stay here
          </Button>
        </div>
      </div>
      {refused && (
        <AlertBox kind="negative" fact="You did not leave." className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={returnTo.isPending} words="The story’s life is kept, and yours is set up again" />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose} disabled={isPending}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
