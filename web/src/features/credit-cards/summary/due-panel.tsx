import { Link } from 'react-router';
import { formatAs, formatListDate, formatTextDate, relativeDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import { Panel } from '@/ui/panel';
import { PaymentMethods } from '../details/payment-methods';
import { statementPath } from '../parts';
import type { CardView } from '../use-card-view';
import { DueNext } from './due-next';
import { GraceLine } from './grace-line';
import { MinimumFigure } from './minimum-figure';
import { firstClosing } from './payment-status';

/** The statement to pay: amount, due date, consequences, and the cost of each way to pay. */
export function DuePanel({ view }: { view: CardView }) {
  const { card, today, standing, statements } = view;
  const open = standing?.statement;
  const printed = statements.find(({ to_date }) => to_date === open?.closedOn);
  const due = open && open.inFull === null ? open.due : card.due_date;
  const dueWords = `Due ${formatTextDate(due)}, ${relativeDay(due, today).toLowerCase()}.`;
  if (!open) {
    const closesOn = standing?.closesOn ?? firstClosing(card.due_date);
    return (
      <Panel aria-label="The first statement">
        <h2 className="text-lg">Your first statement hasn't closed yet</h2>
        <p className="mt-2 text-ink-2">
          It closes {formatListDate(closesOn)} with your balance on that day. {card.balance > 0 && dueWords}{' '}
          You pay no interest if you pay it in full by its due date.
        </p>
      </Panel>
    );
  }
  const isOverdue = open.inFull === false && open.left > 0;
  return (
    <Panel aria-label="Statement due" className="p-0!">
      <div className="grid grid-cols-1 lg:grid-cols-2">
        <div className="p-4 sm:p-5 md:p-6">
          <header className="flex items-baseline justify-between gap-4">
            <h2 className="text-lg">{formatAs(open.closedOn, 'MMMM')} statement</h2>
            {printed && (
              <Link to={statementPath(card.id, printed.to_date)} className="text-link text-sm">
                View statement
              </Link>
            )}
          </header>
          <p className="mt-2">
            <Money amount={open.balance} currency={card.currency} size="panel" />
          </p>
          {open.paid > 0 && (
            <p className="mt-1 text-ink-2">
              {formatMoney(open.paid, card.currency)} paid, {formatMoney(open.left, card.currency)} left.
            </p>
          )}
          {open.balance > 0 && (
            <p className="mt-2 text-ink-2">
              {isOverdue
                ? `Was due ${formatTextDate(open.due)}, ${relativeDay(open.due, today).toLowerCase()}. `
                : `${dueWords} `}
              {open.minimum > 0 && (
                <>
                  Minimum{' '}
                  {printed ? (
                    <MinimumFigure view={view} statement={printed}>
                      {formatMoney(open.minimum, card.currency)}
                    </MinimumFigure>
                  ) : (
                    <strong className="figures font-semibold">
                      {formatMoney(open.minimum, card.currency)}
                    </strong>
                  )}
                  .
                </>
              )}
            </p>
          )}
          <DueNext view={view} open={open} />
        </div>
        <div className="border-line p-4 max-lg:border-t sm:p-5 md:p-6 lg:border-l">
          <PaymentMethods view={view} open={open} />
        </div>
      </div>
      <GraceLine view={view} />
    </Panel>
  );
}
