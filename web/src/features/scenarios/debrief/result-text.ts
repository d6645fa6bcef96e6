import { dayText } from '@engine/calendar/calendar.ts';
import { type PlayObjective, starsOf } from '@engine/scenarios/run-state.ts';
import type { Play } from '@/entities/scenario/play';
import { MARK_WORDS, markOf } from '@/entities/scenario/standing';
import { formatTextDate } from '@/lib/dates';
import { figureText } from '../figure-text';
import { lengthWords } from '../scenario-text';

/** How a play went, as text that can be sent to somebody. */
export function resultText(
  { pack, course, state }: Play,
  objectives: readonly { objective: PlayObjective; words: string }[],
): string {
  const { stars, of } = starsOf(course);
  const day = formatTextDate(dayText(course.outcome?.on ?? course.ends));
  const ended =
    state === 'won' ? `won on ${day}, ${stars} of ${of} stars` : state === 'lost' ? `lost on ${day}` : 'left';
  const lines = objectives.map(
    ({ objective, words }) =>
      `${markOf(objective) === 'met' ? '[x]' : '[ ]'} ${words} ${figureText(objective.figure, objective.value)}, ${MARK_WORDS[markOf(objective)]}`,
  );
  return [`${pack.title} (${lengthWords(pack.months)}, Sandbank): ${ended}`, ...lines].join('\n');
}
