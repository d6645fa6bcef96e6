import { addMonths, dayText, parseDay } from '@engine/calendar.ts';
import type { ReactNode } from 'react';
import { formatDate, formatDay } from '@/lib/dates';
import { Money } from '@/ui/money';
import { CardSecrets } from './card-secrets';
import { firstClosing } from './standing';
import type { CardView } from './use-card-view';

/** The card itself: its number on demand, its terms and its days. */
export function DetailsPart({ view }: { view: CardView }) {
  const { card, standing, zone } = view;
  const closesOn = standing?.closesOn ?? firstClosing(card.due_date);
  const open = standing?.statement;
  const due = open && open.inFull === null ? open.due : dueAfter(closesOn);
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,380px)_1fr]">
      <CardSecrets view={view} />
      <dl className="border-line border-t">
        <Line name="Rate">
          {card.apr.toLocaleString('en-US')}% a year,{' '}
          {(card.apr / 365).toLocaleString('en-US', { maximumFractionDigits: 4 })}% a day
        </Line>
        <Line name="Limit">
          <Money amount={card.credit_limit} currency={card.currency} />
        </Line>
        <Line name="Statement closes">{formatDay(closesOn)}, then once a month</Line>
        <Line name="Payment due">{formatDay(due)}, 25 days after each statement closes</Line>
        <Line name="Opened on">{formatDate(card.created_at, zone)}</Line>
        <Line name="Currency">{card.currency}</Line>
        <Line name="State">{card.frozen ? 'Frozen: new purchases are refused' : 'In use'}</Line>
      </dl>
    </div>
  );
}

/** The due date of a statement that closes on a day. */
function dueAfter(closesOn: string): string {
  return dayText(addMonths(parseDay(closesOn) + 25, 0));
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
