import { dayText } from '@engine/calendar/calendar.ts';
import { getUnit } from '@engine/scenarios/course-schema.ts';
import type { ScenarioRun as Course, RunObjective } from '@engine/scenarios/run-state.ts';
import { formatMoney } from '@/lib/money';
import type { ForecastLine } from '@/ui/charts/forecast-geometry';
import type { DayValue } from '@/ui/charts/line-chart';
import { drawnValue } from '../figure-text';

/** Returns an objective's figure at month-ends, including the last judged one. */
function getPoints({ months }: Course, { figure, course }: RunObjective): DayValue[] {
  return months.flatMap(({ day }, index) => {
    const value = course[index];
    return value === null || value === undefined
      ? []
      : [{ day: dayText(day), value: drawnValue(figure, value) }];
  });
}

/** The lines of the chart: history, projection, reference, and target. */
export function getLines(
  play: Course,
  objective: RunObjective,
  { today, ahead, reference }: { today: number; ahead?: Course | null; reference?: Course | null },
): ForecastLine[] {
  const { figure, value, id } = objective;
  const past = getPoints(play, objective).filter(({ day }) => day < dayText(today));
  if (value !== null) past.push({ day: dayText(today), value: drawnValue(figure, value) });
  const same = (other: Course | null | undefined) => other?.objectives.find((each) => each.id === id);
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
    dayText(play.begins),
    ...lines.flatMap(({ points }) => points.map(({ day }) => day)),
    dayText(objective.day),
  ];
  const inOrder = [...new Set(days)].toSorted();
  lines.push({ name: 'Target', kind: 'certain', points: inOrder.map((day) => ({ day, value: target })) });
  return lines;
}

/** Formats a figure's value for a chart. */
export function writtenAs({ figure }: Pick<RunObjective, 'figure'>): ((value: number) => string) | undefined {
  const unit = getUnit(figure);
  if (unit === 'dollars') return undefined;
  return (value) =>
    `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}${unit === 'percent' ? '%' : ''}`;
}

/** The chart's summary for screen readers. */
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
