import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { creditCardQueries, type LimitRequest } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import type { CardView } from '../use-card-view';
import { type LimitDetails, type LimitFields, limitSchema } from './card-schema';
import { DecisionBadge, LimitDecision } from './limit-decision';

/** Requests another limit. The decision with its reasons is immediate. */
export function LimitForm({ view }: { view: CardView }) {
  const { card, zone } = view;
  const [decided, setDecided] = useState<LimitRequest | null>(null);
  const { data: requests = [] } = useQuery(creditCardQueries.limitRequests(card.id));
  const { mutateAsync, isPending } = useMutation(creditCardMutations.requestLimit);
  const requestId = useRequestId();
  const { control, handleSubmit, setError } = useForm<LimitFields, unknown, LimitDetails>({
    resolver: zodResolver(limitSchema),
    defaultValues: { limit: '' },
    mode: 'onTouched',
  });
  const ask = handleSubmit(async ({ limit }) => {
    const content = { cardId: card.id, limit };
    try {
      setDecided(await mutateAsync({ ...content, requestId: requestId.for(content) }));
      requestId.renew();
    } catch (error) {
      const words = getRefusalMessage(error, card.currency);
      if (words) setError('limit', { message: words }, { shouldFocus: true });
    }
  });
  const earlier = requests.filter(({ id }) => id !== decided?.id);
  return (
    <div className="flex flex-col gap-5">
      {decided && <LimitDecision request={decided} />}
      <form onSubmit={ask} noValidate className="flex flex-col gap-5">
        <AmountField
          control={control}
          name="limit"
          label="Requested credit limit"
          hint={`Your limit is ${formatMoney(card.credit_limit, card.currency)}. We always approve a lower limit, down to what you owe.`}
          size="page"
          currency={card.currency}
        />
        <Button type="submit" variant="primary" size="lg" busy={isPending}>
          Request limit
        </Button>
      </form>
      {earlier.length > 0 && (
        <ul aria-label="Earlier requests" className="divide-y divide-line border-line border-t">
          {earlier.map((request) => (
            <li key={request.id} className="py-3">
              <p className="flex items-center justify-between gap-2">
                <span className="text-ink-3 text-sm">{formatTextDate(request.decided_at, zone)}</span>
                <DecisionBadge decision={request.decision} />
              </p>
              <p className="figures mt-0.5">
                {formatMoney(request.requested, request.currency)} requested,{' '}
                {request.granted === request.previous ? 'limit stays' : 'new limit'}{' '}
                {formatMoney(request.granted, request.currency)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
