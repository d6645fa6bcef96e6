import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { daysOf, type ForecastLine } from './forecast-geometry';
import type { DayBand } from './overlay-geometry';

type ForecastTwinProps = {
  label: string;
  lines: readonly ForecastLine[];
  band: readonly DayBand[];
  currency: string;
};

/** More days than this are told by the week. */
const MOST_DAYS = 100;
const WEEK_DAYS = 7;

/** The numbers of a forecast as a table. */
export function ForecastTwin({ label, lines, band, currency }: ForecastTwinProps) {
  const days = daysOf(lines);
  const shown = days.filter(
    (_, index) => days.length <= MOST_DAYS || (days.length - 1 - index) % WEEK_DAYS === 0,
  );
  const columns = lines.map(({ name, points }) => ({
    name,
    values: new Map(points.map(({ day, value }) => [day, value])),
  }));
  const bands = new Map(band.map((each) => [each.day, each]));
  const cell = (value: number | undefined) => (value === undefined ? '' : formatMoney(value, currency));
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit py-1 text-ink-3 hover:text-ink">Show as a table</summary>
      <div
        className="relative mt-2 max-h-72 max-w-200 overflow-auto"
        role="region"
        aria-label={`${label} as a table`}
        tabIndex={0}
      >
        <table className="figures w-full">
          <thead>
            <tr className="border-line border-b text-left">
              <th className="py-1.5 pr-3 font-medium">Day</th>
              {columns.map(({ name }) => (
                <th key={name} className="py-1.5 pr-3 text-right font-medium">
                  {name}
                </th>
              ))}
              <th className="py-1.5 text-right font-medium">8 in 10 futures</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((day) => {
              const between = bands.get(day);
              return (
                <tr key={day} className="border-line border-b">
                  <td className="py-1.5 pr-3">{formatDate(day)}</td>
                  {columns.map(({ name, values }) => (
                    <td key={name} className="py-1.5 pr-3 text-right">
                      {cell(values.get(day))}
                    </td>
                  ))}
                  <td className="whitespace-nowrap py-1.5 text-right">
                    {between ? `${cell(between.low)} to ${cell(between.high)}` : ''}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
