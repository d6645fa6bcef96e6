import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestionMark } from 'lucide-react';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import type { CardDispute } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import type { CardView } from '../use-card-view';

const STATES: Record<string, { word: string; tone: 'info' | 'positive' | 'negative' | 'quiet' }> = {
  in_review: { word: 'In review', tone: 'info' },
  won: { word: 'Won', tone: 'positive' },
  lost: { word: 'Lost', tone: 'negative' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
};

export const DISPUTE_REASONS = [
  {
    value: 'fraud',
    label: 'I did not make this purchase',
    rule: 'Decided in 20 days. Won when the card was replaced as lost or stolen within 60 days of the charge.',
  },
  {
    value: 'not_received',
    label: 'What I bought never came',
    rule: 'Decided in 30 days. Won when the charge is at least a week old: until then the shop shows that it delivers.',
  },
  {
    value: 'duplicate',
    label: 'It was charged twice',
    rule: 'Decided in 14 days. Won when the shop charged the same amount within three days.',
  },
  {
    value: 'wrong_amount',
    label: 'The amount is wrong',
    rule: 'Decided in 14 days. Won when you dispute a part of the charge, not all of it.',
  },
  {
    value: 'other',
    label: 'Something else',
    rule: 'Decided in 45 days, against you: a case needs one of the reasons above.',
  },
] as const;

export function DisputeBadge({ dispute }: { dispute: CardDispute }) {
  const { word, tone } = STATES[dispute.status] ?? { word: dispute.status, tone: 'quiet' as const };
  return <Badge tone={tone}>{`Dispute: ${word.toLowerCase()}`}</Badge>;
}

/** The customer's cases on this card, the latest first. */
export function Disputes({ view, disputes }: { view: CardView; disputes: readonly CardDispute[] }) {
  if (disputes.length === 0) return null;
  return (
    <Section title="Disputes" className="mb-12">
      <ul aria-label="Disputes" className="divide-y divide-line border-line border-t">
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
      <MessageCircleQuestionMark aria-hidden className="mt-0.5 size-5 text-ink-2" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {dispute.merchant ?? 'A charge'} <DisputeBadge dispute={dispute} />
        </p>
        <p className="text-ink-3 text-sm">
          {reason}. Opened {formatTextDate(dispute.opened_at, zone)}.
        </p>
        <p className="mt-1 text-ink-2">{outcomeWords(dispute, card.currency, zone)}</p>
      </div>
      <div className="text-right">
        <Money amount={dispute.amount} currency={card.currency} />
        {dispute.status === 'in_review' && <Withdraw dispute={dispute} />}
      </div>
    </li>
  );
}

/** Returns the outcome of a dispute, or its decision date. */
export function outcomeWords(dispute: CardDispute, currency: string, zone: string): string {
  if (dispute.outcome) return dispute.outcome;
  const amount = formatMoney(dispute.amount, currency);
  if (dispute.status === 'in_review')
    return `${amount} is credited while the bank looks into it. It decides by ${formatListDate(dispute.decide_on)}.`;
  return dispute.decided_at ? `Ended ${formatTextDate(dispute.decided_at, zone)}.` : '';
}

function Withdraw({ dispute }: { dispute: CardDispute }) {
  const { mutate, isPending } = useMutation(creditCardMutations.withdrawDispute);
  const requestId = useRequestId();
  const content = { disputeId: dispute.id };
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={isPending}
      onClick={() =>
        mutate(
          { ...content, requestId: requestId.for(content) },
          { onSuccess: () => toast.success('The dispute is withdrawn, and its credit taken back') },
        )
      }
    >
      Withdraw
    </Button>
  );
}
