import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Money } from '@/ui/money';
import { PaymentFlow, type PaymentSource } from '@/ui/payment-flow';
import { LoanForm } from './loan-form';
import type { Loan } from './loan-schema';
import { loanMutations } from './mutations';

type Asked = 'pay' | 'edit' | 'delete' | null;

/** One loan: what is left, how far it is, what can be done. */
export function LoanCard({ loan, accounts }: { loan: Loan; accounts: readonly PaymentSource[] }) {
  const [asked, setAsked] = useState<Asked>(null);
  const pay = useMutation(loanMutations.pay);
  const remove = useMutation(loanMutations.delete);
  const close = () => setAsked(null);
  const isPaid = loan.remaining_balance === 0;
  const paidShare = Math.max(0, 1 - loan.remaining_balance / loan.amount);
  const dialog = (which: Asked) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  return (
    <article aria-label={loan.name} className="border-line border-t py-8 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h2 className="text-lg">{loan.name}</h2>
          <p className="mt-3 text-ink-3 text-sm">{isPaid ? 'Paid off' : 'You owe'}</p>
          <p aria-live="polite">
            <Money amount={loan.remaining_balance} currency={loan.currency} size="panel" />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" disabled={isPaid} onClick={() => setAsked('pay')}>
            Pay
          </Button>
          <Button variant="ghost" onClick={() => setAsked('edit')}>
            Edit
          </Button>
          <Button variant="ghost" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </div>
      </div>
      <Bar label={`Share of ${loan.name} paid back`} share={paidShare} className="mt-5" />
      <p className="figures mt-2 text-ink-3 text-sm">{Math.floor(paidShare * 100)}% paid back</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <div>
          <dt>Monthly payment</dt>
          <dd>{formatMoney(loan.monthly_payment, loan.currency)}</dd>
        </div>
        <div>
          <dt>Borrowed</dt>
          <dd>{formatMoney(loan.amount, loan.currency)}</dd>
        </div>
        <div>
          <dt>Rate and term</dt>
          <dd>
            {loan.interest_rate.toLocaleString('en-US')}%, {loan.term} months
          </dd>
        </div>
        <div>
          <dt>{loan.next_due_date && !isPaid ? 'Next due' : 'Started'}</dt>
          <dd>{formatDate(loan.next_due_date && !isPaid ? loan.next_due_date : loan.start_date)}</dd>
        </div>
      </dl>
      <Dialog {...dialog('pay')} title={`Pay ${loan.name}`}>
        {asked === 'pay' && (
          <PaymentFlow
            name={loan.name}
            owed={loan.remaining_balance}
            currency={loan.currency}
            sources={accounts}
            suggestions={[
              { label: 'Monthly payment', amount: loan.monthly_payment },
              { label: 'All of it', amount: loan.remaining_balance },
            ]}
            onPay={async (payment) =>
              (await pay.mutateAsync({ loanId: loan.id, ...payment })).remaining_balance
            }
            onDone={close}
          />
        )}
      </Dialog>
      <Dialog {...dialog('edit')} title={`Edit ${loan.name}`}>
        {asked === 'edit' && <LoanForm loan={loan} onDone={close} />}
      </Dialog>
      <Dialog
        {...dialog('delete')}
        title={`Delete ${loan.name}?`}
        description="The loan disappears for good. The bank's journal keeps its entries."
      >
        <div className="flex flex-col gap-5">
          {!isPaid && (
            <AlertBox fact={`${formatMoney(loan.remaining_balance, loan.currency)} is still owed.`}>
              It is written off with the loan.
            </AlertBox>
          )}
          <Button
            variant="danger"
            size="lg"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(loan.id, { onSuccess: () => toast.success(`${loan.name} is deleted`) })
            }
          >
            Delete {loan.name}
          </Button>
          <Button variant="ghost" onClick={close}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </article>
  );
}
