import { MessageCircleQuestionMark } from 'lucide-react';
import type { CardView } from '@/entities/card/use-card-view';
import { DisputeBadge, formatOutcome, formatReason } from '@/entities/dispute/dispute-text';
import type { Dispute } from '@/entities/dispute/queries';
import { WithdrawDispute } from '@/entities/dispute/withdraw-dispute';
import { formatTextDate } from '@/lib/dates';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';

type DisputesProps = { view: CardView; disputes: readonly Dispute[]; title: string; className: string };

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

function DisputeRow({ dispute, view }: { dispute: Dispute; view: CardView }) {
  const { card, zone } = view;
  return (
    <li className="flex flex-wrap items-start gap-3 py-3.5">
      <MessageCircleQuestionMark className="mt-0.5 size-5 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {dispute.merchant ?? 'A charge'} <DisputeBadge dispute={dispute} />
        </p>
        <p className="text-ink-3 text-sm">
          {formatReason(dispute.reason)}. Opened {formatTextDate(dispute.opened_at, zone)}.
        </p>
        <p className="mt-1 text-ink-2">{formatOutcome(dispute, card.currency, zone)}</p>
      </div>
      <div className="text-right">
        <Money amount={dispute.amount} currency={card.currency} />
        {dispute.status === 'in_review' && (
          <WithdrawDispute dispute={dispute} variant="ghost">
            Withdraw
          </WithdrawDispute>
        )}
      </div>
    </li>
  );
}
