import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import type { ScenarioRun as Course, RunObjective } from '@engine/scenarios/run-state.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { getDeciding } from '@/entities/scenario/run-status';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { formatListDate } from '@/lib/dates';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { Section } from '@/ui/page';
import { figureName, figureText, targetText } from '../figure-text';
import { getLines, getSummary, writtenAs } from './course-lines';

type Told = { id: string; words: string };

/** The deciding figure: solid for history, dashed for the projection, with its target. */
export function CourseSection({
  play,
  today,
  told,
  words,
}: {
  play: ScenarioRunRow;
  today: number;
  told: readonly Told[];
  words: ReadonlyMap<string, string>;
}) {
  const { course } = play;
  const household = useQuery(clockQueries.household());
  const [chosen, setChosen] = useState<string | null>(null);
  const ahead = useMemo(() => (household.data ? getUpcoming(household.data) : null), [household.data]);
  const objective = course.objectives.find(({ id }) => id === chosen) ?? getDeciding(course.objectives);
  if (!objective) return null;
  const lines = getLines(course, objective, { today, ahead });
  const written = writtenAs(objective);
  const name = figureName(objective.figure);
  return (
    <Section title="Progress">
      {course.objectives.length > 1 && (
        <Field label="Objective" className="mb-4 max-w-120">
          {(control) => (
            <Select {...control} value={objective.id} onChange={({ target }) => setChosen(target.value)}>
              {told.map(({ id, words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {ahead && (
        <p className="mb-4 text-ink-2">{formatAhead(ahead, objective, words)} Surprises aren't included.</p>
      )}
      <ForecastChart
        label={name}
        lines={lines}
        band={[]}
        today={dayText(today)}
        summary={getSummary(name, lines, written)}
        {...(written && { format: written })}
        height={240}
      />
    </Section>
  );
}

/** Returns the day on which the projection would end the scenario. `words` are the texts of conditions. */
function formatAhead(
  { outcome, objectives }: Course,
  objective: RunObjective,
  words: ReadonlyMap<string, string>,
): string {
  const cause = outcome?.by && words.get(outcome.by);
  if (outcome?.state === 'lost' && cause)
    return `If nothing changes, the scenario ends on ${formatListDate(dayText(outcome.on))}: ${cause}`;
  const then = objectives.find(({ id }) => id === objective.id)?.value ?? null;
  return `If nothing changes, you'll reach ${figureText(objective.figure, then)}. The target is ${targetText(objective)}.`;
}

/**
 * Projects the end of the run if the customer changes nothing. Hidden events aren't in the customer's data,
 * so they aren't included. Null if the run is over.
 */
function getUpcoming(row: HouseholdRow): Course | null {
  const state = buildHouseholdState(row);
  const { play } = state;
  if (!play || play.outcome) return null;
  const end = new Zone(row.time_zone).at(play.ends + 1, 0);
  if (end <= state.at) return null;
  return simulate(state, end, { record: false }).state.play ?? null;
}
