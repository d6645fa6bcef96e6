import { subDays } from 'date-fns';
import type { Notice } from '@/entities/notification/notifications';
import type { Ticket } from '../queries';

/** Older answers, in real time, aren't reported. */
const NEWS_FOR_DAYS = 14;

/** Returns notices about answers, which are the same on each load. */
export function ticketNotices(tickets: readonly Ticket[], realNow = new Date()): Notice[] {
  const oldest = subDays(realNow, NEWS_FOR_DAYS);
  return tickets.flatMap(({ id, subject, state, answered_at: answered }): Notice[] =>
    answered === null || new Date(answered) < oldest
      ? []
      : [
          {
            kind: 'support_answered',
            id: `ticket ${id} ${answered}`,
            // Answers come in real time, so they count from when they are first seen.
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
