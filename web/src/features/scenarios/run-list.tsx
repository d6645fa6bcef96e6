import { dayText } from '@engine/calendar/calendar.ts';
import { getStars } from '@engine/scenarios/run-state.ts';
import { ChevronRight, Star } from 'lucide-react';
import { type ScenarioRunSummary, scenarioRunPath } from '@/entities/scenario/scenario-run';
import { formatTextDate } from '@/lib/dates';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';

/** Renders a run's status, with stars if the customer won. */
export function RunStatus({ scenarioRun }: { scenarioRun: ScenarioRunSummary }) {
  if (scenarioRun.state === 'playing')
    return <span className="font-semibold text-accent-ink">In progress</span>;
  if (scenarioRun.state === 'left') return <span className="text-ink-3">Left early</span>;
  if (scenarioRun.state === 'lost') return <span className="text-ink-2">Lost</span>;
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      Won <Stars {...getStars(scenarioRun.course)} />
    </span>
  );
}

/** Renders earned and missing stars. */
export function Stars({ stars, of }: { stars: number; of: number }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      {Array.from({ length: of }, (_, star) => `star ${star + 1}`).map((star, index) => (
        <Star key={star} className={index < stars ? 'size-4 fill-current text-ink' : 'size-4 text-ink-3'} />
      ))}
      <span className="sr-only">
        {stars} of {of} stars
      </span>
    </span>
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
