import { dayText } from '@engine/calendar.ts';
import { type PlayObjective, starsOf } from '@engine/play.ts';
import { formatAs } from '@/lib/dates';
import type { Play } from '@/lib/stories/play';
import { MARK_WORDS, markOf } from '@/lib/stories/standing';
import { figureText } from './figure-words';
import { lengthWords } from './story-words';

/** How a play went, as text that can be sent to somebody. */
export function resultText(
  { pack, course, state }: Play,
  objectives: readonly { objective: PlayObjective; words: string }[],
): string {
  const { stars, of } = starsOf(course);
  const day = formatAs(dayText(course.outcome?.on ?? course.ends), 'MMMM d, yyyy');
  const ended =
    state === 'won' ? `won on ${day}, ${stars} of ${of} stars` : state === 'lost' ? `lost on ${day}` : 'left';
  const lines = objectives.map(
    ({ objective, words }) =>
      `${markOf(objective) === 'met' ? '[x]' : '[ ]'} ${words} ${figureText(objective.figure, objective.value)}, ${MARK_WORDS[markOf(objective)]}`,
  );
  return [`${pack.title} (${lengthWords(pack.months)}, Sandbank): ${ended}`, ...lines].join('\n');
}
