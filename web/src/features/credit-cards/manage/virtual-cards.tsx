import { useMutation, useQuery } from '@tanstack/react-query';
import { CreditCard, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { creditCardQueries, type VirtualCard } from '../../../entities/card/queries';
import { creditCardMutations } from '../mutations';
import type { CardView } from '../use-card-view';
import { VirtualCardForm } from './virtual-card-form';

const STATES: Record<string, { word: string; tone: 'quiet' | 'positive' | 'warning' }> = {
  active: { word: 'Active', tone: 'positive' },
  frozen: { word: 'Frozen', tone: 'warning' },
  used: { word: 'Used up', tone: 'quiet' },
  closed: { word: 'Closed', tone: 'quiet' },
};

/** Virtual card numbers, which charge the card without revealing its number. */
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
        onOpenChange={setCreating}
        title="New virtual card"
        description={`Charges post to ${card.name}.`}
      >
        {creating && <VirtualCardForm card={card} onDone={() => setCreating(false)} />}
      </Dialog>
    </Section>
  );
}

function VirtualRow({ virtual, currency }: { virtual: VirtualCard; currency: string }) {
  const { mutate, isPending } = useMutation(creditCardMutations.setVirtualStatus);
  const state = STATES[virtual.status] ?? { word: virtual.status, tone: 'quiet' as const };
  const isOver = virtual.status === 'closed' || virtual.status === 'used';
  const money = (amount: number) => formatMoney(amount, currency);
  function become(status: 'active' | 'frozen' | 'closed', words: string) {
    mutate({ id: virtual.id, status }, { onSuccess: () => toast.success(`${virtual.name} ${words}`) });
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(virtual.card_number);
      toast.success(`${virtual.name} number copied`);
    } catch {
      toast.error('Your browser blocked copying');
    }
  }
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5" aria-busy={isPending || undefined}>
      <CreditCard aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.5} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          {virtual.name} <Badge tone={state.tone}>{state.word}</Badge>
        </span>
        <span className="figures block text-ink-3 text-sm">
          •••• {virtual.card_number.slice(-4)}, until {formatAs(virtual.expires_on, 'MM/yy')},{' '}
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
        <Menu
          trigger={
            <button
              type="button"
              aria-label={`Options for ${virtual.name}`}
              className="grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
            >
              <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
            </button>
          }
        >
          <MenuItem onSelect={() => void copy()}>Copy number</MenuItem>
          {virtual.status === 'frozen' ? (
            <MenuItem onSelect={() => become('active', 'is active again')}>Unfreeze</MenuItem>
          ) : (
            <MenuItem onSelect={() => become('frozen', 'is frozen')}>Freeze</MenuItem>
          )}
          <MenuItem onSelect={() => become('closed', 'is closed')}>Close permanently</MenuItem>
        </Menu>
      )}
    </li>
  );
}
