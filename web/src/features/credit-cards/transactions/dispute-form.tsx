import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextArea } from '@/ui/forms/text-input';
import type { Card, CardEntry } from '../../../entities/card/queries';
import { type DisputeDetails, type DisputeFields, disputeSchema } from '../manage/card-schema';
import { creditCardMutations } from '../mutations';
import { DISPUTE_REASONS } from './disputes';

/** Disputes a charge, which gets a provisional credit during the investigation. */
export function DisputeForm({ card, entry, onDone }: { card: Card; entry: CardEntry; onDone: () => void }) {
  const { mutateAsync, isPending } = useMutation(creditCardMutations.openDispute);
  const requestId = useRequestId();
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    DisputeFields,
    unknown,
    DisputeDetails
  >({
    resolver: zodResolver(disputeSchema),
    defaultValues: {
      reason: 'fraud',
      amount: entry.amount.toLocaleString('en-US', { minimumFractionDigits: 2 }),
      words: '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const reason = watch('reason');
  const open = handleSubmit(async (details) => {
    const content = { cardId: card.id, entryId: entry.id, ...details };
    try {
      await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`We credited ${formatMoney(details.amount, card.currency)} while we review your dispute`);
      onDone();
    } catch (error) {
      const words = getRefusalMessage(error, card.currency);
      if (words) setError('amount', { message: words }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={open} noValidate className="flex flex-col gap-5">
      <Field label="Reason" hint={DISPUTE_REASONS.find(({ value }) => value === reason)?.rule}>
        {(props) => (
          <Select {...props} {...register('reason')}>
            {DISPUTE_REASONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AmountField
        control={control}
        name="amount"
        label="Disputed amount"
        hint={`Limit ${formatMoney(entry.amount, card.currency)}.`}
        currency={card.currency}
      />
      <Field label="Describe what happened" note="optional" error={errors.words?.message}>
        {(props) => <TextArea {...props} {...register('words')} />}
      </Field>
      <p className="text-ink-2 text-sm">
        You get a provisional credit right away. If we decide against you, we reverse it.
      </p>
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Open dispute
      </Button>
    </form>
  );
}
