import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { scheduledPaymentQueries } from '@/features/scheduled-payments/queries';
import { formatMoney } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { LabeledInput } from '@/ui/forms/labeled';
import { Dialog } from '@/ui/overlays/dialog';
import { AccountTypePicker } from '../account-type-picker';
import { CurrencySelect } from '../currency-select';
import { accountMutations } from '../mutations';

type EditDialogProps = { account: Account; open: boolean; onOpenChange: (open: boolean) => void };

export function EditDialog({ account, open, onOpenChange }: EditDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Account settings"
      description="A new type applies from today."
    >
      {open && <EditForm account={account} onDone={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function EditForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const [name, setName] = useState(account.name);
  const [type, setType] = useState(account.type);
  const [currency, setCurrency] = useState(account.currency);
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation(accountMutations.update);
  function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setError('Enter an account name.');
      return;
    }
    mutate(
      { id: account.id, name: name.trim(), type, currency },
      {
        onSuccess: (saved) => {
          toast.success(`${saved.name} saved`);
          onDone();
        },
        onError: (refused) => isRefusal(refused) && setError(refused.message),
      },
    );
  }
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-6">
      <LabeledInput
        label="Name"
        error={error}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
      />
      <AccountTypePicker value={type} onValueChange={setType} />
      <Field label="Currency">
        {(control) => <CurrencySelect {...control} value={currency} onValueChange={setCurrency} />}
      </Field>
      {currency !== account.currency && <CurrencyWarning account={account} currency={currency} />}
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Save
      </Button>
    </form>
  );
}

/** Names the amounts that keep their numbers when an account changes its currency: the balance and its rules. */
function CurrencyWarning({ account, currency }: { account: Account; currency: string }) {
  const payments = useQuery(scheduledPaymentQueries.list()).data ?? [];
  const deposits = useQuery(autoDepositQueries.list()).data ?? [];
  const rules = [...payments, ...deposits].flatMap(({ id, name, amount, account_id }) =>
    account_id === account.id && amount !== null ? [{ id, name, amount }] : [],
  );
  const describeChange = (amount: number) =>
    `${formatMoney(amount, account.currency)} becomes ${formatMoney(amount, currency)}`;
  return (
    <AlertBox kind="warning" fact={`${describeChange(account.balance)}.`}>
      The amount stays the same and isn't converted, so your net worth changes. Goals and autopay in{' '}
      {account.currency} can't use this account anymore.
      {rules.length > 0 && (
        <>
          {' '}
          These amounts aren't converted either:
          <ul className="mt-2 list-disc pl-5">
            {rules.map(({ id, name, amount }) => (
              <li key={id}>
                {name}: {describeChange(amount)}
              </li>
            ))}
          </ul>
        </>
      )}
    </AlertBox>
  );
}
