import { useMutation } from '@tanstack/react-query';
import { Snowflake } from 'lucide-react';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';

export function FreezeRow({ card }: { card: Card }) {
  const { mutate, isPending } = useMutation(creditCardMutations.freeze);
  return (
    <li>
      <SwitchRow
        icon={<Snowflake className="size-5" />}
        title="Freeze card"
        description={
          card.frozen
            ? 'New purchases are declined. Payments, refunds, interest, and autopay continue.'
            : 'Declines new purchases. Refunds still post.'
        }
        on={card.frozen}
        busy={isPending}
        onChange={(frozen) =>
          mutate(
            { cardId: card.id, frozen },
            { onSuccess: () => toast.success(`${card.name} is ${frozen ? 'frozen' : 'unfrozen'}`) },
          )
        }
        className="min-h-16 gap-3! py-2.5"
      />
    </li>
  );
}
