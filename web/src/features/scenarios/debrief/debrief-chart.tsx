import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import { getDeciding } from '@/entities/scenario/run-status';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import { Section } from '@/ui/page';
import { figureName } from '../figure-text';
import { getLines, getSummary, writtenAs } from '../run/course-lines';

/** The course of the deciding figure beside its reference. */
export function DebriefChart({ course, reference }: { course: Course; reference: Course | null }) {
  const objective =
    course.objectives.find(({ id }) => id === course.outcome?.by) ?? getDeciding(course.objectives);
  // A line needs two months.
  if (!objective || course.months.length < 2) return null;
  const today = course.outcome?.on ?? course.ends;
  const lines = getLines(course, objective, { today, reference });
  const written = writtenAs(objective);
  const name = figureName(objective.figure);
  return (
    <Section title="Results" aside={name}>
      <ForecastChart
        label={name}
        lines={lines}
        band={[]}
        summary={getSummary(name, lines, written)}
        {...(written && { format: written })}
        height={240}
      />
    </Section>
  );
}
