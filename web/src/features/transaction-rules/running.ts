import { useMutation } from '@tanstack/react-query';
import { detailMutations } from '@/entities/transaction/annotation-mutations';
import { formatCount } from '@/lib/count';
import { toast } from '@/lib/toast';
import { ruleMutations } from './mutations';

/**
 * Returns a function that applies a rule to past transactions. If the rule id is null, it applies all rules.
 * Reports the result with an undo button.
 */
export function useRunRules() {
  const { mutateAsync, isPending } = useMutation(ruleMutations.run);
  const undo = useMutation(detailMutations.undo);
  return {
    isRunning: isPending,
    async run(ruleId: string | null, withByHand: boolean) {
      const edit = await mutateAsync({ rule_id: ruleId, with_by_hand: withByHand });
      const words = formatCount(edit.rows, 'transaction');
      toast.success(edit.rows === 0 ? 'No changes needed' : `${words} changed`, {
        ...(edit.rows > 0 && {
          action: {
            label: 'Undo',
            onClick: () => undo.mutate(edit.id, { onSuccess: () => toast.success(`${words} restored`) }),
          },
        }),
      });
      return edit;
    },
  };
}
