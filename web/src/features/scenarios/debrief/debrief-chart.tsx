import type { Play as Course } from '@engine/scenarios/run-state.ts';
import { decidingOf } from '@/entities/scenario/standing';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import { Section } from '@/ui/page';
import { figureName } from '../figure-text';
import { linesOf, summaryOf, writtenAs } from '../run/course-lines';

/** The course of the measure that decided, beside the one it is compared with. */
export function DebriefCourse({ course, reference }: { course: Course; reference: Course | null }) {
  const objective =
    course.objectives.find(({ id }) => id === course.outcome?.by) ?? decidingOf(course.objectives);
  // Two months make a line.
  if (!objective || course.months.length < 2) return null;
  const today = course.outcome?.on ?? course.ends;
  const lines = linesOf(course, objective, { today, reference });
  const written = writtenAs(objective);
  const name = figureName(objective.figure);
  return (
    <Section title="Results" aside={name}>
      <ForecastChart
        label={name}
        lines={lines}
        band={[]}
        summary={summaryOf(name, lines, written)}
        {...(written && { format: written })}
        height={240}
      />
    </Section>
  );
}
