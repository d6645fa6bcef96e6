import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { formatTextDate } from '@/lib/dates';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { TextAreaField } from '@/ui/forms/text-field';
import { supportMutations } from '../mutations';
import { type TicketFile, TicketFiles } from './ticket-files';
import { messageField } from './ticket-schema';

const replySchema = z.object({ words: messageField });

/** Renders the form that adds a message to a ticket. The message reopens a resolved ticket. */
export function TicketReply({ ticketId, reopenedUntil }: { ticketId: string; reopenedUntil: Date | null }) {
  const reply = useMutation(supportMutations.reply);
  const requestId = useRequestId();
  const isOnline = useOnline();
  const [files, setFiles] = useState<readonly TicketFile[]>([]);
  const { control, handleSubmit, setError, reset } = useForm({
    resolver: zodResolver(replySchema),
    defaultValues: { words: '' },
  });
  const send = handleSubmit(async ({ words }) => {
    const content = { ticket_id: ticketId, words, document_ids: files.map(({ id }) => id) };
    try {
      await reply.mutateAsync({ ...content, request_id: requestId.for(content) });
      requestId.renew();
      reset();
      setFiles([]);
    } catch (error) {
      if (isRefusal(error)) setError('words', { message: error.message }, { shouldFocus: true });
    }
  });
  const hint = reopenedUntil
    ? `This question is resolved. Reply by ${formatTextDate(reopenedUntil)} to reopen it.`
    : undefined;
  return (
    <form onSubmit={send} noValidate className="mt-8 flex flex-col gap-4 border-line border-t pt-6">
      <TextAreaField
        control={control}
        name="words"
        label={reopenedUntil ? 'Reopen question' : 'Reply'}
        hint={isOnline ? hint : "You're offline. Send your message when you reconnect."}
        rows={4}
      />
      <TicketFiles files={files} onFiles={setFiles} />
      <Button
        type="submit"
        variant={reopenedUntil ? 'secondary' : 'primary'}
        busy={reply.isPending}
        disabled={!isOnline}
        className="self-start"
      >
        {reopenedUntil ? 'Send and reopen' : 'Send'}
      </Button>
    </form>
  );
}
