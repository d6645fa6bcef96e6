import { getArticle } from '@assistant/help.ts';
import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { Link } from 'react-router';
import { documentCalls } from '@/entities/document/documents';
import { formatInstant } from '@/lib/dates';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { pathOfArticle } from '../help/article-list';
import { ArticleText } from '../help/article-view';
import { supportMutations } from '../mutations';
import type { Message } from '../queries';

const AUTHORS: Record<string, string> = {
  customer: 'You',
  operator: 'Sandbank support',
  automatic: 'Automatic answer',
};

/** Renders the messages in chronological order. New answers are announced. */
export function TicketMessages({
  messages,
  isSettled,
  ticketId,
}: {
  messages: readonly Message[];
  isSettled: boolean;
  ticketId: string;
}) {
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
            <AutomaticAnswer message={message} ticketId={!isSettled && message === last ? ticketId : null} />
          ) : (
            <p className="whitespace-pre-line break-words">{message.words}</p>
          )}
          <Attachments message={message} />
        </li>
      ))}
    </ol>
  );
}

/** An automatic answer, from an article or the ledger, marked as not written by a person. */
function AutomaticAnswer({ message, ticketId }: { message: Message; ticketId: string | null }) {
  const article = getArticle(message.article);
  const intro =
    message.words !== null
      ? "This is an automatic answer based on your transactions. Our team will reply if it doesn't help."
      : article
        ? "This is an automatic suggestion. Our team will reply if it doesn't help."
        : 'This article is no longer available. Our team will reply.';
  return (
    <>
      <p className="mb-4 text-ink-2">{intro}</p>
      {message.words !== null && <p className="whitespace-pre-line break-words">{message.words}</p>}
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
      {ticketId && (article || message.words !== null) && <DidItHelp ticketId={ticketId} />}
    </>
  );
}

/** Without this answer, the ticket stays with a person. */
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
  const kept = message.ticket_attachments.flatMap(({ documents }) => (documents ? [documents] : []));
  if (kept.length === 0) return null;
  return (
    <ul aria-label="Attached" className="mt-3">
      {kept.map((document) => (
        <li key={document.id} className="flex min-h-11 items-center gap-2">
          <Paperclip aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} />
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
