import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type AutopayDetails, type AutopayFields, autopaySchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import type { CardView } from '@/entities/card/use-card-view';
import { formatMoney } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';

/** Describes autopay: `Full statement from Everyday Checking`. */
export function formatAutopay({ card, accounts }: Pick<CardView, 'card' | 'accounts'>): string {
  const from = accounts.find(({ id }) => id === card.autopay_account_id)?.name ?? 'an account';
  switch (card.autopay) {
    case 'statement':
      return `Full statement from ${from}`;
    case 'minimum':
      return `Minimum payment from ${from}`;
    case 'fixed':
      return `${formatMoney(card.autopay_amount ?? 0, card.currency)} from ${from}`;
    default:
      return 'Off: you pay each statement yourself';
  }
}

const WAYS = [
  { value: 'statement', label: 'Statement balance: no interest on purchases' },
  { value: 'minimum', label: 'Minimum payment: never late, but you pay interest on the rest' },
  { value: 'fixed', label: 'A fixed amount' },
  { value: 'off', label: 'Nothing' },
] as const;

/** Renders the settings of card autopay: amount and account. */
export function AutopayForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card } = view;
  const accounts = view.accounts.filter(({ currency }) => currency === card.currency);
  const { mutateAsync, isPending } = useMutation(creditCardMutations.setAutopay);
  const { register, control, handleSubmit, watch, setError, formState } = useForm<
    AutopayFields,
    unknown,
    AutopayDetails
  >({
    resolver: zodResolver(autopaySchema),
    defaultValues: {
      pays: WAYS.find(({ value }) => value === card.autopay)?.value ?? 'statement',
      accountId: card.autopay_account_id ?? accounts[0]?.id ?? '',
      amount: card.autopay_amount
        ? card.autopay_amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
        : '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const pays = watch('pays');
  const save = handleSubmit(async (details) => {
    try {
      await mutateAsync({ cardId: card.id, ...details });
      toast.success(details.pays === 'off' ? 'Autopay turned off' : 'Autopay turned on');
      onDone();
    } catch (error) {
      if (isRefusal(error))
        setError(
          error.code === 'BADAM' ? 'amount' : 'accountId',
          { message: error.message },
          { shouldFocus: true },
        );
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Pays">
        {(props) => (
          <Select {...props} {...register('pays')}>
            {WAYS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {pays === 'fixed' && (
        <AmountField
          control={control}
          name="amount"
          label="Amount"
          hint="We never charge more than you owe."
          currency={card.currency}
        />
      )}
      {pays !== 'off' && (
        <Field
          label="From"
          error={errors.accountId?.message}
          hint="If the account doesn't have enough money, the payment is returned and you pay a fee."
        >
          {(props) => (
            <Select {...props} {...register('accountId')}>
              {accounts.map(({ id, name, balance, currency }) => (
                <option key={id} value={id}>
                  {name}: {formatMoney(balance, currency)}
                </option>
              ))}
              {accounts.length === 0 && <option value="">No account in {card.currency}</option>}
            </Select>
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        {pays === 'off' ? 'Turn off autopay' : 'Turn on autopay'}
      </Button>
    </form>
  );
}
