import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { toast } from '@/lib/toast';
import { Segmented } from '@/ui/forms/segmented';
import { checkpointMutations, type SurpriseLevel } from './mutations';

const LEVELS: readonly { value: SurpriseLevel; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'some', label: 'Some' },
  { value: 'many', label: 'Many' },
];

const SAVED: Record<SurpriseLevel, string> = {
  off: 'Surprises turned off',
  some: 'Some surprises starting next month',
  many: 'Many surprises starting next month',
};

export function Surprises() {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setSurprises);
  const level = household?.carryover.surprises ?? 'off';
  const choose = (next: SurpriseLevel) =>
    next !== level && mutate(next, { onSuccess: () => toast.success(SAVED[next]) });
  return (
    <div>
      <h3 className="font-semibold">Surprises</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Unexpected car repairs, medical bills, windfalls, card fraud, market drops, or a job loss. “Some”
        means about one a year, and “Many” means about three. Surprises start next month, and your
        fast-forward summary lists each one. If you restore a checkpoint, the same surprises happen again.
      </p>
      {household === null ? (
        <p className="text-ink-2">Open an account first.</p>
      ) : (
        <Segmented
          label="Surprises"
          value={level}
          onValueChange={choose}
          options={LEVELS}
          className={isPending ? 'max-w-80 opacity-50' : 'max-w-80'}
        />
      )}
    </div>
  );
}
