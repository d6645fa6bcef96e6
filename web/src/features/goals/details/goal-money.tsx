import { addMinor, fromMinor, type Minor, negateMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { getAccountOptions } from '@/entities/account/account-field';
import type { Account } from '@/entities/account/queries';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { amountField } from '@/lib/fields';
import { formatMinor, formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Review, ReviewChange } from '@/ui/forms/review';
import { SelectField } from '@/ui/forms/select-field';
import { goalMutations } from '../mutations';
import type { Goal } from '../queries';

type GoalMoneyProps = {
  way: 'contribute' | 'take';
  goal: Goal;
  accounts: readonly Account[];
  onDone: () => void;
};

/** Renders the steps to move money to or from a goal: amount and account, review, and result. */
export function GoalMoney({ way, goal, accounts, onDone }: GoalMoneyProps) {
  const isTaking = way === 'take';
  const { mutateAsync } = useMutation(isTaking ? goalMutations.takeOut : goalMutations.contribute);
  const requestId = useRequestId();
  const { currency } = goal;
  const choices = accounts.filter(
    // A goal that uses its whole account can't set aside more money from that account.
    (account) => account.currency === currency && (account.id !== goal.account_id || goal.portion !== null),
  );
  const initial =
    choices.find(({ id }) => id === goal.from_account_id) ??
    choices.find(({ id }) => id !== goal.account_id) ??
    choices[0];
  const { control, submit, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: movementSchema(isTaking ? goal : null, choices, currency),
    defaults: { amount: '', accountId: initial?.id ?? '' },
    currency,
    refusedField: 'amount',
    onConfirm: async ({ amount, account }) => {
      const content = { goal_id: goal.id, amount: fromMinor(amount), account_id: account.id };
      await mutateAsync({ ...content, request_id: requestId.for({ way, ...content }) });
      const moved = formatMinor(amount, currency);
      toast.success(isTaking ? `${moved} withdrawn from ${goal.name}` : `${moved} added to ${goal.name}`);
      onDone();
    },
  });
  if (reviewed) {
    const amount = formatMinor(reviewed.amount, currency);
    return (
      <div className="flex flex-col gap-5">
        <MovementReview goal={goal} {...reviewed} isTaking={isTaking} />
        <div className="flex flex-col gap-2">
          <Button variant="primary" size="lg" busy={isSubmitting} onClick={() => void submit()}>
            {isTaking
              ? `Withdraw ${amount} to ${reviewed.account.name}`
              : `Put ${amount} toward ${goal.name}`}
          </Button>
          <Button variant="ghost" onClick={edit}>
            Back
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={
          isTaking
            ? `${formatMoney(goal.saved, currency)} is saved.`
            : `${formatMoney(goal.left, currency)} left to save.`
        }
        currency={currency}
        size="page"
      />
      <SelectField
        control={control}
        name="accountId"
        label={isTaking ? 'To' : 'From'}
        options={getAccountOptions(choices).map(({ value, label }) => ({
          value,
          label:
            value === goal.account_id
              ? label + (isTaking ? ', stays there' : ', already in this account')
              : label,
        }))}
      />
      <Button type="submit" variant="primary" size="lg" disabled={choices.length === 0}>
        Review
      </Button>
    </form>
  );
}

/**
 * Returns a schema that limits the amount to the goal's savings. If `goal` is null, the account's balance is
 * the limit.
 */
function movementSchema(goal: Goal | null, accounts: readonly Account[], currency: string) {
  return z
    .object({ amount: amountField(), accountId: z.string() })
    .transform(({ amount: major, accountId }, context) => {
      const amount = toMinor(major);
      const account = accounts.find(({ id }) => id === accountId);
      const most = toMinor(goal ? goal.saved : (account?.balance ?? 0));
      if (account && amount <= most) return { amount, account };
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: `Only ${formatMinor(most, currency)} is ${goal ? 'saved' : 'available'}.`,
      });
      return z.NEVER;
    });
}

type MovementReviewProps = { goal: Goal; account: Account; amount: Minor; isTaking: boolean };

function MovementReview({ goal, account, amount, isTaking }: MovementReviewProps) {
  const change = isTaking ? negateMinor(amount) : amount;
  const isSameAccount = account.id === goal.account_id;
  return (
    <>
      <Review>
        <ReviewChange
          label={`Saved for ${goal.name}`}
          before={goal.saved}
          after={fromMinor(addMinor(toMinor(goal.saved), change))}
          currency={goal.currency}
        />
        {!isSameAccount && (
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={fromMinor(subtractMinor(toMinor(account.balance), change))}
            currency={goal.currency}
          />
        )}
      </Review>
      {isSameAccount && (
        <p className="text-ink-2 text-sm">No transfer needed. The money stays in {account.name}.</p>
      )}
    </>
  );
}
