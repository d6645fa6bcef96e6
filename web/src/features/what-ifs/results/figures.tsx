import { type DayNumber, dayText, getDate, monthsBetween } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, type Minor, ZERO } from '@engine/money/minor.ts';
import { compareLowestCash, type Divergence, findDivergences } from '@engine/what-if/comparison.ts';
import type { Decision, Projection } from '@engine/what-if/what-if.ts';
import { type ReactNode, useMemo } from 'react';
import { getToday } from '@/entities/household/days';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import type { Projections } from '@/entities/what-if/projections';
import { formatAs } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { formatDecision, formatMonth } from '../decisions/decision-text';
import { getStep } from '../decisions/decisions';
import { getOutcome, type Measure } from '../outcome';

type WhatIfFiguresProps = {
  branch: Projection;
  baseline: Projection;
  measure: Measure;
  /** Today's date. The what-if can start earlier. */
  today: DayNumber;
  /** The button that opens the assumptions. */
  assumed: ReactNode;
};

const UNIT_WORDS: Record<string, string> = { USD: 'dollars', EUR: 'euros', GBP: 'pounds' };

export function WhatIfFigures({ branch, baseline, measure, today, assumed }: WhatIfFiguresProps) {
  const { currency } = branch;
  const { end, ends, other, difference } = getOutcome({ branch, baseline }, measure);
  const isBetter = measure === 'debt' ? difference < 0 : difference > 0;
  const ink =
    difference === 0
      ? ''
      : isBetter
        ? 'text-positive [&>span]:text-positive!'
        : 'text-negative [&>span]:text-negative!';
  return (
    <div ref={tourAnchor('what-if-figures')} className="grid grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-3">
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
      <Figure label="This what-if" line="border-accent border-dashed" detail={<Cost projection={branch} />}>
        <Ending amount={ends} currency={currency} />
      </Figure>
      <Figure label="Current plan" line="border-ink-2 border-dashed" detail={<Cost projection={baseline} />}>
        <Ending amount={other} currency={currency} />
      </Figure>
    </div>
  );
}

type FigureProps = {
  label: string;
  line: string;
  detail: ReactNode;
  className?: string;
  children: ReactNode;
};

function Figure({ label, line, detail, className, children }: FigureProps) {
  return (
    <div role="group" aria-label={label} className={classNames('border-t-2 pt-4', line, className)}>
      <p className="text-ink-3 text-xs">{label}</p>
      <p className="mt-1">{children}</p>
      <div className="mt-2 text-ink-3 text-sm">{detail}</div>
    </div>
  );
}

/** Renders a final amount. The amount is smaller on phones, so that two amounts fit side by side. */
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

function Cost({ projection: { interestPaid, debtFreeOn, currency, points } }: { projection: Projection }) {
  const debtLeft = points.at(-1)?.debt ?? ZERO;
  const owes = (points[0]?.debt ?? 0) > 0 || debtLeft > 0;
  return (
    <>
      <span className="figures block">
        Interest paid <span className="whitespace-nowrap">{formatMinor(interestPaid, currency)}</span>
      </span>
      {owes && (
        <span className="figures block">
          {debtFreeOn === null
            ? `Debt remaining ${formatMinor(debtLeft, currency)}`
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

type WhatIfDivergencesProps = { decisions: readonly Decision[]; projections: Projections; row: HouseholdRow };

/** Renders the events that differ between the two projections, and each projection's final net worth. */
export function WhatIfDivergences({ decisions, projections, row }: WhatIfDivergencesProps) {
  const rows = useMemo(() => getRows(decisions, projections, row), [decisions, projections, row]);
  return (
    <section>
      <h3 className="mb-3 text-lg">Where the plans differ</h3>
      <table className="w-full table-fixed">
        <thead>
          <tr className="border-line border-b text-left text-ink-3 text-xs">
            <th className="w-24 py-2 pr-3 font-medium">When</th>
            <th className="py-2 pr-4 font-medium">This what-if</th>
            <th className="py-2 font-medium">Current plan</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, branch, baseline }) => (
            <tr key={`${day}${branch}${baseline}`} className="border-line border-b align-top">
              <th scope="row" className="figures py-3 pr-3 text-left font-semibold">
                {formatMonth(day)}
              </th>
              <td className="figures py-3 pr-4">{branch}</td>
              <td className="figures py-3">{baseline}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The kinds of decisions that a projection's events already include. */
const SELF_REPORTING_KINDS = new Set<Decision['kind']>(['shock', 'purchase', 'buy_home', 'take_loan']);

function getRows(
  decisions: readonly Decision[],
  { branch, baseline }: Projections,
  row: HouseholdRow,
): Divergence[] {
  const { currency } = branch;
  const last = branch.points.at(-1);
  const today = getToday(row);
  const decided = decisions
    .filter(({ kind, on }) => !SELF_REPORTING_KINDS.has(kind) && last && on <= last.day)
    .map((decision) => {
      const { title } = formatDecision(decision, row, currency);
      const step = getStep(decision, currency);
      return {
        day: Math.max(decision.on, today),
        branch: step ? `${title}: ${step.text}` : title,
        baseline: null,
      };
    });
  const worth = (projection: typeof branch) =>
    `Net worth ${formatMinor(projection.points.at(-1)?.netWorth ?? ZERO, currency)}`;
  return [
    ...[...decided, ...findDivergences(branch, baseline)].toSorted((left, right) => left.day - right.day),
    ...(last ? [{ day: last.day, branch: worth(branch), baseline: worth(baseline) }] : []),
  ];
}

/** Renders a what-if's risks: a failed payment, a decision that couldn't be carried out, or less cash. */
export function WhatIfWarning({ branch, baseline }: { branch: Projection; baseline: Projection }) {
  const failure = getFailure(branch, baseline);
  const lowest = compareLowestCash(branch, baseline);
  const refused = branch.events.filter(({ kind }) => kind === 'refused');
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {refused.length > 0 && (
        <AlertBox
          kind="negative"
          fact={
            refused.length === 1
              ? "We couldn't include 1 decision in this what-if."
              : `We couldn't include ${refused.length} decisions in this what-if.`
          }
        >
          <ul className="mt-1">
            {refused.map(({ text, day }) => (
              <li key={`${day}${text}`}>
                {formatMonth(day)}: {text}
              </li>
            ))}
          </ul>
        </AlertBox>
      )}
      {failure && (
        <AlertBox kind="negative" fact={`A payment fails in ${formatMonth(failure.day)}.`}>
          {failure.text}
        </AlertBox>
      )}
      {lowest && (
        <AlertBox fact={lowest.branch.amount < 0 ? 'You run out of cash.' : "You'd have less cash."}>
          Your lowest cash would be <LowestCash {...lowest.branch} currency={branch.currency} />. In your
          current plan, it is <LowestCash {...lowest.baseline} currency={branch.currency} />.
        </AlertBox>
      )}
    </div>
  );
}

function LowestCash({ day, amount, currency }: Projection['lowestCash'] & { currency: string }) {
  return (
    <>
      <span className="figures whitespace-nowrap">{formatMinor(amount, currency)}</span> in{' '}
      {formatAs(dayText(day), 'MMM yyyy')}
    </>
  );
}

/**
 * Returns the what-if's first failed payment. Returns null if a baseline payment fails on or before the same
 * day.
 */
export function getFailure(
  branch: Projection,
  baseline: Projection,
): { day: DayNumber; text: string } | null {
  const { firstFailure, events } = branch;
  if (firstFailure === null || (baseline.firstFailure !== null && baseline.firstFailure <= firstFailure))
    return null;
  const event = events.find(({ kind, day }) => kind === 'payment_failed' && day >= firstFailure);
  return { day: firstFailure, text: event ? `${event.text}.` : "There isn't enough money to pay it." };
}
