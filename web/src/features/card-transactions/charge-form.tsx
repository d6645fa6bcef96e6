import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { chargeSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, creditCardQueries } from '@/entities/card/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { currencySymbol, formatMoney } from '@/lib/money';
import { QueuedForLater } from '@/lib/offline/queue';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';

const CATEGORIES = [
  'Housing',
  'Transportation',
  'Food',
  'Utilities',
  'Healthcare',
  'Entertainment',
  'Shopping',
  'Personal',
  'Savings',
  'Other',
];

/** Charges a purchase to the card. The button states amount and card. */
export function ChargeForm({ card, onDone }: { card: Card; onDone: () => void }) {
  const { mutateAsync, isPending } = useMutation(creditCardMutations.charge);
  const requestId = useRequestId();
  const available = card.credit_limit - card.balance;
  const virtuals = useQuery(creditCardQueries.virtualCards(card.id)).data?.filter(isUsable) ?? [];
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    z.input<typeof chargeSchema>,
    unknown,
    z.output<typeof chargeSchema>
  >({
    resolver: zodResolver(chargeSchema),
    defaultValues: { amount: '', merchant: '', category: 'Shopping', virtualCardId: '' },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const typed = watch('amount');
  const charge = handleSubmit(async (details) => {
    const content = { cardId: card.id, ...details };
    try {
      const display = {
        words: `Charge ${formatMoney(details.amount, card.currency)} to ${card.name}`,
        currency: card.currency,
      };
      const charged = await mutateAsync({ ...content, ...display, requestId: requestId.for(content) });
      toast.success(
        `${formatMoney(details.amount, card.currency)} charged. Balance: ${formatMoney(charged.balance, card.currency)}.`,
      );
      onDone();
    } catch (error) {
      if (error instanceof QueuedForLater) return onDone();
      const words = getRefusalMessage(error, card.currency);
      if (words) setError('amount', { message: words }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={charge} noValidate className="flex flex-col gap-5">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`${formatMoney(available, card.currency)} available.`}
        size="page"
        currency={card.currency}
        autoFocus
      />
      <Field label="Merchant" error={errors.merchant?.message}>
        {(props) => (
          <TextInput {...props} placeholder="Corner Grocer" autoComplete="off" {...register('merchant')} />
        )}
      </Field>
      <Field label="Category">
        {(props) => (
          <Select {...props} {...register('category')}>
            {CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        )}
      </Field>
      {virtuals.length > 0 && (
        <Field label="Card">
          {(props) => (
            <Select {...props} {...register('virtualCardId')}>
              <option value="">Physical card</option>
              {virtuals.map((virtual) => (
                <option key={virtual.id} value={virtual.id}>
                  {virtual.name}, virtual {virtual.card_number.slice(-4)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Charge {typed && `${currencySymbol(card.currency)}${typed} `}to {card.name}
      </Button>
    </form>
  );
}

const isUsable = ({ status }: { status: string }) => status === 'active';
