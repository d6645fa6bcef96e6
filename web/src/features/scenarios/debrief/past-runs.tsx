import { dayText } from '@engine/calendar/calendar.ts';
import { ChevronRight } from 'lucide-react';
import type { ScenarioRunSummary } from '@/entities/scenario/scenario-run';
import { formatTextDate } from '@/lib/dates';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { RunStatus } from '../run/run-status';
import { scenarioRunPath } from '../scenario-paths';

/** Earlier runs of this scenario, newest first. */
export function PastRuns({ plays }: { plays: readonly ScenarioRunSummary[] }) {
  if (plays.length === 0) return null;
  return (
    <Section title="Past runs" className="mt-10">
      <RowList label="Past runs">
        {plays.map((play) => {
          const { begins, ends, outcome } = play.course;
          return (
            <Row
              key={play.id}
              to={scenarioRunPath(play.id)}
              title={<RunStatus play={play} />}
              detail={`${formatTextDate(dayText(begins))} to ${formatTextDate(dayText(outcome?.on ?? ends))} (scenario dates)`}
              end={<ChevronRight aria-hidden className="size-5 text-ink-3" strokeWidth={1.5} />}
            />
          );
        })}
      </RowList>
    </Section>
  );
}
