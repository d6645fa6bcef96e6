import { dayText } from '@engine/calendar/calendar.ts';
import { getStars } from '@engine/scenarios/run-state.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Star } from 'lucide-react';
import { customerQueries } from '@/entities/customer/queries';
import { getCurrentStatus } from '@/entities/scenario/run-status';
import { type ScenarioRunSummary, scenarioRunPath } from '@/entities/scenario/scenario-run';
import { formatTextDate } from '@/lib/dates';
import { LinkButton } from '@/ui/link';
import { Section } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { Row, RowList } from '@/ui/row-list';
import { scenarioQueries } from './queries';
import { ObjectiveMarks } from './run/progress';

/** Renders a run's status, with stars if the customer won. */
export function RunStatus({ scenarioRun }: { scenarioRun: ScenarioRunSummary }) {
  if (scenarioRun.state === 'playing')
    return <span className="font-semibold text-accent-ink">In progress</span>;
  if (scenarioRun.state === 'left') return <span className="text-ink-3">Left early</span>;
  if (scenarioRun.state === 'lost') return <span className="text-ink-2">Lost</span>;
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      Won <Stars scenarioRun={scenarioRun} />
    </span>
  );
}

export function Stars({ scenarioRun: { course } }: { scenarioRun: Pick<ScenarioRunSummary, 'course'> }) {
  const { stars, of } = getStars(course);
  return (
    <span className="inline-flex items-center gap-0.5">
      {Array.from({ length: of }, (_, star) => `star ${star + 1}`).map((star, index) => (
        <Star
          key={star}
          className={index < stars ? 'size-4 fill-current text-accent-ink' : 'size-4 text-line-strong'}
        />
      ))}
      <span className="sr-only">
        {stars} of {of} stars
      </span>
    </span>
  );
}

/** Renders the current run with a link to continue it. */
export function CurrentRun() {
  const { data: scenarioRun } = useQuery(scenarioQueries.current());
  const me = useQuery(customerQueries.me());
  if (scenarioRun?.state !== 'playing' || !me.data) return null;
  const { month, months, next } = getCurrentStatus(scenarioRun, me.data.now, me.data.time_zone);
  return (
    <Panel
      aria-label="In progress"
      className="mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0">
        <p className="text-ink-3 text-sm">In progress</p>
        <h2 className="text-lg">{scenarioRun.pack.title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm">
          <span className="figures">
            Month {month} of {months}
          </span>
          <ObjectiveMarks objectives={scenarioRun.course.objectives} />
          {next && <span>Next: {next.title}</span>}
        </p>
      </div>
      <LinkButton to={scenarioRunPath(scenarioRun.id)} variant="primary">
        Continue
      </LinkButton>
    </Panel>
  );
}

/** Renders earlier runs of a scenario, newest first. */
export function PastRuns({ runs }: { runs: readonly ScenarioRunSummary[] }) {
  if (runs.length === 0) return null;
  return (
    <Section title="Past runs" className="mt-10">
      <RowList label="Past runs">
        {runs.map((scenarioRun) => {
          const { begins, ends, outcome } = scenarioRun.course;
          return (
            <Row
              key={scenarioRun.id}
              to={scenarioRunPath(scenarioRun.id)}
              title={<RunStatus scenarioRun={scenarioRun} />}
              detail={`${formatTextDate(dayText(begins))} to ${formatTextDate(dayText(outcome?.on ?? ends))} (scenario dates)`}
              end={<ChevronRight className="size-5 text-ink-3" />}
            />
          );
        })}
      </RowList>
    </Section>
  );
}
