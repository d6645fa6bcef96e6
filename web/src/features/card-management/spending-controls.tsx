import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ControlDetails, type ControlFields, controlSchema } from '@/entities/card/card-schema';
import { sumOf } from '@/entities/card/entries';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { type CardControl, creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { transactionQueries } from '@/entities/transaction/queries';
import { getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';

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

const ALREADY_THERE = '23505';

type ControlFormProps = {
  card: Card;
  /** Null for a new control. Only the amount of an existing one can change. */
  control: CardControl | null;
  categories: readonly { id: string; name: string }[];
  onDone: () => void;
};

function ControlForm({ card, control, categories, onDone }: ControlFormProps) {
  const { mutateAsync, isPending } = useMutation(creditCardMutations.setControl);
  const {
    register,
    control: fields,
    handleSubmit,
    setError,
  } = useForm<ControlFields, unknown, ControlDetails>({
    resolver: zodResolver(controlSchema),
    defaultValues: {
      kind: control?.kind === 'month' ? 'month' : 'transaction',
      categoryId: control?.category_id ?? '',
      amount: control ? control.amount.toLocaleString('en-US', { minimumFractionDigits: 2 }) : '',
    },
    mode: 'onTouched',
  });
  const save = handleSubmit(async (details) => {
    try {
      await mutateAsync({ cardId: card.id, id: control?.id ?? null, ...details });
      toast.success('Spending control saved');
      onDone();
    } catch (error) {
      const isThere =
        typeof error === 'object' && error !== null && 'code' in error && error.code === ALREADY_THERE;
      const words = isThere
        ? 'You already have this control. Change its amount instead.'
        : getRefusalMessage(error, card.currency);
      if (words) setError('amount', { message: words }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      {!control && (
        <>
          <Field label="Limits">
            {(props) => (
              <Select {...props} {...register('kind')}>
                <option value="transaction">Per purchase</option>
                <option value="month">Per month</option>
              </Select>
            )}
          </Field>
          <Field label="Category">
            {(props) => (
              <Select {...props} {...register('categoryId')}>
                <option value="">All categories</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
      <AmountField
        control={fields}
        name="amount"
        label="Limit"
        hint="Enter 0 to block these purchases."
        currency={card.currency}
      />
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Save control
      </Button>
    </form>
  );
}
