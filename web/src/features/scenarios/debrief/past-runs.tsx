import { dayText } from '@engine/calendar/calendar.ts';
import { ChevronRight } from 'lucide-react';
import type { PlaySummary } from '@/entities/scenario/play';
import { formatTextDate } from '@/lib/dates';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { PlayStanding } from '../run/run-status';
import { playPath } from '../scenario-paths';

/** How this story went before, the newest first. */
export function PastPlays({ plays }: { plays: readonly PlaySummary[] }) {
  if (plays.length === 0) return null;
  return (
    <Section title="Past runs" className="mt-10">
      <RowList label="Past runs">
        {plays.map((play) => {
          const { begins, ends, outcome } = play.course;
          return (
            <Row
              key={play.id}
              to={playPath(play.id)}
              title={<PlayStanding play={play} />}
              detail={`${formatTextDate(dayText(begins))} to ${formatTextDate(dayText(outcome?.on ?? ends))} (scenario dates)`}
              end={<ChevronRight aria-hidden className="size-5 text-ink-3" strokeWidth={1.5} />}
            />
          );
        })}
      </RowList>
    </Section>
  );
}
