import { useMutation } from '@tanstack/react-query';
import { getAccountOptions } from '@/entities/account/account-field';
import { autopaySchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import type { CardView } from '@/entities/card/use-card-view';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatMoney, formatTypedAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';

/** Describes autopay, such as `Full statement from Everyday Checking`. */
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

const AUTOPAY_OPTIONS = [
  { value: 'statement', label: 'Statement balance' },
  { value: 'minimum', label: 'Minimum payment' },
  { value: 'fixed', label: 'A fixed amount' },
  { value: 'off', label: 'Nothing' },
] as const;

const HINTS: Partial<Record<(typeof AUTOPAY_OPTIONS)[number]['value'], string>> = {
  statement: 'You pay no interest on purchases.',
  minimum: 'You are never late, but you pay interest on the remaining balance.',
};

export function AutopayForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card } = view;
  const accounts = view.accounts.filter(({ currency }) => currency === card.currency);
  const { mutateAsync } = useMutation(creditCardMutations.setAutopay);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: autopaySchema,
    defaults: {
      pays: AUTOPAY_OPTIONS.find(({ value }) => value === card.autopay)?.value ?? 'statement',
      accountId: card.autopay_account_id ?? accounts[0]?.id ?? '',
      amount: formatTypedAmount(card.autopay_amount),
      returned: card.autopay === null || card.autopay_retries ? 'retry' : 'stop',
    },
    currency: card.currency,
    fieldByCode: { BADAM: 'amount' },
    refusedField: 'accountId',
    onSubmit: async (details) => {
      await mutateAsync({ cardId: card.id, ...details });
      const done = card.autopay === null ? 'Autopay turned on' : 'Autopay saved';
      toast.success(details.pays === 'off' ? 'Autopay turned off' : done);
      onDone();
    },
  });
  const pays = watch('pays');
  const verb = card.autopay === null ? 'Turn on autopay' : 'Save autopay';
  return (
    <Form onSubmit={submit} verb={pays === 'off' ? 'Turn off autopay' : verb} busy={isSubmitting}>
      <SelectField control={control} name="pays" label="Pays" hint={HINTS[pays]} options={AUTOPAY_OPTIONS} />
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
        <SelectField
          control={control}
          name="accountId"
          label="From"
          hint="If the account doesn't have enough money, the payment is returned and you pay a fee."
          options={
            accounts.length > 0
              ? getAccountOptions(accounts)
              : [{ value: '', label: `No account in ${card.currency}` }]
          }
        />
      )}
      {pays !== 'off' && (
        <SelectField
          control={control}
          name="returned"
          label="If the payment is returned"
          hint="Trying again costs no second fee. Interest continues until the payment succeeds."
          options={[
            { value: 'retry', label: 'Try again on the next three days' },
            { value: 'stop', label: "Don't try again" },
          ]}
        />
      )}
    </Form>
  );
}
