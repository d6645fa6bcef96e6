import { subDays } from 'date-fns';
import type { Notice } from '@/entities/notification/notifications';
import type { Ticket } from '../queries';

/** Older answers aren't shown as notices. In real time. */
const NEWS_FOR_DAYS = 14;

/** Returns notices about answers. They are the same on each load. */
export function ticketNotices(tickets: readonly Ticket[], realNow = new Date()): Notice[] {
  const oldest = subDays(realNow, NEWS_FOR_DAYS);
  return tickets.flatMap(({ id, subject, state, answered_at: answered }): Notice[] =>
    answered === null || new Date(answered) < oldest
      ? []
      : [
          {
            kind: 'support_answered',
            id: `ticket ${id} ${answered}`,
            // Answers have real times, so a notice's time is when it is first seen.
            at: null,
            type: 'info',
            title: 'Support Answer',
            message:
              state === 'waiting' ? `We have a question about: ${subject}.` : `We answered: ${subject}.`,
            to: `/support/tickets/${id}`,
          },
        ],
  );
}
