import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { CASH_ADVANCE, transactionFee } from '@engine/products/cards/card-balances.ts';
import { AccountField } from '@/entities/account/account-field';
import { cashAdvanceSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import type { CardView } from '@/entities/card/use-card-view';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatExactRate, formatMoney, sumAmounts } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';

const DAYS = 30;
const CASH_APR = formatExactRate(CASH_ADVANCE.apr);

/** Renders a form that moves money from the card to an account, with a review of what it costs. */
export function CashAdvanceForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card } = view;
  const money = (amount: number) => formatMoney(amount, card.currency);
  const accounts = view.accounts.filter(({ currency }) => currency === card.currency);
  const { send } = useIdempotentMutation(creditCardMutations.takeCash);
  const { control, submit, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: cashAdvanceSchema,
    defaults: { amount: '', accountId: accounts[0]?.id ?? '' },
    currency: card.currency,
    refusedField: 'amount',
    onConfirm: async ({ amount, accountId }) => {
      await send({ card_id: card.id, account_id: accountId, amount });
      toast.success(`${money(amount)} moved to your account`);
      onDone();
    },
  });
  const account = accounts.find(({ id }) => id === reviewed?.accountId);
  if (reviewed && account) {
    const fee = fromMinor(transactionFee(toMinor(reviewed.amount), CASH_ADVANCE));
    const owed = sumAmounts([reviewed.amount, fee]);
    return (
      <ReviewStep
        confirm={`Move ${money(reviewed.amount)} to ${account.name}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewLine label="Fee">{money(fee)}</ReviewLine>
          <ReviewLine label={`Interest at ${CASH_APR} for ${DAYS} days`}>
            {money(Math.round((owed * CASH_ADVANCE.apr * DAYS) / 365) / 100)}
          </ReviewLine>
          <ReviewChange
            label={`Balance on ${card.name}`}
            before={card.balance}
            after={sumAmounts([card.balance, owed])}
            currency={card.currency}
          />
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={sumAmounts([account.balance, reviewed.amount])}
            currency={card.currency}
          />
        </Review>
      </ReviewStep>
    );
  }
  return (
    <Form onSubmit={submit} verb="Review">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`Fee ${CASH_ADVANCE.feePercent}%, at least ${money(CASH_ADVANCE.leastFee / 100)}. Interest at ${CASH_APR} starts today.`}
        size="page"
        currency={card.currency}
        autoFocus
      />
      <AccountField control={control} name="accountId" label="To" accounts={accounts} />
    </Form>
  );
}
