import { dayText } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday } from '@/entities/household/days';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatTextDate } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { formatMoney, formatTypedAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Dialog } from '@/ui/overlays/dialog';
import { isMissing, type Refund, refundMutations, refundQueries } from './queries';
import { useRefundDay } from './use-refund-day';

type PurchaseRefundsProps = {
  /** The id of the transaction, or the card and entry ids joined by a colon. */
  transactionKey: string;
  entryId: number;
  /** The merchant, for the title of the form. */
  title: string;
  currency: string;
};

/**
 * Renders the refunds of a purchase and a button that returns it. For a refund, renders a link to its
 * purchase. Renders nothing for transactions that can't be returned.
 */
export function PurchaseRefunds({ transactionKey, entryId, title, currency }: PurchaseRefundsProps) {
  const { data: refunds = [] } = useQuery(refundQueries.ofEntry(entryId));
  const { data: returnable = 0 } = useQuery(refundQueries.returnable(transactionKey));
  const [isOpen, setIsOpen] = useState(false);
  const shown = refunds.filter(({ status }) => status !== 'canceled');
  if (shown.length === 0 && !returnable) return null;
  return (
    <section aria-label="Refunds" className="flex flex-col gap-3">
      {shown.map((refund) =>
        refund.refund_entry_id === entryId ? (
          <PurchaseLink key={refund.id} refund={refund} />
        ) : (
          <RefundStatus key={refund.id} refund={refund} />
        ),
      )}
      {returnable > 0 && (
        <Button size="sm" className="self-start" onClick={() => setIsOpen(true)}>
          <Undo2 className="size-4" /> {shown.length > 0 ? 'Return more' : 'Return purchase'}
        </Button>
      )}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Return purchase: ${title}`}>
        <ReturnForm
          transactionKey={transactionKey}
          returnable={returnable}
          currency={currency}
          onDone={() => setIsOpen(false)}
        />
      </Dialog>
    </section>
  );
}

function PurchaseLink({ refund }: { refund: Refund }) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  return (
    <p className="text-ink-2">
      Refund for{' '}
      {refund.purchaseKey ? (
        <Link
          to={`/transactions?open=${encodeURIComponent(refund.purchaseKey)}`}
          className="underline underline-offset-4"
        >
          your purchase
        </Link>
      ) : (
        'your purchase'
      )}{' '}
      on {formatTextDate(refund.purchased_on, zone)}. It counts in that month's spending.
    </p>
  );
}

function RefundStatus({ refund }: { refund: Refund }) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const { mutate, isPending } = useIdempotentMutation(refundMutations.cancel);
  const getDay = useRefundDay(refund.currency);
  const amount = formatMoney(refund.amount, refund.currency);
  if (refund.status === 'credited')
    return (
      <p className="text-ink-2">
        {amount} refunded on {formatTextDate(refund.ended_at ?? refund.returned_at, zone)}.
      </p>
    );
  if (isMissing(refund))
    return (
      <p className="text-ink-2">
        {amount} refund didn't arrive. You returned this purchase on{' '}
        {formatTextDate(refund.returned_on, zone)}. Dispute it to get your money back.
      </p>
    );
  if (refund.status === 'failed')
    return (
      <p className="text-ink-2">
        We couldn't credit the refund of {amount}, because you had no open account in {refund.currency}.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        {amount} refund on its way. <span className="text-ink-2">Expected {getDay(refund.returned_on)}.</span>
      </p>
      <Button
        size="sm"
        busy={isPending}
        onClick={() =>
          mutate(
            { refund_id: refund.id },
            {
              onSuccess: () => toast.success('Return canceled'),
              onError: toastRefusal(refund.currency),
            },
          )
        }
      >
        Keep purchase
      </Button>
    </div>
  );
}

type ReturnFormProps = {
  transactionKey: string;
  returnable: number;
  currency: string;
  onDone: () => void;
};

function ReturnForm({ transactionKey, returnable, currency, onDone }: ReturnFormProps) {
  const { send } = useIdempotentMutation(refundMutations.returnPurchase);
  const { data: household } = useQuery(clockQueries.household());
  const getDay = useRefundDay(currency);
  const day = household && getDay(dayText(getToday(household)));
  const isOnCard = transactionKey.includes(':');
  const { control, submit, isSubmitting } = useBankForm({
    schema: z.object({ amount: amountField() }),
    defaults: { amount: formatTypedAmount(returnable) },
    currency,
    refusedField: 'amount',
    onSubmit: async ({ amount }) => {
      await send({ transaction_key: transactionKey, amount });
      toast.success(`Returned. ${formatMoney(amount, currency)} is on its way`);
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} verb="Return purchase" busy={isSubmitting}>
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`Up to ${formatMoney(returnable, currency)}.`}
        currency={currency}
      />
      <p className="text-ink-2 text-sm">
        We expect the refund{day && ` on ${day}`}. It counts in the month and category of your purchase
        {isOnCard && ', and we deduct the rewards you earned'}. Until it arrives, you can still keep the
        purchase.
      </p>
    </Form>
  );
}
