import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creditCardMutations } from '@/entities/card/mutations';
import { creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTextDate } from '@/lib/dates';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Row, RowList } from '@/ui/row-list';

const REASONS = [
  { value: 'lost', label: 'Lost' },
  { value: 'stolen', label: 'Stolen' },
  { value: 'damaged', label: 'Damaged' },
] as const;

/** Renders a form that issues a new card number. The balance, rewards, and virtual cards stay the same. */
export function ReplaceForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card, zone } = view;
  const [reason, setReason] = useState<(typeof REASONS)[number]['value']>('lost');
  const { mutateAsync, isPending, error } = useMutation(creditCardMutations.replace);
  const { data: before } = useQuery(creditCardQueries.replacements(card.id));
  const requestId = useRequestId();
  async function replace() {
    const content = { card_id: card.id, reason };
    const replaced = await mutateAsync({ ...content, request_id: requestId.for(content) });
    toast.success(`${card.name} now ends in ${replaced.card_number.slice(-4)}`);
    onDone();
  }
  return (
    <div className="flex flex-col gap-5">
      <LabeledSelect
        label="Reason"
        error={getRefusalMessage(error, card.currency) ?? undefined}
        value={reason}
        onChange={({ target }) =>
          setReason(REASONS.find(({ value }) => value === target.value)?.value ?? 'lost')
        }
        options={REASONS}
      />
      <p className="text-ink-2">
        The number ending in {card.card_number.slice(-4)} stops working immediately. Your balance, rewards,
        autopay, and virtual cards don't change.
      </p>
      <Button variant="primary" size="lg" busy={isPending} onClick={() => void replace().catch(() => {})}>
        Replace {card.name}
      </Button>
      {before && before.length > 0 && (
        <RowList label="Previous numbers">
          {before.map(({ id, old_last4, reason: why, replaced_at }) => (
            <Row
              key={id}
              title={<span className="figures">•••• {old_last4}</span>}
              detail={`${why}, replaced ${formatTextDate(replaced_at, zone)}`}
            />
          ))}
        </RowList>
      )}
    </div>
  );
}
