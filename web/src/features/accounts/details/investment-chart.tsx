import { formatListDate, formatTableDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartLine, ColorKey, Dot, LineKey, ReadoutValue } from '@/ui/charts/chart-parts';
import { ChartTable } from '@/ui/charts/chart-table';
import { axisMoney, bandPath, createDailyScales, type DayValue, isNearZero } from '@/ui/charts/scales';
import { TimeChart } from '@/ui/charts/time-chart';
import { getGain } from './investment-return';

type InvestmentChartProps = {
  /** The value at the end of each day, oldest first, in major units. */
  value: readonly DayValue[];
  /** The money contributed until the end of the same days. */
  contributed: readonly DayValue[];
  currency: string;
};

const MONTH_DAYS = 30;

/** Renders an investment's value as a line, the contributions as steps, and the gain as the area between. */
export function InvestmentChart({ value, contributed, currency }: InvestmentChartProps) {
  const days = value.map(({ day }) => day);
  const money = (amount: number) => formatMoney(amount, currency);
  const gainOn = (index: number) => getGain(value[index]?.value ?? 0, contributed[index]?.value ?? 0);
  const last = value.length - 1;
  const values = [...value, ...contributed].map((point) => point.value);
  /** Returns the area between the contributions and the value where the value is above or below them. */
  const getBand = (choose: (left: number, right: number) => number) =>
    value.map((point, index) => {
      const base = contributed[index]?.value ?? 0;
      return { day: point.day, low: base, high: choose(base, point.value) };
    });
  return (
    <TimeChart
      label="Value and contributions"
      summary={`Worth ${money(value[last]?.value ?? 0)}, of which ${money(contributed[last]?.value ?? 0)} contributed and ${money(gainOn(last))} gained.`}
      days={days}
      leastDays={2}
      height={280}
      narrowHeight={220}
      page={MONTH_DAYS}
      start={last}
      createScales={(size) =>
        createDailyScales(days, values, {
          ...size,
          top: 12,
          startsAtZero: isNearZero(values),
          formatTick: (amount) => axisMoney(amount, currency),
        })
      }
      renderSelection={(index, scales) => (
        <>
          <Dot scales={scales} kind="secondaryPast" point={contributed[index ?? last]} />
          <Dot scales={scales} kind="past" point={value[index ?? last]} />
        </>
      )}
      renderReadout={(index) => (
        <>
          <p>{formatListDate(days[index] ?? '')}</p>
          <ReadoutValue name="Value">{money(value[index]?.value ?? 0)}</ReadoutValue>
          <ReadoutValue name="Net contributions">{money(contributed[index]?.value ?? 0)}</ReadoutValue>
          <ReadoutValue name="Gain">{formatMoney(gainOn(index), currency, true)}</ReadoutValue>
        </>
      )}
      caption={
        <>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
            <LineKey kind="past">Value</LineKey>
            <LineKey kind="secondaryPast">Net contributions</LineKey>
            <ColorKey className="bg-(--chart-ahead)">Gain</ColorKey>
            {value.some((_, index) => gainOn(index) < 0) && (
              <ColorKey className="bg-(--chart-behind)">Loss</ColorKey>
            )}
          </ul>
          <ChartTable
            label="Value and contributions"
            heads={['Date', 'Value', 'Net contributions', 'Gain']}
            rows={days
              .map((day, index) => ({
                key: day,
                name: formatTableDate(day),
                cells: [
                  money(value[index]?.value ?? 0),
                  money(contributed[index]?.value ?? 0),
                  money(gainOn(index)),
                ],
              }))
              .filter((_, index) => days[index]?.slice(0, 7) !== days[index + 1]?.slice(0, 7))
              .toReversed()}
          />
        </>
      }
    >
      {(scales) => (
        <>
          <path d={bandPath(scales, getBand(Math.max))} fill="var(--chart-ahead)" />
          <path d={bandPath(scales, getBand(Math.min))} fill="var(--chart-behind)" />
          <ChartLine scales={scales} kind="secondaryPast" points={contributed} />
          <ChartLine scales={scales} kind="past" points={value} />
        </>
      )}
    </TimeChart>
  );
}
