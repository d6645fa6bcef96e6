import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { formatDate } from '@/lib/dates';
import { formatMoney, fromMinor, subtractMinor, toMinor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Money } from '@/ui/money';
import { PaymentFlow, type PaymentSource } from '@/ui/payment-flow';
import { MortgageForm } from './mortgage-form';
import type { Mortgage } from './mortgage-schema';
import { mortgageMutations } from './mutations';

type Asked = 'pay' | 'edit' | 'delete' | null;

/** One mortgage: what is left, how far it is, what can be done. */
export function MortgageCard({
  mortgage,
  accounts,
}: {
  mortgage: Mortgage;
  accounts: readonly PaymentSource[];
}) {
  const [asked, setAsked] = useState<Asked>(null);
  const pay = useMutation(mortgageMutations.pay);
  const remove = useMutation(mortgageMutations.delete);
  const close = () => setAsked(null);
  const isPaid = mortgage.remaining_balance === 0;
  const paidShare = Math.max(0, 1 - mortgage.remaining_balance / mortgage.loan_amount);
  const dialog = (which: Asked) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  return (
    <article aria-label="Mortgage" className="border-line border-t py-8 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h2 className="text-lg">Mortgage</h2>
          <p className="mt-3 text-ink-3 text-sm">{isPaid ? 'Paid off' : 'You owe'}</p>
          <p aria-live="polite">
            <Money amount={mortgage.remaining_balance} currency={mortgage.currency} size="panel" />
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
      <Bar label="Share of the mortgage paid back" share={paidShare} className="mt-5" />
      <p className="figures mt-2 text-ink-3 text-sm">{Math.floor(paidShare * 100)}% paid back</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-3 [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <div>
          <dt>Monthly payment</dt>
          <dd>{formatMoney(mortgage.monthly_payment, mortgage.currency)}</dd>
        </div>
        <div>
          <dt>Borrowed</dt>
          <dd>{formatMoney(mortgage.loan_amount, mortgage.currency)}</dd>
        </div>
        <div>
          <dt>Property value</dt>
          <dd>{formatMoney(mortgage.property_value, mortgage.currency)}</dd>
        </div>
        <div>
          <dt>Yours of it</dt>
          <dd>
            {formatMoney(
              fromMinor(subtractMinor(toMinor(mortgage.property_value), toMinor(mortgage.remaining_balance))),
              mortgage.currency,
            )}
          </dd>
        </div>
        <div>
          <dt>Rate and term</dt>
          <dd>
            {mortgage.interest_rate.toLocaleString('en-US')}%, {mortgage.term} years
          </dd>
        </div>
        <div>
          <dt>{mortgage.next_due_date && !isPaid ? 'Next due' : 'Started'}</dt>
          <dd>
            {formatDate(mortgage.next_due_date && !isPaid ? mortgage.next_due_date : mortgage.start_date)}
          </dd>
        </div>
      </dl>
      <Dialog {...dialog('pay')} title="Pay the mortgage">
        {asked === 'pay' && (
          <PaymentFlow
            name="Mortgage"
            owed={mortgage.remaining_balance}
            currency={mortgage.currency}
            sources={accounts}
            suggestions={[
              { label: 'Monthly payment', amount: mortgage.monthly_payment },
              { label: 'All of it', amount: mortgage.remaining_balance },
            ]}
            onPay={async (payment) =>
              (await pay.mutateAsync({ mortgageId: mortgage.id, ...payment })).remaining_balance
            }
            onDone={close}
          />
        )}
      </Dialog>
      <Dialog {...dialog('edit')} title="Edit the mortgage">
        {asked === 'edit' && <MortgageForm mortgage={mortgage} onDone={close} />}
      </Dialog>
      <Dialog
        {...dialog('delete')}
        title="Delete the mortgage?"
        description="The mortgage disappears for good. The bank's journal keeps its entries."
      >
        <div className="flex flex-col gap-5">
          {!isPaid && (
            <AlertBox fact={`${formatMoney(mortgage.remaining_balance, mortgage.currency)} is still owed.`}>
              It is written off with the mortgage.
            </AlertBox>
          )}
          <Button
            variant="danger"
            size="lg"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(mortgage.id, { onSuccess: () => toast.success('The mortgage is deleted') })
            }
          >
            Delete the mortgage
          </Button>
          <Button variant="ghost" onClick={close}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </article>
  );
}
