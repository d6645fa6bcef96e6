import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import { markMinor } from '@engine/money/minor.ts';
import { buildDebrief, type Debrief, getRunValues } from '@engine/scenarios/debrief.ts';
import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { fillText, getScenarioValues, type TextValue, type TextValues } from '@engine/scenarios/text.ts';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { getMoments, type Moment } from './run-status';
import type { ScenarioRunRow } from './scenario-run';

/** Formats a figure for the scenario's text. */
function getWord(value: TextValue): string {
  switch (value.unit) {
    case 'dollars':
      return formatMinor(markMinor(value.amount));
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

/** Fills figures into a text template. */
export const describeMoment = (template: string, values: TextValues) => fillText(template, values, getWord);

export function getOpening(pack: Scenario) {
  const values = getScenarioValues(pack);
  return {
    paragraphs: pack.story.map((paragraph) => describeMoment(paragraph, values)),
    you: describeMoment(pack.start.you, values),
    objectives: pack.objectives.map(({ id, text: template, required = true }) => ({
      id,
      text: describeMoment(template, values),
      required,
    })),
    losing: pack.losing.map(({ id, text: template }) => ({ id, text: describeMoment(template, values) })),
  };
}

/** A past event or checkpoint with its text. */
export type DescribedMoment = {
  key: string;
  day: DayNumber;
  kind: 'checkpoint' | 'event';
  title: string;
  text: string;
  hint?: string | undefined;
  lessons: readonly string[];
};

/** Returns the texts of a run's events and checkpoints up to a day. */
export function describeRun(scenarioRun: Pick<ScenarioRunRow, 'pack' | 'course'>, today: DayNumber) {
  const { pack, course } = scenarioRun;
  const { objectives, losing } = getOpening(pack);
  const findText = (texts: readonly { id: string; text: string }[], id: string) =>
    texts.find((text) => text.id === id)?.text ?? '';
  return {
    objectives: course.objectives.map((objective) => ({
      objective,
      text: findText(objectives, objective.id),
    })),
    losing: course.losing.map((condition) => ({ condition, text: findText(losing, condition.id) })),
    moments: getMoments(scenarioRun)
      .filter(({ day }) => day <= today)
      .map((moment) => describeRunMoment(moment, pack, course)),
  };
}

/** Returns an event or a checkpoint with its text. A checkpoint's text uses its day's figures. */
function describeRunMoment({ kind, day, moment }: Moment, pack: Scenario, course: Course): DescribedMoment {
  const at = course.checkpoints.find(({ id }) => id === moment.id)?.reached;
  const values = kind === 'checkpoint' && at ? getRunValues(pack, course, { at }) : getScenarioValues(pack);
  return {
    key: `${kind} ${moment.id}`,
    day,
    kind,
    title: moment.title,
    text: describeMoment(moment.text, values),
    ...(kind === 'checkpoint' && moment.hint && { hint: describeMoment(moment.hint, values) }),
    lessons: kind === 'checkpoint' ? (moment.lessons ?? []) : [],
  };
}

/** A debrief with its figures filled in. */
export type DebriefText = Omit<Debrief, 'values'>;

/** Returns the texts of a debrief; null if the customer left the run. */
export function describeDebrief(
  pack: Scenario,
  course: Course,
  reference: Course | null,
): DebriefText | null {
  const debrief = buildDebrief(pack, course, reference);
  if (!debrief) return null;
  const { values, ...rest } = debrief;
  const describe = (template: string) => describeMoment(template, values);
  const describeOrNull = (template: string | null) => (template === null ? null : describe(template));
  return {
    ...rest,
    decidedBy: describeOrNull(debrief.decidedBy),
    paragraphs: debrief.paragraphs.map(describe),
    objectives: debrief.objectives.map((objective) => ({
      ...objective,
      text: describe(objective.text),
      result: describe(objective.result),
    })),
    turns: debrief.turns.map((turn) => ({ ...turn, text: describeOrNull(turn.text) })),
    reference: describeOrNull(debrief.reference),
    next: describeOrNull(debrief.next),
  };
}
