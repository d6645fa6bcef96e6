import { useMutation } from '@tanstack/react-query';
import { Repeat2, Snowflake } from 'lucide-react';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';

/** Renders the switch that freezes a card and, while it is frozen, the switch for recurring charges. */
export function FreezeRow({ card }: { card: Card }) {
  const { mutate, isPending } = useMutation(creditCardMutations.freeze);
  const { mutate: allow, isPending: isAllowing } = useMutation(creditCardMutations.allowRecurring);
  return (
    <li>
      <SwitchRow
        icon={<Snowflake className="size-5" />}
        title="Freeze card"
        description={
          card.frozen
            ? `New purchases are declined${card.allows_recurring ? ', except recurring charges' : ''}. Payments, refunds, interest, and autopay continue.`
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
      {card.frozen && (
        <SwitchRow
          icon={<Repeat2 className="size-5" />}
          title="Allow recurring charges"
          description="Accepts subscriptions and other charges from merchants that charged you in each of the last two months."
          on={card.allows_recurring}
          busy={isAllowing}
          onChange={(allows) => allow({ cardId: card.id, allows })}
          className="min-h-16 gap-3! py-2.5"
        />
      )}
    </li>
  );
}
