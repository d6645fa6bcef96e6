import { useState } from 'react';
import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatTextDate } from '@/lib/dates';
import { useIdempotentMutation } from '@/lib/request-id';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { TextAreaField } from '@/ui/forms/text-field';
import { supportMutations } from '../mutations';
import { type TicketFile, TicketFiles } from './ticket-files';
import { messageField } from './ticket-schema';

const replySchema = z.object({ message: messageField });

/** Renders the form that adds a message to a ticket. The message reopens a resolved ticket. */
export function TicketReply({ ticketId, reopenedUntil }: { ticketId: string; reopenedUntil: Date | null }) {
  const { send, isPending, renew } = useIdempotentMutation(supportMutations.reply);
  const isOnline = useOnline();
  const [files, setFiles] = useState<readonly TicketFile[]>([]);
  const { control, submit, reset } = useBankForm({
    schema: replySchema,
    defaults: { message: '' },
    mode: 'onSubmit',
    currency: 'USD',
    refusedField: 'message',
    onSubmit: async ({ message }) => {
      await send({ ticket_id: ticketId, message, document_ids: files.map(({ id }) => id) });
      renew();
      reset();
      setFiles([]);
    },
  });
  const hint = reopenedUntil
    ? `This question is resolved. Reply by ${formatTextDate(reopenedUntil)} to reopen it.`
    : undefined;
  return (
    <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-4 border-line border-t pt-6">
      <TextAreaField
        control={control}
        name="message"
        label={reopenedUntil ? 'Reopen question' : 'Reply'}
        hint={isOnline ? hint : "You're offline. Send your message when you reconnect."}
        rows={4}
      />
      <TicketFiles files={files} onFiles={setFiles} />
      <Button
        type="submit"
        variant={reopenedUntil ? 'secondary' : 'primary'}
        busy={isPending}
        disabled={!isOnline}
        className="self-start"
      >
        {reopenedUntil ? 'Send and reopen' : 'Send'}
      </Button>
    </form>
  );
}
