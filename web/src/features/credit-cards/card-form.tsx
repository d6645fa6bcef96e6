import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isRefusal } from '@/lib/refusals';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/amount-field';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { type CardDetails, type CardFields, cardSchema } from './card-schema';
import { creditCardMutations } from './mutations';
import type { Card } from './queries';

const FIELD_OF_CODE: Record<string, keyof CardFields> = {
  BADNM: 'name',
  BADAM: 'creditLimit',
  BADRT: 'apr',
  BADDT: 'dueDate',
};

/** Creates a card, or edits one. */
export function CardForm({ card, onDone }: { card?: Card; onDone: (saved?: Card) => void }) {
  const session = useSession();
  const create = useMutation(creditCardMutations.create);
  const update = useMutation(creditCardMutations.update);
  const { register, control, handleSubmit, setError, formState } = useForm<CardFields, unknown, CardDetails>({
    resolver: zodResolver(cardSchema),
    defaultValues: {
      name: card?.name ?? '',
      creditLimit: card ? card.credit_limit.toLocaleString('en-US', { minimumFractionDigits: 2 }) : '',
      apr: card ? String(card.apr) : '19.99',
      dueDate: card?.due_date.slice(0, 10) ?? '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const save = handleSubmit(async (details) => {
    if (!card && session.status !== 'signed-in') {
      toast.error('You must be logged in to create a credit card');
      return;
    }
    try {
      const saved = card
        ? await update.mutateAsync({ id: card.id, ...details })
        : await create.mutateAsync(details);
      toast.success(card ? `${saved.name} is saved` : `${saved.name} is ready to use`);
      onDone(saved);
    } catch (error) {
      if (isRefusal(error))
        setError(FIELD_OF_CODE[error.code] ?? 'name', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(props) => <TextInput {...props} placeholder="Tide Card" autoComplete="off" {...register('name')} />}
      </Field>
      <AmountField control={control} name="creditLimit" label="Credit limit" />
      <Field label="APR, percent a year" error={errors.apr?.message}>
        {(props) => <TextInput {...props} inputMode="decimal" autoComplete="off" {...register('apr')} />}
      </Field>
      <Field
        label="Next payment due"
        note={card ? undefined : 'optional'}
        hint={card ? undefined : 'Left empty, it is 30 days from today.'}
        error={errors.dueDate?.message}
      >
        {(props) => <TextInput {...props} type="date" {...register('dueDate')} />}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={create.isPending || update.isPending}>
        {card ? 'Save' : 'Create the card'}
      </Button>
    </form>
  );
}
