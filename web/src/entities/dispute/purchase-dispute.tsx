import { parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor } from '@engine/money/minor.ts';
import { getLegalLiability } from '@engine/products/accounts/liability.ts';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { disputeSchema } from '@/entities/card/card-schema';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { refundQueries, sumMissing } from '@/entities/refund/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { getDay } from '@/lib/dates';
import { formatMoney, formatTypedAmount, parseAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewLine } from '@/ui/forms/review';
import { SelectField } from '@/ui/forms/select-field';
import { TextAreaField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { ClaimTimeline } from './claim-timeline';
import { ACCOUNT_REASONS, DisputeBadge, formatReason } from './dispute-text';
import { type Dispute, disputeMutations, disputeQueries } from './queries';
import { WithdrawDispute } from './withdraw-dispute';

type Purchase = {
  accountId: string;
  entryId: number;
  /** ISO 8601. */
  at: string;
  title: string;
  currency: string;
};

/**
 * Renders the dispute of a debit card purchase with its steps, and a button that opens one. Renders nothing if
 * the purchase isn't disputed and can't be.
 */
export function PurchaseDispute({
  transactionKey,
  purchase,
}: {
  transactionKey: string;
  purchase: Purchase;
}) {
  const { data: dispute } = useQuery(disputeQueries.ofEntry(purchase.entryId));
  const { data: disputable = 0 } = useQuery(disputeQueries.disputable(transactionKey));
  const missing = sumMissing(useQuery(refundQueries.ofEntry(purchase.entryId)).data ?? []);
  const [isOpen, setIsOpen] = useState(false);
  if (!dispute && !disputable) return null;
  return (
    <section aria-label="Dispute" className="flex flex-col gap-3">
      {dispute && <OpenedDispute dispute={dispute} />}
      {disputable > 0 && (
        <Button size="sm" className="self-start" onClick={() => setIsOpen(true)}>
          <MessageCircleQuestionMark className="size-4" /> Dispute this purchase
        </Button>
      )}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Dispute ${purchase.title}`}>
        <ClaimForm
          purchase={purchase}
          disputable={disputable}
          missing={Math.min(missing, disputable)}
          onDone={() => setIsOpen(false)}
        />
      </Dialog>
    </section>
  );
}

function OpenedDispute({ dispute }: { dispute: Dispute }) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <DisputeBadge dispute={dispute} /> {formatReason(dispute.reason)}
      </p>
      <ClaimTimeline dispute={dispute} zone={zone} />
      {dispute.status === 'in_review' && (
        <WithdrawDispute dispute={dispute} className="self-start">
          Withdraw dispute
        </WithdrawDispute>
      )}
    </>
  );
}

type ClaimFormProps = {
  purchase: Purchase;
  disputable: number;
  /** The refund that the merchant didn't send, in major units; 0 if there is none. */
  missing: number;
  onDone: () => void;
};

function ClaimForm({ purchase, disputable, missing, onDone }: ClaimFormProps) {
  const { accountId, entryId, currency } = purchase;
  const { send } = useIdempotentMutation(disputeMutations.open);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: disputeSchema,
    defaults: {
      reason: missing > 0 ? 'credit_not_processed' : 'fraud',
      amount: formatTypedAmount(missing > 0 ? missing : disputable),
      description: '',
    },
    currency,
    refusedField: 'amount',
    onSubmit: async (details) => {
      await send({ accountId, entryId, ...details });
      toast.success('Dispute opened');
      onDone();
    },
  });
  const reason = watch('reason');
  return (
    <Form onSubmit={submit} verb="Open dispute" busy={isSubmitting}>
      <SelectField
        control={control}
        name="reason"
        label="Reason"
        hint={ACCOUNT_REASONS.find(({ value }) => value === reason)?.rule}
        options={ACCOUNT_REASONS}
      />
      <AmountField
        control={control}
        name="amount"
        label="Disputed amount"
        hint={`Up to ${formatMoney(disputable, currency)}.`}
        currency={currency}
      />
      {reason === 'fraud' && currency === 'USD' && (
        <Liability purchase={purchase} typed={String(watch('amount'))} />
      )}
      <TextAreaField control={control} name="description" label="Describe what happened" note="optional" />
      <p className="text-ink-2 text-sm">
        We’ll credit you provisionally within 10 business days and decide within 45 days. For a new account,
        it takes up to 20 business days and 90 days. For an in-person purchase, the decision takes up to 90
        days. If we decide against you, you keep the credit for 5 more business days.
      </p>
    </Form>
  );
}

/** Renders what a customer could owe for a theft by law, and what the customer owes here. */
function Liability({ purchase, typed }: { purchase: Purchase; typed: string }) {
  const me = useQuery(customerQueries.me()).data;
  const { data: household } = useQuery(clockQueries.household());
  const amount = parseAmount(typed);
  if (!me || amount === null || amount <= 0) return null;
  const byLaw = getLegalLiability({
    amount,
    chargedOn: parseDay(getDay(purchase.at, me.time_zone)),
    reportedOn: parseDay(getDay(me.now, me.time_zone)),
    ...(household?.carryover.bankHolidays && { holidayCurrency: purchase.currency }),
  });
  return (
    <Review>
      <ReviewLine label="By law, you could owe up to">
        {formatMoney(fromMinor(byLaw), purchase.currency)}
      </ReviewLine>
      <ReviewLine label="If we approve, you owe">{formatMoney(0, purchase.currency)}</ReviewLine>
    </Review>
  );
}
