import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { getFirstDay } from '@engine/scenarios/start.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { ReplaceDialog } from '@/entities/household/replace-dialog';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { formatListDate } from '@/lib/dates';
import { scenarioMutations } from '../mutations';
import { scenarioQueries } from '../queries';
import { formatLength } from '../scenario-text';

/**
 * Renders the dialog that starts the scenario. Explains what happens to the current household and how to
 * return to it.
 */
export function StartDialog({ pack, onClose }: { pack: Scenario; onClose: () => void }) {
  const me = useQuery(customerQueries.me());
  const { data: current } = useQuery(scenarioQueries.current());
  const arrive = useArrival();
  return (
    <ReplaceDialog
      title={current?.pack_id === pack.id ? `Start “${pack.title}” again?` : `Start “${pack.title}”?`}
      mutation={scenarioMutations.begin}
      request={{ pack, timeZone: me.data?.time_zone ?? 'UTC' }}
      verb={current ? 'Start scenario' : 'Save and start'}
      working="Saving your bank and setting up the scenario"
      failed="We couldn't start the scenario."
      done={`${pack.title} started`}
      onReplaced={arrive}
      onClose={onClose}
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
          The scenario's accounts, debts, and automatic payments replace yours
          {me.data && ` on ${formatFirstDay(pack, me.data, current?.course.begins)}`}. The scenario lasts{' '}
          {formatLength(pack.months)}, at the speed you choose.
        </li>
        <li>You keep your sign-in, your checkpoints, and your other scenarios.</li>
      </ol>
    </ReplaceDialog>
  );
}

function OwnHouseholdNotice({ title }: { title: string }) {
  return (
    <>
      We'll save your current bank as a checkpoint named “Before {title}”. To go back, leave the scenario or
      restore the checkpoint in Settings.
    </>
  );
}

type ActiveScenarioNoticeProps = { scenarioRun: ScenarioRunRow };

function ActiveScenarioNotice({
  scenarioRun: { title, state, checkpoint_before: before },
}: ActiveScenarioNoticeProps) {
  return (
    <>
      {state === 'playing' ? `You'll leave “${title}” unfinished. ` : `You'll leave “${title}”. `}
      {before
        ? 'Your own household stays saved. You can restore it when you leave the new scenario.'
        : "Your bank was empty before, so there's nothing to restore."}
    </>
  );
}

/**
 * Formats the first simulated day. A retry uses the first day of the current run, so that retries don't start
 * on later dates.
 */
function formatFirstDay(
  pack: Scenario,
  me: { now: string; time_zone: string },
  began: number | undefined,
): string {
  const before = began === undefined ? Date.parse(me.now) : new Zone(me.time_zone).at(began - 1, 0);
  const now = began === undefined ? before : Math.max(before, Date.now());
  return formatListDate(dayText(getFirstDay(pack, now, me.time_zone)));
}

/**
 * Returns a function that opens the new household's dashboard. The function first loads the new household's
 * date, because the old household's date can be later.
 */
export function useArrival(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.refetchQueries({ queryKey: customerQueries.me().queryKey });
    await navigate('/dashboard');
  };
}
