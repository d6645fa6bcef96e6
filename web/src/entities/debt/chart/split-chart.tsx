import { addMinor, fromMinor, type Minor, maxMinor, sumMinor, ZERO } from '@engine/money/minor.ts';
import { useMemo } from 'react';
import type { ScheduleRow } from '@/entities/debt/data/history';
import { formatMinor } from '@/lib/money';
import { BarChart, type BarScales } from '@/ui/charts/bar-chart';
import { ColorKey } from '@/ui/charts/chart-parts';

type Year = { year: string; past: Parts; next: Parts };
type Parts = { interest: Minor; principal: Minor };

/** Renders each year's interest and principal: solid for the past, pale and dashed for the projection. */
export function DebtSplitChart({ rows, currency }: { rows: readonly ScheduleRow[]; currency: string }) {
  const years = useMemo(() => getYears(rows), [rows]);
  const totals = years.map(({ past, next }) => fromMinor(addMinor(sumAmounts(past), sumAmounts(next))));
  return (
    <BarChart
      label={getSummary(years, currency)}
      names={years.map(({ year }) => year)}
      domain={[0, Math.max(1, ...totals)]}
      currency={currency}
      height={200}
      ticks={3}
      caption={
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
          <ColorKey className="bg-ink">Principal</ColorKey>
          <ColorKey className="bg-chart-2">Interest and fees</ColorKey>
          <ColorKey className="border border-ink-3 border-dashed">Expected</ColorKey>
        </ul>
      }
    >
      {(scales) =>
        years.map((year, index) => <YearBar key={year.year} year={year} index={index} scales={scales} />)
      }
    </BarChart>
  );
}

function YearBar({ year: { past, next }, index, scales }: { year: Year; index: number; scales: BarScales }) {
  const width = Math.max(2, Math.min(28, scales.step * 0.66));
  let bottom = scales.bottom;
  return [
    { key: 'past principal', amount: past.principal, fill: 'var(--chart-past)', isNext: false },
    { key: 'next principal', amount: next.principal, fill: 'var(--chart-past)', isNext: true },
    { key: 'past interest', amount: past.interest, fill: 'var(--chart-2)', isNext: false },
    { key: 'next interest', amount: next.interest, fill: 'var(--chart-2)', isNext: true },
  ].map(({ key, amount, fill, isNext }) => {
    const height = scales.bottom - scales.y(fromMinor(amount));
    bottom -= height;
    return height > 0 ? (
      <rect
        key={key}
        x={scales.x(index) - width / 2}
        y={bottom}
        width={width}
        height={height}
        fill={fill}
        fillOpacity={isNext ? 0.28 : 1}
        stroke={isNext && width > 5 ? fill : 'none'}
        strokeDasharray="3 3"
      />
    ) : null;
  });
}

function getYears(rows: readonly ScheduleRow[]): Year[] {
  const years = new Map<string, Year>();
  for (const { day, isPast, interest, principal } of rows) {
    const year = day.slice(0, 4);
    const split = years.get(year) ?? { year, past: none(), next: none() };
    const parts = isPast ? split.past : split.next;
    parts.interest = addMinor(parts.interest, interest);
    parts.principal = addMinor(parts.principal, maxMinor(ZERO, principal));
    years.set(year, split);
  }
  return [...years.values()];
}

const none = (): Parts => ({ interest: ZERO, principal: ZERO });
const sumAmounts = ({ interest, principal }: Parts) => addMinor(interest, principal);

function getSummary(years: readonly Year[], currency: string): string {
  const money = (amount: Minor) => formatMinor(amount, currency);
  const total = (of: (year: Year) => Minor) => money(sumMinor(years, of));
  return `Interest and principal by year. Paid: ${total(({ past }) => past.interest)} interest and ${total(({ past }) => past.principal)} principal. Expected: ${total(({ next }) => next.interest)} interest and ${total(({ next }) => next.principal)} principal.`;
}
