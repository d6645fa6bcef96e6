import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { formatInstant } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { supportMutations } from '../mutations';
import { supportQueries, type Ticket } from '../queries';
import { TicketMessages } from './ticket-messages';
import { TicketRating } from './ticket-rating';
import { TicketReply } from './ticket-reply';
import { formatState, formatTopic, isResolved, isUnseen, pathOfSubject, reopenedUntil } from './ticket-text';

const above = (
  <Link to="/support/tickets" className="text-link">
    Your questions
  </Link>
);

export function TicketView({ id }: { id: string }) {
  const { data: tickets, error, refetch, isFetching } = useQuery(supportQueries.tickets());
  const ticket = tickets?.find((one) => one.id === id);
  if (ticket) return <Thread ticket={ticket} />;
  return (
    <Page title="Question" above={above}>
      {tickets ? (
        <EmptyState
          title="We couldn't find that question."
          action={
            <Button asChild variant="primary">
              <Link to="/support/tickets">Your questions</Link>
            </Button>
          }
        >
          It may belong to a different sign-in.
        </EmptyState>
      ) : error ? (
        <ErrorState title="We couldn't load the question." onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={3} label="Loading the question" />
      )}
    </Page>
  );
}

function Thread({ ticket }: { ticket: Ticket }) {
  const { data: messages, error, refetch, isFetching } = useQuery(supportQueries.messages(ticket.id));
  const { mutate: see } = useMutation(supportMutations.see);
  const resolve = useMutation(supportMutations.resolve);
  const isNew = isUnseen(ticket);
  useEffect(() => {
    if (isNew && messages) see(ticket.id);
  }, [isNew, messages, see, ticket.id]);
  const { label, tone } = formatState(ticket);
  const until = reopenedUntil(ticket);
  const canWrite = until === null || until > new Date();
  return (
    <Page
      title={ticket.subject}
      above={above}
      docked={false}
      actions={
        !isResolved(ticket) && (
          <Button busy={resolve.isPending} onClick={() => resolve.mutate(ticket.id)}>
            Question resolved
          </Button>
        )
      }
    >
      <div className="max-w-180">
        <p role="status" className="-mt-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
          <Badge tone={tone}>{label}</Badge>
          <span>
            {formatTopic(ticket.topic)}. Asked {formatInstant(ticket.created_at)}.
          </span>
        </p>
        <Subject ticket={ticket} />
        {messages ? (
          <TicketMessages messages={messages} isSettled={isResolved(ticket)} ticketId={ticket.id} />
        ) : error ? (
          <ErrorState
            title="We couldn't load the messages."
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={3} label="Loading messages" />
        )}
        {isResolved(ticket) && <TicketRating ticket={ticket} />}
        {canWrite ? (
          <TicketReply ticketId={ticket.id} reopenedUntil={until} />
        ) : (
          <p className="mt-8 border-line border-t pt-5 text-ink-2">
            This question was resolved more than 14 days ago.{' '}
            <Link to="/support/tickets/new" className="text-link">
              Ask a new question
            </Link>
          </p>
        )}
      </div>
    </Page>
  );
}

function Subject({ ticket }: { ticket: Ticket }) {
  const path = pathOfSubject(ticket);
  if (!ticket.about_name) return null;
  return (
    <p className="mb-6">
      About{' '}
      {path ? (
        <Link to={path} className="text-link">
          {ticket.about_name}
        </Link>
      ) : (
        ticket.about_name
      )}
    </p>
  );
}
