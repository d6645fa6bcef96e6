import { type DayNumber, dayText, getDate } from '@engine/calendar/calendar.ts';
import type { Projection } from '@engine/what-if/what-if.ts';
import { formatAs } from '@/lib/dates';
import { formatMinor, type Minor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { formatMonth } from '../decisions/decision-text';

/** Smaller reductions aren't worth a warning. */
const NOTEWORTHY_SHARE = 0.1;

/** The risks of a what-if: a failed payment, a decision that couldn't be carried out, or less cash. */
export function WhatIfWarning({ branch, baseline }: { branch: Projection; baseline: Projection }) {
  const failure = getFailure(branch, baseline);
  const cushion = getCushion(branch, baseline);
  const refused = branch.events.filter(({ kind }) => kind === 'refused');
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {refused.length > 0 && (
        <AlertBox
          kind="negative"
          fact={
            refused.length === 1
              ? "1 decision isn't possible."
              : `${refused.length} decisions aren't possible.`
          }
        >
          <ul className="mt-1">
            {refused.map(({ words, day }) => (
              <li key={`${day}${words}`}>
                {formatMonth(day)}: {words}
              </li>
            ))}
          </ul>
        </AlertBox>
      )}
      {failure && (
        <AlertBox kind="negative" fact={`A payment fails in ${formatMonth(failure.day)}.`}>
          {failure.words}
        </AlertBox>
      )}
      {cushion && (
        <AlertBox fact={cushion.amount < 0 ? 'You run out of cash.' : "You'd have less cash."}>
          In {formatAs(dayText(cushion.day), 'MMM yyyy')} you'd have{' '}
          <span className="figures whitespace-nowrap">
            {formatMinor(cushion.amount as Minor, branch.currency)}
          </span>{' '}
          in cash instead of{' '}
          <span className="figures whitespace-nowrap">
            {formatMinor(cushion.instead as Minor, branch.currency)}
          </span>
          .
        </AlertBox>
      )}
    </div>
  );
}

/** Returns the what-if's first failed payment, unless the baseline fails as early. */
function getFailure(branch: Projection, baseline: Projection): { day: DayNumber; words: string } | null {
  const { firstFailure, events } = branch;
  if (firstFailure === null || (baseline.firstFailure !== null && baseline.firstFailure <= firstFailure))
    return null;
  const event = events.find(({ kind, day }) => kind === 'payment_failed' && day >= firstFailure);
  return { day: firstFailure, words: event ? `${event.words}.` : "There isn't enough money to pay it." };
}

/** Returns the what-if's lowest cash if the baseline has clearly more in that month. */
function getCushion(
  branch: Projection,
  baseline: Projection,
): { day: DayNumber; amount: number; instead: number } | null {
  const { day, amount } = branch.lowestCash;
  const month = (one: DayNumber) => getDate(one).year * 12 + getDate(one).month;
  const instead =
    baseline.points.find((point) => month(point.day) === month(day))?.cash ?? baseline.points[0]?.cash;
  if (instead === undefined) return null;
  const lowest = baseline.lowestCash.amount;
  const isThinner = amount < lowest && lowest - amount > Math.abs(lowest) * NOTEWORTHY_SHARE;
  return isThinner && amount < instead ? { day, amount, instead } : null;
}
