import { Link } from 'react-router';
import type { Debt } from '@/entities/debt/data/terms';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '../../ui/alert-box';

/** The consequences of each delinquency mark besides the money, and advice. */
const MARKS: Record<number, string> = {
  30: 'It is reported as 30 days late and lowers your score. Pay what is past due, and it counts as cured.',
  60: 'It is reported as 60 days late. Pay what is past due before the 90th day, or ask for a pause while your income is down.',
  90: 'It is in default. Pay what is past due, or talk to the bank about a pause or a longer term.',
};

/** Renders problems of a debt with their meaning and advice; nothing without problems. */
export function DebtTrouble({ debt, today }: { debt: Debt; today: string }) {
  const { pastDue, daysPastDue, pausedUntil, currency } = debt;
  const isPaused = pausedUntil !== null && pausedUntil >= today;
  return (
    <div className="mb-8 flex flex-col gap-3 empty:hidden">
      {pastDue > 0 && (
        <AlertBox
          kind={daysPastDue > 0 ? 'negative' : 'warning'}
          fact={`${formatMoney(pastDue, currency)} is past due${daysPastDue > 0 ? `, ${daysPastDue} days and more` : ''}.`}
          action={
            <span className="mt-1 flex flex-wrap gap-x-5">
              <Link to="#pay" className="text-link">
                Pay what is past due
              </Link>
              <Link to="#pause" className="text-link">
                Ask for a pause
              </Link>
              {!debt.autopay && (
                <Link to="#autopay" className="text-link">
                  Turn autopay on
                </Link>
              )}
            </span>
          }
        >
          {MARKS[daysPastDue] ??
            'Pay it within 15 days of its due date, and no late fee of 5% is charged. After 30 days it lowers your score.'}
        </AlertBox>
      )}
      {isPaused && (
        <AlertBox kind="info" fact={`Paused: no installment falls due until ${formatListDate(pausedUntil)}.`}>
          Interest goes on and is added to what you owe. You can pay at any time.
        </AlertBox>
      )}
    </div>
  );
}
