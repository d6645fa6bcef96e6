import { scaleLinear } from 'd3-scale';
import { formatAs } from '@/lib/dates';
import { formatMoney, sumOf } from '@/lib/money';
import { ChartTable } from '@/ui/charts/chart-table';
import { axisMoney } from '@/ui/charts/line-chart';
import { useWidth } from '@/ui/charts/use-width';
import type { MonthFlow } from '../figures';

type MonthBarsProps = { months: readonly MonthFlow[]; currency: string; today: string };

const HEIGHT = 220;
const LEFT = 52;
const TOP = 10;
const BOTTOM = 26;
const TICKS = 4;
const LABEL_APART_PX = 44;
const WIDEST_BAR = 26;
const GAP = 2;

/** Renders income and spending by month, starting at zero. */
export function MonthBars({ months, currency, today }: MonthBarsProps) {
  const [container, width] = useWidth();
  const money = (amount: number) => formatMoney(amount, currency);
  const isPartial = (month: string) => month.slice(0, 7) === today.slice(0, 7);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...months.flatMap(({ income, spending }) => [income, spending]))])
    .nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP]);
  const step = (width - LEFT) / Math.max(1, months.length);
  const bar = Math.max(1.5, Math.min(WIDEST_BAR, (step * 0.7 - GAP) / 2));
  const every = Math.max(1, Math.ceil(LABEL_APART_PX / Math.max(1, step)));
  const summary = `Income and spending by month: ${months.map(({ month, income, spending }) => `${formatAs(month, 'MMMM yyyy')} ${money(income)} in, ${money(spending)} spent`).join('; ')}.`;
  return (
    <figure>
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
        <Key className="bg-chart-1">Income</Key>
        <Key className="bg-ink">Spending</Key>
      </ul>
      <div ref={container} className="overflow-x-clip" style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={summary}>
            {y.ticks(TICKS).map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x1={LEFT} x2={width} stroke="var(--chart-grid)" />
                <text dy="0.32em" className="figures fill-ink-3 text-xs">
                  {axisMoney(tick, currency)}
                </text>
              </g>
            ))}
            {months.map(({ month, income, spending }, index) => {
              const middle = LEFT + step * (index + 0.5);
              return (
                <g key={month}>
                  <title>{`${formatAs(month, 'MMMM yyyy')}: ${money(income)} in, ${money(spending)} spent`}</title>
                  <rect
                    x={LEFT + step * index}
                    y={TOP}
                    width={step}
                    height={HEIGHT - BOTTOM - TOP}
                    fill="transparent"
                  />
                  <Bar left={middle - bar - GAP / 2} width={bar} top={y(income)} fill="var(--chart-1)" />
                  <Bar left={middle + GAP / 2} width={bar} top={y(spending)} fill="var(--chart-past)" />
                  {index % every === 0 && (
                    <text
                      x={middle}
                      y={HEIGHT - 8}
                      textAnchor="middle"
                      className="figures fill-ink-3 text-xs"
                    >
                      {formatAs(month, month.slice(5, 7) === '01' ? 'MMM yyyy' : 'MMM')}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <ChartTable
        label="Months"
        heads={['Month', 'Income', 'Spending', 'Net savings']}
        rows={months.map(({ month, income, spending }) => ({
          key: month,
          name: (
            <>
              {formatAs(month, 'MMM yyyy')}
              {isPartial(month) && <span className="text-ink-3"> so far</span>}
            </>
          ),
          cells: [money(income), money(spending), money(sumOf([income, -spending]))],
        }))}
      />
    </figure>
  );
}

function Bar({ left, width, top, fill }: { left: number; width: number; top: number; fill: string }) {
  const height = HEIGHT - BOTTOM - top;
  return height > 0 ? (
    <rect x={left} y={top} width={width} height={height} fill={fill} rx={Math.min(2, width / 3)} />
  ) : null;
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={`size-3 rounded-1 ${className}`} />
      {children}
    </li>
  );
}
