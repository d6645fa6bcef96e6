import { type DayNumber, dayText, getDate, monthsBetween } from '@engine/calendar/calendar.ts';
import type { Projection } from '@engine/what-if/what-if.ts';
import type { ReactNode } from 'react';
import { formatAs } from '@/lib/dates';
import { formatMinor, fromMinor, type Minor, subtractMinor } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { getAmount, type Measure } from './series';

type WhatIfFiguresProps = {
  branch: Projection;
  baseline: Projection;
  measure: Measure;
  /** The what-if may start in the past. */
  today: DayNumber;
  /** The assumptions, as a button. */
  assumed: ReactNode;
};

const UNIT_WORDS: Record<string, string> = { USD: 'dollars', EUR: 'euros', GBP: 'pounds' };

/** The results of both projections and their difference. */
export function WhatIfFigures({ branch, baseline, measure, today, assumed }: WhatIfFiguresProps) {
  const { currency } = branch;
  const end = branch.points.at(-1);
  const [ends, other] = [getAmount(end, measure), getAmount(baseline.points.at(-1), measure)];
  const difference = subtractMinor(ends, other);
  const isBetter = measure === 'debt' ? difference < 0 : difference > 0;
  const ink =
    difference === 0
      ? ''
      : isBetter
        ? 'text-positive [&>span]:text-positive!'
        : 'text-negative [&>span]:text-negative!';
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-3 md:gap-x-10">
      <Figure
        label={
          end
            ? `Difference in ${formatAs(dayText(end.day), 'MMM yyyy')}, ${formatAway(today, branch)}`
            : 'Difference'
        }
        line="border-ink border-solid"
        className="max-md:col-span-2"
        detail={
          <>
            in nominal {UNIT_WORDS[currency] ?? currency}, {assumed}
          </>
        }
      >
        <Money amount={fromMinor(difference)} currency={currency} size="panel" signed className={ink} />
      </Figure>
      <Figure label="This what-if" line="border-accent border-dashed" detail={<Cost life={branch} />}>
        <Ending amount={ends} currency={currency} />
      </Figure>
      <Figure label="Current plan" line="border-ink-2 border-dashed" detail={<Cost life={baseline} />}>
        <Ending amount={other} currency={currency} />
      </Figure>
    </div>
  );
}

function Figure({
  label,
  line,
  detail,
  className,
  children,
}: {
  label: string;
  line: string;
  detail: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="group" aria-label={label} className={classNames('border-t-2 pt-4', line, className)}>
      <p className="text-ink-3 text-xs">{label}</p>
      <p className="mt-1">{children}</p>
      <div className="mt-2 text-ink-3 text-sm">{detail}</div>
    </div>
  );
}

/** Smaller on phones, so that two amounts fit side by side. */
function Ending({ amount, currency }: { amount: Minor; currency: string }) {
  return (
    <Money
      amount={fromMinor(amount)}
      currency={currency}
      size="panel"
      className="max-md:text-lg max-md:tracking-normal"
    />
  );
}

function Cost({ life: { interestPaid, debtFreeOn, currency, points } }: { life: Projection }) {
  const owes = (points[0]?.debt ?? 0) > 0 || (points.at(-1)?.debt ?? 0) > 0;
  return (
    <>
      <span className="figures block">
        Interest paid{' '}
        <span className="whitespace-nowrap">{formatMinor(interestPaid as Minor, currency)}</span>
      </span>
      {owes && (
        <span className="figures block">
          {debtFreeOn === null
            ? 'Debt remaining'
            : `Debt-free in ${formatAs(dayText(debtFreeOn), 'MMM yyyy')}`}
        </span>
      )}
    </>
  );
}

function formatAway(today: DayNumber, { points }: Projection): string {
  const last = points.at(-1);
  if (!last) return '';
  const months = monthsBetween(today, last.day);
  const years = Math.round(months / 12);
  const isWhole = getDate(today).date === getDate(last.day).date || months >= 12;
  if (!isWhole) return `${months} months from now`;
  return years === 1 ? 'a year from now' : `${years} years from now`;
}
