import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getCurrentStatus } from '@/entities/scenario/run-status';
import { customerQueries } from '@/features/settings/queries';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { scenarioQueries } from '../queries';
import { scenarioRunPath } from '../scenario-paths';
import { ObjectiveMarks } from './objective-marks';

/** The current run with a link to it. */
export function CurrentRun() {
  const { data: play } = useQuery(scenarioQueries.current());
  const me = useQuery(customerQueries.me());
  if (play?.state !== 'playing' || !me.data) return null;
  const { month, months, next } = getCurrentStatus(play, me.data.now, me.data.time_zone);
  return (
    <Panel
      aria-label="In progress"
      className="mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0">
        <p className="text-ink-3 text-sm">In progress</p>
        <h2 className="text-lg">{play.pack.title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm">
          <span className="figures">
            Month {month} of {months}
          </span>
          <ObjectiveMarks objectives={play.course.objectives} />
          {next && <span>Next: {next.title}</span>}
        </p>
      </div>
      <Button asChild variant="primary">
        <Link to={scenarioRunPath(play.id)}>Continue</Link>
      </Button>
    </Panel>
  );
}
