import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { compareTransfer } from '@engine/products/accounts/transfer-saving.ts';
import { BALANCE_TRANSFER } from '@engine/products/cards/card-balances.ts';
import { useQuery } from '@tanstack/react-query';
import { balanceTransferSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatListDate, getDay } from '@/lib/dates';
import { formatExactRate, formatMoney, sumAmounts } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { SelectField } from '@/ui/forms/select-field';

/**
 * Returns the other cards whose balances can be transferred to this card, and the last day for a request.
 * There are none after that day.
 */
export function useTransferable({ card, zone, today }: CardView) {
  const { data: cards = [] } = useQuery(creditCardQueries.list());
  const lastDay = dayText(parseDay(getDay(card.created_at, zone)) + BALANCE_TRANSFER.requestDays);
  const sources = cards.filter(
    (other) =>
      other.id !== card.id &&
      other.closed_at === null &&
      other.balance > 0 &&
      other.currency === card.currency &&
      today <= lastDay,
  );
  return { sources, lastDay };
}

type BalanceTransferFormProps = {
  view: CardView;
  sources: readonly Card[];
  lastDay: string;
  onDone: () => void;
};

/** Renders a form that moves a balance from another card to this card, with a review of its cost and saving. */
export function BalanceTransferForm({ view, sources, lastDay, onDone }: BalanceTransferFormProps) {
  const { card } = view;
  const money = (amount: number) => formatMoney(amount, card.currency);
  const { send } = useIdempotentMutation(creditCardMutations.transferBalance);
  const { control, submit, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: balanceTransferSchema,
    defaults: { amount: '', fromCardId: sources[0]?.id ?? '' },
    currency: card.currency,
    refusedField: 'amount',
    onConfirm: async ({ amount, fromCardId }) => {
      await send({ card_id: card.id, from_card_id: fromCardId, amount });
      toast.success(`${money(amount)} transferred to ${card.name}`);
      onDone();
    },
  });
  const from = sources.find(({ id }) => id === reviewed?.fromCardId);
  if (reviewed && from) {
    const { fee, payment, stay, saving } = compareTransfer(toMinor(reviewed.amount), from.apr);
    return (
      <ReviewStep
        confirm={`Transfer ${money(reviewed.amount)} to ${card.name}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewLine label="Fee">{money(fromMinor(fee))}</ReviewLine>
          <ReviewLine label={`To repay in ${BALANCE_TRANSFER.months} months`}>
            {money(fromMinor(payment))} a month
          </ReviewLine>
          {stay && saving !== null && (
            <>
              <ReviewLine label={`Interest at ${formatExactRate(from.apr)} if you don't transfer`}>
                {money(fromMinor(stay.interest))}
              </ReviewLine>
              <ReviewLine label={saving < 0 ? 'Transferring costs more' : 'You save'}>
                {money(Math.abs(fromMinor(saving)))}
              </ReviewLine>
            </>
          )}
          <ReviewChange
            label={`Balance on ${from.name}`}
            before={from.balance}
            after={sumAmounts([from.balance, -reviewed.amount])}
            currency={card.currency}
          />
          <ReviewChange
            label={`Balance on ${card.name}`}
            before={card.balance}
            after={sumAmounts([card.balance, reviewed.amount, fromMinor(fee)])}
            currency={card.currency}
          />
        </Review>
        <p className="text-ink-2 text-sm">
          The transfer accrues no interest for {BALANCE_TRANSFER.months} months, then{' '}
          {formatExactRate(card.apr)}. It doesn't affect the grace period of your purchases.
        </p>
      </ReviewStep>
    );
  }
  return (
    <Form onSubmit={submit} verb="Review">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`Fee ${BALANCE_TRANSFER.feePercent}%, at least ${money(BALANCE_TRANSFER.leastFee / 100)}. Up to ${BALANCE_TRANSFER.percentOfLimit}% of your credit limit.`}
        size="page"
        currency={card.currency}
        autoFocus
      />
      <SelectField
        control={control}
        name="fromCardId"
        label="From"
        hint={`You can transfer balances until ${formatListDate(lastDay)}. Unlike most banks, we allow transfers between our own cards.`}
        options={sources.map(({ id, name, balance, apr }) => ({
          value: id,
          label: `${name}: ${money(balance)} at ${formatExactRate(apr)}`,
        }))}
      />
    </Form>
  );
}
