import { toMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { type Account, isUsable, maskedNumber } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { scheduledPaymentQueries } from '@/features/scheduled-payments/queries';
import { lazyComponent } from '@/lib/bundle/lazy';
import { CURRENCY_LABELS, formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { LabeledSelect } from '@/ui/forms/labeled';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { AccountTypePicker, accountNameField } from '../account-fields';
import { accountMutations } from '../mutations';

/** Loaded only for accounts with a tax treatment. */
const WithdrawalTax = lazyComponent(() =>
  import('@/entities/account/withdrawal-tax').then((module) => module.WithdrawalTax),
);

type CloseProps = { account: Account; accounts: readonly Account[] };

export function CloseDialog({ account, accounts, ...dialog }: CloseProps & DialogState) {
  return (
    <Dialog
      {...dialog}
      title={`Close ${account.name}?`}
      description="Money can't move in or out of a closed account. You keep its history and can reopen it."
    >
      <CloseForm account={account} accounts={accounts} onDone={dialog.onClose} />
    </Dialog>
  );
}

function CloseForm({ account, accounts, onDone }: CloseProps & { onDone: () => void }) {
  const others = accounts.filter((item) => item.id !== account.id && isUsable(item));
  const isEmpty = account.balance === 0;
  const [target, setTarget] = useState(others[0]?.id ?? '');
  const { mutate, isPending, error: failure } = useIdempotentMutation(accountMutations.close);
  const error = getRefusalMessage(failure, account.currency) ?? undefined;
  const targetName = others.find(({ id }) => id === target)?.name;
  function close() {
    mutate(
      { account_id: account.id, sweep_to_account_id: isEmpty ? null : target },
      {
        onSuccess: () => {
          toast.success(`${account.name} closed`);
          onDone();
        },
      },
    );
  }
  if (account.balance < 0) {
    return (
      <p>
        This account is overdrawn by {formatMoney(-account.balance, account.currency)}. Deposit that amount
        first.
      </p>
    );
  }
  if (!isEmpty && others.length === 0) {
    return (
      <p>
        This account still has {formatMoney(account.balance, account.currency)}, and you have no other account
        to transfer it to. Withdraw it or open another account first.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      {!isEmpty && (
        <LabeledSelect
          label={`Transfer ${formatMoney(account.balance, account.currency)} to`}
          error={error}
          value={target}
          onChange={(event) => setTarget(event.target.value)}
          options={others.map((other) => ({
            value: other.id,
            label: `${other.name} ${maskedNumber(other)} (${other.currency})`,
          }))}
        />
      )}
      {!isEmpty && account.tax_treatment && (
        <Suspense fallback={null}>
          <WithdrawalTax
            source={account}
            target={others.find(({ id }) => id === target)}
            amount={toMinor(account.balance)}
          />
        </Suspense>
      )}
      {isEmpty && error && <p className="text-negative">{error}</p>}
      <Button variant="primary" size="lg" busy={isPending} onClick={close}>
        {isEmpty
          ? `Close ${account.name}`
          : `Transfer ${formatMoney(account.balance, account.currency)} to ${targetName} and close`}
      </Button>
    </div>
  );
}

export function DeleteDialog({ account, ...dialog }: { account: Account } & DialogState) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation(accountMutations.delete);
  function remove() {
    mutate(account.id, {
      onSuccess: async () => {
        toast.success(`${account.name} deleted`);
        await navigate('/dashboard', { replace: true });
      },
    });
  }
  return (
    <Dialog
      {...dialog}
      title={`Delete ${account.name}?`}
      description="This permanently deletes the account and its transactions. The ledger keeps the entries."
    >
      <div className="flex flex-col gap-5">
        {account.balance < 0 && (
          <AlertBox fact={`You owe ${formatMoney(-account.balance, account.currency)} on this account.`}>
            Deleting the account writes this amount off.
          </AlertBox>
        )}
        {account.balance > 0 && (
          <AlertBox fact={`This account still has ${formatMoney(account.balance, account.currency)}.`}>
            Deleting the account also deletes this money. To keep it, close the account instead and choose
            where to transfer it.
          </AlertBox>
        )}
        <Button variant="danger" size="lg" busy={isPending} onClick={remove}>
          {account.balance <= 0
            ? `Delete ${account.name}`
            : `Delete ${account.name} with ${formatMoney(account.balance, account.currency)}`}
        </Button>
        <Button variant="ghost" onClick={dialog.onClose}>
          Keep account
        </Button>
      </div>
    </Dialog>
  );
}

export function EditDialog({ account, ...dialog }: { account: Account } & DialogState) {
  return (
    <Dialog
      {...dialog}
      title="Account settings"
      description={
        account.type === 'CD' ? undefined : 'If you change the type, the new one takes effect today.'
      }
    >
      <EditForm account={account} onDone={dialog.onClose} />
    </Dialog>
  );
}

const schema = z.object({ name: accountNameField, type: z.string(), currency: z.string() });

function EditForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const { id, name, type, currency } = account;
  const { mutateAsync } = useMutation(accountMutations.update);
  const form = useBankForm({
    schema,
    defaults: { name, type, currency },
    mode: 'onSubmit',
    currency,
    refusedField: 'name',
    onSubmit: async (details) => {
      const saved = await mutateAsync({ id, ...details });
      toast.success(`${saved.name} saved`);
      onDone();
    },
  });
  const typeField = useController({ control: form.control, name: 'type' }).field;
  const newCurrency = form.watch('currency');
  return (
    <Form onSubmit={form.submit} className="flex flex-col gap-6" verb="Save" busy={form.isSubmitting}>
      <TextField control={form.control} name="name" label="Name" maxLength={80} />
      {type !== 'CD' && (
        <>
          <AccountTypePicker value={typeField.value} onValueChange={typeField.onChange} />
          <SelectField
            control={form.control}
            name="currency"
            label="Currency"
            options={toOptions(CURRENCY_LABELS)}
          />
        </>
      )}
      {newCurrency !== currency && <CurrencyWarning account={account} currency={newCurrency} />}
    </Form>
  );
}

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
