import { dayText } from '@engine/calendar/calendar.ts';
import { getStars, type RunObjective } from '@engine/scenarios/run-state.ts';
import { getMark, MARK_LABELS } from '@/entities/scenario/run-status';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { formatTextDate } from '@/lib/dates';
import { figureText } from '../figure-text';
import { formatLength } from '../scenario-text';

/** How a play went, as text that can be sent to somebody. */
export function resultText(
  { pack, course, state }: ScenarioRunRow,
  objectives: readonly { objective: RunObjective; words: string }[],
): string {
  const { stars, of } = getStars(course);
  const day = formatTextDate(dayText(course.outcome?.on ?? course.ends));
  const ended =
    state === 'won' ? `won on ${day}, ${stars} of ${of} stars` : state === 'lost' ? `lost on ${day}` : 'left';
  const lines = objectives.map(
    ({ objective, words }) =>
      `${getMark(objective) === 'met' ? '[x]' : '[ ]'} ${words} ${figureText(objective.figure, objective.value)}, ${MARK_LABELS[getMark(objective)]}`,
  );
  return [`${pack.title} (${formatLength(pack.months)}, Sandbank): ${ended}`, ...lines].join('\n');
}
