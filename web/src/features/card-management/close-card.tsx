import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { getPath } from '@/entities/card/card-paths';
import { creditCardMutations } from '@/entities/card/mutations';
import { creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatCount } from '@/lib/count';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';

export function CloseCard({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card, status } = view;
  const { send, isPending, error: failure } = useIdempotentMutation(creditCardMutations.close);
  const error = getRefusalMessage(failure, card.currency);
  const money = (amount: number) => formatMoney(amount, card.currency);
  const { data: disputes = [] } = useQuery(creditCardQueries.disputes(card.id));
  const inReview = disputes.filter(({ status }) => status === 'in_review').length;
  const isClear = card.balance === 0 && card.rewards_balance <= 0 && inReview === 0;
  async function close() {
    await send({ card_id: card.id });
    toast.success(`${card.name} is closed`);
    onDone();
  }
  return (
    <div className="flex flex-col gap-5">
      <ul aria-label="Before you can close this card" className="divide-y divide-line border-line border-y">
        <Condition met={card.balance === 0}>
          {card.balance === 0
            ? 'No balance owed'
            : card.balance > 0
              ? `You still owe ${money(card.balance)}. Pay it first.`
              : `You have a ${money(-card.balance)} credit balance. Use it first.`}
        </Condition>
        <Condition met={card.rewards_balance <= 0}>
          {card.rewards_balance > 0 ? (
            <>
              {money(card.rewards_balance)} in rewards left. Please{' '}
              <TextLink to={getPath(card.id, 'rewards')}>redeem them</TextLink> first.
            </>
          ) : (
            'No rewards left'
          )}
        </Condition>
        <Condition met={inReview === 0}>
          {inReview === 0
            ? 'No open disputes'
            : `${formatCount(inReview, 'dispute is', 'disputes are')} still in review.`}
        </Condition>
      </ul>
      <p className="text-ink-2">
        Closing is permanent. Charges are declined, and autopay, virtual cards, and scheduled payments end.
        You keep the history and statements.
        {card.security_deposit !== null &&
          ` We return your ${money(card.security_deposit)} deposit to your account.`}
        {status !== null &&
          status.rewardsSoFar > 0 &&
          ` You'll lose ${money(status.rewardsSoFar)} in pending rewards.`}
      </p>
      {error && (
        <p role="alert" className="text-negative">
          {error}
        </p>
      )}
      <Button
        variant="danger"
        size="lg"
        busy={isPending}
        disabled={!isClear}
        onClick={() => void close().catch(() => {})}
      >
        Close {card.name} permanently
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Keep card
      </Button>
    </div>
  );
}

function Condition({ met, children }: { met: boolean; children: ReactNode }) {
  const Icon = met ? Check : CircleAlert;
  return (
    <li className="flex gap-3 py-3">
      <Icon className={`mt-0.5 size-5 shrink-0 ${met ? 'text-positive' : 'text-warning'}`} />
      <span>{children}</span>
    </li>
  );
}
