import { addMinor, fromMinor, type Minor, maxMinor, sumMinor, ZERO } from '@engine/money/minor.ts';
import { scaleLinear } from 'd3-scale';
import { useMemo } from 'react';
import type { ScheduleRow } from '@/entities/debt/data/history';
import { formatMinor } from '@/lib/money';
import { axisMoney } from '@/ui/charts/line-chart';
import { useWidth } from '@/ui/charts/use-width';

type Year = { year: string; past: Parts; next: Parts };
type Parts = { interest: Minor; principal: Minor };

const HEIGHT = 200;
const LEFT = 48;
const BOTTOM = 24;
const TOP = 8;
const LABEL_APART_PX = 44;
const TICKS = 3;

/** Renders each year's interest and principal: solid for the past, pale and dashed for the projection. */
export function DebtSplitChart({ rows, currency }: { rows: readonly ScheduleRow[]; currency: string }) {
  const [container, width] = useWidth();
  const years = useMemo(() => getYears(rows), [rows]);
  const scale = scaleLinear()
    .domain([0, Math.max(1, ...years.map(({ past, next }) => fromMinor(addMinor(sumOf(past), sumOf(next)))))])
    .nice(TICKS)
    .range([0, HEIGHT - TOP - BOTTOM]);
  const step = (width - LEFT) / Math.max(1, years.length);
  const bar = Math.max(2, Math.min(28, step * 0.66));
  const tall = (amount: Minor) => scale(fromMinor(amount));
  const every = Math.max(1, Math.ceil(LABEL_APART_PX / Math.max(1, step)));
  return (
    <figure>
      <div ref={container} className="overflow-x-clip" style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={getSummary(years, currency)}>
            {scale.ticks(TICKS).map((tick) => (
              <g key={tick} transform={`translate(0 ${HEIGHT - BOTTOM - scale(tick)})`}>
                <line x1={LEFT} x2={width} stroke="var(--chart-grid)" />
                <text dy="0.32em" className="figures fill-ink-3 text-xs">
                  {axisMoney(tick, currency)}
                </text>
              </g>
            ))}
            {years.map(({ year, past, next }, index) => {
              const left = LEFT + step * index + (step - bar) / 2;
              const parts = [
                { key: 'pp', amount: past.principal, fill: 'var(--chart-past)', isNext: false },
                { key: 'np', amount: next.principal, fill: 'var(--chart-past)', isNext: true },
                { key: 'pi', amount: past.interest, fill: 'var(--chart-2)', isNext: false },
                { key: 'ni', amount: next.interest, fill: 'var(--chart-2)', isNext: true },
              ];
              let base = HEIGHT - BOTTOM;
              return (
                <g key={year}>
                  {parts.map(({ key, amount, fill, isNext }) => {
                    const size = tall(amount);
                    base -= size;
                    return size > 0 ? (
                      <rect
                        key={key}
                        x={left}
                        y={base}
                        width={bar}
                        height={size}
                        fill={fill}
                        fillOpacity={isNext ? 0.28 : 1}
                        stroke={isNext && bar > 5 ? fill : 'none'}
                        strokeDasharray="3 3"
                      />
                    ) : null;
                  })}
                  {index % every === 0 && (
                    <text
                      x={Math.min(left + bar / 2, width - 14)}
                      y={HEIGHT - 6}
                      textAnchor="middle"
                      className="figures fill-ink-3 text-xs"
                    >
                      {year}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <figcaption>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
          <Key className="bg-ink">Principal</Key>
          <Key className="bg-chart-2">Interest and fees</Key>
          <Key className="border border-ink-3 border-dashed">Expected</Key>
        </ul>
      </figcaption>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={`size-3 rounded-1 ${className}`} />
      {children}
    </li>
  );
}

function getYears(rows: readonly ScheduleRow[]): Year[] {
  const years = new Map<string, Year>();
  for (const { day, isPast, interest, principal } of rows) {
    const year = day.slice(0, 4);
    const kept = years.get(year) ?? { year, past: none(), next: none() };
    const parts = isPast ? kept.past : kept.next;
    parts.interest = addMinor(parts.interest, interest);
    parts.principal = addMinor(parts.principal, maxMinor(ZERO, principal));
    years.set(year, kept);
  }
  return [...years.values()];
}

const none = (): Parts => ({ interest: ZERO, principal: ZERO });
const sumOf = ({ interest, principal }: Parts) => addMinor(interest, principal);

function getSummary(years: readonly Year[], currency: string): string {
  const money = (amount: Minor) => formatMinor(amount, currency);
  const total = (of: (year: Year) => Minor) => money(sumMinor(years, of));
  return `Interest and principal by year. Paid: ${total(({ past }) => past.interest)} interest and ${total(({ past }) => past.principal)} principal. Expected: ${total(({ next }) => next.interest)} interest and ${total(({ next }) => next.principal)} principal.`;
}
