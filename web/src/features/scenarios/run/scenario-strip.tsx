import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { getCurrentStatus } from '@/entities/scenario/run-status';
import { type ScenarioRunRow, scenarioRunPath } from '@/entities/scenario/scenario-run';
import { inDays } from '../scenario-text';
import { ObjectiveMarks } from './progress';

type ScenarioStripProps = { scenarioRun: ScenarioRunRow; customer: { now: string; time_zone: string } };

/** Renders the run's progress, objectives, and next step. Appears on every page during a scenario. */
export function ScenarioStrip({ scenarioRun, customer }: ScenarioStripProps) {
  const { month, months, next, today, daysLeft } = getCurrentStatus(
    scenarioRun,
    customer.now,
    customer.time_zone,
  );
  const comes = next ? { title: next.title, days: next.day - today } : { title: 'End', days: daysLeft };
  const isOver = scenarioRun.state !== 'playing';
  return (
    <aside aria-label="Scenario" className="border-line border-b bg-accent-soft print:hidden">
      <Link
        to={scenarioRunPath(scenarioRun.id)}
        className="mx-auto flex min-h-9 max-w-360 items-center gap-x-4 px-(--gutter) py-1 text-sm focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <span className="min-w-0 truncate font-semibold">{scenarioRun.title}</span>
        {isOver ? (
          <span className="shrink-0">{scenarioRun.state === 'won' ? 'won' : 'has ended'}</span>
        ) : (
          <span className="figures shrink-0 text-ink-2">
            <span className="max-sm:sr-only">Month </span>
            {month} of {months}
          </span>
        )}
        <ObjectiveMarks objectives={scenarioRun.course.objectives} />
        <span className="ml-auto hidden min-w-0 truncate text-ink-2 md:block">
          {isOver ? 'View results' : `${comes.title} ${inDays(comes.days)}`}
        </span>
        <ChevronRight className="size-4 shrink-0 text-ink-3 max-md:ml-auto" />
      </Link>
    </aside>
  );
}
