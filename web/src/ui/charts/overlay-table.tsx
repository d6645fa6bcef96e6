import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartTable } from './chart-table';
import type { DayValue } from './line-chart';
import { LINE_NAMES } from './overlay-ends';

type OverlayTwinProps = {
  label: string;
  branch: readonly DayValue[];
  baseline: readonly DayValue[];
  currency: string;
};

/** Above this number of months, the table shows years. */
const MOST_MONTHS = 25;

/** The values of two lines and their difference as a table. */
export function OverlayTable({ label, branch, baseline, currency }: OverlayTwinProps) {
  const rows = branch
    .map(({ day, value }, index) => ({ day, value, other: baseline[index]?.value ?? value }))
    .filter(({ day }, index) => branch.length <= MOST_MONTHS || isYearly(day, index, branch));
  return (
    <ChartTable
      label={label}
      heads={['Month', LINE_NAMES.branch, LINE_NAMES.baseline, 'Difference']}
      rows={rows.map(({ day, value, other }) => ({
        key: day,
        name: formatAs(day, 'MMM yyyy'),
        cells: [
          formatMoney(value, currency),
          formatMoney(other, currency),
          formatMoney(getDifference(value, other), currency, true),
        ],
      }))}
    />
  );
}

/** Subtracts in cents, so that the displayed values add up. Takes and returns major units. */
function getDifference(value: number, other: number): number {
  return fromMinor(subtractMinor(toMinor(value), toMinor(other)));
}

function isYearly(day: string, index: number, all: readonly DayValue[]): boolean {
  return index === 0 || index === all.length - 1 || day.slice(5, 7) === '12';
}
