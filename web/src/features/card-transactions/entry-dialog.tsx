import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type DisputeDetails, type DisputeFields, disputeSchema } from '@/entities/card/card-schema';
import { entryTitle } from '@/entities/card/entries';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card, CardDispute, CardEntry } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatInstant } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextArea } from '@/ui/forms/text-input';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { DISPUTE_REASONS, DisputeBadge, formatOutcome } from './disputes';

/** The details of a card transaction, with a dispute button for charges. */
export function EntryDialog({
  view,
  entry,
  dispute,
  onClose,
}: {
  view: CardView;
  entry: CardEntry;
  dispute: CardDispute | undefined;
  onClose: () => void;
}) {
  const { card, zone } = view;
  const [disputing, setDisputing] = useState(false);
  const title = entryTitle(entry);
  const isDisputable =
    entry.kind === 'card_charge' && (!dispute || dispute.status === 'withdrawn') && card.closed_at === null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={disputing ? `Dispute ${title}` : title}>
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
          {dispute && (
            <div>
              <DisputeBadge dispute={dispute} />
              <p className="mt-2 text-ink-2">{formatOutcome(dispute, card.currency, zone)}</p>
            </div>
          )}
          {isDisputable && <Button onClick={() => setDisputing(true)}>Dispute this charge</Button>}
        </div>
      )}
    </Dialog>
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

/** Disputes a charge, which gets a provisional credit during the investigation. */
function DisputeForm({ card, entry, onDone }: { card: Card; entry: CardEntry; onDone: () => void }) {
  const { mutateAsync, isPending } = useMutation(creditCardMutations.openDispute);
  const requestId = useRequestId();
  const { register, control, handleSubmit, setError, watch, formState } = useForm<
    DisputeFields,
    unknown,
    DisputeDetails
  >({
    resolver: zodResolver(disputeSchema),
    defaultValues: {
      reason: 'fraud',
      amount: entry.amount.toLocaleString('en-US', { minimumFractionDigits: 2 }),
      words: '',
    },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const reason = watch('reason');
  const open = handleSubmit(async (details) => {
    const content = { cardId: card.id, entryId: entry.id, ...details };
    try {
      await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(`We credited ${formatMoney(details.amount, card.currency)} while we review your dispute`);
      onDone();
    } catch (error) {
      const words = getRefusalMessage(error, card.currency);
      if (words) setError('amount', { message: words }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={open} noValidate className="flex flex-col gap-5">
      <Field label="Reason" hint={DISPUTE_REASONS.find(({ value }) => value === reason)?.rule}>
        {(props) => (
          <Select {...props} {...register('reason')}>
            {DISPUTE_REASONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AmountField
        control={control}
        name="amount"
        label="Disputed amount"
        hint={`Limit ${formatMoney(entry.amount, card.currency)}.`}
        currency={card.currency}
      />
      <Field label="Describe what happened" note="optional" error={errors.words?.message}>
        {(props) => <TextArea {...props} {...register('words')} />}
      </Field>
      <p className="text-ink-2 text-sm">
        You get a provisional credit right away. If we decide against you, we reverse it.
      </p>
      <Button type="submit" variant="primary" size="lg" busy={isPending}>
        Open dispute
      </Button>
    </form>
  );
}
