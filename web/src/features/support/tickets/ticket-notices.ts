import { subDays } from 'date-fns';
import type { Notice } from '@/entities/notification/notifications';
import type { Ticket } from '../queries';

/** The number of days, in real time, for which an answer appears as a notice. */
const NEWS_FOR_DAYS = 14;

/** Returns a notice for each recent answer. An answer always has the same notice id. */
export function ticketNotices(tickets: readonly Ticket[], realNow = new Date()): Notice[] {
  const oldest = subDays(realNow, NEWS_FOR_DAYS);
  return tickets.flatMap(({ id, subject, state, answered_at: answered }): Notice[] =>
    answered === null || new Date(answered) < oldest
      ? []
      : [
          {
            kind: 'support_answered',
            id: `ticket ${id} ${answered}`,
            // Answers have real timestamps, but `at` is in simulated time. If `at` is null, the notice is
            // dated when it first appears.
            at: null,
            type: 'info',
            title: 'Support Answer',
            message: state === 'waiting' ? `We need your reply: ${subject}.` : `We answered: ${subject}.`,
            to: `/support/tickets/${id}`,
          },
        ],
  );
}
