import { formatAs } from '@/lib/dates';
import { formatMoney, fromMinor, subtractMinor, toMinor } from '@/lib/money';
import type { DayValue } from './line-chart';
import { LINE_NAMES } from './overlay-ends';

type OverlayTwinProps = {
  label: string;
  branch: readonly DayValue[];
  asIs: readonly DayValue[];
  currency: string;
};

/** More months than this are told by the year. */
const MOST_MONTHS = 25;

/** The numbers of two lines and of their difference as a table. */
export function OverlayTwin({ label, branch, asIs, currency }: OverlayTwinProps) {
  const rows = branch
    .map(({ day, value }, index) => ({ day, value, other: asIs[index]?.value ?? value }))
    .filter(({ day }, index) => branch.length <= MOST_MONTHS || isYearly(day, index, branch));
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit py-1 text-ink-3 hover:text-ink">Show as a table</summary>
      <div
        className="mt-2 max-h-72 max-w-160 overflow-auto"
        role="region"
        aria-label={`${label} as a table`}
        tabIndex={0}
      >
        <table className="w-full">
          <thead>
            <tr className="border-line border-b text-left">
              <th className="py-1.5 font-medium">Month</th>
              <th className="py-1.5 pr-3 text-right font-medium">{LINE_NAMES.branch}</th>
              <th className="py-1.5 pr-3 text-right font-medium">{LINE_NAMES.asIs}</th>
              <th className="py-1.5 text-right font-medium">Difference</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, value, other }) => (
              <tr key={day} className="border-line border-b">
                <td className="figures whitespace-nowrap py-1.5 pr-3">{formatAs(day, 'MMM yyyy')}</td>
                <td className="figures py-1.5 pr-3 text-right">{formatMoney(value, currency)}</td>
                <td className="figures py-1.5 pr-3 text-right">{formatMoney(other, currency)}</td>
                <td className="figures py-1.5 text-right">
                  {formatMoney(differenceOf(value, other), currency, true)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** In cents, so that what is shown adds up. Major units in and out. */
function differenceOf(value: number, other: number): number {
  return fromMinor(subtractMinor(toMinor(value), toMinor(other)));
}

function isYearly(day: string, index: number, all: readonly DayValue[]): boolean {
  return index === 0 || index === all.length - 1 || day.slice(5, 7) === '12';
}
