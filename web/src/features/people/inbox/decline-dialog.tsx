import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { peopleMutations } from '../mutations';
import type { PeerTransfer } from '../queries';

/** Declines a transfer or request with an optional message. Moves none of the customer's money. */
export function DeclineDialog({ transfer, onClose }: { transfer: PeerTransfer | null; onClose: () => void }) {
  return (
    <Dialog
      open={transfer !== null}
      onOpenChange={(open) => !open && onClose()}
      title={transfer?.kind === 'payment' ? 'Return this payment?' : 'Decline this request?'}
      description={
        transfer &&
        `${formatMoney(transfer.amount, transfer.currency)} ${transfer.kind === 'payment' ? 'returns to' : 'stays in your account, and'} ${transfer.from_name}${transfer.kind === 'payment' ? '' : ' gets a notification'}.`
      }
    >
      {transfer && <Decline transfer={transfer} onClose={onClose} />}
    </Dialog>
  );
}

function Decline({ transfer, onClose }: { transfer: PeerTransfer; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const decline = useMutation(peopleMutations.decline);

  function send(event: FormEvent) {
    event.preventDefault();
    decline.mutate(
      { letterId: transfer.id, note: note.trim() || null },
      {
        onSuccess: () => {
          toast.success(transfer.kind === 'payment' ? 'Payment returned' : 'Request declined');
          onClose();
        },
        onError: (error) => setRefusal(getRefusalMessage(error, transfer.currency) ?? undefined),
      },
    );
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-5">
      <Field label="Message" note="optional" error={refusal}>
        {(props) => (
          <TextInput
            {...props}
            autoFocus
            autoComplete="off"
            maxLength={140}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="danger" size="lg" busy={decline.isPending}>
        {transfer.kind === 'payment' ? 'Return payment' : 'Decline'}
      </Button>
    </form>
  );
}
