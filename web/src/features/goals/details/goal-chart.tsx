import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useMemo } from 'react';
import { DebtChart, type DebtLine } from '@/entities/debt/chart/balance-chart';
import { formatTableDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartTable } from '@/ui/charts/chart-table';
import type { DayValue } from '@/ui/charts/scales';
import { type GoalProjection, getMonth } from '../projection';
import type { Goal } from '../queries';

type GoalChartProps = {
  goal: Goal;
  history: readonly { day: string; saved: number }[];
  projection: GoalProjection;
  today: string;
};

/** Renders savings as a solid line and the projection as a dashed line, with the same numbers in a table. */
export function GoalChart({ goal, history, projection, today }: GoalChartProps) {
  const past = useMemo(
    () =>
      toSteps([
        ...history.map(({ day, saved }) => ({ day, value: saved })),
        { day: today, value: goal.saved },
      ]),
    [history, today, goal.saved],
  );
  const next = useMemo(() => toSteps(projection.points), [projection.points]);
  const isComing = projection.points.length > 1;
  if (past.length < 2 && !isComing)
    return <p className="text-ink-3">No activity yet. Add money or set up a contribution.</p>;
  const lines: DebtLine[] = [
    { name: 'Saved', kind: 'past', points: past },
    ...(isComing
      ? [
          {
            name: 'Projected',
            kind: 'expected' as const,
            points: next,
            ...(projection.reachedOn && { end: getMonth(projection.reachedOn) }),
          },
        ]
      : []),
  ];
  const mark =
    goal.target_date && goal.target_date > today && goal.target_date <= (next.at(-1)?.day ?? today)
      ? { day: goal.target_date, label: 'Target date' }
      : undefined;
  const summary = `${formatMoney(goal.saved, goal.currency)} of ${formatMoney(goal.target, goal.currency)} saved. ${
    projection.reachedOn
      ? `You'll reach it on ${formatTextDate(projection.reachedOn)}.`
      : 'No finish date yet.'
  }`;
  return (
    <>
      <DebtChart
        label={`Saved for ${goal.name}`}
        summary={summary}
        lines={lines}
        today={today}
        currency={goal.currency}
        mark={mark}
      />
      <GoalTable
        past={history.map(({ day, saved }) => ({ day, value: saved }))}
        next={projection.points.slice(1)}
        currency={goal.currency}
      />
    </>
  );
}

/** Balances change in steps, so each value applies until the day before the next value. */
function toSteps(points: readonly DayValue[]): DayValue[] {
  const byDay = Array.from(new Map(points.map(({ day, value }) => [day, value])));
  return byDay.flatMap(([day, value], index) => {
    const before = byDay[index - 1];
    const eve = dayText(parseDay(day) - 1);
    const holds = before !== undefined && before[0] < eve && before[1] !== value;
    return [...(holds ? [{ day: eve, value: before[1] }] : []), { day, value }];
  });
}

const MAX_ROWS = 60;

type GoalTableProps = { past: readonly DayValue[]; next: readonly DayValue[]; currency: string };

function GoalTable({ past, next, currency }: GoalTableProps) {
  const rows = [
    ...past.slice(-MAX_ROWS).map((row) => ({ ...row, expected: false })),
    ...next.slice(0, MAX_ROWS).map((row) => ({ ...row, expected: true })),
  ];
  return (
    <ChartTable
      label="Saved"
      heads={['Date', 'Saved']}
      rows={rows.map(({ day, value, expected }) => ({
        key: `${day} ${expected}`,
        name: (
          <>
            {formatTableDate(day)} {expected && <span className="text-ink-3">expected</span>}
          </>
        ),
        cells: [formatMoney(value, currency)],
      }))}
    />
  );
}
