import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { formatListDate } from '@/lib/dates';
import { addMinor, formatMoney, fromMinor, toMinor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import type { CardView } from '../use-card-view';
import type { OpenStatement } from './payment-status';

/** Renders the next due date and the cost of paying only the minimum. */
export function DueNext({ view, open }: { view: CardView; open: OpenStatement }) {
  const { card, standing } = view;
  const money = (amount: number) => formatMoney(amount, card.currency);
  if (open.left <= 0) {
    return (
      <Line icon={<Check aria-hidden className="size-5 text-positive" strokeWidth={1.5} />}>
        {open.balance > 0 ? 'Paid in full.' : 'You owed nothing.'} The next statement closes{' '}
        {standing && formatListDate(standing.closesOn)}.
      </Line>
    );
  }
  if (open.inFull === false) {
    return (
      <AlertBox className="mt-4" fact="The due date has passed.">
        {money(open.left)} of the statement is past due.
      </AlertBox>
    );
  }
  const coming = fromMinor(addMinor(...open.comes.payments.map(({ amount }) => toMinor(amount))));
  const due = formatListDate(open.due);
  const interest = <AfterMinimum view={view} open={open} />;
  if (open.comes.returned) {
    return (
      <AlertBox kind="negative" className="mt-4" fact="Autopay will fail: not enough money in the account.">
        The payment is due on {due}.{' '}
        {open.comes.fee > 0 && `A returned payment costs ${money(open.comes.fee)}.`}
      </AlertBox>
    );
  }
  if (coming >= open.left) {
    return (
      <Line icon={<Check aria-hidden className="size-5 text-positive" strokeWidth={1.5} />}>
        {payer(view)} sends {coming === open.left ? `all ${money(coming)}` : money(coming)}
        {formatFrom(view)} on the due date.{' '}
        {standing?.grace === 'open' && 'You will pay no interest on purchases.'}
      </Line>
    );
  }
  if (coming >= open.minimumLeft && coming > 0) {
    return (
      <Line icon={<Clock aria-hidden className="size-5 text-warning" strokeWidth={1.5} />}>
        {payer(view)} sends {money(coming)}
        {formatFrom(view)} by {due}. The rest accrues interest. Paying only the minimum adds about {interest}{' '}
        to the next statement.
      </Line>
    );
  }
  if (open.minimumLeft <= 0) {
    return (
      <Line icon={<Clock aria-hidden className="size-5 text-warning" strokeWidth={1.5} />}>
        You paid the minimum. The rest accrues interest after {due}: about {interest} on the next statement.
      </Line>
    );
  }
  return (
    <AlertBox className="mt-4" fact="Autopay is off.">
      Without {money(open.minimumLeft)} by {due}, a <LateFee view={view} open={open} /> is posted. Paying only
      the minimum costs about {interest} in interest on the next statement.
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
      formula="Each day's ending balance × APR ÷ 365, added up until the next statement closes."
      inputs={[
        { name: 'Payment on the due date', value: formatMoney(open.minimumLeft, card.currency) },
        { name: 'APR', value: `${card.apr.toLocaleString('en-US')}%` },
        { name: 'Interest', value: amount },
      ]}
      source="Assumes no new purchases."
    >
      <span className="figures font-semibold">{amount}</span>
    </Explain>
  );
}

function LateFee({ view, open }: { view: CardView; open: OpenStatement }) {
  const { card, standing } = view;
  const amount = formatMoney(open.comes.fee, card.currency);
  return (
    <Explain
      title="Late fee"
      formula="$30.00, or $41.00 if you were late within the last 6 statements. Never more than the unpaid minimum."
      inputs={[
        { name: 'Unpaid minimum', value: formatMoney(open.minimumLeft, card.currency) },
        { name: 'Late within 6 statements', value: standing?.isRepeatedlyLate ? 'yes' : 'no' },
        { name: 'Fee', value: amount },
      ]}
      source="Regulation Z, 12 CFR 1026.52(b)."
    >
      <span className="figures font-semibold">late fee of {amount}</span>
    </Explain>
  );
}
