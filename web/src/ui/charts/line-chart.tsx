import { formatListDate, formatTableDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartLine, Dot, ReadoutValue } from './chart-parts';
import { ChartTable } from './chart-table';
import { areaPath, axisMoney, createDailyScales, type DayValue } from './scales';
import { TimeChart } from './time-chart';

type LineChartProps = {
  /** The label of the line, such as "Net worth". */
  label: string;
  /** The points of the line, oldest first. */
  points: readonly DayValue[];
  currency?: string;
  /** Formats values that aren't money. */
  format?: (value: number) => string;
  /** Starts the axis at zero, for debts and bars. The axis for net worth can start above zero. */
  fromZero?: boolean;
  height?: number;
  className?: string;
};

const MONTH_DAYS = 30;
/** Above this number of days, the table shows months. */
const MAX_DAYS = 62;

/** Renders daily values as a line, with a table of the same values. */
export function LineChart({
  label,
  points,
  currency = 'USD',
  format,
  fromZero = false,
  height = 220,
  className,
}: LineChartProps) {
  const formatValue = format ?? ((value: number) => formatMoney(value, currency));
  const days = points.map(({ day }) => day);
  const tableRows = points.filter(
    ({ day }, index) => points.length <= MAX_DAYS || day.slice(0, 7) !== points[index + 1]?.day.slice(0, 7),
  );
  return (
    <TimeChart
      label={label}
      summary={getSummary(label, points, formatValue)}
      days={days}
      height={height}
      className={className}
      page={MONTH_DAYS}
      start={days.length - 1}
      createScales={(size) =>
        createDailyScales(
          days,
          points.map(({ value }) => value),
          {
            ...size,
            top: 12,
            startsAtZero: fromZero,
            formatTick: format ?? ((value) => axisMoney(value, currency)),
          },
        )
      }
      renderSelection={(index, scales) => (
        <Dot scales={scales} kind="past" point={index === null ? points.at(-1) : points[index]} />
      )}
      renderReadout={(index) => (
        <ReadoutValue name={formatListDate(points[index]?.day ?? '')}>
          {formatValue(points[index]?.value ?? 0)}
        </ReadoutValue>
      )}
      caption={
        <ChartTable
          label={label}
          heads={['Date', label]}
          rows={tableRows.toReversed().map(({ day, value }) => ({
            key: day,
            name: formatTableDate(day),
            cells: [formatValue(value)],
          }))}
        />
      }
    >
      {(scales) => (
        <>
          <path
            d={areaPath(scales, points, scales.y.domain()[0] ?? 0)}
            fill="var(--chart-past)"
            opacity="0.05"
          />
          <ChartLine scales={scales} kind="past" points={points} />
        </>
      )}
    </TimeChart>
  );
}

function getSummary(label: string, points: readonly DayValue[], format: (value: number) => string): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return `${label}: no data yet.`;
  const low = points.reduce((least, point) => (point.value < least.value ? point : least));
  const high = points.reduce((most, point) => (point.value > most.value ? point : most));
  const formatPoint = ({ day, value }: DayValue) => `${format(value)} on ${formatTextDate(day)}`;
  return `${label} from ${formatPoint(first)} to ${formatPoint(last)}. Lowest ${formatPoint(low)}, highest ${formatPoint(high)}.`;
}
