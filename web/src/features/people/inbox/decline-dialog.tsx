import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { refusalWords } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { peopleMutations } from '../mutations';
import type { Letter } from '../queries';

/** Declines with a word to who sent or asked. No money of the customer's moves. */
export function DeclineDialog({ letter, onClose }: { letter: Letter | null; onClose: () => void }) {
  return (
    <Dialog
      open={letter !== null}
      onOpenChange={(open) => !open && onClose()}
      title={letter?.kind === 'payment' ? 'Return this payment?' : 'Decline this request?'}
      description={
        letter &&
        `${formatMoney(letter.amount, letter.currency)} ${letter.kind === 'payment' ? 'returns to' : 'stays in your account, and'} ${letter.from_name}${letter.kind === 'payment' ? '' : ' gets a notification'}.`
      }
    >
      {letter && <Decline letter={letter} onClose={onClose} />}
    </Dialog>
  );
}

function Decline({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const decline = useMutation(peopleMutations.decline);

  function send(event: FormEvent) {
    event.preventDefault();
    decline.mutate(
      { letterId: letter.id, note: note.trim() || null },
      {
        onSuccess: () => {
          toast.success(letter.kind === 'payment' ? 'Payment returned' : 'Request declined');
          onClose();
        },
        onError: (error) => setRefusal(refusalWords(error, letter.currency) ?? undefined),
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
        {letter.kind === 'payment' ? 'Return payment' : 'Decline'}
      </Button>
    </form>
  );
}
