import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { getFirstDay } from '@engine/scenarios/start.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { formatListDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';
import { scenarioMutations } from '../mutations';
import { scenarioQueries } from '../queries';
import { formatLength } from '../scenario-text';

/** Explains what happens to the current household and how to return to it, and starts the scenario. */
export function StartDialog({ pack, onClose }: { pack: Scenario; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(scenarioMutations.begin);
  const me = useQuery(customerQueries.me());
  const { data: current } = useQuery(scenarioQueries.current());
  const [refused, setRefused] = useState<string | null>(null);
  const arrive = useArrival();
  async function begin() {
    setRefused(null);
    try {
      await mutateAsync({ pack, timeZone: me.data?.time_zone ?? 'UTC' });
      toast.success(`${pack.title} started`);
      await arrive();
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing changed.');
    }
  }
  return (
    <Dialog
      onClose={() => !isPending && onClose()}
      title={current?.pack_id === pack.id ? `Start “${pack.title}” again?` : `Start “${pack.title}”?`}
    >
      <ol className="list-decimal space-y-2 pl-5 text-ink-2">
        <li>
          {current ? (
            <ActiveScenarioNotice scenarioRun={current} />
          ) : (
            <OwnHouseholdNotice title={pack.title} />
          )}
        </li>
        <li>
          Your bank is replaced by the scenario's accounts, debts, and automatic payments
          {me.data && ` on ${formatFirstDay(pack, me.data, current?.course.begins)}`}. It lasts{' '}
          {formatLength(pack.months)}, as fast as you move time.
        </li>
        <li>You keep your sign-in, checkpoints, and other scenarios.</li>
      </ol>
      {refused && (
        <AlertBox kind="negative" fact="We couldn't start the scenario." className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={isPending} words="Saving your bank and setting up the scenario" />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => void begin()} busy={isPending}>
          {refused ? 'Try again' : current ? 'Start scenario' : 'Save and start'}
        </Button>
      </div>
    </Dialog>
  );
}

function OwnHouseholdNotice({ title }: { title: string }) {
  return (
    <>
      We'll save your current bank as a checkpoint, “Before {title}”. To go back, leave the scenario or
      restore the checkpoint in Settings.
    </>
  );
}

function ActiveScenarioNotice({
  scenarioRun: { title, state, checkpoint_before: before },
}: {
  scenarioRun: ScenarioRunRow;
}) {
  return (
    <>
      {state === 'playing' ? `You'll leave “${title}” unfinished. ` : `You'll leave “${title}”. `}
      {before
        ? 'Your own bank stays saved. Leaving the new scenario restores it.'
        : "Your bank was empty before, so there's nothing to restore."}
    </>
  );
}

/** Within a scenario, time starts where the current run started, so that retrying doesn't move it forward. */
function formatFirstDay(
  pack: Scenario,
  me: { now: string; time_zone: string },
  began: number | undefined,
): string {
  const before = began === undefined ? Date.parse(me.now) : new Zone(me.time_zone).at(began - 1, 0);
  const now = began === undefined ? before : Math.max(before, Date.now());
  return formatListDate(dayText(getFirstDay(pack, now, me.time_zone)));
}

/** Shows the dashboard of the new household once its day is known, because the old one may be later. */
export function useArrival(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.refetchQueries({ queryKey: customerQueries.me().queryKey });
    await navigate('/dashboard');
  };
}
