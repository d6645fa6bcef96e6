import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type CardDetails, type CardFields, cardSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card, LimitRequest } from '@/entities/card/queries';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { LimitDecision } from './limit-decision';

const FIELD_OF_CODE: Record<string, keyof CardFields> = {
  BADNM: 'name',
  BADAM: 'creditLimit',
  LIMIT: 'creditLimit',
  BADRT: 'apr',
  BADDT: 'dueDate',
};

/** Creates a card or edits one. A new limit for an existing card goes through the bank's credit policy. */
export function CardForm({ card, onDone }: { card?: Card; onDone: (saved?: Card) => void }) {
  const session = useSession();
  const createCard = useMutation(creditCardMutations.create);
  const update = useMutation(creditCardMutations.update);
  const requestLimit = useMutation(creditCardMutations.requestLimit);
  const requestId = useRequestId();
  const [decision, setDecision] = useState<LimitRequest>();
  const { register, control, handleSubmit, resetField, setError, formState } = useForm<
    CardFields,
    unknown,
    CardDetails
  >({
    resolver: zodResolver(cardSchema),
    defaultValues: {
      name: card?.name ?? '',
      creditLimit: card ? limitText(card.credit_limit) : '',
      apr: card ? String(card.apr) : '19.99',
      dueDate: card?.due_date.slice(0, 10) ?? '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  async function create(details: CardDetails) {
    const created = await createCard.mutateAsync(details);
    toast.success(`${created.name} is ready to use`);
    onDone(created);
  }
  async function edit({ id, credit_limit: limit }: Card, { creditLimit, ...details }: CardDetails) {
    const saved = await update.mutateAsync({ id, ...details });
    const content = { cardId: id, limit: creditLimit };
    const decided =
      creditLimit === limit
        ? undefined
        : await requestLimit.mutateAsync({ ...content, requestId: requestId.for(content) });
    requestId.renew();
    setDecision(decided);
    if (decided && decided.decision !== 'approved') {
      resetField('creditLimit', { defaultValue: limitText(decided.granted) });
      return;
    }
    toast.success(`${saved.name} saved`);
    onDone(saved);
  }
  const save = handleSubmit(async (details) => {
    if (!card && session.status !== 'signed-in') {
      toast.error('You must be logged in to create a credit card');
      return;
    }
    try {
      await (card ? edit(card, details) : create(details));
    } catch (error) {
      if (isRefusal(error))
        setError(FIELD_OF_CODE[error.code] ?? 'name', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      {decision && <LimitDecision request={decision} />}
      <Field label="Name" error={errors.name?.message}>
        {(props) => <TextInput {...props} placeholder="Tide Card" autoComplete="off" {...register('name')} />}
      </Field>
      <AmountField
        control={control}
        name="creditLimit"
        label="Credit limit"
        currency={card?.currency}
        hint={card && 'A higher limit needs approval. A lower one applies right away.'}
      />
      <Field label="APR (%)" error={errors.apr?.message}>
        {(props) => <TextInput {...props} inputMode="decimal" autoComplete="off" {...register('apr')} />}
      </Field>
      <Field
        label="Next payment due"
        note={card ? undefined : 'optional'}
        hint={card ? undefined : "If you leave this empty, it's 30 days from today."}
        error={errors.dueDate?.message}
      >
        {(props) => <TextInput {...props} type="date" {...register('dueDate')} />}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={formState.isSubmitting}>
        {card ? 'Save' : 'Create card'}
      </Button>
    </form>
  );
}

function limitText(limit: number): string {
  return limit.toLocaleString('en-US', { minimumFractionDigits: 2 });
}
