import { formatAs } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { BarChart, type BarScales, formatAxisMonth } from '@/ui/charts/bar-chart';
import { ColorKey } from '@/ui/charts/chart-parts';
import { ChartTable } from '@/ui/charts/chart-table';
import type { MonthFlow } from '../figures';

type MonthBarsProps = {
  months: readonly MonthFlow[];
  currency: string;
  today: string;
  /** Draws only the income. */
  only?: 'income';
};

/** Renders the income and the spending of each month, or only the income. */
export function MonthBars({ months, currency, today, only }: MonthBarsProps) {
  const money = (amount: number) => formatMoney(amount, currency);
  const describe = ({ income, spending }: MonthFlow) =>
    only ? `${money(income)} in` : `${money(income)} in, ${money(spending)} spent`;
  const monthSummaries = months.map((flow) => `${formatAs(flow.month, 'MMMM yyyy')} ${describe(flow)}`);
  return (
    <BarChart
      label={`${only ? 'Income' : 'Income and spending'} by month: ${monthSummaries.join('; ')}.`}
      names={months.map(({ month }) => formatAxisMonth(month))}
      domain={[
        0,
        Math.max(1, ...months.flatMap(({ income, spending }) => (only ? [income] : [income, spending]))),
      ]}
      currency={currency}
      height={220}
      ticks={4}
      legend={
        !only && (
          <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
            <ColorKey className="bg-chart-1">Income</ColorKey>
            <ColorKey className="bg-ink">Spending</ColorKey>
          </ul>
        )
      }
      caption={
        <ChartTable
          label="Months"
          heads={only ? ['Month', 'Income'] : ['Month', 'Income', 'Spending', 'Net savings']}
          rows={months.map(({ month, income, spending }) => ({
            key: month,
            name: (
              <>
                {formatAs(month, 'MMM yyyy')}
                {month.slice(0, 7) === today.slice(0, 7) && <span className="text-ink-3"> so far</span>}
              </>
            ),
            cells: only
              ? [money(income)]
              : [money(income), money(spending), money(sumAmounts([income, -spending]))],
          }))}
        />
      }
    >
      {(scales) =>
        months.map((flow, index) => (
          <g key={flow.month}>
            <title>{`${formatAs(flow.month, 'MMMM yyyy')}: ${describe(flow)}`}</title>
            <MonthPair scales={scales} middle={scales.x(index)} flow={flow} only={only} />
          </g>
        ))
      }
    </BarChart>
  );
}

const WIDEST_BAR = 26;
const GAP = 2;

type MonthPairProps = { scales: BarScales; middle: number; flow: MonthFlow; only?: 'income' };

function MonthPair({ scales, middle, flow, only }: MonthPairProps) {
  const { y, step, top, bottom } = scales;
  const width = Math.max(1.5, Math.min(WIDEST_BAR, (step * 0.7 - GAP) / 2));
  const income = {
    left: only ? middle - width / 2 : middle - width - GAP / 2,
    value: flow.income,
    fill: 'var(--chart-1)',
  };
  const spending = { left: middle + GAP / 2, value: flow.spending, fill: 'var(--chart-past)' };
  const bars = only ? [income] : [income, spending];
  return (
    <>
      {/* Fills the space between and above the bars, so that hovering there also shows the title. */}
      <rect x={middle - step / 2} y={top} width={step} height={bottom - top} fill="transparent" />
      {bars.map(
        ({ left, value, fill }) =>
          value > 0 && (
            <rect
              key={fill}
              x={left}
              y={y(value)}
              width={width}
              height={bottom - y(value)}
              fill={fill}
              rx={Math.min(2, width / 3)}
            />
          ),
      )}
    </>
  );
}
