import { type DayNumber, monthsBetween, parseDay } from '@engine/calendar/calendar.ts';
import type { ScenarioCheckpoint, ScenarioEvent } from '@engine/scenarios/course-schema.ts';
import type { ScenarioRun as Course, RunObjective } from '@engine/scenarios/run-state.ts';
import { getDay } from '@/lib/dates';
import type { ScenarioRunRow } from './scenario-run';

/** A checkpoint or an event of a run, with its day. */
export type Moment = { day: DayNumber } & (
  | { kind: 'checkpoint'; moment: ScenarioCheckpoint }
  | { kind: 'event'; moment: ScenarioEvent }
);

/** Returns the events and checkpoints of a run by day. On the same day, events come before the checkpoint. */
export function getMoments({ pack, course }: Pick<ScenarioRunRow, 'pack' | 'course'>): Moment[] {
  const getDayNumber = ({ day }: { day: number }) => course.begins + day;
  const moments: Moment[] = [
    ...pack.events.map((moment) => ({ kind: 'event' as const, day: getDayNumber(moment), moment })),
    ...pack.checkpoints.map((moment) => ({ kind: 'checkpoint' as const, day: getDayNumber(moment), moment })),
  ];
  return moments.toSorted((left, right) => left.day - right.day);
}

/** Returns the number of the current day of a run, starting at 1, and the number of its days. */
export function getDayCount({ begins, ends, outcome }: RunPeriod, now: string, zone: string) {
  const today = getToday({ begins, ends, outcome }, now, zone);
  return { day: today - begins + 1, days: ends - begins + 1 };
}

type RunPeriod = Pick<Course, 'begins' | 'ends' | 'outcome'>;

/** Returns the simulated day, or the run's last day if that is earlier. */
function getToday({ begins, ends, outcome }: RunPeriod, now: string, zone: string): DayNumber {
  // The cached clock can still show a time before the run.
  return Math.max(begins, Math.min(parseDay(getDay(now, zone)), outcome?.on ?? ends));
}

export function getCurrentStatus(scenarioRun: ScenarioRunRow, now: string, zone: string) {
  const { course, pack } = scenarioRun;
  const today = getToday(course, now, zone);
  const next = getMoments(scenarioRun).find(({ kind, day }) => kind === 'checkpoint' && day > today);
  return {
    /** The simulated day, or the run's last day if that is earlier. */
    today,
    /** The current month of the run, starting at 1. */
    month: Math.min(pack.months, monthsBetween(course.begins, today) + 1),
    months: pack.months,
    /** The next checkpoint of the run; null if there are no more. */
    next: next ? { day: next.day, title: next.moment.title } : null,
    daysLeft: Math.max(0, course.ends - today),
  };
}

/** The status of an objective. */
export type Mark = 'met' | 'missed' | 'holds' | 'open';

/**
 * Returns an objective's status. `holds` means that its condition is currently met; `open` means that it
 * isn't met or decided yet.
 */
export function getMark({ standing: status, when, atLeast, atMost, value }: RunObjective): Mark {
  if (status !== 'open') return status;
  if (when === 'by') return 'open';
  // An objective can't be broken before the first day ends.
  if (when === 'always' && value === null) return 'holds';
  const holds =
    value !== null &&
    (atLeast === undefined ? value <= (atMost ?? Number.NEGATIVE_INFINITY) : value >= atLeast);
  return holds ? 'holds' : 'open';
}

export const MARK_LABELS: Record<Mark, string> = {
  met: 'met',
  missed: 'missed',
  holds: 'met',
  open: 'not met',
};

/**
 * Returns the objective that currently decides the run: an open required objective that isn't an `always`
 * objective. If there is none, falls back to other required objectives and then to the first objective.
 */
export function getDeciding(objectives: readonly RunObjective[]): RunObjective | undefined {
  const required = objectives.filter(({ required: isRequired }) => isRequired);
  return (
    required.find(({ standing: status, when }) => status === 'open' && when !== 'always') ??
    required.find(({ when }) => when !== 'always') ??
    required[0] ??
    objectives[0]
  );
}
