import { formatTableDate } from '@/lib/dates';
import { ChartTable } from './chart-table';
import { type ForecastLine, getDays } from './forecast-geometry';
import type { DayBand } from './overlay-geometry';

type ForecastTwinProps = {
  label: string;
  lines: readonly ForecastLine[];
  band: readonly DayBand[];
  written: (value: number) => string;
};

/** Above this number of days, the table shows weeks. */
const MOST_DAYS = 100;
const WEEK_DAYS = 7;

/** The values of a forecast as a table. */
export function ForecastTable({ label, lines, band, written }: ForecastTwinProps) {
  const days = getDays(lines);
  const shown = days.filter(
    (_, index) => days.length <= MOST_DAYS || (days.length - 1 - index) % WEEK_DAYS === 0,
  );
  const columns = lines.map(({ name, points }) => ({
    name,
    values: new Map(points.map(({ day, value }) => [day, value])),
  }));
  const bands = new Map(band.map((each) => [each.day, each]));
  const cell = (value: number | undefined) => (value === undefined ? '' : written(value));
  const between = (day: DayBand | undefined) => (day ? `${cell(day.low)} to ${cell(day.high)}` : '');
  return (
    <ChartTable
      label={label}
      heads={[
        'Date',
        ...columns.map(({ name }) => name),
        ...(band.length > 0 ? ['8 of 10 simulations'] : []),
      ]}
      rows={shown.map((day) => ({
        key: day,
        name: formatTableDate(day),
        cells: [
          ...columns.map(({ values }) => cell(values.get(day))),
          ...(band.length > 0 ? [between(bands.get(day))] : []),
        ],
      }))}
    />
  );
}
