import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';
import { checkpointMutations } from './mutations';

export function ExchangeMargin() {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setExchangeMargin);
  const isCharged = Boolean(household?.carryover.exchangeMargin);
  return (
    <SwitchRow
      title="Charge a margin on exchanges"
      description={
        isCharged
          ? 'Transfers between currencies cost 0.60% of the amount, and 1.00% on weekends. You see the price first.'
          : 'Transfers between currencies use the mid-market rate, without a fee.'
      }
      on={isCharged}
      busy={isPending}
      onChange={(next) =>
        mutate(next, {
          onSuccess: () => toast.success(next ? 'Exchange margin turned on' : 'Exchange margin turned off'),
        })
      }
      className="py-4"
    />
  );
}
