import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import type { Card, CardControl } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import { type ControlDetails, type ControlFields, controlSchema } from './card-schema';

const ALREADY_THERE = '23505';

type ControlFormProps = {
  card: Card;
  /** Null for a new control. Only the amount of an existing one can change. */
  control: CardControl | null;
  categories: readonly { id: string; name: string }[];
  onDone: () => void;
};

export function ControlForm({ card, control, categories, onDone }: ControlFormProps) {
  const { mutateAsync, isPending } = useMutation(creditCardMutations.setControl);
  const {
    register,
    control: fields,
    handleSubmit,
    setError,
  } = useForm<ControlFields, unknown, ControlDetails>({
    resolver: zodResolver(controlSchema),
    defaultValues: {
      kind: control?.kind === 'month' ? 'month' : 'transaction',
      categoryId: control?.category_id ?? '',
      amount: control ? control.amount.toLocaleString('en-US', { minimumFractionDigits: 2 }) : '',
    },
    mode: 'onTouched',
  });
  const save = handleSubmit(async (details) => {
    try {
      await mutateAsync({ cardId: card.id, id: control?.id ?? null, ...details });
      toast.success('Spending control saved');
      onDone();
    } catch (error) {
      const isThere =
        typeof error === 'object' && error !== null && 'code' in error && error.code === ALREADY_THERE;
      const words = isThere
        ? 'You already have this control. Change its amount instead.'
        : getRefusalMessage(error, card.currency);
      if (words) setError('amount', { message: words }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      {!control && (
        <>
          <Field label="Limits">
            {(props) => (
              <Select {...props} {...register('kind')}>
                <option value="transaction">Per purchase</option>
                <option value="month">Per month</option>
              </Select>
            )}
          </Field>
          <Field label="Category">
            {(props) => (
              <Select {...props} {...register('categoryId')}>
                <option value="">All categories</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
      <AmountField
        control={fields}
        name="amount"
        label="Limit"
        hint="Enter 0 to block these purchases."
        currency={card.currency}
      />
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Save control
      </Button>
    </form>
  );
}
