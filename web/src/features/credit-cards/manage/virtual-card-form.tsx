import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import type { Card } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import { type VirtualCardDetails, type VirtualCardFields, virtualCardSchema } from './card-schema';

/** Creates a virtual card with a name and its allowed use. */
export function VirtualCardForm({ card, onDone }: { card: Card; onDone: () => void }) {
  const { mutateAsync, isPending } = useMutation(creditCardMutations.createVirtual);
  const requestId = useRequestId();
  const { register, control, handleSubmit, setError, formState } = useForm<
    VirtualCardFields,
    unknown,
    VirtualCardDetails
  >({
    resolver: zodResolver(virtualCardSchema),
    defaultValues: { name: '', limit: '', merchant: '', singleUse: false },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const create = handleSubmit(async (details) => {
    const content = { cardId: card.id, ...details };
    try {
      const made = await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`${made.name} is ready. It ends in ${made.card_number.slice(-4)}`);
      onDone();
    } catch (error) {
      const words = getRefusalMessage(error, card.currency);
      const field = isRefusal(error) && error.code === 'BADAM' ? 'limit' : 'name';
      if (words) setError(field, { message: words }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={create} noValidate className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(props) => <TextInput {...props} placeholder="Streaming" autoComplete="off" {...register('name')} />}
      </Field>
      <AmountField
        control={control}
        name="limit"
        label="Total limit"
        note="optional"
        hint="The most this card can spend in total."
        currency={card.currency}
      />
      <Field
        label="Merchant"
        note="optional"
        error={errors.merchant?.message}
        hint="Charges from other merchants are declined."
      >
        {(props) => <TextInput {...props} autoComplete="off" {...register('merchant')} />}
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-accent" {...register('singleUse')} />
        <span>
          Single use
          <span className="block text-ink-3 text-sm">It stops working after the first charge.</span>
        </span>
      </label>
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Create virtual card
      </Button>
    </form>
  );
}
