import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';
import { checkpointMutations } from './mutations';

export function PendingTransactions() {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setPending);
  const isRealistic = household?.carryover.pending === 'realistic';
  const choose = (next: boolean) =>
    mutate(next ? 'realistic' : 'instant', {
      onSuccess: () => toast.success(next ? 'Purchases are pending first' : 'Purchases post right away'),
    });
  return (
    <SwitchRow
      title="Hold purchases before they post"
      description={
        isRealistic
          ? "Merchants hold the amount and charge it 1 to 4 business days later. Until then, the money isn't available, but your balance doesn't change. A gas pump holds $175, and a restaurant adds the tip when it charges."
          : 'Everyday purchases post right away.'
      }
      on={isRealistic}
      busy={isPending}
      onChange={choose}
      className="py-4"
    />
  );
}
