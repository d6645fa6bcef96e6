import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { debtMutations, type PaymentDayChange } from '@/entities/debt/data/mutations';
import { type Debt, LAST_PAYMENT_DAY, wholePaymentDay } from '@/entities/debt/data/terms';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatCount } from '@/lib/count';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Form } from '@/ui/forms/form';
import { Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { TextField } from '@/ui/forms/text-field';

type PaymentDayProps = { debt: Debt; onDone: () => void };

/** Renders the form that changes a debt's payment day, and a review with its effect on the interest. */
export function PaymentDay({ debt, onDone }: PaymentDayProps) {
  const [change, setChange] = useState<PaymentDayChange | null>(null);
  const quote = useMutation(debtMutations.quotePaymentDay);
  const { send } = useIdempotentMutation(debtMutations.changePaymentDay);
  const form = useBankForm({
    schema: z.object({ day: wholePaymentDay }),
    defaults: { day: '' },
    mode: 'onSubmit',
    currency: debt.currency,
    refusedField: 'day',
    onSubmit: async ({ day }) => {
      const request = { debt_id: debt.id, day };
      if (!change) {
        setChange(await quote.mutateAsync(request));
        return;
      }
      await send(request);
      toast.success('Payment day changed');
      onDone();
    },
    onRefused: () => setChange(null),
  });
  if (!change)
    return (
      <Form onSubmit={form.submit} busy={form.isSubmitting} verb="Review">
        <TextField
          control={form.control}
          name="day"
          label="Payment day"
          inputMode="numeric"
          hint={`1 to ${LAST_PAYMENT_DAY}. You can change it twice in 12 months. If the day is on a weekend or a bank holiday that you observe, we collect on the next business day.`}
        />
      </Form>
    );
  const { days, interest } = change;
  const count = formatCount(Math.abs(days), 'day');
  return (
    <ReviewStep
      confirm="Change payment day"
      busy={form.isSubmitting}
      onConfirm={() => void form.submit()}
      onEdit={() => setChange(null)}
    >
      <Review>
        <ReviewLine label="Current payment due date">{formatListDate(change.from)}</ReviewLine>
        <ReviewLine label="New payment due date">{formatListDate(change.to)}</ReviewLine>
        <ReviewLine label={days > 0 ? `One-time interest for ${count} more` : `Interest for ${count} less`}>
          {formatMoney(interest, debt.currency)}
        </ReviewLine>
      </Review>
      <p className="text-ink-2 text-sm">
        {days > 0
          ? 'We add this interest to your next payment. Later payments stay the same.'
          : 'Your next payment stays the same, so more of it lowers your balance.'}
      </p>
    </ReviewStep>
  );
}
