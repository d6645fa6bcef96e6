import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { DAYS_TO_PAY } from '@engine/products/card.ts';
import type { ReactNode } from 'react';
import { CardFace } from '@/entities/card/card-face';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { Money } from '@/ui/money';
import { firstClosing } from '../summary/payment-status';
import type { CardView } from '../use-card-view';
import { CardDetails } from './card-numbers';
import { useHolder } from './holder';

/** The card's number, terms, and dates. */
export function DetailsPart({ view }: { view: CardView }) {
  const { card, standing, zone } = view;
  const closesOn = standing?.closesOn ?? firstClosing(card.due_date);
  const open = standing?.statement;
  const due = open && open.inFull === null ? open.due : dueAfter(closesOn);
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,380px)_1fr]">
      {card.closed_at === null ? <CardDetails view={view} /> : <Face view={view} />}
      <dl className="border-line border-t">
        <Line name="Rate">
          {card.apr.toLocaleString('en-US')}% APR,{' '}
          {(card.apr / 365).toLocaleString('en-US', { maximumFractionDigits: 4 })}% daily
        </Line>
        <Line name="Limit">
          <Money amount={card.credit_limit} currency={card.currency} />
        </Line>
        {card.closed_at === null && (
          <>
            <Line name="Statement closes">{formatListDate(closesOn)}, then once a month</Line>
            <Line name="Payment due">
              {formatListDate(due)}, {DAYS_TO_PAY} days after each statement closes
            </Line>
          </>
        )}
        <Line name="Opened on">{formatTextDate(card.created_at, zone)}</Line>
        {card.closed_at !== null && <Line name="Closed on">{formatTextDate(card.closed_at, zone)}</Line>}
        <Line name="Currency">{card.currency}</Line>
        <Line name="State">
          {card.closed_at !== null ? 'Closed' : card.frozen ? 'Frozen: new purchases are declined' : 'Active'}
        </Line>
      </dl>
    </div>
  );
}

function Face({ view: { card } }: { view: CardView }) {
  const holder = useHolder();
  return <CardFace name={card.name} lastFour={card.card_number.slice(-4)} holder={holder} />;
}

/** Returns the due date of a statement that closes on a day. */
function dueAfter(closesOn: string): string {
  return dayText(parseDay(closesOn) + DAYS_TO_PAY);
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
