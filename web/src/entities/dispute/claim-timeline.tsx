import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { getCreditDay, getReversalDay } from '@engine/products/dispute.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatListDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { Dispute } from './queries';

type Step = { text: string; isDone: boolean };

/** Renders the steps of a claim about a debit card purchase, with their days. */
export function ClaimTimeline({ dispute, zone }: { dispute: Dispute; zone: string | undefined }) {
  const { data: household } = useQuery(clockQueries.household());
  const holidayCurrency = household?.carryover.bankHolidays ? dispute.currency : undefined;
  const steps = getSteps(dispute, zone, holidayCurrency);
  return (
    <ol aria-label="Steps of your dispute" className="flex flex-col gap-2">
      {steps.map(({ text, isDone }) => (
        <li key={text} className="flex items-start gap-2">
          {isDone ? (
            <Check aria-label="Done" className="mt-0.5 size-5 shrink-0 text-positive" />
          ) : (
            <Circle aria-label="Upcoming" className="mt-0.5 size-5 shrink-0 text-ink-3" />
          )}
          <span className={isDone ? '' : 'text-ink-2'}>{text}</span>
        </li>
      ))}
    </ol>
  );
}

/** Returns the steps of a claim, in their order. */
export function getSteps(
  dispute: Dispute,
  zone: string | undefined,
  holidayCurrency: string | undefined,
): Step[] {
  const { status, credited_at, decided_at, decide_on, outcome, currency } = dispute;
  const amount = formatMoney(dispute.amount, currency);
  const openedOn = parseDay(getDay(dispute.opened_at, zone));
  const creditDay = getCreditDay({ openedOn, creditDays: dispute.credit_days ?? 0 }, holidayCurrency);
  const reversalDay = getReversalDay(parseDay(decide_on), holidayCurrency);
  const reversed = dispute.reversed ?? 0;
  const isReversed = reversed >= dispute.amount;
  return [
    { text: `Opened ${formatListDate(dispute.opened_at, zone)}`, isDone: true },
    ...(credited_at
      ? [{ text: `${amount} credited provisionally ${formatListDate(credited_at, zone)}`, isDone: true }]
      : status === 'in_review'
        ? [{ text: `${amount} provisional credit by ${formatListDate(dayText(creditDay))}`, isDone: false }]
        : []),
    ...(status === 'in_review'
      ? [{ text: `Decision by ${formatListDate(decide_on)}`, isDone: false }]
      : [
          {
            text: `${formatEnd(status)} ${formatListDate(decided_at ?? '', zone)}. ${outcome}`,
            isDone: true,
          },
        ]),
    ...(status === 'lost' && credited_at
      ? [
          {
            text: isReversed
              ? `${amount} credit reversed`
              : `We’ll reverse the credit starting ${formatListDate(dayText(reversalDay))}${reversed > 0 ? `, ${formatMoney(reversed, currency)} so far` : ''}. Until then, you can use it.`,
            isDone: isReversed,
          },
        ]
      : []),
  ];
}

function formatEnd(status: string): string {
  if (status === 'won') return 'Decided in your favor';
  return status === 'lost' ? 'Decided against you' : 'Ended';
}
