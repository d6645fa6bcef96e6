import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type CardDetails, cardSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card, CardRow, LimitRequest } from '@/entities/card/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatTypedAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { LimitDecision } from './limit-decision';

/**
 * Renders a form that creates or edits a card. A new limit for an existing card goes through the bank's
 * credit policy.
 */
export function CardForm({ card, onDone }: { card?: Card; onDone: (saved?: CardRow) => void }) {
  const session = useSession();
  const createCard = useMutation(creditCardMutations.create);
  const update = useMutation(creditCardMutations.update);
  const requestLimit = useIdempotentMutation(creditCardMutations.requestLimit);
  const [decision, setDecision] = useState<LimitRequest>();
  const { control, submit, resetField, isSubmitting } = useBankForm({
    schema: cardSchema,
    defaults: {
      name: card?.name ?? '',
      creditLimit: formatTypedAmount(card?.credit_limit),
      apr: card ? String(card.apr) : '19.99',
      dueDate: card?.due_date.slice(0, 10) ?? '',
    },
    currency: card?.currency ?? 'USD',
    fieldByCode: {
      BADAM: 'creditLimit',
      NOELG: 'creditLimit',
      LIMIT: 'creditLimit',
      BADRT: 'apr',
      BADDT: 'dueDate',
    },
    refusedField: 'name',
    onSubmit: (details) => {
      if (card) return edit(card, details);
      if (session.status === 'signed-in') return create(details);
      toast.error('You must be logged in to create a credit card');
    },
  });
  async function create(details: CardDetails) {
    const created = await createCard.mutateAsync(details);
    toast.success(`${created.name} is ready to use`);
    onDone(created);
  }
  async function edit({ id, credit_limit: limit }: Card, { creditLimit, ...details }: CardDetails) {
    const saved = await update.mutateAsync({ id, ...details });
    const decided =
      creditLimit === limit ? undefined : await requestLimit.send({ cardId: id, limit: creditLimit });
    requestLimit.renew();
    setDecision(decided);
    if (decided && decided.decision !== 'approved') {
      resetField('creditLimit', { defaultValue: formatTypedAmount(decided.granted) });
      return;
    }
    toast.success(`${saved.name} saved`);
    onDone(saved);
  }
  // The agreement of a card of the catalog sets its APR, and the deposit of a secured card sets its limit.
  const isProduct = Boolean(card?.product);
  const isSecured = Boolean(card?.security_deposit);
  return (
    <Form onSubmit={submit} verb={card ? 'Save' : 'Create card'} busy={isSubmitting}>
      {decision && <LimitDecision request={decision} />}
      <TextField control={control} name="name" label="Name" placeholder="Tide Card" />
      {!isSecured && (
        <AmountField
          control={control}
          name="creditLimit"
          label="Credit limit"
          currency={card?.currency}
          hint={card && 'A higher limit needs approval. A lower one applies right away.'}
        />
      )}
      {!isProduct && <TextField control={control} name="apr" label="APR (%)" inputMode="decimal" />}
      <TextField
        control={control}
        name="dueDate"
        type="date"
        label="Next payment due"
        note={card ? undefined : 'optional'}
        hint={card ? undefined : 'If you leave this blank, the due date is 30 days from today.'}
      />
    </Form>
  );
}
