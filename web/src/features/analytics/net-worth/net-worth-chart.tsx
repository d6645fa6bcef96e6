import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { formatAs, formatTableDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartTable } from '@/ui/charts/chart-table';
import { axisMoney } from '@/ui/charts/line-chart';
import { useWidth } from '@/ui/charts/use-width';
import { KINDS, stacked, type WorthDay } from './net-worth';

const HEIGHT = 280;
const LEFT = 60;
const TOP = 10;
const BOTTOM = 26;
const TICKS = 5;
const LABEL_APART_PX = 48;
const WIDEST_BAR = 44;

/** Shows assets above the axis and debts below it by month, with net worth as a line. */
export function WorthChart({ days, currency }: { days: readonly WorthDay[]; currency: string }) {
  const [container, width] = useWidth();
  const money = (amount: number) => formatMoney(amount, currency);
  const ends = days.flatMap((day) => stacked(day).map(({ to }) => to));
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(1, ...ends)])
    .nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP]);
  const step = (width - LEFT) / Math.max(1, days.length);
  const bar = Math.max(2, Math.min(WIDEST_BAR, step * 0.6));
  const every = Math.max(1, Math.ceil(LABEL_APART_PX / Math.max(1, step)));
  const x = (index: number) => LEFT + step * (index + 0.5);
  const path = line<WorthDay>()
    .x((_, index) => x(index))
    .y(({ worth }) => y(worth));
  const shown = KINDS.filter(({ key }) => days.some(({ parts }) => parts[key] !== 0));
  const last = days.at(-1);
  return (
    <figure>
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
        {shown.map(({ key, name, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden className="size-3 rounded-1" style={{ background: color }} />
            {name}
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-0.5 w-4 bg-ink" /> Net worth
        </li>
      </ul>
      <div ref={container} className="overflow-x-clip" style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`Net worth by kind over ${days.length} months${last ? `, ${money(last.worth)} at last` : ''}. The table has every number.`}
          >
            {y.ticks(TICKS).map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x1={LEFT} x2={width} stroke={tick === 0 ? 'var(--line-strong)' : 'var(--chart-grid)'} />
                <text dy="0.32em" className="figures fill-ink-3 text-xs">
                  {axisMoney(tick, currency)}
                </text>
              </g>
            ))}
            {days.map((day, index) => (
              <g key={day.day}>
                <title>{`${formatTextDate(day.day)}: ${money(day.worth)}`}</title>
                {stacked(day).map(({ kind, color, from, to }) => (
                  <rect
                    key={kind}
                    x={x(index) - bar / 2}
                    y={Math.min(y(from), y(to))}
                    width={bar}
                    height={Math.abs(y(from) - y(to))}
                    fill={color}
                  />
                ))}
                {index % every === 0 && (
                  <text
                    x={x(index)}
                    y={HEIGHT - 8}
                    textAnchor="middle"
                    className="figures fill-ink-3 text-xs"
                  >
                    {formatAs(day.day, day.day.slice(5, 7) === '01' ? 'MMM yyyy' : 'MMM')}
                  </text>
                )}
              </g>
            ))}
            <g fill="none" strokeLinejoin="round">
              <path d={path([...days]) ?? ''} stroke="var(--canvas)" strokeWidth={5} />
              <path d={path([...days]) ?? ''} stroke="var(--chart-past)" strokeWidth={2} />
            </g>
            {days.map((day, index) => (
              <circle
                key={day.day}
                cx={x(index)}
                cy={y(day.worth)}
                r={3.5}
                fill="var(--chart-past)"
                stroke="var(--canvas)"
                strokeWidth={2}
              />
            ))}
          </svg>
        )}
      </div>
      <ChartTable
        label="Net worth by kind"
        heads={['At the end of', ...shown.map(({ name }) => name), 'Net worth']}
        rows={days.map(({ day, parts, worth }) => ({
          key: day,
          name: formatTableDate(day),
          cells: [...shown.map(({ key }) => formatMoney(parts[key], currency)), formatMoney(worth, currency)],
        }))}
      />
    </figure>
  );
}
