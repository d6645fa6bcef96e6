import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { Pack } from '@engine/scenarios/scenario.ts';
import { firstDayOf } from '@engine/scenarios/start.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Play } from '@/entities/scenario/play';
import { customerQueries } from '@/features/settings/queries';
import { formatListDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';
import { storyMutations } from '../mutations';
import { storyQueries } from '../queries';
import { useArrival } from '../run/use-arrival';
import { lengthWords } from '../scenario-text';

/** Says what happens to the life of now, and how to come back to it; then the story begins. */
export function BeginDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(storyMutations.begin);
  const me = useQuery(customerQueries.me());
  const { data: current } = useQuery(storyQueries.current());
  const [refused, setRefused] = useState<string | null>(null);
  const arrive = useArrival();
  async function begin() {
    setRefused(null);
    try {
      await mutateAsync({ pack, timeZone: me.data?.time_zone ?? 'UTC' });
      toast.success(`${pack.title} has begun`);
      await arrive();
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing has changed: your bank is as it was.');
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={current?.pack_id === pack.id ? `Begin “${pack.title}” again?` : `Begin “${pack.title}”?`}
    >
      <ol className="list-decimal space-y-2 pl-5 text-ink-2">
        <li>{current ? <WithinStory play={current} /> : <FromOwnLife title={pack.title} />}</li>
        <li>
          The story’s accounts, debts and rules take its place
          {me.data && ` on ${firstDayWords(pack, me.data, current?.course.begins)}`}. It lasts{' '}
          {lengthWords(pack.months)}, as fast as you move time.
        </li>
        <li>Your sign-in, your checkpoints and your other stories stay as they are.</li>
      </ol>
      {refused && (
        <AlertBox kind="negative" fact="The story did not begin." className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={isPending} words="Your present is kept, and the story’s first day is set up" />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Not now
        </Button>
        <Button variant="primary" onClick={() => void begin()} busy={isPending}>
          {refused ? 'Try again' : current ? 'Begin it' : 'Keep my life and begin'}
        </Button>
      </div>
    </Dialog>
  );
}

function FromOwnLife({ title }: { title: string }) {
  return (
    <>
      Your present life is saved as a checkpoint, “Before {title}”. Leaving the story brings you back to it;
      so does “Return” under Settings, Time.
    </>
  );
}

function WithinStory({ play: { title, state, life_before: before } }: { play: Play }) {
  return (
    <>
      {state === 'playing'
        ? `You give up “${title}” where it is; it counts as left. `
        : `You leave “${title}”. `}
      {before
        ? 'Your own life from before stays kept, and leaving the new story brings you back to it.'
        : 'Your bank was empty before, so there is no life to return to.'}
    </>
  );
}

/** Within a story time begins where that one began: whoever tries again does not grow older by it. */
function firstDayWords(
  pack: Pack,
  me: { now: string; time_zone: string },
  began: number | undefined,
): string {
  const before = began === undefined ? Date.parse(me.now) : new Zone(me.time_zone).at(began - 1, 0);
  const now = began === undefined ? before : Math.max(before, Date.now());
  return formatListDate(dayText(firstDayOf(pack, now, me.time_zone)));
}
