import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { getUnit } from '@engine/scenarios/course-schema.ts';
import type { ScenarioRun as Course, RunObjective } from '@engine/scenarios/run-state.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { clockQueries } from '@/entities/household/clock-queries';
import { getDeciding, getMark, MARK_LABELS, type Mark } from '@/entities/scenario/run-status';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';
import { formatCount } from '@/lib/count';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import type { DayValue } from '@/ui/charts/scales';
import { classNames } from '@/ui/class-names';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { Section } from '@/ui/page';
import { drawnValue, figureFormula, figureName, figureText, getBar, targetText } from '../scenario-text';

/** Returns an objective's figure at each month-end, up to the last evaluation. */
function getPoints({ months }: Course, { figure, course }: RunObjective): DayValue[] {
  return months.flatMap(({ day }, index) => {
    const value = course[index];
    return value === null || value === undefined
      ? []
      : [{ day: dayText(day), value: drawnValue(figure, value) }];
  });
}

/** Returns the chart's lines: history, projection, reference, and target. */
export function getLines(
  scenarioRun: Course,
  objective: RunObjective,
  { today, ahead, reference }: { today: number; ahead?: Course | null; reference?: Course | null },
): ForecastLine[] {
  const { figure, value, id } = objective;
  const past = getPoints(scenarioRun, objective).filter(({ day }) => day < dayText(today));
  if (value !== null) past.push({ day: dayText(today), value: drawnValue(figure, value) });
  const same = (other: Course | null | undefined) => other?.objectives.find((item) => item.id === id);
  const future = same(ahead);
  const usual = same(reference);
  const expected = ahead && future ? getPoints(ahead, future).filter(({ day }) => day > dayText(today)) : [];
  const now = past.at(-1);
  const compared = reference && usual ? getPoints(reference, usual) : [];
  const lines: ForecastLine[] = [{ name: 'You', kind: 'past', points: past }];
  if (expected.length > 0 && now)
    lines.push({ name: 'If nothing changes', kind: 'expected', points: [now, ...expected] });
  if (compared.length > 0) lines.push({ name: 'For comparison', kind: 'baseline', points: compared });
  const target = drawnValue(figure, objective.atLeast ?? objective.atMost ?? 0);
  const days = [
    dayText(scenarioRun.begins),
    ...lines.flatMap(({ points }) => points.map(({ day }) => day)),
    dayText(objective.day),
  ];
  const inOrder = [...new Set(days)].toSorted();
  lines.push({ name: 'Target', kind: 'certain', points: inOrder.map((day) => ({ day, value: target })) });
  return lines;
}

/** Returns a function that formats a figure's values for a chart; undefined for dollars. */
export function writtenAs({ figure }: Pick<RunObjective, 'figure'>): ((value: number) => string) | undefined {
  const unit = getUnit(figure);
  if (unit === 'dollars') return undefined;
  return (value) =>
    `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}${unit === 'percent' ? '%' : ''}`;
}

/** Returns the chart's summary for screen readers. */
export function getSummary(
  name: string,
  lines: readonly ForecastLine[],
  written?: (value: number) => string,
): string {
  const write = written ?? ((value: number) => formatMoney(value));
  return `${name}. ${lines
    .flatMap(({ name: line, points }) => {
      const last = points.at(-1);
      return last ? [`${line}: ${write(last.value)} on ${last.day}.`] : [];
    })
    .join(' ')}`;
}

type CourseLine = { id: string; text: string };

type CourseSectionProps = {
  scenarioRun: ScenarioRunRow;
  today: number;
  objectiveLines: readonly CourseLine[];
  losingTexts: ReadonlyMap<string, string>;
};

/**
 * Renders a chart of the selected objective's figure: a solid line for history, a dashed line for the
 * projection, and the target. The deciding objective is selected by default.
 */
export function CourseSection({ scenarioRun, today, objectiveLines, losingTexts }: CourseSectionProps) {
  const { course } = scenarioRun;
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
              {objectiveLines.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {ahead && (
        <p className="mb-4 text-ink-2">
          {formatAhead(ahead, objective, losingTexts)} Surprises aren't included.
        </p>
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

/**
 * Describes how and when the run would end if nothing changes. `losingTexts` maps the id of each condition to its
 * text.
 */
function formatAhead(
  { outcome, objectives }: Course,
  objective: RunObjective,
  losingTexts: ReadonlyMap<string, string>,
): string {
  const cause = outcome?.by && losingTexts.get(outcome.by);
  if (outcome?.state === 'lost' && cause)
    return `If nothing changes, the scenario ends on ${formatListDate(dayText(outcome.on))}: ${cause}`;
  const then = objectives.find(({ id }) => id === objective.id)?.value ?? null;
  return `If nothing changes, you'll reach ${figureText(objective.figure, then)}. The target is ${targetText(objective)}.`;
}

/**
 * Projects the end of the run if the customer changes nothing. Leaves out hidden events, because they aren't
 * part of the customer's data. Returns null if the run is over.
 */
function getUpcoming(row: HouseholdRow): Course | null {
  const state = buildHouseholdState(row);
  const { play: scenarioRun } = state;
  if (!scenarioRun || scenarioRun.outcome) return null;
  const end = new Zone(row.time_zone).at(scenarioRun.ends + 1, 0);
  if (end <= state.at) return null;
  return simulate(state, end, { record: false }).state.play ?? null;
}

const LOOKS: Record<Mark, string> = {
  met: 'border-accent bg-accent text-on-accent',
  missed: 'border-negative bg-negative-soft text-negative',
  holds: 'border-accent text-accent-ink',
  open: 'border-line-strong border-dashed',
};

const SIZES = {
  sm: { box: 'size-3.5', icon: 'size-2.5' },
  md: { box: 'mt-0.5 size-5', icon: 'size-3.5' },
  lg: { box: 'size-6', icon: 'size-4' },
} as const;

/**
 * Renders an objective's mark: filled if the objective was met or missed, hollow if its target is currently
 * reached, and dashed if it is open.
 */
export function ObjectiveMark({ mark, size = 'lg' }: { mark: Mark; size?: keyof typeof SIZES }) {
  const { box, icon } = SIZES[size];
  return (
    <span
      aria-hidden
      className={classNames('grid shrink-0 place-items-center rounded-full border-2', box, LOOKS[mark])}
    >
      {mark === 'met' && <Check className={icon} strokeWidth={3} />}
      {mark === 'missed' && <X className={icon} strokeWidth={3} />}
    </span>
  );
}

/** Renders all objectives as small marks, with text for screen readers. */
export function ObjectiveMarks({ objectives }: { objectives: readonly RunObjective[] }) {
  const count = (mark: Mark) => objectives.filter((objective) => getMark(objective) === mark).length;
  const counts = (['met', 'holds', 'open', 'missed'] as const)
    .filter((mark) => count(mark) > 0)
    .map((mark) => `${count(mark)} ${MARK_LABELS[mark]}`);
  return (
    <span className="flex items-center gap-1">
      {objectives.map((objective) => (
        <ObjectiveMark key={objective.id} mark={getMark(objective)} size="sm" />
      ))}
      <span className="sr-only">
        {formatCount(objectives.length, 'objective')}: {counts.join(', ')}.
      </span>
    </span>
  );
}

const TONES: Record<Mark, 'accent' | 'ink' | 'negative'> = {
  met: 'accent',
  holds: 'accent',
  open: 'ink',
  missed: 'negative',
};

type DescribedObjective = { objective: RunObjective; text: string };

type ObjectiveListProps = { objectives: readonly DescribedObjective[]; judgedOn: string | null };

export function ObjectiveList({ objectives, judgedOn }: ObjectiveListProps) {
  return (
    <ul aria-label="Objectives" className="divide-y divide-line border-line border-y">
      {objectives.map(({ objective, text }) => (
        <Objective key={objective.id} objective={objective} text={text} judgedOn={judgedOn} />
      ))}
    </ul>
  );
}

function Objective({ objective, text, judgedOn }: DescribedObjective & { judgedOn: string | null }) {
  const { figure, value, required } = objective;
  const mark = getMark(objective);
  const bar = getBar(objective);
  return (
    <li className="flex gap-3.5 py-4">
      <ObjectiveMark mark={mark} />
      <div className="min-w-0 flex-1">
        <p>
          {text}
          {!required && <span className="text-ink-3 text-sm"> Bonus star.</span>}
        </p>
        {bar && (
          <Bar
            label={`${figureName(figure)}: ${figureText(figure, value)}, ${targetText(objective)}`}
            share={bar.share}
            {...(bar.mark < 1 && { mark: bar.mark })}
            tone={TONES[mark]}
            className="mt-3"
          />
        )}
        <p className="figures mt-2 flex flex-wrap justify-between gap-x-4 text-sm">
          <Explain
            title={figureName(figure)}
            formula={figureFormula(figure)}
            inputs={[
              { name: 'Now', value: figureText(figure, value) },
              { name: 'Target', value: targetText(objective) },
              { name: WHEN[objective.when], value: formatTextDate(dayText(objective.day)) },
              ...(judgedOn ? [{ name: 'Scored through', value: formatTextDate(judgedOn) }] : []),
            ]}
            source="Calculated daily from your ledger. Money you add yourself doesn't count."
          >
            {figureText(figure, value)}
          </Explain>
          <span className="text-ink-3">
            {targetText(objective)} · {formatSettled(objective, mark)}
          </span>
        </p>
      </div>
    </li>
  );
}

const WHEN = { end: 'At the end of', by: 'Any day through', always: 'Every day through' } as const;

/** Formats the state of an objective, such as `met on Tue, Mar 3`. Open objectives have no date. */
function formatSettled({ on }: RunObjective, mark: Mark): string {
  return on === undefined ? MARK_LABELS[mark] : `${MARK_LABELS[mark]} on ${formatListDate(dayText(on))}`;
}
