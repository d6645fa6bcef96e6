import { markMinor } from '@engine/money/minor.ts';
import type { QuarterProgress } from '@engine/products/cards/card-rewards.ts';
import { useMutation } from '@tanstack/react-query';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { Section } from '@/ui/page';

/**
 * Renders this quarter's bonus categories with the progress to their cap, and the button to activate them.
 */
export function BonusCategories({ card, quarter }: { card: Card; quarter: QuarterProgress }) {
  const { mutate, isPending, error } = useMutation(creditCardMutations.activate);
  const { categories, percent, isActivated, canActivate } = quarter;
  const money = (amount: number) => formatMinor(markMinor(amount), card.currency);
  const names = categories.join(' and ');
  const counted = Math.min(quarter.spent, quarter.cap);
  const refused = getRefusalMessage(error, card.currency);
  return (
    <Section
      title="Bonus categories"
      aside={`until ${formatListDate(quarter.ends)}`}
      className="lg:col-span-2"
    >
      <div className="border-line border-t pt-4">
        <p>
          {percent}% on {names}, on up to {money(quarter.cap)} a quarter. After that, 1%.
        </p>
        <p className="mt-3 mb-2 flex justify-between gap-4 text-sm">
          <span className="text-ink-3">Spent in these categories</span>
          <span className="figures">
            {money(counted)} of {money(quarter.cap)}
          </span>
        </p>
        <Bar
          label={`${money(counted)} of ${money(quarter.cap)} spent in ${names}`}
          share={counted / quarter.cap}
          tone="accent"
        />
        {isActivated ? (
          <p className="mt-3 text-ink-2">
            Activated.{' '}
            {counted > 0 && `You earn ${money(Math.floor((counted * percent) / 100))} on these purchases.`}
          </p>
        ) : canActivate ? (
          <>
            <Button
              className="mt-4"
              busy={isPending}
              onClick={() =>
                mutate(card.id, { onSuccess: () => toast.success(`${percent}% on ${names} is activated`) })
              }
            >
              Activate {percent}%
            </Button>
            <p className="mt-2 text-ink-3 text-sm">
              Activate by {formatListDate(quarter.activateBy)}. Purchases since the start of the quarter
              count.
            </p>
          </>
        ) : (
          <p className="mt-3 text-ink-2">
            The time to activate ended on {formatListDate(quarter.activateBy)}. These purchases earn 1%.
          </p>
        )}
        {refused && (
          <p role="alert" className="mt-2 text-negative">
            {refused}
          </p>
        )}
      </div>
    </Section>
  );
}
