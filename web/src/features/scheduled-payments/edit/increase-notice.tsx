import { findExceededBudgets } from '@engine/bills/exceeded-budgets.ts';
import { dayText } from '@engine/calendar/calendar.ts';
import { simulateUntilNow } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { markMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { budgetQueries } from '@/features/budgets/queries';
import { formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { scheduledPaymentMutations } from '../mutations';
import type { ScheduledPayment } from '../queries';

type IncreaseNoticeProps = {
  rule: ScheduledPayment;
  household: HouseholdRow;
  currency: string;
  onCancelPayment: (rule: ScheduledPayment) => void;
  onDone: () => void;
};

/** Renders a bill's announced increase with the budget that it exceeds, and what the customer can do. */
export function IncreaseNotice({ rule, household, currency, onCancelPayment, onDone }: IncreaseNoticeProps) {
  const keep = useMutation(scheduledPaymentMutations.keepAmount);
  const base = useQuery(customerQueries.me()).data?.base_currency ?? 'USD';
  const budgets = useQuery(budgetQueries.status(null)).data;
  const state = useMemo(() => simulateUntilNow(household), [household]);
  const payment = state.scheduledPayments.find(({ id }) => id === rule.id);
  const next = payment?.bill?.next;
  if (!next || typeof payment.amount !== 'number')
    return <p className="text-ink-2">No increase is announced for this payment.</p>;
  const exceeded = findExceededBudgets(state, budgets ?? [], base).find(
    ({ paymentId }) => paymentId === rule.id,
  );
  const day = formatTextDate(dayText(next.on));
  const keepAmount = () =>
    keep.mutate(rule, {
      onSuccess: () => {
        toast.success(`${rule.name} stays at ${formatMoney(rule.amount ?? 0, currency)}`);
        onDone();
      },
    });
  return (
    <>
      <dl className="divide-y divide-line border-line border-y">
        <Row label="Now" amount={payment.amount} currency={currency} />
        <Row label={`From ${day}`} amount={next.amount} currency={currency} />
        <Row label="Increase" amount={next.amount - payment.amount} currency={currency} />
      </dl>
      {exceeded && (
        <AlertBox fact={`This exceeds your ${exceeded.category} budget.`} className="mt-5">
          Its scheduled payments are {formatMinor(markMinor(exceeded.over), base)} over the budget that month.
        </AlertBox>
      )}
      <p className="mt-4 text-ink-2 text-sm">
        If you keep the amount, it doesn't go up anymore. You can change that when you edit the payment. If
        you cancel the payment, no more payments go out.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            onCancelPayment(rule);
            onDone();
          }}
        >
          Cancel payment
        </Button>
        <Button busy={keep.isPending} onClick={keepAmount}>
          Keep this amount
        </Button>
        <Button variant="primary" onClick={onDone}>
          Pay the new amount
        </Button>
      </div>
    </>
  );
}

function Row({ label, amount, currency }: { label: string; amount: number; currency: string }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt>{label}</dt>
      <dd>
        <Money amount={amount / 100} currency={currency} />
      </dd>
    </div>
  );
}
