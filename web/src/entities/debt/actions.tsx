import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import { type Debt, debtPath } from '@/entities/debt/data/terms';
import { PaymentFlow } from '@/entities/payment/payment-flow';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { useOpenByHash } from '@/lib/use-open-by-hash';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';

type DebtActionsProps = {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  /** Renders the form that changes the debt's terms. */
  editForm: (close: () => void) => ReactNode;
  onDeleted: (() => void) | undefined;
};

type DialogName = 'pay' | 'edit' | 'delete';
const HASHES: Record<string, DialogName> = { '#pay': 'pay' };

/** Renders buttons to pay, change, or delete a debt. */
export function DebtActions({ debt, accounts, editForm, onDeleted }: DebtActionsProps) {
  const { opened, open, close, dialog } = useDialogs<DialogName>();
  const pay = useMutation(debtMutations.pay(debt.product));
  const remove = useMutation(debtMutations.delete(debt.product));
  useOpenByHash(HASHES, debtPath(debt), open);
  async function deleteDebt() {
    try {
      await remove.mutateAsync(debt.id);
      toast.success(`${capitalize(name)} deleted`);
      onDeleted?.();
    } catch {
      // The query client reports the failure. The dialog stays open.
    }
  }
  const name = debt.product === 'mortgage' && debt.name === 'Mortgage' ? 'the mortgage' : debt.name;
  return (
    <>
      <Button variant="primary" disabled={debt.owed === 0} onClick={() => open('pay')}>
        Pay
      </Button>
      <Button variant="ghost" onClick={() => open('edit')}>
        Edit
      </Button>
      <Button variant="ghost" onClick={() => open('delete')}>
        Delete
      </Button>
      <Dialog {...dialog('pay')} title={`Pay ${name}`}>
        {opened === 'pay' && (
          <PaymentFlow
            lowers
            name={debt.name}
            owed={debt.owed}
            currency={debt.currency}
            accounts={accounts}
            suggestions={[
              { label: 'Monthly payment', amount: debt.payment },
              ...(debt.pastDue > 0 ? [{ label: 'Past-due amount', amount: debt.pastDue }] : []),
              { label: 'Full balance', amount: debt.owed },
            ]}
            onPay={async (payment) =>
              (await pay.mutateAsync({ debtId: debt.id, ...payment })).remaining_balance
            }
            onDone={close}
          />
        )}
        <p className="mt-4 text-ink-3 text-sm">
          Interest since the last due date posts on the next due date. To pay it today,{' '}
          <TextLink to={`${debtPath(debt)}#payoff`} onClick={close}>
            pay off the full balance
          </TextLink>
          .
        </p>
      </Dialog>
      <Dialog {...dialog('edit')} title={`Edit ${name}`}>
        {opened === 'edit' && editForm(close)}
      </Dialog>
      <Dialog
        {...dialog('delete')}
        title={`Delete ${name}?`}
        description={`This permanently deletes the ${debt.product}. Its past transactions stay in your records.`}
      >
        <div className="flex flex-col gap-5">
          {debt.owed > 0 && (
            <AlertBox fact={`You still owe ${formatMoney(debt.owed, debt.currency)}.`}>
              We'll write off this balance when we delete the {debt.product}.
            </AlertBox>
          )}
          <Button variant="danger" size="lg" busy={remove.isPending} onClick={() => void deleteDebt()}>
            Delete {name}
          </Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
