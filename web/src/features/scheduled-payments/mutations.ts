import { useMutation } from '@tanstack/react-query';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import type { PaymentDetails } from './edit/payment-schema';
import type { Outgoing } from './projection';
import type { PaymentException, ScheduledPayment } from './queries';

/** A change to one occurrence, identified by its planned day. A null amount skips the occurrence. */
type Once = { paymentId: string; plannedDay: string; amount: number | null };

type Deleted = { rule: ScheduledPayment; exceptions: PaymentException[] };

export const scheduledPaymentMutations = {
  create: requestMutation("We couldn't schedule the payment", (details: PaymentDetails) =>
    supabase.from('scheduled_payments').insert(details).select().single(),
  ),
  update: requestMutation(
    "We couldn't save the scheduled payment",
    ({ id, ...details }: PaymentDetails & { id: string }) =>
      supabase.from('scheduled_payments').update(details).eq('id', id).select().single(),
  ),
  /** Keeps the amount: it no longer goes up. */
  keepAmount: requestMutation("We couldn't save the scheduled payment", ({ id }: { id: string }) =>
    supabase
      .from('scheduled_payments')
      .update({ yearly_adjustment: 'none', yearly_percent: null })
      .eq('id', id),
  ),
  pause: requestMutation(
    "We couldn't pause or resume the payment",
    ({ id, paused }: { id: string; paused: boolean }) =>
      supabase.from('scheduled_payments').update({ paused }).eq('id', id),
  ),
  delete: requestMutation(
    "We couldn't delete the scheduled payment",
    async (rule: ScheduledPayment): Promise<Deleted> => {
      const { data: exceptions } = await supabase
        .from('payment_exceptions')
        .select('*')
        .eq('payment_id', rule.id)
        .throwOnError();
      await supabase.from('scheduled_payments').delete().eq('id', rule.id).throwOnError();
      return { rule, exceptions };
    },
  ),
  /** Restores a deleted rule with the same id, so that it keeps its history and doesn't repeat payments. */
  restore: requestMutation(
    "We couldn't restore the scheduled payment",
    async ({ rule, exceptions }: Deleted) => {
      const { next_at, next_occurrence, retry_at, resumed_at, created_at, updated_at, ...columns } = rule;
      await supabase.from('scheduled_payments').insert(columns).throwOnError();
      if (exceptions.length > 0) await supabase.from('payment_exceptions').insert(exceptions).throwOnError();
    },
  ),
  /** Skips an occurrence or changes its amount. */
  changeOnce: requestMutation(
    "We couldn't change this payment",
    async ({ paymentId, plannedDay, amount }: Once) => {
      const { data } = await supabase
        .from('payment_exceptions')
        .update({ amount })
        .eq('payment_id', paymentId)
        .eq('planned_date', plannedDay)
        .select('id')
        .throwOnError();
      if (data.length > 0) return;
      await supabase
        .from('payment_exceptions')
        .insert({ payment_id: paymentId, planned_date: plannedDay, amount })
        .throwOnError();
    },
  ),
  /** Removes the exception for an occurrence. */
  keepToRule: requestMutation(
    "We couldn't change this payment",
    ({ paymentId, plannedDay }: Omit<Once, 'amount'>) =>
      supabase.from('payment_exceptions').delete().eq('payment_id', paymentId).eq('planned_date', plannedDay),
  ),
};

export function usePaymentActions() {
  const changeOnce = useMutation(scheduledPaymentMutations.changeOnce);
  const keepToRule = useMutation(scheduledPaymentMutations.keepToRule);
  const pause = useMutation(scheduledPaymentMutations.pause);
  const keep = useMutation(scheduledPaymentMutations.keepAmount);
  const remove = useMutation(scheduledPaymentMutations.delete);
  const restore = useMutation(scheduledPaymentMutations.restore);

  /**
   * Changes the amount of one occurrence, in major units. Null skips the occurrence. Rejects with the bank's
   * error.
   */
  async function payOnce(item: Outgoing, amount: number | null): Promise<void> {
    const { ruleId: paymentId, plannedDay } = item;
    if (paymentId === null || plannedDay === null) return;
    await changeOnce.mutateAsync({ paymentId, plannedDay, amount });
    const when = `${item.name} on ${formatListDate(item.day)}`;
    toast.success(
      amount === null ? `${when} skipped` : `${when} changed to ${formatMoney(amount, item.currency)}`,
      {
        action: { label: 'Undo', onClick: () => keepToRule.mutate({ paymentId, plannedDay }) },
      },
    );
  }

  return {
    isChanging: changeOnce.isPending,
    payOnce,
    skip: (item: Outgoing) => {
      // The query client has already reported the failure.
      payOnce(item, null).catch(() => {});
    },
    keepToRule: ({ ruleId: paymentId, plannedDay }: Outgoing) => {
      if (paymentId !== null && plannedDay !== null) keepToRule.mutate({ paymentId, plannedDay });
    },
    keepAmount: (rule: ScheduledPayment) =>
      keep.mutate(rule, { onSuccess: () => toast.success(`${rule.name} keeps its amount`) }),
    pause: ({ id, name, paused }: ScheduledPayment) =>
      pause.mutate(
        { id, paused: !paused },
        { onSuccess: () => toast.success(paused ? `${name} resumed` : `${name} paused`) },
      ),
    remove: (rule: ScheduledPayment) =>
      remove.mutate(rule, {
        onSuccess: (deleted) =>
          toast.success(`${rule.name} deleted`, {
            action: { label: 'Undo', onClick: () => restore.mutate(deleted) },
          }),
      }),
  };
}
