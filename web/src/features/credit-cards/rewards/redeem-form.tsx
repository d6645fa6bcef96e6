import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { validateAmount } from '@/lib/fields';
import {
  formatMinor,
  formatMoney,
  fromMinor,
  type Minor,
  parseAmount,
  subtractMinor,
  toMinor,
} from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Review, ReviewChange } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';
import { creditCardMutations } from '../mutations';
import type { CardView } from '../use-card-view';

const CREDIT = '';

/** Redeems rewards as a statement credit or to an account, with a review. */
export function RedeemForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card } = view;
  const accounts = view.accounts.filter(({ currency }) => currency === card.currency);
  const canCredit = card.balance > 0;
  const [typed, setTyped] = useState(
    card.rewards_balance.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  );
  const [place, setPlace] = useState(canCredit ? CREDIT : (accounts[0]?.id ?? CREDIT));
  const [error, setError] = useState<string>();
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const { mutateAsync, isPending } = useMutation(creditCardMutations.redeem);
  const requestId = useRequestId();
  const account = accounts.find(({ id }) => id === place);
  const rewards = toMinor(card.rewards_balance);

  function review(event: FormEvent) {
    event.preventDefault();
    const amount = parseAmount(typed);
    const problem = problemWith(amount);
    setError(problem);
    if (!problem) setReviewed(amount);
  }
  function problemWith(amount: Minor | null): string | undefined {
    if (amount === null || amount <= 0) return validateAmount(typed);
    if (amount > rewards)
      return `That's more than you've earned. You have ${formatMinor(rewards, card.currency)} available.`;
    if (!account && amount > toMinor(card.balance))
      return `That's more than you owe. Your balance is ${formatMoney(card.balance, card.currency)}.`;
    return undefined;
  }
  async function redeem(amount: Minor) {
    const content = { cardId: card.id, amount: fromMinor(amount), accountId: account?.id ?? null };
    try {
      await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`${formatMinor(amount, card.currency)} in rewards redeemed`);
      onDone();
    } catch (refused) {
      const words = getRefusalMessage(refused, card.currency);
      if (words) {
        setError(words);
        setReviewed(null);
      }
    }
  }

  if (reviewed !== null) {
    const changed = account ?? { name: `Balance on ${card.name}`, balance: card.balance };
    return (
      <div className="flex flex-col gap-5">
        <Review>
          <ReviewChange
            label="Rewards"
            before={card.rewards_balance}
            after={fromMinor(subtractMinor(rewards, reviewed))}
            currency={card.currency}
          />
          <ReviewChange
            label={changed.name}
            before={changed.balance}
            after={fromMinor(
              (account ? toMinor(changed.balance) + reviewed : toMinor(changed.balance) - reviewed) as Minor,
            )}
            currency={card.currency}
          />
        </Review>
        <Button variant="primary" size="lg" busy={isPending} onClick={() => void redeem(reviewed)} autoFocus>
          Redeem {formatMinor(reviewed, card.currency)}{' '}
          {account ? `to ${account.name}` : 'as statement credit'}
        </Button>
        <Button variant="ghost" onClick={() => setReviewed(null)}>
          Edit
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={review} noValidate className="flex flex-col gap-5">
      <Field
        label="Amount"
        error={error}
        hint={`${formatMoney(card.rewards_balance, card.currency)} available to redeem.`}
      >
        {(props) => (
          <AmountInput {...props} value={typed} onValueChange={setTyped} currency={card.currency} autoFocus />
        )}
      </Field>
      <Field
        label="Redeem as"
        hint={place === CREDIT ? 'It counts as a payment on your statement.' : undefined}
      >
        {(props) => (
          <Select {...props} value={place} onChange={({ target }) => setPlace(target.value)}>
            {canCredit && <option value={CREDIT}>Statement credit on {card.name}</option>}
            {accounts.map(({ id, name, balance, currency }) => (
              <option key={id} value={id}>
                {name}: {formatMoney(balance, currency)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg">
        Review
      </Button>
    </form>
  );
}
