import { useMutation } from '@tanstack/react-query';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { scheduledPaymentMutations } from '../mutations';
import type { ScheduledPayment } from '../queries';
import type { Outgoing } from '../upcoming/projection';

/** Returns the actions on a rule or one of its payments, with undo. */
export function usePaymentActions() {
  const changeOnce = useMutation(scheduledPaymentMutations.changeOnce);
  const keepToRule = useMutation(scheduledPaymentMutations.keepToRule);
  const pause = useMutation(scheduledPaymentMutations.pause);
  const remove = useMutation(scheduledPaymentMutations.delete);
  const restore = useMutation(scheduledPaymentMutations.restore);

  /** Takes major units; null skips it. Rejects with the bank's refusal. */
  async function payOnce(item: Outgoing, amount: number | null): Promise<void> {
    const { ruleId: paymentId, plannedDay } = item;
    if (paymentId === null || plannedDay === null) return;
    await changeOnce.mutateAsync({ paymentId, plannedDay, amount });
    const when = `${item.name} on ${formatListDate(item.day)}`;
    toast.success(
      amount === null ? `${when} skipped` : `${when} pays ${formatMoney(amount, item.currency)}`,
      {
        action: { label: 'Undo', onClick: () => keepToRule.mutate({ paymentId, plannedDay }) },
      },
    );
  }

  return {
    isChanging: changeOnce.isPending,
    payOnce,
    skip: (item: Outgoing) => {
      // Failures are reported by the query client.
      payOnce(item, null).catch(() => {});
    },
    keepToRule: ({ ruleId: paymentId, plannedDay }: Outgoing) => {
      if (paymentId !== null && plannedDay !== null) keepToRule.mutate({ paymentId, plannedDay });
    },
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
