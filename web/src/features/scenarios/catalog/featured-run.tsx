import type { RunObjective } from '@engine/scenarios/run-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReplaceDialog } from '@/entities/household/replace-dialog';
import { getDayCount, getMark } from '@/entities/scenario/run-status';
import { ScenarioCover } from '@/entities/scenario/scenario-cover';
import { type ListedScenarioRun, scenarioRunPath } from '@/entities/scenario/scenario-run';
import { formatCount } from '@/lib/count';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link';
import { scenarioMutations } from '../mutations';
import { scenarioQueries } from '../queries';
import { LeaveDialog } from '../run/running';
import type { ScenarioEntry } from '../scenarios';
import type { ScenarioRecord } from './scenario-record';
import { useArrival } from './start-dialog';

type FeaturedRunProps = {
  entry: ScenarioEntry;
  record: ScenarioRecord;
  customer: { now: string; time_zone: string };
  onResume: () => void;
};

/** Renders the run in progress or the latest paused run at the top of the catalog. */
export function FeaturedRun({ entry: { pack, path }, record, customer, onResume }: FeaturedRunProps) {
  const { playing, paused } = record;
  const scenarioRun = playing ?? paused;
  if (!scenarioRun) return null;
  const now = playing ? customer.now : (paused?.saved.at ?? customer.now);
  const { day, days } = getDayCount(scenarioRun.course, now, customer.time_zone);
  return (
    <section
      aria-label={playing ? 'In progress' : 'Paused'}
      className="mb-14 grid grid-cols-1 items-center gap-x-10 gap-y-6 md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]"
    >
      <ScenarioCover scenario={pack} className="w-full" />
      <div className="max-w-100">
        <p className="figures text-ink-3 text-sm">
          {playing ? 'In progress' : 'Paused'} · day {day} of {days}
        </p>
        <h2 className="mt-1 text-xl">{pack.title}</h2>
        <p className="mt-1 text-ink-2">{pack.teaches}</p>
        <Bar label={`Day ${day} of ${days}`} share={day / days} className="mt-5" />
        <p className="mt-2 text-ink-3 text-sm">{formatGoals(scenarioRun.course.objectives)}</p>
        <div className="mt-5 flex flex-wrap gap-2">
          {playing ? (
            <>
              <LinkButton to="/dashboard" variant="primary">
                Resume
              </LinkButton>
              <LinkButton to={scenarioRunPath(playing.id)}>View run</LinkButton>
              <EndScenario />
            </>
          ) : (
            <>
              <Button variant="primary" onClick={onResume}>
                Resume
              </Button>
              <LinkButton to={path}>View scenario</LinkButton>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** Formats the state of a run's objectives, such as `1 of 4 goals met, 2 on target · 1 of 2 bonus stars`. */
function formatGoals(objectives: readonly RunObjective[]): string {
  const count = (list: readonly RunObjective[], mark: 'met' | 'holds' | 'missed') =>
    list.filter((objective) => getMark(objective) === mark).length;
  const goals = objectives.filter(({ required }) => required);
  const stars = objectives.filter(({ required }) => !required);
  const onTarget = count(goals, 'holds');
  return [
    `${count(goals, 'met')} of ${formatCount(goals.length, 'goal')} met${onTarget > 0 ? `, ${onTarget} on target` : ''}`,
    ...(stars.length > 0 ? [`${count(stars, 'met')} of ${formatCount(stars.length, 'bonus star')}`] : []),
  ].join(' · ');
}

function EndScenario() {
  const { data: scenarioRun } = useQuery(scenarioQueries.current());
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Leave scenario…</Button>
      {isOpen && scenarioRun && <LeaveDialog scenarioRun={scenarioRun} onClose={() => setOpen(false)} />}
    </>
  );
}

type ResumeDialogProps = { scenarioRun: ListedScenarioRun; checkpointId: string; onClose: () => void };

/** Renders the dialog that returns to the last checkpoint of a paused run. */
export function ResumeDialog({ scenarioRun: { title }, checkpointId, onClose }: ResumeDialogProps) {
  const arrive = useArrival();
  return (
    <ReplaceDialog
      title={`Resume “${title}”?`}
      mutation={scenarioMutations.returnTo}
      request={checkpointId}
      verb="Resume scenario"
      working="Saving your bank and restoring the scenario"
      failed="We couldn't resume the scenario."
      done={`${title} resumed`}
      onReplaced={arrive}
      onClose={onClose}
    >
      <p className="text-ink-2">
        The scenario's accounts and date replace yours. We'll save your current bank as a checkpoint, and you
        can restore it when you leave.
      </p>
    </ReplaceDialog>
  );
}
