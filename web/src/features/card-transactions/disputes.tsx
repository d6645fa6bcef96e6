import { MessageCircleQuestionMark } from 'lucide-react';
import { creditCardMutations } from '@/entities/card/mutations';
import type { CardDispute } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';

const STATES: Record<string, { word: string; tone: 'info' | 'positive' | 'negative' | 'quiet' }> = {
  in_review: { word: 'In review', tone: 'info' },
  won: { word: 'Won', tone: 'positive' },
  lost: { word: 'Lost', tone: 'negative' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
};

export const DISPUTE_REASONS = [
  {
    value: 'fraud',
    label: "I didn't make this purchase",
    rule: 'Decision in 20 days. Approved if you replaced the card as lost or stolen within 60 days of the charge.',
  },
  {
    value: 'not_received',
    label: "I didn't receive my purchase",
    rule: 'Decision in 30 days. Approved if the charge is at least a week old.',
  },
  {
    value: 'duplicate',
    label: 'I was charged twice',
    rule: 'Decision in 14 days. Approved if the merchant charged the same amount within 3 days.',
  },
  {
    value: 'wrong_amount',
    label: 'The amount is wrong',
    rule: 'Decision in 14 days. Approved if you dispute part of the charge.',
  },
  {
    value: 'other',
    label: 'Something else',
    rule: 'Usually denied after 45 days. Choose a reason above if one fits.',
  },
] as const;

export function DisputeBadge({ dispute }: { dispute: CardDispute }) {
  const { word, tone } = STATES[dispute.status] ?? { word: dispute.status, tone: 'quiet' as const };
  return <Badge tone={tone}>{`Dispute: ${word.toLowerCase()}`}</Badge>;
}

type DisputesProps = { view: CardView; disputes: readonly CardDispute[]; title: string; className: string };

export function Disputes({ view, disputes, title, className }: DisputesProps) {
  if (disputes.length === 0) return null;
  return (
    <Section title={title} className={className}>
      <ul aria-label={title} className="divide-y divide-line border-line border-t">
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} view={view} />
        ))}
      </ul>
    </Section>
  );
}

function DisputeRow({ dispute, view }: { dispute: CardDispute; view: CardView }) {
  const { card, zone } = view;
  const reason = DISPUTE_REASONS.find(({ value }) => value === dispute.reason)?.label;
  return (
    <li className="flex flex-wrap items-start gap-3 py-3.5">
      <MessageCircleQuestionMark className="mt-0.5 size-5 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {dispute.merchant ?? 'A charge'} <DisputeBadge dispute={dispute} />
        </p>
        <p className="text-ink-3 text-sm">
          {reason}. Opened {formatTextDate(dispute.opened_at, zone)}.
        </p>
        <p className="mt-1 text-ink-2">{formatOutcome(dispute, card.currency, zone)}</p>
      </div>
      <div className="text-right">
        <Money amount={dispute.amount} currency={card.currency} />
        {dispute.status === 'in_review' && <Withdraw dispute={dispute} />}
      </div>
    </li>
  );
}

/** Returns the outcome of a dispute, or its decision date. */
export function formatOutcome(dispute: CardDispute, currency: string, zone: string): string {
  if (dispute.outcome) return dispute.outcome;
  const amount = formatMoney(dispute.amount, currency);
  if (dispute.status === 'in_review')
    return `We credited ${amount} while we review your dispute. We'll decide by ${formatListDate(dispute.decide_on)}.`;
  return dispute.decided_at ? `Ended ${formatTextDate(dispute.decided_at, zone)}.` : '';
}

function Withdraw({ dispute }: { dispute: CardDispute }) {
  const { mutate, isPending } = useIdempotentMutation(creditCardMutations.withdrawDispute);
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={isPending}
      onClick={() =>
        mutate(
          { dispute_id: dispute.id },
          { onSuccess: () => toast.success('Dispute withdrawn and credit reversed') },
        )
      }
    >
      Withdraw
    </Button>
  );
}
