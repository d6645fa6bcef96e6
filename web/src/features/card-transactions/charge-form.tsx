import { ADDED_CARD_FOREIGN_FEE, getCardProduct } from '@engine/products/cards/card-catalog.ts';
import { CATEGORIES } from '@engine/products/categories.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { chargeSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, creditCardQueries } from '@/entities/card/queries';
import { PURCHASES } from '@/entities/hold/hold-text';
import { holdMutations } from '@/entities/hold/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { CURRENCY_LABELS, currencySymbol, formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';

export function ChargeForm({ card, onDone }: { card: Card; onDone: () => void }) {
  const { mutateAsync } = useMutation(creditCardMutations.charge);
  const chargeAbroad = useMutation(creditCardMutations.chargeAbroad);
  const authorize = useMutation(holdMutations.authorize);
  const requestId = useRequestId();
  const hasPending = useQuery(clockQueries.household()).data?.carryover.pending === 'realistic';
  const virtualCards = useQuery(creditCardQueries.virtualCards(card.id)).data?.filter(isUsable) ?? [];
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: chargeSchema,
    defaults: {
      amount: '',
      merchant: '',
      category: 'Shopping',
      currency: card.currency,
      purchase: '',
      virtualCardId: '',
    },
    currency: card.currency,
    refusedField: 'amount',
    onSubmit: async ({ purchase, currency, ...details }) => {
      if (currency !== card.currency) {
        const { amount: foreign, merchant, category } = details;
        const content = { card_id: card.id, amount: foreign, currency, merchant, category };
        const { balance } = await chargeAbroad.mutateAsync({
          ...content,
          request_id: requestId.for(content),
        });
        toast.success(
          `${formatMoney(foreign, currency)} charged. Balance: ${formatMoney(balance, card.currency)}.`,
        );
        onDone();
        return;
      }
      const amount = formatMoney(details.amount, card.currency);
      if (purchase) {
        const content = { accountId: null, cardId: card.id, purchase, tip: null, ...details };
        const hold = await authorize.mutateAsync({ ...content, requestId: requestId.for(content) });
        toast.success(`${formatMoney(hold.amount, card.currency)} is pending at ${details.merchant}.`);
        onDone();
        return;
      }
      const content = { cardId: card.id, ...details };
      const display = { text: `Charge ${amount} to ${card.name}`, currency: card.currency };
      const { balance } = await mutateAsync({ ...content, ...display, requestId: requestId.for(content) });
      toast.success(`${amount} charged. Balance: ${formatMoney(balance, card.currency)}.`);
      onDone();
    },
    onQueued: onDone,
  });
  const typed = watch('amount');
  const currency = watch('currency');
  const isAbroad = currency !== card.currency;
  const fee = getCardProduct(card.product)?.foreignFee ?? ADDED_CARD_FOREIGN_FEE;
  const amount = typed && `${currencySymbol(currency)}${typed} `;
  return (
    <Form onSubmit={submit} verb={`Charge ${amount}to ${card.name}`} busy={isSubmitting}>
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`${formatMoney(card.available_credit, card.currency)} available.`}
        size="page"
        currency={currency}
        autoFocus
      />
      <TextField control={control} name="merchant" label="Merchant" placeholder="Corner Grocer" />
      <SelectField
        control={control}
        name="category"
        label="Category"
        options={CATEGORIES.map((category) => ({ value: category, label: category }))}
      />
      <SelectField
        control={control}
        name="currency"
        label="Currency"
        hint={
          isAbroad
            ? `We convert it at today’s rate. ${fee > 0 ? `Foreign transaction fee: ${fee}%.` : 'No foreign transaction fee.'}`
            : undefined
        }
        options={toOptions(CURRENCY_LABELS)}
      />
      {hasPending && !isAbroad && (
        <SelectField
          control={control}
          name="purchase"
          label="Kind of purchase"
          options={[{ value: '', label: 'Any: posts now' }, ...PURCHASES]}
        />
      )}
      {virtualCards.length > 0 && !isAbroad && !watch('purchase') && (
        <SelectField
          control={control}
          name="virtualCardId"
          label="Card"
          options={[
            { value: '', label: 'Physical card' },
            ...virtualCards.map(({ id, name, card_number }) => ({
              value: id,
              label: `${name}, virtual ${card_number.slice(-4)}`,
            })),
          ]}
        />
      )}
    </Form>
  );
}

const isUsable = ({ status }: { status: string }) => status === 'active';
