import { PostgrestError } from '@supabase/supabase-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { controlSchema } from '@/entities/card/card-schema';
import { sumEntries } from '@/entities/card/entries';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, type CardControl, creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { transactionQueries } from '@/entities/transaction/queries';
import { getDay } from '@/lib/dates';
import { formatMoney, formatTypedAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';

export function SpendingControls({ view }: { view: CardView }) {
  const { card } = view;
  const { data } = useQuery(creditCardQueries.controls(card.id));
  const { data: categories } = useQuery(transactionQueries.categories());
  const { mutate: remove } = useMutation(creditCardMutations.removeControl);
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
                <ShieldCheck className="size-5 shrink-0 text-ink-2" />
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
                  remove(control.id, { onSuccess: () => toast.success('Spending control removed') })
                }
                className="grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
              >
                <Trash2 className="size-5 text-ink-2" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New spending control' : 'Edit spending control'}
        description="We decline purchases above this limit and show you the reason."
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

/** Describes a control, such as `Up to $400.00 per purchase` or `No purchases for Entertainment`. */
export function formatControl(
  { kind, amount }: Pick<CardControl, 'kind' | 'amount'>,
  category: string | null,
  currency: string,
): string {
  const scope = category ? ` for ${category}` : '';
  if (amount === 0) return `No purchases${scope}`;
  return `Up to ${formatMoney(amount, currency)} ${kind === 'month' ? 'per month' : 'per purchase'}${scope}`;
}

function formatSpent(
  { kind, category_id, amount }: CardControl,
  { entries, today, zone, card }: CardView,
): string {
  if (amount === 0) return 'All purchases are declined';
  if (kind === 'transaction')
    return category_id ? 'Each purchase in that category' : 'Each purchase, all categories';
  const month = today.slice(0, 7);
  const spent = sumEntries(
    entries.filter(
      (entry) =>
        entry.kind === 'card_charge' &&
        getDay(entry.at, zone).startsWith(month) &&
        (category_id === null || entry.categoryId === category_id),
    ),
  );
  return `${formatMoney(spent, card.currency)} spent this month`;
}

const UNIQUE_VIOLATION = '23505';
const isDuplicate = (error: unknown) => error instanceof PostgrestError && error.code === UNIQUE_VIOLATION;

type ControlFormProps = {
  card: Card;
  /** Null for a new control. Only the amount of an existing control can change. */
  control: CardControl | null;
  categories: readonly { id: string; name: string }[];
  onDone: () => void;
};

function ControlForm({ card, control: saved, categories, onDone }: ControlFormProps) {
  const { mutateAsync } = useMutation(creditCardMutations.setControl);
  const { control, submit, setError, isSubmitting } = useBankForm({
    schema: controlSchema,
    defaults: {
      kind: saved?.kind === 'month' ? 'month' : 'transaction',
      categoryId: saved?.category_id ?? '',
      amount: formatTypedAmount(saved?.amount),
    },
    currency: card.currency,
    refusedField: 'amount',
    onSubmit: async (details) => {
      try {
        await mutateAsync({ cardId: card.id, id: saved?.id ?? null, ...details });
        toast.success('Spending control saved');
        onDone();
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const message = 'You already have this control. Change its amount instead.';
        setError('amount', { message }, { shouldFocus: true });
      }
    },
  });
  return (
    <Form onSubmit={submit} verb="Save control" busy={isSubmitting}>
      {!saved && (
        <>
          <SelectField
            control={control}
            name="kind"
            label="Limits"
            options={[
              { value: 'transaction', label: 'Per purchase' },
              { value: 'month', label: 'Per month' },
            ]}
          />
          <SelectField
            control={control}
            name="categoryId"
            label="Category"
            options={[
              { value: '', label: 'All categories' },
              ...categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </>
      )}
      <AmountField
        control={control}
        name="amount"
        label="Limit"
        hint="Enter 0 to block these purchases."
        currency={card.currency}
      />
    </Form>
  );
}
