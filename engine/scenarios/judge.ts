import type { DayNumber } from '../calendar/calendar.ts';
import type { FigureOf, RunLosing, RunObjective, ScenarioRun } from './run-state.ts';

/**
 * Returns a figure at the end of a day, or null if the figure does not apply. Borrowed money doesn't count
 * toward an objective (`isRequested`), but it can prevent a loss.
 */
export type ReadFigure = (figure: FigureOf, isRequested: boolean) => number | null;

/**
 * Judges a scenario run at the end of a day and records the results. Judging every day makes the result
 * independent of the step size: a condition counts even if the figure recovers later. The run ends when all
 * objectives are decided, or on the last day.
 */
export function judgeDay(scenarioRun: ScenarioRun, day: DayNumber, read: ReadFigure): void {
  if (scenarioRun.outcome || day < scenarioRun.begins || day > scenarioRun.ends) return;
  for (const objective of scenarioRun.objectives)
    judgeObjective(scenarioRun, objective, day, read(objective, true));
  for (const condition of scenarioRun.losing)
    judgeLosing(scenarioRun, condition, day, read(condition, false));
  if (!scenarioRun.outcome) scenarioRun.outcome = getOutcome(scenarioRun, day);
}

function judgeObjective(
  scenarioRun: ScenarioRun,
  objective: RunObjective,
  day: DayNumber,
  value: number | null,
): void {
  if (objective.standing !== 'open') return;
  objective.value = value;
  const holds = isReached(objective, value);
  if (objective.when === 'by' && holds) settle(scenarioRun, objective, day, 'met');
  else if (objective.when === 'always' && !holds) settle(scenarioRun, objective, day, 'missed');
  else if (day >= Math.min(objective.day, scenarioRun.ends))
    settle(scenarioRun, objective, day, holds ? 'met' : 'missed');
}

/** Returns true if a figure satisfies an objective. */
export function isReached({ atLeast, atMost }: RunObjective, value: number | null): boolean {
  if (value === null) return false;
  return atLeast !== undefined ? value >= atLeast : value <= (atMost ?? Number.NEGATIVE_INFINITY);
}

function settle(
  scenarioRun: ScenarioRun,
  objective: RunObjective,
  day: DayNumber,
  status: 'met' | 'missed',
): void {
  objective.standing = status;
  objective.on = day;
  scenarioRun.turns.push({ day, kind: status, subject: objective.id });
}

function judgeLosing(
  scenarioRun: ScenarioRun,
  condition: RunLosing,
  day: DayNumber,
  value: number | null,
): void {
  const { below, above } = condition;
  const isCrossed =
    value !== null && ((below !== undefined && value < below) || (above !== undefined && value > above));
  condition.crossedFor = isCrossed ? condition.crossedFor + 1 : 0;
  if (condition.crossedFor <= condition.days || scenarioRun.outcome) return;
  scenarioRun.turns.push({ day, kind: 'crossed', subject: condition.id });
  scenarioRun.outcome = { state: 'lost', on: day, by: condition.id };
}

function getOutcome({ objectives, ends }: ScenarioRun, day: DayNumber): ScenarioRun['outcome'] {
  const missed = objectives.find(({ required, standing: status }) => required && status === 'missed');
  if (missed) return { state: 'lost', on: day, by: missed.id };
  const isSettled = objectives.every(({ standing: status }) => status !== 'open');
  return isSettled || day >= ends ? { state: 'won', on: day } : null;
}
