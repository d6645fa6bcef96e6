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
    <div>
      <h3 className="font-semibold">Pending transactions</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Merchants first hold the amount, and charge it 1 to 4 business days later. A gas pump holds $175 for
        up to a day, and a restaurant adds the tip when it charges. Until then, the money isn't available, but
        your balance doesn't change.
      </p>
      {household === null ? (
        <p className="text-ink-2">Open an account first.</p>
      ) : (
        <SwitchRow
          title="Hold purchases before they post"
          description={
            isRealistic
              ? 'Purchases are pending first, as at a real bank.'
              : 'Everyday purchases post right away.'
          }
          on={isRealistic}
          busy={isPending}
          onChange={choose}
          className="max-w-170"
        />
      )}
    </div>
  );
}
