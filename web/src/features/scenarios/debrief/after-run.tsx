import { dayText } from '@engine/calendar/calendar.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { formatListDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { WorkProgress } from '@/ui/work-progress';
import { scenarioMutations } from '../mutations';
import { LeaveDialog } from '../run/leave-dialog';
import { useArrival } from '../run/use-start-notice';

/**
 * Returns to the last checkpoint or leaves the scenario, while an ended run is still the current household.
 */
export function AfterRun({ play }: { play: ScenarioRunRow }) {
  const [leaves, setLeaves] = useState(false);
  const { mutateAsync, isPending } = useMutation(scenarioMutations.returnTo);
  const [refused, setRefused] = useState<string | null>(null);
  const arrive = useArrival();
  if (!play.is_current) return null;
  const last = play.state === 'lost' ? lastPoint(play) : null;
  async function goBack(checkpoint: string, title: string) {
    setRefused(null);
    try {
      await mutateAsync(checkpoint);
      toast.success(`Restored “${title}”`);
      await arrive();
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing changed.');
    }
  }
  return (
    <Panel aria-label="Next steps" className="mb-10 print:hidden">
      <p className="max-w-150">
        {last
          ? `You're still in this household. You can restore “${last.title}” on ${formatListDate(dayText(last.day))} and try again, or leave.`
          : "You're still in this household. The scenario no longer scores it."}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {last && (
          <Button variant="primary" busy={isPending} onClick={() => void goBack(last.checkpoint, last.title)}>
            Try again from “{last.title}”
          </Button>
        )}
        <Button onClick={() => setLeaves(true)} disabled={isPending}>
          Leave scenario…
        </Button>
      </div>
      <WorkProgress runs={isPending} words="Saving your bank and restoring the checkpoint" />
      {refused && (
        <AlertBox kind="negative" fact="We couldn't restore the checkpoint." className="mt-5">
          {refused}
        </AlertBox>
      )}
      {leaves && <LeaveDialog play={play} onClose={() => setLeaves(false)} />}
    </Panel>
  );
}

/** The last saved checkpoint of the run. */
function lastPoint({ last_checkpoint: checkpoint, course, pack }: ScenarioRunRow) {
  const reached = course.checkpoints.findLast((point) => point.reached !== undefined);
  const point = pack.checkpoints.find(({ id }) => id === reached?.id);
  return checkpoint && reached && point ? { checkpoint, day: reached.day, title: point.title } : null;
}
