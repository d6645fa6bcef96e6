import type { ComponentProps } from 'react';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { type Dispute, disputeMutations } from './queries';

type WithdrawDisputeProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'children'> & {
  dispute: Dispute;
};

/** Renders a button that withdraws a dispute. A card is credited as soon as a dispute is opened. */
export function WithdrawDispute({ dispute, ...button }: WithdrawDisputeProps) {
  const { mutate, isPending } = useIdempotentMutation(disputeMutations.withdraw);
  const isCredited = dispute.card_id !== null || dispute.credited_at !== null;
  return (
    <Button
      {...button}
      size="sm"
      busy={isPending}
      onClick={() =>
        mutate(
          { dispute_id: dispute.id },
          {
            onSuccess: () =>
              toast.success(isCredited ? 'Dispute withdrawn and credit reversed' : 'Dispute withdrawn'),
            onError: toastRefusal(dispute.currency),
          },
        )
      }
    />
  );
}
