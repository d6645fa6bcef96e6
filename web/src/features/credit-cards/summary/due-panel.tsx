import { type CardStatus, firstClosing, type OpenStatement } from '@engine/products/cards/card-status.ts';
import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { statementPath } from '@/entities/card/card-paths';
import { type CardView, getCurrentRate } from '@/entities/card/use-card-view';
import { Explain } from '@/entities/explanation/explain';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { MinimumFigure } from '@/features/card-transactions/minimum-payment';
import { formatAs, formatListDate, formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMoney, sumAmounts } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Money } from '@/ui/money';
import { Panel } from '@/ui/panel';
import { InterestDays } from '../details/interest-days';
import { PaymentMethods } from '../details/payment-methods';
import { describeDue } from './due-text';

export function DuePanel({ view }: { view: CardView }) {
  const { card, today, status, statements } = view;
  const open = status?.statement;
  const printed = statements.find(({ to_date }) => to_date === open?.closedOn);
  if (!open) {
    const { due_date: due } = card;
    const closesOn = status?.closesOn ?? firstClosing(card.due_date);
    return (
      <Panel aria-label="First statement">
        <h2 className="text-lg">Your first statement hasn't closed yet</h2>
        <p className="mt-2 text-ink-2">
          It closes {formatListDate(closesOn)} and will show your balance on that day.{' '}
          {card.balance > 0 && describeDue({ due, payBy: due, inFull: null }, today)} You pay no interest if
          you pay it in full by its due date.
        </p>
      </Panel>
    );
  }
  return (
    <Panel aria-label="Statement due" className="p-0!">
      <div className="grid grid-cols-1 lg:grid-cols-2">
        <div className="p-4 sm:p-5 md:p-6">
          <header ref={tourAnchor('card-due')} className="flex items-baseline justify-between gap-4">
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
              {describeDue(open, today)}{' '}
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

function DueNext({ view, open }: { view: CardView; open: OpenStatement }) {
  const { card, status } = view;
  const money = (amount: number) => formatMoney(amount, card.currency);
  if (open.left <= 0) {
    return (
      <Line icon={<Check className="size-5 text-positive" />}>
        {open.balance > 0 ? 'Paid in full.' : 'No payment was due.'} The next statement closes{' '}
        {status && formatListDate(status.closesOn)}.
      </Line>
    );
  }
  if (open.inFull === false) {
    return (
      <AlertBox className="mt-4" fact="The due date has passed.">
        {money(open.left)} of the statement is past due.
        {status?.retryOn && ` We'll try autopay again on ${formatListDate(status.retryOn)}.`}
      </AlertBox>
    );
  }
  const scheduled = sumAmounts(open.upcoming.payments.map(({ amount }) => amount));
  const due = formatListDate(open.due);
  const interest = <AfterMinimum view={view} open={open} />;
  if (open.upcoming.returned) {
    return (
      <AlertBox kind="negative" className="mt-4" fact="Autopay will fail: not enough money in the account.">
        The payment is due on {due}.{' '}
        {open.upcoming.fee > 0 && `A returned payment costs ${money(open.upcoming.fee)}.`}
      </AlertBox>
    );
  }
  if (scheduled >= open.left) {
    return (
      <Line icon={<Check className="size-5 text-positive" />}>
        {payer(view)} will pay {scheduled === open.left ? `all ${money(scheduled)}` : money(scheduled)}
        {formatFrom(view)} on the due date.{' '}
        {status?.grace === 'open' && 'You will pay no interest on purchases.'}
      </Line>
    );
  }
  if (scheduled >= open.minimumLeft && scheduled > 0) {
    return (
      <Line icon={<Clock className="size-5 text-warning" />}>
        {payer(view)} will pay {money(scheduled)}
        {formatFrom(view)} by {due}. The rest accrues interest. Paying only the minimum adds about {interest}{' '}
        to the next statement.
      </Line>
    );
  }
  if (open.minimumLeft <= 0) {
    return (
      <Line icon={<Clock className="size-5 text-warning" />}>
        You paid the minimum. The rest accrues interest after {due}: about {interest} on the next statement.
      </Line>
    );
  }
  return (
    <AlertBox className="mt-4" fact="Autopay is off.">
      Pay at least {money(open.minimumLeft)} by {due} to avoid a <LateFee view={view} open={open} />. Paying
      only the minimum costs about {interest} in interest on the next statement.
    </AlertBox>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-4 flex gap-3">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <p>{children}</p>
    </div>
  );
}

const payer = ({ card }: CardView) => (card.autopay ? 'Autopay' : 'Scheduled payment');

function formatFrom({ card, accounts }: CardView): string {
  const account = accounts.find(({ id }) => id === card.autopay_account_id);
  return account ? ` from ${account.name}` : '';
}

function AfterMinimum({ view, open }: { view: CardView; open: OpenStatement }) {
  const { card } = view;
  const amount = formatMoney(open.interestAfterMinimum, card.currency);
  return (
    <Explain
      title="Interest if you pay the minimum"
      lesson="card-interest"
      formula="Each day's ending balance × APR ÷ 365, added up until the next statement closes."
      inputs={[
        { name: 'Payment on the due date', value: formatMoney(open.minimumLeft, card.currency) },
        { name: 'APR', value: formatExactRate(getCurrentRate(view)) },
        { name: 'Interest', value: amount },
      ]}
      source="Assumes no new purchases."
    >
      <span className="figures font-semibold">{amount}</span>
    </Explain>
  );
}

function LateFee({ view, open }: { view: CardView; open: OpenStatement }) {
  const { card, status } = view;
  const amount = formatMoney(open.upcoming.fee, card.currency);
  return (
    <Explain
      title="Late fee"
      formula="$30.00, or $41.00 if you were late within the last 6 statements. Never more than the unpaid minimum."
      inputs={[
        { name: 'Unpaid minimum', value: formatMoney(open.minimumLeft, card.currency) },
        { name: 'Late fee in the last 6 statements', value: status?.isRepeatedlyLate ? 'yes' : 'no' },
        { name: 'Fee', value: amount },
      ]}
      source="Regulation Z, 12 CFR 1026.52(b)."
    >
      <span className="figures font-semibold">late fee of {amount}</span>
    </Explain>
  );
}

function GraceLine({ view }: { view: CardView }) {
  const { status } = view;
  if (!status) return null;
  const { word, tone } = getState(status);
  return (
    <div className="border-line border-t p-4 sm:p-5 md:px-6">
      <p>
        <span className="mr-2 font-semibold">Grace period</span> <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-ink-2">{toText(status, view.card.currency)}</p>
      <InterestDays view={view} />
    </div>
  );
}

function getState({ grace, revolving }: CardStatus) {
  if (grace === 'lost' || (grace === 'open' && revolving)) return { word: 'Lost', tone: 'warning' } as const;
  if (grace === 'residual') return { word: 'Returning', tone: 'quiet' } as const;
  return { word: 'Active', tone: grace === 'open' ? 'quiet' : 'positive' } as const;
}

function toText({ grace, revolving, statement, closesOn, balances }: CardStatus, currency: string): string {
  const hasBalances = balances.length > 0;
  const left = formatMoney(statement?.toAvoidInterest ?? 0, currency);
  const due = formatTextDate(statement?.due ?? '');
  const closes = formatTextDate(closesOn);
  switch (grace) {
    case 'open':
      return revolving
        ? `You didn't pay a statement in full, so your balance accrues interest daily. Pay ${left} by ${due} to stop it.`
        : `Pay ${left} by ${due} to avoid interest${hasBalances ? ' on purchases' : ''}.`;
    case 'lost':
      return `You didn't pay a statement in full by its due date, so your balance and new purchases accrue interest daily. To stop it, pay the statement that closes ${closes} in full by its due date.`;
    case 'residual':
      return `Your balance no longer accrues interest. Interest up to your payment appears on the statement that closes ${closes}.`;
    default:
      return `You pay no interest on purchases. To keep it that way, pay the statement that closes ${closes} in full by its due date.`;
  }
}
