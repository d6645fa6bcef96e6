import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { disputeSchema } from '@/entities/card/card-schema';
import { entryTitle } from '@/entities/card/entries';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card, CardEntry } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { CARD_REASONS, DisputeBadge, formatOutcome } from '@/entities/dispute/dispute-text';
import type { Dispute } from '@/entities/dispute/queries';
import { AuthorizationNote } from '@/entities/hold/authorization-note';
import { PurchaseRefunds } from '@/entities/refund/purchase-refunds';
import { refundQueries, sumMissing } from '@/entities/refund/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatInstant } from '@/lib/dates';
import { formatMoney, formatTypedAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { TextAreaField } from '@/ui/forms/text-field';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';

type EntryDialogProps = {
  view: CardView;
  entry: CardEntry;
  dispute: Dispute | undefined;
  onClose: () => void;
};

export function EntryDialog({ view, entry, dispute, onClose }: EntryDialogProps) {
  const { card, zone } = view;
  const [disputing, setDisputing] = useState(false);
  const title = entryTitle(entry);
  const isDisputable =
    entry.kind === 'card_charge' && (!dispute || dispute.status === 'withdrawn') && card.closed_at === null;
  return (
    <Dialog onClose={onClose} title={disputing ? `Dispute ${title}` : title}>
      {disputing ? (
        <DisputeForm card={card} entry={entry} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-5">
          <Money amount={entry.amount} currency={card.currency} size="panel" />
          <dl className="border-line border-t">
            <Line name="When">{formatInstant(entry.at, zone)}</Line>
            {entry.category && <Line name="Category">{entry.category}</Line>}
            {entry.description && <Line name="Description">{entry.description}</Line>}
            <Line name="Balance after">
              <Money amount={entry.owed} currency={card.currency} />
            </Line>
            <Line name="Ledger entry">{entry.id}</Line>
          </dl>
          {entry.kind === 'card_charge' && (
            <AuthorizationNote
              entryId={entry.id}
              currency={card.currency}
              dispute={
                isDisputable && (
                  <Button size="sm" onClick={() => setDisputing(true)}>
                    Dispute charge
                  </Button>
                )
              }
            />
          )}
          {dispute && (
            <div>
              <DisputeBadge dispute={dispute} />
              <p className="mt-2 text-ink-2">{formatOutcome(dispute, card.currency, zone)}</p>
            </div>
          )}
          {(entry.kind === 'card_charge' || entry.kind === 'refund') && (
            <PurchaseRefunds
              transactionKey={`${card.id}:${entry.id}`}
              entryId={entry.id}
              title={title}
              currency={card.currency}
            />
          )}
          {isDisputable && <Button onClick={() => setDisputing(true)}>Dispute this charge</Button>}
          {entry.canWaive && card.closed_at === null && (
            <WaiveFee card={card} entry={entry} onDone={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Renders a button that asks the bank to waive a fee, and the answer if it doesn't. */
function WaiveFee({ card, entry, onDone }: { card: Card; entry: CardEntry; onDone: () => void }) {
  const { mutate, isPending, error } = useIdempotentMutation(creditCardMutations.waiveFee);
  const refusal = getRefusalMessage(error, card.currency);
  const amount = formatMoney(entry.amount, card.currency);
  return (
    <div>
      <Button
        className="w-full"
        busy={isPending}
        onClick={() =>
          mutate(
            { card_id: card.id, entry_id: entry.id },
            {
              onSuccess: () => {
                toast.success(`We waived this fee and credited ${amount}`);
                onDone();
              },
            },
          )
        }
      >
        Ask us to waive this fee
      </Button>
      <p role={refusal ? 'alert' : undefined} className="mt-2 text-ink-2 text-sm">
        {refusal ??
          'We waive one fee in 12 months if your other payments were on time. Interest is never waived.'}
      </p>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3">
      <dt className="text-ink-3">{name}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  );
}

/** Renders a form that disputes a charge. The bank gives a provisional credit during the investigation. */
function DisputeForm({ card, entry, onDone }: { card: Card; entry: CardEntry; onDone: () => void }) {
  const missing = sumMissing(useQuery(refundQueries.ofEntry(entry.id)).data ?? []);
  const { send } = useIdempotentMutation(creditCardMutations.openDispute);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: disputeSchema,
    defaults: {
      reason: missing > 0 ? 'credit_not_processed' : 'fraud',
      amount: formatTypedAmount(missing > 0 ? Math.min(missing, entry.amount) : entry.amount),
      description: '',
    },
    currency: card.currency,
    refusedField: 'amount',
    onSubmit: async (details) => {
      await send({ cardId: card.id, entryId: entry.id, ...details });
      toast.success(`We credited ${formatMoney(details.amount, card.currency)} while we review your dispute`);
      onDone();
    },
  });
  const reason = watch('reason');
  return (
    <Form onSubmit={submit} verb="Open dispute" busy={isSubmitting}>
      <SelectField
        control={control}
        name="reason"
        label="Reason"
        hint={CARD_REASONS.find(({ value }) => value === reason)?.rule}
        options={CARD_REASONS}
      />
      <AmountField
        control={control}
        name="amount"
        label="Disputed amount"
        hint={`Limit ${formatMoney(entry.amount, card.currency)}.`}
        currency={card.currency}
      />
      <TextAreaField control={control} name="description" label="Describe what happened" note="optional" />
      <p className="text-ink-2 text-sm">
        You get a provisional credit right away. If we decide against you, we reverse it.
      </p>
    </Form>
  );
}
