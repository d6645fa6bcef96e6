import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import { getInitialValues, getPace, type Pace } from '@engine/scenarios/pace.ts';
import type { RunObjective } from '@engine/scenarios/run-state.ts';
import { useMemo, useState } from 'react';
import { getCurrentStatus, getDayCount, getMark } from '@/entities/scenario/run-status';
import { ScenarioCover } from '@/entities/scenario/scenario-cover';
import { type ScenarioRunRow, scenarioRunPath } from '@/entities/scenario/scenario-run';
import { describeRun } from '@/entities/scenario/scenario-text';
import { formatCount } from '@/lib/count';
import { formatTextDate } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Panel } from '@/ui/panel';
import { ObjectiveMark } from './run/progress';
import { LeaveDialog } from './run/running';
import { figureName, figureText, formatCrossed, targetText } from './scenario-text';

type ObjectivesPanelProps = { scenarioRun: ScenarioRunRow; customer: { now: string; time_zone: string } };

/** Renders the objectives of the scenario in progress, and how far each of them is today. */
export function ObjectivesPanel({ scenarioRun, customer }: ObjectivesPanelProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { pack, course } = scenarioRun;
  const { now, time_zone: zone } = customer;
  const { today } = getCurrentStatus(scenarioRun, now, zone);
  const { day, days } = getDayCount(course, now, zone);
  const initial = useMemo(() => getInitialValues(pack, course.begins, zone), [pack, course.begins, zone]);
  const { objectives, losing, moments } = describeRun(scenarioRun, today);
  const goals = objectives.map(({ objective, text }) => {
    const first = initial.get(objective.id) ?? null;
    // The objectives are judged for the first time at the end of the first day.
    const current = { ...objective, value: objective.value ?? first };
    return {
      objective: current,
      text: text.replace(/\.$/, ''),
      pace: getPace(current, { begins: course.begins, today, initial: first }),
    };
  });
  const required = goals.filter(({ objective }) => objective.required);
  const optional = goals.filter(({ objective }) => !objective.required);
  const hint = moments.findLast((moment) => moment.hint)?.hint;
  return (
    <Panel aria-label="Scenario goals">
      <header className="mb-5 flex items-center gap-4">
        <ScenarioCover scenario={pack} small className="w-21 shrink-0" />
        <div className="min-w-0">
          <p className="figures text-ink-3 text-sm">
            Scenario · day {day} of {days}
          </p>
          <h2 className="text-lg">{pack.title}</h2>
        </div>
      </header>
      <GoalList title="Goals" goals={required} today={today} begins={course.begins} />
      {optional.length > 0 && (
        <GoalList
          title={optional.length === 1 ? 'Bonus star' : 'Bonus stars'}
          goals={optional}
          today={today}
          begins={course.begins}
        />
      )}
      {goals.some(({ pace }) => pace) && (
        <p className="mt-3 text-ink-3 text-sm">The marker shows where you should be today.</p>
      )}
      {losing.length > 0 && (
        <AlertBox
          kind={losing.some(({ condition }) => condition.crossedFor > 0) ? 'negative' : 'warning'}
          fact="Game over if"
          className="mt-5"
        >
          <ul aria-label="Game over if">
            {losing.map(({ condition, text }) => (
              <li key={condition.id}>
                {text}
                {condition.crossedFor > 0 && <strong> {formatCrossed(condition)}</strong>}
              </li>
            ))}
          </ul>
        </AlertBox>
      )}
      {hint && (
        <details className="mt-3">
          <summary className="control-height inline-flex items-center text-link text-sm">Show hint</summary>
          <p className="text-ink-2">{hint}</p>
        </details>
      )}
      <footer className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <TextLink
          to={scenarioRunPath(scenarioRun.id)}
          className="text-link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
        >
          View run
        </TextLink>
        <Button size="sm" onClick={() => setLeaving(true)}>
          Leave scenario…
        </Button>
      </footer>
      {isLeaving && <LeaveDialog scenarioRun={scenarioRun} onClose={() => setLeaving(false)} />}
    </Panel>
  );
}

type Goal = { objective: RunObjective; text: string; pace: Pace | null };

type GoalListProps = { title: string; goals: readonly Goal[]; begins: DayNumber; today: DayNumber };

function GoalList({ title, goals, begins, today }: GoalListProps) {
  return (
    <section aria-label={title} className="mt-5 first-of-type:mt-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="divide-y divide-line border-line border-t">
        {goals.map(({ objective, text, pace }) => (
          <li key={objective.id} className="flex gap-3 py-3">
            <ObjectiveMark mark={objective.standing} size="md" />
            <div className="min-w-0 flex-1">
              <p className="flex items-baseline justify-between gap-4 font-medium">
                <span>{text}</span>
                <span className="figures shrink-0 font-semibold">
                  {figureText(objective.figure, objective.value)}
                </span>
              </p>
              {pace && (
                <Bar
                  label={`${figureName(objective.figure)}: ${figureText(objective.figure, objective.value)}, ${targetText(objective)}`}
                  share={pace.share}
                  mark={pace.expected}
                  tone={pace.isBehind ? 'warning' : 'ink'}
                  className="mt-2 mb-1.5"
                />
              )}
              <Note objective={objective} pace={pace} begins={begins} today={today} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type NoteProps = { objective: RunObjective; pace: Pace | null; begins: DayNumber; today: DayNumber };

/** Renders what has been decided about an objective, or what is left to do. */
function Note({ objective, pace, begins, today }: NoteProps) {
  const { figure, when, day } = objective;
  const isDecided = objective.standing !== 'open';
  const isMaximum = objective.atMost !== undefined && pace !== null && when === 'always';
  return (
    <p className="figures text-ink-3 text-sm">
      {!isDecided && <span className="sr-only">Open: </span>}
      {pace?.isBehind && (
        <strong className="font-semibold text-warning">
          {isMaximum ? 'Ahead of the limit.' : 'Behind pace.'}{' '}
        </strong>
      )}
      {isDecided
        ? formatDecided(objective)
        : pace && pace.left > 0
          ? `${figureText(figure, pace.left)} ${isMaximum ? 'left for' : 'to go in'} ${formatCount(day - today + 1, 'day')}`
          : formatHeld(objective, begins, today)}
    </p>
  );
}

/** Formats when an objective was decided, such as `Done on Dec 16, 2026, 16 days early`. */
function formatDecided({ standing: status, on, when, day }: RunObjective): string {
  if (on === undefined) return '';
  const date = formatTextDate(dayText(on));
  if (status === 'missed') return `Missed on ${date}`;
  return when === 'by' && on < day
    ? `Done on ${date}, ${formatCount(day - on, 'day')} early`
    : `Done on ${date}`;
}

/** Formats the state of an open objective without a target to reach. */
function formatHeld(objective: RunObjective, begins: DayNumber, today: DayNumber): string {
  const until = formatTextDate(dayText(objective.day));
  if (objective.when === 'always')
    return today > begins ? `Kept for ${formatCount(today - begins, 'day')}` : `Every day until ${until}`;
  if (getMark(objective) === 'holds') return `On target. Keep it until ${until}.`;
  return `${capitalize(targetText(objective))} by ${until}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
