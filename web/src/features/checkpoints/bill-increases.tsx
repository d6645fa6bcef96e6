import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';
import { checkpointMutations } from './mutations';

export function BillIncreases() {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setBillIncreases);
  const isOn = household?.carryover.billIncreases === true;
  const choose = (next: boolean) =>
    mutate(next, {
      onSuccess: () => toast.success(next ? 'Bill increases turned on' : 'Bill increases turned off'),
    });
  return (
    <SwitchRow
      title="Raise bills and pay"
      description={
        isOn
          ? 'Rent, insurance, and school fees go up each year, subscriptions every 18 months, and phone plans in January. Utilities vary by season, and pay rises each year. We notify you 30 or 60 days before a bill goes up, and you can keep the amount of each payment.'
          : 'Scheduled payments and pay stay the same, unless you chose a yearly change.'
      }
      on={isOn}
      busy={isPending}
      onChange={choose}
      className="py-4"
    />
  );
}
