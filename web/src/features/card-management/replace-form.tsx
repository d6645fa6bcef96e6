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
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { Row, RowList } from '@/ui/row-list';

const REASONS = [
  { value: 'lost', label: 'Lost' },
  { value: 'stolen', label: 'Stolen' },
  { value: 'damaged', label: 'Damaged' },
] as const;

/** Issues a new number. Balance, rewards, and virtual cards stay. */
export function ReplaceForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card, zone } = view;
  const [reason, setReason] = useState<(typeof REASONS)[number]['value']>('lost');
  const [error, setError] = useState<string>();
  const { mutateAsync, isPending } = useMutation(creditCardMutations.replace);
  const { data: before } = useQuery(creditCardQueries.replacements(card.id));
  const requestId = useRequestId();
  async function replace() {
    const content = { cardId: card.id, reason };
    try {
      const replaced = await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`${card.name} now ends in ${replaced.card_number.slice(-4)}`);
      onDone();
    } catch (refused) {
      setError(getRefusalMessage(refused, card.currency) ?? undefined);
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <Field label="Reason" error={error}>
        {(props) => (
          <Select
            {...props}
            value={reason}
            onChange={({ target }) =>
              setReason(REASONS.find(({ value }) => value === target.value)?.value ?? 'lost')
            }
          >
            {REASONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p className="text-ink-2">
        The number ending in {card.card_number.slice(-4)} stops working immediately. Your balance, rewards,
        autopay, and virtual cards don't change.
      </p>
      <Button variant="primary" size="lg" busy={isPending} onClick={() => void replace()}>
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
