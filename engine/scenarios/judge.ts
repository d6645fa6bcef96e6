import type { DayNumber } from '../calendar/calendar.ts';
import type { FigureOf, RunLosing, RunObjective, ScenarioRun } from './run-state.ts';

/**
 * Returns a figure at the end of a day; null if it does not apply. Borrowed money doesn't meet an objective,
 * but it can avert a loss.
 */
export type ReadFigure = (figure: FigureOf, isAsked: boolean) => number | null;

/**
 * Judges the end of a day and records the results. Days are judged one by one, so the size of a step doesn't
 * matter: a crossed condition counts even if it recovers later. The run ends when everything is decided, or
 * on the last day.
 */
export function judgeDay(play: ScenarioRun, day: DayNumber, read: ReadFigure): void {
  if (play.outcome || day < play.begins || day > play.ends) return;
  for (const objective of play.objectives) judgeObjective(play, objective, day, read(objective, true));
  for (const condition of play.losing) judgeLosing(play, condition, day, read(condition, false));
  if (!play.outcome) play.outcome = getOutcome(play, day);
}

function judgeObjective(
  play: ScenarioRun,
  objective: RunObjective,
  day: DayNumber,
  value: number | null,
): void {
  if (objective.standing !== 'open') return;
  objective.value = value;
  const holds = isReached(objective, value);
  if (objective.when === 'by' && holds) settle(play, objective, day, 'met');
  else if (objective.when === 'always' && !holds) settle(play, objective, day, 'missed');
  else if (day >= Math.min(objective.day, play.ends)) settle(play, objective, day, holds ? 'met' : 'missed');
}

/** Returns true if a figure satisfies an objective. */
export function isReached({ atLeast, atMost }: RunObjective, value: number | null): boolean {
  if (value === null) return false;
  return atLeast !== undefined ? value >= atLeast : value <= (atMost ?? Number.NEGATIVE_INFINITY);
}

function settle(
  play: ScenarioRun,
  objective: RunObjective,
  day: DayNumber,
  standing: 'met' | 'missed',
): void {
  objective.standing = standing;
  objective.on = day;
  play.turns.push({ day, kind: standing, subject: objective.id });
}

function judgeLosing(play: ScenarioRun, condition: RunLosing, day: DayNumber, value: number | null): void {
  const { below, above } = condition;
  const isCrossed =
    value !== null && ((below !== undefined && value < below) || (above !== undefined && value > above));
  condition.crossedFor = isCrossed ? condition.crossedFor + 1 : 0;
  if (condition.crossedFor <= condition.days || play.outcome) return;
  play.turns.push({ day, kind: 'crossed', subject: condition.id });
  play.outcome = { state: 'lost', on: day, by: condition.id };
}

function getOutcome({ objectives, ends }: ScenarioRun, day: DayNumber): ScenarioRun['outcome'] {
  const missed = objectives.find(({ required, standing }) => required && standing === 'missed');
  if (missed) return { state: 'lost', on: day, by: missed.id };
  const isSettled = objectives.every(({ standing }) => standing !== 'open');
  return isSettled || day >= ends ? { state: 'won', on: day } : null;
}
