import { BALANCE_TRANSFER, CASH_ADVANCE } from '@engine/products/cards/card-balances.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  Banknote,
  CircleSlash,
  Gauge,
  type LucideIcon,
  Pencil,
  RectangleEllipsis,
  Repeat,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { limitSchema } from '@/entities/card/card-schema';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, creditCardQueries, type LimitRequest } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Dialog } from '@/ui/overlays/dialog';
import { type DialogState, useDialogs } from '@/ui/overlays/use-dialogs';
import { Section } from '@/ui/page';
import { ActionRow, Row, RowList } from '@/ui/row-list';
import { AutopayForm, formatAutopay } from './autopay-form';
import { BalanceTransferForm, useTransferable } from './balance-transfer-form';
import { CardForm } from './card-form';
import { CashAdvanceForm } from './cash-advance-form';
import { CloseCard } from './close-card';
import { FreezeRow } from './freeze-row';
import { DecisionBadge, LimitDecision } from './limit-decision';
import { OverLimitRow } from './over-limit-row';
import { SpendingControls } from './spending-controls';
import { VirtualCards } from './virtual-cards';

export function ManagePart({ view }: { view: CardView }) {
  const { card } = view;
  const { open, close, dialog } = useDialogs<
    'autopay' | 'limit' | 'cash' | 'transfer' | 'replace' | 'close' | 'edit' | 'delete'
  >();
  const { sources, lastDay } = useTransferable(view);
  const row = (name: Parameters<typeof open>[0], Icon: LucideIcon, title: string, detail: string) => (
    <ActionRow icon={<Icon className="size-5" />} title={title} detail={detail} onClick={() => open(name)} />
  );
  const limit = formatMoney(card.credit_limit, card.currency);
  const remove = row('delete', Trash2, 'Delete', 'Permanently deletes the card and its history');
  if (card.closed_at !== null) {
    return (
      <>
        <ul className="divide-y divide-line border-line border-t">{remove}</ul>
        <DeleteDialog card={card} {...dialog('delete')} />
      </>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-12 lg:grid-cols-2">
      <div className="flex flex-col gap-12">
        <Section title="This card">
          <ul className="divide-y divide-line border-line border-t">
            <FreezeRow card={card} />
            <OverLimitRow card={card} />
            {row('autopay', Repeat, 'Autopay', formatAutopay(view))}
            {card.security_deposit === null &&
              row('limit', Gauge, 'Change credit limit', `Currently ${limit}; instant decision`)}
            {row('cash', Banknote, 'Cash advance', `Fee ${CASH_ADVANCE.feePercent}%, no grace period`)}
            {sources.length > 0 &&
              row(
                'transfer',
                ArrowRightLeft,
                'Transfer a balance',
                `0% for ${BALANCE_TRANSFER.months} months`,
              )}
            {row('replace', RectangleEllipsis, 'Replace card', 'New number, same balance and rewards')}
          </ul>
        </Section>
        <VirtualCards view={view} />
      </div>
      <div className="flex flex-col gap-12">
        <SpendingControls view={view} />
        <Section title="Card settings">
          <ul className="divide-y divide-line border-line border-t">
            {row(
              'edit',
              Pencil,
              'Edit',
              card.product ? 'Name, limit, and due date' : 'Name, limit, APR, and due date',
            )}
            {row('close', CircleSlash, 'Close card', 'Permanent. You keep your history.')}
            {remove}
          </ul>
        </Section>
      </div>
      <Dialog
        {...dialog('autopay')}
        title="Autopay"
        description="Choose what we pay automatically on each due date."
      >
        <AutopayForm view={view} onDone={close} />
      </Dialog>
      <Dialog {...dialog('limit')} title="Change credit limit">
        <LimitForm view={view} />
      </Dialog>
      <Dialog {...dialog('cash')} title={`Cash advance from ${card.name}`}>
        <CashAdvanceForm view={view} onDone={close} />
      </Dialog>
      <Dialog {...dialog('transfer')} title={`Transfer a balance to ${card.name}`}>
        <BalanceTransferForm view={view} sources={sources} lastDay={lastDay} onDone={close} />
      </Dialog>
      <Dialog {...dialog('replace')} title={`Replace ${card.name}`}>
        <ReplaceForm view={view} onDone={close} />
      </Dialog>
      <Dialog {...dialog('close')} title={`Close ${card.name}?`}>
        <CloseCard view={view} onDone={close} />
      </Dialog>
      <Dialog {...dialog('edit')} title={`Edit ${card.name}`}>
        <CardForm card={card} onDone={close} />
      </Dialog>
      <DeleteDialog card={card} {...dialog('delete')} />
    </div>
  );
}

function DeleteDialog({ card, ...dialog }: { card: Card } & DialogState) {
  const { mutate, isPending } = useMutation(creditCardMutations.delete);
  const navigate = useNavigate();
  function remove() {
    mutate(card.id, {
      onSuccess: () => {
        toast.success(`${card.name} deleted`);
        void navigate('/credit-cards');
      },
    });
  }
  return (
    <Dialog
      {...dialog}
      title={`Delete ${card.name}?`}
      description="This permanently deletes the card. Its past transactions stay in your records."
    >
      <div className="flex flex-col gap-5">
        {card.balance !== 0 && (
          <AlertBox fact={`You still owe ${formatMoney(card.balance, card.currency)}.`}>
            We'll write off this balance when we delete the card.
          </AlertBox>
        )}
        <Button variant="danger" size="lg" busy={isPending} onClick={remove}>
          Delete {card.name}
        </Button>
        <Button variant="ghost" onClick={dialog.onClose}>
          Keep card
        </Button>
      </div>
    </Dialog>
  );
}

function LimitForm({ view }: { view: CardView }) {
  const { card, zone } = view;
  const [decided, setDecided] = useState<LimitRequest | null>(null);
  const { data: requests = [] } = useQuery(creditCardQueries.limitRequests(card.id));
  const { send, renew } = useIdempotentMutation(creditCardMutations.requestLimit);
  const { control, submit, isSubmitting } = useBankForm({
    schema: limitSchema,
    defaults: { limit: '' },
    currency: card.currency,
    refusedField: 'limit',
    onSubmit: async ({ limit }) => {
      setDecided(await send({ cardId: card.id, limit }));
      renew();
    },
  });
  const earlier = requests.filter(({ id }) => id !== decided?.id);
  return (
    <div className="flex flex-col gap-5">
      {decided && <LimitDecision request={decided} />}
      <Form onSubmit={submit} verb="Request limit" busy={isSubmitting}>
        <AmountField
          control={control}
          name="limit"
          label="Requested credit limit"
          hint={`Your limit is ${formatMoney(card.credit_limit, card.currency)}. We always approve a lower limit, down to what you owe.`}
          size="page"
          currency={card.currency}
        />
      </Form>
      {earlier.length > 0 && (
        <ul aria-label="Earlier requests" className="divide-y divide-line border-line border-t">
          {earlier.map((request) => (
            <li key={request.id} className="py-3">
              <p className="flex items-center justify-between gap-2">
                <span className="text-ink-3 text-sm">{formatTextDate(request.decided_at, zone)}</span>
                <DecisionBadge decision={request.decision} />
              </p>
              <p className="figures mt-0.5">
                {formatMoney(request.requested, request.currency)} requested,{' '}
                {request.granted === request.previous ? 'limit stays' : 'new limit'}{' '}
                {formatMoney(request.granted, request.currency)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const REASONS = [
  { value: 'lost', label: 'Lost' },
  { value: 'stolen', label: 'Stolen' },
  { value: 'damaged', label: 'Damaged' },
] as const;

function ReplaceForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card, zone } = view;
  const [reason, setReason] = useState<(typeof REASONS)[number]['value']>('lost');
  const { send, isPending, error } = useIdempotentMutation(creditCardMutations.replace);
  const { data: before } = useQuery(creditCardQueries.replacements(card.id));
  async function replace() {
    const replaced = await send({ card_id: card.id, reason });
    toast.success(`${card.name} now ends in ${replaced.card_number.slice(-4)}`);
    onDone();
  }
  return (
    <div className="flex flex-col gap-5">
      <LabeledSelect
        label="Reason"
        error={getRefusalMessage(error, card.currency) ?? undefined}
        value={reason}
        onChange={({ target }) =>
          setReason(REASONS.find(({ value }) => value === target.value)?.value ?? 'lost')
        }
        options={REASONS}
      />
      <p className="text-ink-2">
        The number ending in {card.card_number.slice(-4)} stops working immediately. Your balance, rewards,
        autopay, and virtual cards don't change.
      </p>
      <Button variant="primary" size="lg" busy={isPending} onClick={() => void replace().catch(() => {})}>
        Replace {card.name}
      </Button>
      {before && before.length > 0 && (
        <RowList label="Previous numbers">
          {before.map(({ id, old_last4, reason: why, replaced_at }) => (
            <Row
              key={id}
              title={<span className="figures">•••• {old_last4}</span>}
              detail={`${why}, replaced ${formatTextDate(replaced_at, zone)}`}
            />
          ))}
        </RowList>
      )}
    </div>
  );
}
