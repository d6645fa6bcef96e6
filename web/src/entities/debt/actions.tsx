import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import { type Debt, debtPath } from '@/entities/debt/data/terms';
import { type Payment, PaymentFlow } from '@/entities/payment/payment-flow';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { useOpenByHash } from './location-hash';

type DebtActionsProps = {
  debt: Debt;
  /** "the mortgage", or the name of the loan. */
  called: string;
  accounts: readonly MoneyAccount[];
  /** Pays and returns the remaining balance. Throws the bank's refusal. */
  onPay: (payment: Payment) => Promise<number>;
  onDelete: () => Promise<void>;
  /** The form that changes its terms. */
  editForm: (close: () => void) => ReactNode;
};

type OpenDialog = 'pay' | 'edit' | 'delete' | null;
const HASHES: Record<string, OpenDialog> = { '#pay': 'pay' };

/** Buttons to pay, change, or delete a debt. */
export function DebtActions({ debt, called, accounts, onPay, onDelete, editForm }: DebtActionsProps) {
  const [asked, setAsked] = useState<OpenDialog>(null);
  const [busy, setBusy] = useState(false);
  useOpenByHash(HASHES, debt, setAsked);
  const close = () => setAsked(null);
  const dialog = (which: OpenDialog) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  async function remove() {
    setBusy(true);
    try {
      await onDelete();
      toast.success(`${upper(called)} deleted`);
    } catch {
      // The query client reports the failure. The dialog stays open.
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button variant="primary" disabled={debt.owed === 0} onClick={() => setAsked('pay')}>
        Pay
      </Button>
      <Button variant="ghost" onClick={() => setAsked('edit')}>
        Edit
      </Button>
      <Button variant="ghost" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      <Dialog {...dialog('pay')} title={`Pay ${called}`}>
        {asked === 'pay' && (
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
            onPay={onPay}
            onDone={close}
          />
        )}
        <p className="mt-4 text-ink-3 text-sm">
          Interest since the last due date posts on the next one. To pay it off today,{' '}
          <Link to={`${debtPath(debt)}#payoff`} onClick={close} className="text-link">
            pay off the balance
          </Link>
          .
        </p>
      </Dialog>
      <Dialog {...dialog('edit')} title={`Edit ${called}`}>
        {asked === 'edit' && editForm(close)}
      </Dialog>
      <Dialog
        {...dialog('delete')}
        title={`Delete ${called}?`}
        description={`This permanently deletes the ${debt.product}. The ledger keeps its entries.`}
      >
        <div className="flex flex-col gap-5">
          {debt.owed > 0 && (
            <AlertBox fact={`You still owe ${formatMoney(debt.owed, debt.currency)}.`}>
              We'll write it off with the {debt.product}.
            </AlertBox>
          )}
          <Button variant="danger" size="lg" busy={busy} onClick={() => void remove()}>
            Delete {called}
          </Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  );
}

const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
