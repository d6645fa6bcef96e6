import { addMinor, fromMinor, type Minor, negateMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { validateAmount } from '@/lib/fields';
import { formatMinor, formatMoney, parseAmount } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Review, ReviewChange } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';
import { goalMutations } from '../mutations';
import type { Goal } from '../queries';

type GoalMoneyProps = {
  way: 'contribute' | 'take';
  goal: Goal;
  accounts: readonly Account[];
  onDone: () => void;
};

/** Moves money to or from a goal: amount and account, review, and result. */
export function GoalMoney({ way, goal, accounts, onDone }: GoalMoneyProps) {
  const isTaking = way === 'take';
  const contribute = useMutation(goalMutations.contribute);
  const takeOut = useMutation(goalMutations.takeOut);
  const requestId = useRequestId();
  const { currency } = goal;
  // The account has no money to set aside.
  const others = accounts.filter(
    (account) => account.currency === currency && (account.id !== goal.account_id || goal.portion !== null),
  );
  const first =
    others.find(({ id }) => id === goal.from_account_id) ??
    others.find(({ id }) => id !== goal.account_id) ??
    others[0];
  const [typed, setTyped] = useState('');
  const [accountId, setAccountId] = useState(first?.id ?? '');
  const [error, setError] = useState<string>();
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const account = others.find(({ id }) => id === accountId);
  const isOwn = accountId === goal.account_id;

  function review(event: FormEvent) {
    event.preventDefault();
    const amount = parseAmount(typed);
    const most = toMinor(isTaking ? goal.saved : (account?.balance ?? 0));
    const problem =
      amount === null || amount <= 0
        ? validateAmount(typed)
        : amount > most
          ? isTaking
            ? `Only ${formatMinor(most, currency)} is saved.`
            : `Only ${formatMinor(most, currency)} is available.`
          : undefined;
    setError(problem);
    if (!problem) setReviewed(amount);
  }

  async function move(amount: Minor) {
    const content = { goalId: goal.id, way, amount: fromMinor(amount), accountId };
    const mutation = isTaking ? takeOut : contribute;
    try {
      await mutation.mutateAsync({ ...content, requestId: requestId.for(content) });
      const words = formatMinor(amount, currency);
      toast.success(isTaking ? `${words} withdrawn from ${goal.name}` : `${words} added to ${goal.name}`);
      onDone();
    } catch (refused) {
      setError(getRefusalMessage(refused, currency) ?? undefined);
      setReviewed(null);
    }
  }

  if (reviewed !== null && account) {
    const change = isTaking ? negateMinor(reviewed) : reviewed;
    return (
      <div className="flex flex-col gap-5">
        <Review>
          <ReviewChange
            label={`Saved for ${goal.name}`}
            before={goal.saved}
            after={fromMinor(addMinor(toMinor(goal.saved), change))}
            currency={currency}
          />
          {!isOwn && (
            <ReviewChange
              label={account.name}
              before={account.balance}
              after={fromMinor(addMinor(toMinor(account.balance), negateMinor(change)))}
              currency={currency}
            />
          )}
        </Review>
        {isOwn && <p className="text-ink-2 text-sm">No money moves. It stays in {account.name}.</p>}
        <div className="flex flex-col gap-2">
          <Button
            variant="primary"
            size="lg"
            busy={contribute.isPending || takeOut.isPending}
            onClick={() => void move(reviewed)}
          >
            {isTaking
              ? `Withdraw ${formatMinor(reviewed, currency)} to ${account.name}`
              : `Put ${formatMinor(reviewed, currency)} toward ${goal.name}`}
          </Button>
          <Button variant="ghost" onClick={() => setReviewed(null)}>
            Back
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form onSubmit={review} noValidate className="flex flex-col gap-5">
      <Field
        label="Amount"
        hint={
          isTaking
            ? `${formatMoney(goal.saved, currency)} is saved.`
            : `${formatMoney(goal.left, currency)} left to go.`
        }
        error={error}
      >
        {(props) => <AmountInput {...props} currency={currency} value={typed} onValueChange={setTyped} />}
      </Field>
      <Field label={isTaking ? 'To' : 'From'}>
        {(props) => (
          <Select {...props} value={accountId} onChange={(event) => setAccountId(event.target.value)}>
            {others.map(({ id, name, balance }) => (
              <option key={id} value={id}>
                {name}: {formatMoney(balance, currency)}
                {id === goal.account_id ? (isTaking ? ', stays there' : ', is there already') : ''}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" disabled={!account}>
        Review
      </Button>
    </form>
  );
}
