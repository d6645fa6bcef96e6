import { addDays, parseISO } from 'date-fns';
import type { Dispute } from '@/entities/dispute/queries';
import type { Ticket } from '../queries';

/** The number of days, in real time, in which a resolved ticket can be reopened. */
const REOPENED_WITHIN_DAYS = 14;

type StatusLabel = { label: string; tone: 'quiet' | 'positive' | 'warning' | 'info' };

const STATES: Record<string, StatusLabel> = {
  open: { label: 'Open', tone: 'info' },
  answered: { label: 'Answered', tone: 'positive' },
  waiting: { label: 'Waiting for you', tone: 'warning' },
  resolved: { label: 'Resolved', tone: 'quiet' },
  closed: { label: 'Closed', tone: 'quiet' },
};

export const formatState = (ticket: Ticket): StatusLabel =>
  STATES[ticket.state] ?? { label: 'Open', tone: 'info' };

export const isResolved = ({ ended_at: ended }: Ticket) => ended !== null;

/** Returns true if the customer hasn't seen the latest answer. */
export const isUnseen = ({ answered_at: answered, seen_at: seen }: Ticket) =>
  answered !== null && (seen === null || parseISO(answered) > parseISO(seen));

/** Returns true if the bank needs the customer's reply or if the latest answer hasn't been seen. */
export const isForCustomer = (ticket: Ticket) => ticket.state === 'waiting' || isUnseen(ticket);

/** Returns the deadline for reopening a resolved ticket, or null for open tickets. */
export const reopenedUntil = ({ ended_at: ended }: Ticket): Date | null =>
  ended === null ? null : addDays(parseISO(ended), REOPENED_WITHIN_DAYS);

export const TOPICS = [
  { value: 'account', label: 'Accounts and transfers' },
  { value: 'transaction', label: 'A transaction' },
  { value: 'card', label: 'Credit cards' },
  { value: 'loan', label: 'Loans and applications' },
  { value: 'mortgage', label: 'Mortgages' },
  { value: 'time', label: 'Time and checkpoints' },
  { value: 'security', label: 'Sign-in and security' },
  { value: 'problem', label: "Something isn't working" },
  { value: 'idea', label: 'Suggestion' },
  { value: 'other', label: 'Something else' },
] as const;

export const formatTopic = (topic: string) =>
  TOPICS.find(({ value }) => value === topic)?.label ?? 'Something else';

/** Returns the path of a ticket's subject, or null if the subject has no page. */
export function pathOfSubject({
  about,
  about_kind: kind,
}: Pick<Ticket, 'about' | 'about_kind'>): string | null {
  if (!about) return null;
  if (kind === 'transaction') return `/transactions?open=${encodeURIComponent(about)}`;
  if (kind === 'account') return `/dashboard/accounts/${about}`;
  if (kind === 'card') return `/credit-cards/${about}`;
  if (kind === 'loan') return `/loans/${about}`;
  if (kind === 'mortgage') return `/mortgages/${about}`;
  return kind === 'dispute' ? '/support/tickets' : null;
}

const DISPUTE_STATES: Record<string, StatusLabel> = {
  in_review: { label: 'In review', tone: 'info' },
  won: { label: 'Won', tone: 'positive' },
  lost: { label: 'Lost', tone: 'quiet' },
  withdrawn: { label: 'Withdrawn', tone: 'quiet' },
};

export const formatDispute = (dispute: Dispute): StatusLabel =>
  DISPUTE_STATES[dispute.status] ?? { label: 'In review', tone: 'info' };
