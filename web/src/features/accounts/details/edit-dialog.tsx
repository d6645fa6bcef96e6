import { useMutation, useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { scheduledPaymentQueries } from '@/features/scheduled-payments/queries';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { AccountTypePicker, accountNameField, CURRENCIES } from '../account-fields';
import { accountMutations } from '../mutations';

export function EditDialog({ account, ...dialog }: { account: Account } & DialogState) {
  return (
    <Dialog {...dialog} title="Account settings" description="A new type applies from today.">
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
      <AccountTypePicker value={typeField.value} onValueChange={typeField.onChange} />
      <SelectField control={form.control} name="currency" label="Currency" options={CURRENCIES} />
      {newCurrency !== currency && <CurrencyWarning account={account} currency={newCurrency} />}
    </Form>
  );
}

/**
 * Renders a warning that a change of currency doesn't convert amounts. Lists the account's balance and
 * recurring rules.
 */
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
