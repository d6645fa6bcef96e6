import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import { type Debrief, debriefOf, playValues } from '@engine/scenarios/debrief.ts';
import type { Play as Course, PlayLosing, PlayObjective } from '@engine/scenarios/run-state.ts';
import type { Pack } from '@engine/scenarios/scenario.ts';
import { fillWords, packValues, type WordValue, type WordValues } from '@engine/scenarios/text.ts';
import { formatTextDate } from '../../lib/dates';
import { formatMinor, type Minor } from '../../lib/money';
import type { Play } from './play';
import { type Moment, momentsOf } from './standing';

/** A number of a story as it stands in its words. */
function wordOf(value: WordValue): string {
  switch (value.unit) {
    case 'dollars':
      return formatMinor(value.amount as Minor);
    case 'percent':
      return `${countText(value.amount)}%`;
    case 'count':
      return countText(value.amount);
    case 'day':
      return formatTextDate(dayText(value.day));
    case 'text':
      return value.text;
  }
}

const countText = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Words of a story with its numbers filled in. */
export const tell = (words: string, values: WordValues) => fillWords(words, values, wordOf);

type Opening = {
  paragraphs: string[];
  you: string;
  objectives: { id: string; words: string; required: boolean }[];
  losing: { id: string; words: string }[];
};

/** Returns the introduction of a scenario. */
export function openingOf(pack: Pack): Opening {
  const values = packValues(pack);
  return {
    paragraphs: pack.story.map((paragraph) => tell(paragraph, values)),
    you: tell(pack.start.you, values),
    objectives: pack.objectives.map(({ id, words, required = true }) => ({
      id,
      words: tell(words, values),
      required,
    })),
    losing: pack.losing.map(({ id, words }) => ({ id, words: tell(words, values) })),
  };
}

/** Something of the story that has come, in its words. */
export type ToldMoment = {
  key: string;
  day: DayNumber;
  kind: 'checkpoint' | 'event';
  title: string;
  words: string;
  hint?: string | undefined;
  lessons: readonly string[];
};

type PlayTold = {
  objectives: { objective: PlayObjective; words: string }[];
  losing: { condition: PlayLosing; words: string }[];
  moments: ToldMoment[];
};

/** Returns the texts of a run up to a day, without later events. */
export function playTold(play: Pick<Play, 'pack' | 'course'>, today: DayNumber): PlayTold {
  const { pack, course } = play;
  const values = packValues(pack);
  const objectiveWords = new Map(pack.objectives.map(({ id, words }) => [id, tell(words, values)]));
  const losingWords = new Map(pack.losing.map(({ id, words }) => [id, tell(words, values)]));
  return {
    objectives: course.objectives.map((objective) => ({
      objective,
      words: objectiveWords.get(objective.id) ?? '',
    })),
    losing: course.losing.map((condition) => ({ condition, words: losingWords.get(condition.id) ?? '' })),
    moments: momentsOf(play)
      .filter(({ day }) => day <= today)
      .map((moment) => momentTold(moment, pack, course)),
  };
}

/** A checkpoint speaks of how things stood on its day. */
function momentTold({ kind, day, moment }: Moment, pack: Pack, course: Course): ToldMoment {
  const at = course.checkpoints.find(({ id }) => id === moment.id)?.reached;
  const values = kind === 'checkpoint' && at ? playValues(pack, course, { at }) : packValues(pack);
  return {
    key: `${kind} ${moment.id}`,
    day,
    kind,
    title: moment.title,
    words: tell(moment.words, values),
    ...(kind === 'checkpoint' && moment.hint && { hint: tell(moment.hint, values) }),
    lessons: kind === 'checkpoint' ? (moment.lessons ?? []) : [],
  };
}

/** A debrief with its numbers filled in. */
export type DebriefTold = Omit<Debrief, 'values'>;

/** Returns the texts of a debrief; null for a run that was left. */
export function debriefTold(pack: Pack, course: Course, reference: Course | null): DebriefTold | null {
  const debrief = debriefOf(pack, course, reference);
  if (!debrief) return null;
  const { values, ...rest } = debrief;
  const told = (words: string) => tell(words, values);
  const toldOrNull = (words: string | null) => (words === null ? null : told(words));
  return {
    ...rest,
    decidedBy: toldOrNull(debrief.decidedBy),
    paragraphs: debrief.paragraphs.map(told),
    objectives: debrief.objectives.map((objective) => ({
      ...objective,
      words: told(objective.words),
      told: told(objective.told),
    })),
    turns: debrief.turns.map((turn) => ({ ...turn, words: toldOrNull(turn.words) })),
    reference: toldOrNull(debrief.reference),
    next: toldOrNull(debrief.next),
  };
}
