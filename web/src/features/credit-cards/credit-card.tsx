import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { formatDate, relativeDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useCustomer } from '@/lib/session';
import { AlertBox } from '@/ui/alert-box';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { CardFace } from '@/ui/card-face';
import { Dialog } from '@/ui/dialog';
import { Money } from '@/ui/money';
import { PaymentFlow, type PaymentSource } from '@/ui/payment-flow';
import { CardActivity } from './card-activity';
import { CardForm } from './card-form';
import type { Card } from './card-schema';
import { ChargeForm } from './charge-form';
import { creditCardMutations } from './mutations';

type Asked = 'charge' | 'pay' | 'edit' | 'delete' | null;

const NEAR_LIMIT_SHARE = 0.9;
const GOOD_SHARE = 0.3;

/** One card: what is owed and available, what can be done, what happened. */
export function CreditCard({
  card,
  accounts,
  today,
}: {
  card: Card;
  accounts: readonly PaymentSource[];
  today: string;
}) {
  const [asked, setAsked] = useState<Asked>(null);
  const customer = useCustomer();
  const close = () => setAsked(null);
  const pay = useMutation(creditCardMutations.pay);
  const remove = useMutation(creditCardMutations.delete);
  const share = card.credit_limit === 0 ? 0 : card.balance / card.credit_limit;
  const available = Math.max(0, card.credit_limit - card.balance);
  const holder = String(customer.user_metadata.name ?? customer.email?.split('@')[0] ?? 'Cardholder');
  const dialog = (which: Asked) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  return (
    <article aria-label={card.name} className="grid gap-x-12 gap-y-8 md:grid-cols-[minmax(0,380px)_1fr]">
      <div>
        <CardFace name={card.name} lastFour={card.card_number.slice(-4)} holder={holder} />
        <Bar
          label={`Share of the ${card.name} limit in use`}
          share={share}
          mark={GOOD_SHARE}
          tone={share > NEAR_LIMIT_SHARE ? 'warning' : 'ink'}
          className="mt-5"
        />
        <p className="mt-2 flex justify-between gap-4 text-ink-3 text-sm">
          <span className="figures">
            {formatMoney(card.balance, card.currency)} of {formatMoney(card.credit_limit, card.currency)}
          </span>
          <span>{Math.round(share * 100)}% used</span>
        </p>
      </div>
      <div>
        <h2 className="text-lg">{card.name}</h2>
        <p className="mt-4 text-ink-3 text-sm">You owe</p>
        <p aria-live="polite">
          <Money amount={card.balance} currency={card.currency} size="page" />
        </p>
        <p className="mt-1 text-ink-2">
          <Money amount={available} currency={card.currency} className="text-ink" /> available,{' '}
          {card.apr.toLocaleString('en-US')}% APR.{' '}
          {card.balance > 0 && (
            <span title={formatDate(card.due_date)}>
              Due {formatDate(card.due_date)}, {relativeDay(card.due_date.slice(0, 10), today).toLowerCase()}.
            </span>
          )}
        </p>
        {share > NEAR_LIMIT_SHARE && (
          <AlertBox fact={`${formatMoney(available, card.currency)} left before the limit.`} className="mt-4">
            A charge above it is refused. A payment makes room at once.
          </AlertBox>
        )}
        <div className="mt-6 flex flex-wrap gap-2">
          <Button variant="primary" disabled={card.balance <= 0} onClick={() => setAsked('pay')}>
            Pay
          </Button>
          <Button onClick={() => setAsked('charge')}>Charge</Button>
          <Button variant="ghost" onClick={() => setAsked('edit')}>
            Edit
          </Button>
          <Button variant="ghost" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </div>
        <CardActivity cardId={card.id} />
      </div>
      <Dialog {...dialog('charge')} title={`Charge ${card.name}`}>
        {asked === 'charge' && <ChargeForm card={card} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('pay')} title={`Pay ${card.name}`}>
        {asked === 'pay' && (
          <PaymentFlow
            name={card.name}
            owed={card.balance}
            currency={card.currency}
            sources={accounts}
            suggestions={[{ label: 'All of it', amount: card.balance }]}
            onPay={async (payment) => (await pay.mutateAsync({ cardId: card.id, ...payment })).balance}
            onDone={close}
          />
        )}
      </Dialog>
      <Dialog {...dialog('edit')} title={`Edit ${card.name}`}>
        {asked === 'edit' && <CardForm card={card} onDone={close} />}
      </Dialog>
      <Dialog
        {...dialog('delete')}
        title={`Delete ${card.name}?`}
        description="The card disappears for good. The bank's journal keeps its entries."
      >
        <div className="flex flex-col gap-5">
          {card.balance !== 0 && (
            <AlertBox fact={`${formatMoney(card.balance, card.currency)} is still owed.`}>
              It is written off with the card.
            </AlertBox>
          )}
          <Button
            variant="danger"
            size="lg"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(card.id, { onSuccess: () => toast.success(`${card.name} is deleted`) })
            }
          >
            Delete {card.name}
          </Button>
          <Button variant="ghost" onClick={close}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </article>
  );
}
