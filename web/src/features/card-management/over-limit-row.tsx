import { markMinor } from '@engine/money/minor.ts';
import { OVER_LIMIT } from '@engine/products/cards/card.ts';
import { useMutation } from '@tanstack/react-query';
import { ArrowUpFromLine } from 'lucide-react';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { formatMinor } from '@/lib/money';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';

/** Renders the opt-in to purchases above the limit, with its cost. */
export function OverLimitRow({ card }: { card: Card }) {
  const { mutate, isPending } = useMutation(creditCardMutations.allowOverLimit);
  const fee = formatMinor(markMinor(OVER_LIMIT.fee), card.currency);
  return (
    <li>
      <SwitchRow
        icon={<ArrowUpFromLine className="size-5" />}
        title="Allow purchases above the limit"
        description={
          card.over_limit
            ? `Up to ${OVER_LIMIT.percent}% above. If a statement closes above the limit, the fee is ${fee} or the excess, whichever is less.`
            : `Off: we decline them without a fee. On: up to ${OVER_LIMIT.percent}% above, for a fee of up to ${fee} per statement.`
        }
        on={card.over_limit}
        busy={isPending}
        onChange={(allows) =>
          mutate(
            { cardId: card.id, allows },
            {
              onSuccess: () =>
                toast.success(
                  allows
                    ? 'You opted in to purchases above the limit'
                    : 'Purchases above the limit are declined',
                ),
            },
          )
        }
        className="min-h-16 gap-3! py-2.5"
      />
    </li>
  );
}
