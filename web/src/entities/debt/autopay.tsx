import { addMinor, fromMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/calls';
import type { Debt } from '@/entities/debt/data/terms';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMinor, formatMoney, parseAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';

type DebtAutopayProps = {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  /** The evaluated extra amount in major units. Defaults to the current one. */
  extra?: number;
  onDone: () => void;
};

/** Sets the account and the extra amount of autopay, or turns it off. */
export function DebtAutopay({ debt, accounts, extra = debt.autopay?.extra ?? 0, onDone }: DebtAutopayProps) {
  const usable = accounts.filter(({ currency }) => currency === debt.currency);
  const [accountId, setAccountId] = useState(debt.autopay?.accountId ?? usable[0]?.id ?? '');
  const [typed, setTyped] = useState(
    extra > 0 ? extra.toLocaleString('en-US', { minimumFractionDigits: 2 }) : '',
  );
  const [error, setError] = useState<{ account?: string; extra?: string }>({});
  const { mutateAsync, isPending } = useMutation(debtMutations.autopay);
  const wished = typed.trim() === '' ? toMinor(0) : parseAmount(typed);
  const account = usable.find(({ id }) => id === accountId);

  async function set(autopay: Debt['autopay']) {
    try {
      await mutateAsync({ debt, autopay });
      toast.success(autopay ? `Autopay turned on for ${debt.name}` : `Autopay turned off for ${debt.name}`);
      onDone();
    } catch (refused) {
      const words = getRefusalMessage(refused, debt.currency);
      if (words) setError({ account: words });
    }
  }
  function save(event: FormEvent) {
    event.preventDefault();
    if (wished === null)
      setError({ extra: 'Enter an amount with 2 decimal places or fewer, or leave it empty.' });
    else if (wished > toMinor(debt.owed))
      setError({ extra: `You owe ${formatMoney(debt.owed, debt.currency)} in total.` });
    else if (!account) setError({ account: `Open a ${debt.currency} account first.` });
    else void set({ accountId: account.id, extra: fromMinor(wished) });
  }

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Pay from" error={error.account}>
        {(control) => (
          <Select {...control} value={accountId} onChange={(event) => setAccountId(event.target.value)}>
            {usable.map(({ id, name, balance, currency }) => (
              <option key={id} value={id}>
                {name}: {formatMoney(balance, currency)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Extra with each payment"
        note="optional"
        error={error.extra}
        hint="It lowers your balance right away, so you pay off the debt sooner."
      >
        {(control) => (
          <AmountInput
            {...control}
            size="field"
            currency={debt.currency}
            value={typed}
            onValueChange={setTyped}
          />
        )}
      </Field>
      {wished !== null && account && (
        <Review>
          <ReviewLine label={`From ${account.name} every month`}>
            {formatMinor(addMinor(toMinor(debt.payment), wished), debt.currency)}
          </ReviewLine>
          <ReviewLine label="First payment">{formatListDate(debt.nextDueDate)}</ReviewLine>
        </Review>
      )}
      {account && account.balance < debt.payment && (
        <AlertBox fact={`${account.name} has ${formatMoney(account.balance, account.currency)} now.`}>
          If the balance is too low, the payment fails and becomes past due.
        </AlertBox>
      )}
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        {debt.autopay ? 'Update autopay' : 'Turn on autopay'}
      </Button>
      {debt.autopay && (
        <Button variant="ghost" onClick={() => void set(null)}>
          Turn off autopay
        </Button>
      )}
    </form>
  );
}
