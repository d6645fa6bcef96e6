import { getArticle } from '@assistant/help.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { documentCalls } from '@/entities/document/documents';
import { formatInstant } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { pathOfArticle } from '../help/article-list';
import { ArticleText } from '../help/article-view';
import { supportMutations } from '../mutations';
import { type Message, supportQueries, type Ticket } from '../queries';
import { TicketRating } from './ticket-rating';
import { TicketReply } from './ticket-reply';
import { formatState, formatTopic, isResolved, isUnseen, pathOfSubject, reopenedUntil } from './ticket-text';

const above = <BackLink to="/support/tickets">Your questions</BackLink>;

export function TicketView({ id }: { id: string }) {
  const tickets = useQuery(supportQueries.tickets());
  const ticket = tickets.data?.find((candidate) => candidate.id === id);
  if (ticket) return <Thread ticket={ticket} />;
  return (
    <Page title="Question" above={above}>
      <Loaded from={tickets} failure="We couldn't load the question." rows={3} label="Loading the question">
        {() => (
          <EmptyState
            title="We couldn't find that question."
            action={
              <LinkButton to="/support/tickets" variant="primary">
                Your questions
              </LinkButton>
            }
          >
            It may belong to a different account.
          </EmptyState>
        )}
      </Loaded>
    </Page>
  );
}

function Thread({ ticket }: { ticket: Ticket }) {
  const thread = useQuery(supportQueries.messages(ticket.id));
  const messages = thread.data;
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
            Resolve question
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
        <Loaded from={thread} failure="We couldn't load the messages." rows={3} label="Loading messages">
          {(all) => <TicketMessages messages={all} isResolved={isResolved(ticket)} ticketId={ticket.id} />}
        </Loaded>
        {isResolved(ticket) && <TicketRating ticket={ticket} />}
        {canWrite ? (
          <TicketReply ticketId={ticket.id} reopenedUntil={until} />
        ) : (
          <p className="mt-8 border-line border-t pt-5 text-ink-2">
            This question was resolved more than 14 days ago.{' '}
            <TextLink to="/support/tickets/new">Ask a new question</TextLink>
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
      About {path ? <TextLink to={path}>{ticket.about_name}</TextLink> : ticket.about_name}
    </p>
  );
}

const AUTHORS: Record<string, string> = {
  customer: 'You',
  operator: 'Sandbank support',
  automatic: 'Automatic answer',
};

type TicketMessagesProps = { messages: readonly Message[]; isResolved: boolean; ticketId: string };

/** Renders the messages in chronological order. Screen readers announce new answers. */
function TicketMessages({ messages, isResolved, ticketId }: TicketMessagesProps) {
  const last = messages.at(-1);
  return (
    <ol aria-label="Messages" aria-live="polite" className="flex flex-col gap-4">
      {messages.map((message) => (
        <li
          key={message.id}
          className={classNames(
            'rounded-3 p-4 md:p-5',
            message.author === 'customer' ? 'bg-sunken md:ml-12' : 'border border-line bg-surface md:mr-12',
          )}
        >
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="font-semibold">{AUTHORS[message.author] ?? 'Sandbank'}</span>
            <span className="text-ink-3">{formatInstant(message.created_at)}</span>
          </p>
          {message.author === 'automatic' ? (
            <AutomaticAnswer message={message} ticketId={!isResolved && message === last ? ticketId : null} />
          ) : (
            <p className="whitespace-pre-line break-words">{message.body}</p>
          )}
          <Attachments message={message} />
        </li>
      ))}
    </ol>
  );
}

/** Renders an automatic answer from an article or the ledger, marked as not written by a person. */
function AutomaticAnswer({ message, ticketId }: { message: Message; ticketId: string | null }) {
  const article = getArticle(message.article);
  const intro =
    message.body !== null
      ? "This is an automatic answer based on your transactions. Our team will reply if it doesn't help."
      : article
        ? "This is an automatic suggestion. Our team will reply if it doesn't help."
        : 'This article is no longer available. Our team will reply.';
  return (
    <>
      <p className="mb-4 text-ink-2">{intro}</p>
      {message.body !== null && <p className="whitespace-pre-line break-words">{message.body}</p>}
      {article && (
        <>
          <h2 className="mb-3 text-lg">
            <Link to={pathOfArticle(article.slug)} className="hover:underline">
              {article.title}
            </Link>
          </h2>
          <ArticleText article={article} />
        </>
      )}
      {ticketId && (article || message.body !== null) && <DidItHelp ticketId={ticketId} />}
    </>
  );
}

/**
 * Renders a button that resolves the ticket if the automatic answer helped. Otherwise, the ticket stays open
 * until a person answers.
 */
function DidItHelp({ ticketId }: { ticketId: string }) {
  const resolve = useMutation(supportMutations.resolve);
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
      <span>Was this helpful?</span>
      <Button busy={resolve.isPending} onClick={() => resolve.mutate(ticketId)}>
        Mark as resolved
      </Button>
    </p>
  );
}

function Attachments({ message }: { message: Message }) {
  const save = useMutation(documentCalls.save);
  const remaining = message.ticket_attachments.flatMap(({ documents }) => (documents ? [documents] : []));
  if (remaining.length === 0) return null;
  return (
    <ul aria-label="Attached" className="mt-3">
      {remaining.map((document) => (
        <li key={document.id} className="flex min-h-11 items-center gap-2">
          <Paperclip className="size-4 shrink-0 text-ink-3" />
          <button
            type="button"
            onClick={() => save.mutate(document)}
            className="min-w-0 truncate py-2 text-left underline underline-offset-4"
          >
            {document.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
