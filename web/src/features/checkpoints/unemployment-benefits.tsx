import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';
import { checkpointMutations } from './mutations';

export function UnemploymentBenefits() {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setUnemploymentBenefits);
  const isPaid = household?.carryover.unemployment ?? false;
  return (
    <SwitchRow
      title="Pay unemployment benefits"
      description={
        isPaid
          ? 'After a job loss, you receive half of your gross pay, up to $500 a week, for up to 26 weeks after a waiting week. Benefits are taxed. Your paycheck needs pay details.'
          : 'A job loss stops your pay, and nothing replaces it.'
      }
      on={isPaid}
      busy={isPending}
      onChange={(next) =>
        mutate(next, {
          onSuccess: () =>
            toast.success(next ? 'Unemployment benefits turned on' : 'Unemployment benefits turned off'),
        })
      }
      className="py-4"
    />
  );
}
