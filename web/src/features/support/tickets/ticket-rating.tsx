import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { LabeledInput } from '@/ui/forms/labeled';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { supportMutations } from '../mutations';
import type { Ticket } from '../queries';

const CHOICES = toOptions({ '1': 'Bad', '2': 'Poor', '3': 'Fair', '4': 'Good', '5': 'Great' });
type Choice = (typeof CHOICES)[number]['value'];

const LONGEST_COMMENT = 500;

/** Lets the customer rate a resolved ticket. The last rating counts. */
export function TicketRating({ ticket }: { ticket: Ticket }) {
  const rate = useMutation(supportMutations.rate);
  const [comment, setComment] = useState(ticket.satisfaction_comment ?? '');
  const chosen = CHOICES.find(({ value }) => value === String(ticket.satisfaction))?.value;
  const rateTicket = (choice: Choice) =>
    rate.mutate({ ticket_id: ticket.id, satisfaction: Number(choice), comment: comment.trim() || null });
  return (
    <section aria-labelledby="rating" className="mt-8 border-line border-t pt-6">
      <h2 id="rating" className="mb-3 font-semibold">
        How did we do?
      </h2>
      <Segmented
        label="How did we do?"
        className="md:max-w-120"
        value={chosen ?? ('' as Choice)}
        onValueChange={rateTicket}
        options={CHOICES}
      />
      {chosen && (
        <form
          className="mt-4 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            rateTicket(chosen);
          }}
        >
          <LabeledInput
            label="Anything else?"
            note="optional"
            className="min-w-0 flex-1"
            error={isRefusal(rate.error) ? rate.error.message : undefined}
            value={comment}
            maxLength={LONGEST_COMMENT}
            onChange={({ target }) => setComment(target.value)}
          />
          <Button type="submit" className="min-h-12" busy={rate.isPending}>
            Submit rating
          </Button>
        </form>
      )}
      <p role="status" className="mt-2 text-ink-2 text-sm empty:hidden">
        {chosen && 'Thanks for your feedback.'}
      </p>
    </section>
  );
}
