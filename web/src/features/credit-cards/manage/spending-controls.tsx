import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { transactionQueries } from '@/features/transactions/queries';
import { getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { type CardControl, creditCardQueries } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import { sumOf } from '../transactions/entries';
import type { CardView } from '../use-card-view';
import { ControlForm } from './control-form';

/** The customer's own spending limits for the card. */
export function SpendingControls({ view }: { view: CardView }) {
  const { card } = view;
  const { data } = useQuery(creditCardQueries.controls(card.id));
  const { data: categories } = useQuery(transactionQueries.categories());
  const { mutate: lift } = useMutation(creditCardMutations.liftControl);
  const [edited, setEdited] = useState<CardControl | 'new' | null>(null);
  const getName = (id: string | null) => categories?.find((category) => category.id === id)?.name ?? null;
  return (
    <Section
      title="Spending controls"
      aside={
        <button type="button" className="text-link" onClick={() => setEdited('new')}>
          New control
        </button>
      }
    >
      {!data ? (
        <SkeletonRows rows={2} />
      ) : data.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">
          You can spend up to your credit limit. Add a limit per purchase or per month, for all spending or
          one category.
        </p>
      ) : (
        <ul aria-label="Spending controls" className="divide-y divide-line border-line border-t">
          {data.map((control) => (
            <li key={control.id} className="flex min-h-16 items-center gap-3">
              <button
                type="button"
                onClick={() => setEdited(control)}
                className="flex min-w-0 flex-1 items-center gap-3 rounded-2 py-2.5 text-left hover:bg-sunken"
              >
                <ShieldCheck aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.5} />
                <span className="min-w-0">
                  <span className="block font-medium">
                    {formatControl(control, getName(control.category_id), card.currency)}
                  </span>
                  <span className="figures block text-ink-3 text-sm">{formatSpent(control, view)}</span>
                </span>
              </button>
              <button
                type="button"
                aria-label={`Remove: ${formatControl(control, getName(control.category_id), card.currency)}`}
                onClick={() =>
                  lift(control.id, { onSuccess: () => toast.success('Spending control removed') })
                }
                className="grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
              >
                <Trash2 aria-hidden className="size-5 text-ink-2" strokeWidth={1.5} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={edited !== null}
        onOpenChange={(open) => !open && setEdited(null)}
        title={edited === 'new' ? 'New spending control' : 'Edit spending control'}
        description="We decline purchases above this limit and tell you why."
      >
        {edited && (
          <ControlForm
            card={card}
            control={edited === 'new' ? null : edited}
            categories={categories?.filter(({ kind }) => kind !== 'income') ?? []}
            onDone={() => setEdited(null)}
          />
        )}
      </Dialog>
    </Section>
  );
}

/** Describes a control: `At most $400.00 a purchase`, `No purchases for Entertainment`. */
export function formatControl(
  { kind, amount }: Pick<CardControl, 'kind' | 'amount'>,
  category: string | null,
  currency: string,
): string {
  const place = category ? ` for ${category}` : '';
  if (amount === 0) return `No purchases${place}`;
  return `Up to ${formatMoney(amount, currency)} ${kind === 'month' ? 'per month' : 'per purchase'}${place}`;
}

function formatSpent(
  { kind, category_id, amount }: CardControl,
  { entries, today, zone, card }: CardView,
): string {
  if (amount === 0) return 'All purchases are declined';
  if (kind === 'transaction')
    return category_id ? 'Each purchase in that category' : 'Each purchase, all categories';
  const month = today.slice(0, 7);
  const spent = sumOf(
    entries.filter(
      (entry) =>
        entry.kind === 'card_charge' &&
        getDay(entry.at, zone).startsWith(month) &&
        (category_id === null || entry.categoryId === category_id),
    ),
  );
  return `${formatMoney(spent, card.currency)} spent this month`;
}
