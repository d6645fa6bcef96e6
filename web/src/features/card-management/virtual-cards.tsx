import { useMutation, useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { virtualCardSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, creditCardQueries, type VirtualCard } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { useCopy } from '@/lib/use-copy';
import { Badge } from '@/ui/badge';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { MenuItem, MoreMenu } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';

const STATES: Record<string, { word: string; tone: 'quiet' | 'positive' | 'warning' }> = {
  active: { word: 'Active', tone: 'positive' },
  frozen: { word: 'Frozen', tone: 'warning' },
  used: { word: 'Used up', tone: 'quiet' },
  closed: { word: 'Closed', tone: 'quiet' },
};

export function VirtualCards({ view }: { view: CardView }) {
  const { card } = view;
  const { data } = useQuery(creditCardQueries.virtualCards(card.id));
  const [creating, setCreating] = useState(false);
  return (
    <Section
      title="Virtual cards"
      aside={
        <button type="button" className="text-link" onClick={() => setCreating(true)}>
          New virtual card
        </button>
      }
    >
      {!data ? (
        <SkeletonRows rows={2} />
      ) : data.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">
          Create a number for one merchant, subscription, or purchase, with its own limit.
        </p>
      ) : (
        <ul aria-label="Virtual cards" className="divide-y divide-line border-line border-t">
          {data.map((virtual) => (
            <VirtualRow key={virtual.id} virtual={virtual} currency={card.currency} />
          ))}
        </ul>
      )}
      <Dialog
        open={creating}
        onClose={() => setCreating(false)}
        title="New virtual card"
        description={`Charges post to ${card.name}.`}
      >
        <VirtualCardForm card={card} onDone={() => setCreating(false)} />
      </Dialog>
    </Section>
  );
}

function VirtualRow({ virtual, currency }: { virtual: VirtualCard; currency: string }) {
  const { mutate, isPending } = useMutation(creditCardMutations.setVirtualStatus);
  const state = STATES[virtual.status] ?? { word: virtual.status, tone: 'quiet' as const };
  const isOver = virtual.status === 'closed' || virtual.status === 'used';
  const money = (amount: number) => formatMoney(amount, currency);
  function become(status: 'active' | 'frozen' | 'closed', text: string) {
    mutate(
      { virtual_card_id: virtual.id, status },
      { onSuccess: () => toast.success(`${virtual.name} ${text}`) },
    );
  }
  const [, copyText] = useCopy();
  async function copy() {
    if (await copyText(virtual.card_number)) toast.success(`${virtual.name} number copied`);
    else toast.error('Your browser blocked copying. Allow clipboard access and try again.');
  }
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5" aria-busy={isPending || undefined}>
      <CreditCard className="size-5 shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          {virtual.name} <Badge tone={state.tone}>{state.word}</Badge>
        </span>
        <span className="figures block text-ink-3 text-sm">
          •••• {virtual.card_number.slice(-4)}, expires {formatAs(virtual.expires_on, 'MM/yy')},{' '}
          {[
            virtual.spend_limit === null
              ? `${money(virtual.spent)} spent`
              : `${money(virtual.spent)} of ${money(virtual.spend_limit)} spent`,
            virtual.merchant && `only at ${virtual.merchant}`,
            virtual.single_use && 'single use',
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {!isOver && (
        <MoreMenu label={`Options for ${virtual.name}`} className="size-11">
          <MenuItem onSelect={() => void copy()}>Copy number</MenuItem>
          {virtual.status === 'frozen' ? (
            <MenuItem onSelect={() => become('active', 'is active again')}>Unfreeze</MenuItem>
          ) : (
            <MenuItem onSelect={() => become('frozen', 'is frozen')}>Freeze</MenuItem>
          )}
          <MenuItem onSelect={() => become('closed', 'is closed')}>Close permanently</MenuItem>
        </MoreMenu>
      )}
    </li>
  );
}

function VirtualCardForm({ card, onDone }: { card: Card; onDone: () => void }) {
  const { send } = useIdempotentMutation(creditCardMutations.createVirtual);
  const { register, control, submit, isSubmitting } = useBankForm({
    schema: virtualCardSchema,
    defaults: { name: '', limit: '', merchant: '', singleUse: false },
    currency: card.currency,
    fieldByCode: { BADAM: 'limit' },
    refusedField: 'name',
    onSubmit: async (details) => {
      const created = await send({ cardId: card.id, ...details });
      toast.success(`${created.name} ending in ${created.card_number.slice(-4)} is ready`);
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} verb="Create virtual card" busy={isSubmitting}>
      <TextField control={control} name="name" label="Name" placeholder="Streaming" />
      <AmountField
        control={control}
        name="limit"
        label="Total limit"
        note="optional"
        hint="The total amount you can spend with this card."
        currency={card.currency}
      />
      <TextField
        control={control}
        name="merchant"
        label="Merchant"
        note="optional"
        hint="Charges from other merchants are declined."
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-accent" {...register('singleUse')} />
        <span>
          Single use
          <span className="block text-ink-3 text-sm">It stops working after the first charge.</span>
        </span>
      </label>
    </Form>
  );
}
