import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readStored, storeValue } from '@/lib/customer-keys';
import { useCustomer } from '@/lib/session';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { SkeletonRows } from '@/ui/skeleton';
import { Composer } from '../composer/composer';
import { FirstScreen } from '../composer/first-screen';
import { assistantQueries } from '../queries';
import { announced } from './answering';
import { Thread } from './thread';
import { useAsking } from './use-asking';

/** A conversation, or a new one, with the input for the next question. */
export function ConversationPage({ conversation }: { conversation: string | null }) {
  const stored = useQuery({
    ...assistantQueries.messages(conversation ?? ''),
    enabled: conversation !== null,
  });
  const { answering, ask, stop } = useAsking(conversation);
  const [text, setText] = useDraft(useCustomer().id);
  const input = useRef<HTMLTextAreaElement>(null);
  const isOnline = useOnline();
  const messages = conversation === null ? [] : stored.data;
  const isAnswering = answering?.state === 'answering';

  function send(question: string, requestId?: string) {
    if (isAnswering || !isOnline) return;
    ask({ question, requestId });
    writeOn();
  }
  /** Hides the keyboard after sending, because it would cover the answer on phones. */
  function writeOn() {
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
  }
  useAskedFor((question) => (isOnline ? send(question) : setText(question)));

  const asked = (messages ?? []).filter(({ request_id }) => request_id !== answering?.requestId);
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      {answering || (messages && messages.length > 0) ? (
        <Thread
          conversation={conversation}
          messages={messages ?? []}
          answering={answering}
          onAsk={send}
          onAgain={({ question, requestId }) => send(question, requestId)}
        />
      ) : conversation === null ? (
        <FirstScreen onAsk={send} disabled={!isOnline} />
      ) : messages ? (
        <Gone />
      ) : stored.error ? (
        <ErrorState
          title="We couldn't load this conversation."
          onRetry={() => void stored.refetch()}
          busy={stored.isFetching}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading the conversation" />
      )}
      <p role="status" className="sr-only">
        {announced(answering)}
      </p>
      <Composer
        input={input}
        text={text}
        onText={setText}
        asked={[...asked.map((message) => message.asked), ...(answering ? [answering.question] : [])]}
        isAnswering={isAnswering}
        onSend={(question) => {
          setText('');
          send(question);
        }}
        onStop={() => {
          stop();
          writeOn();
        }}
      />
    </div>
  );
}

function Gone() {
  return (
    <EmptyState
      title="We couldn't find that conversation."
      action={
        <Button asChild variant="primary">
          <Link to="/assistant">Start new conversation</Link>
        </Button>
      }
    >
      It was deleted or belongs to a different sign-in.
    </EmptyState>
  );
}

const WHAT = 'assistant-draft';

/** Returns the unsent message, stored in this browser until sign-out. */
function useDraft(customerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readStored(customerId, WHAT) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      storeValue(customerId, WHAT, next);
    },
  ];
}

/** Asks the question in `?ask=` once and removes it from the address, so that a reload doesn't ask again. */
function useAskedFor(ask: (question: string) => void): void {
  const [search, setSearch] = useSearchParams();
  const [waiting, setWaiting] = useState<string | null>(null);
  const wanted = search.get('ask');
  const askIt = useEffectEvent((question: string) => {
    setWaiting(null);
    ask(question);
  });
  useEffect(() => {
    if (wanted === null) return;
    setWaiting(wanted.trim() || null);
    setSearch({}, { replace: true });
  }, [wanted, setSearch]);
  useEffect(() => {
    if (waiting !== null && wanted === null) askIt(waiting);
  }, [waiting, wanted]);
}
