import { useMutation, useQuery } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { isRefusal } from '@/lib/refusals';
import { useCustomer } from '@/lib/session';
import { readStored, storeValue } from '@/lib/storage/customer-keys';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { Composer } from './composer/composer';
import { FirstScreen } from './composer/first-screen';
import { type Answering, announced, startAnswer, withEvent } from './conversation/answering';
import { Thread } from './conversation/thread';
import { HistoryList } from './history/history-list';
import { useLeftovers } from './history/use-deletion';
import { assistantMutations } from './mutations';
import { assistantQueries } from './queries';

export default function AssistantPage() {
  const { '*': path = '' } = useParams();
  const conversation = path.split('/')[0] || null;
  const [showsHistory, setShowsHistory] = useState(false);
  const navigate = useNavigate();
  useLeftovers();
  const startNew = () => void navigate('/assistant');
  return (
    <Page
      title="Virtual assistant"
      docked={false}
      className="flex flex-1 flex-col pb-0!"
      actions={
        <>
          <Button className="lg:hidden" onClick={() => setShowsHistory(true)}>
            <History className="size-4.5" />
            <span className="max-sm:sr-only">History</span>
          </Button>
          {conversation !== null && (
            <LinkButton to="/assistant">
              <Plus className="size-4.5" />
              <span className="max-sm:sr-only">
                New<span className="sr-only"> conversation</span>
              </span>
            </LinkButton>
          )}
        </>
      }
    >
      <div className="flex flex-1 gap-x-12">
        <ConversationPage conversation={conversation} />
        <aside
          aria-labelledby="history"
          className="sticky top-28 hidden max-h-[calc(100dvh-8rem)] w-64 shrink-0 self-start overflow-y-auto pb-6 lg:block print:hidden"
        >
          <h2 id="history" className="mb-2 font-semibold text-base">
            Conversations
          </h2>
          <HistoryList current={conversation} onGone={startNew} />
        </aside>
      </div>
      <Dialog open={showsHistory} onClose={() => setShowsHistory(false)} title="Conversations">
        <HistoryList current={conversation} onGone={startNew} onDone={() => setShowsHistory(false)} />
      </Dialog>
    </Page>
  );
}

function ConversationPage({ conversation }: { conversation: string | null }) {
  const stored = useQuery({
    ...assistantQueries.messages(conversation ?? ''),
    enabled: conversation !== null,
  });
  const { answering, ask: sendQuestion, stop } = useAnswer(conversation);
  const [text, setText] = useDraft(useCustomer().id);
  const input = useRef<HTMLTextAreaElement>(null);
  const isOnline = useOnline();
  const messages = conversation === null ? [] : stored.data;
  const isAnswering = answering?.state === 'answering';

  function send(question: string, requestId?: string) {
    if (isAnswering || !isOnline) return;
    sendQuestion({ question, requestId });
    focusInput();
  }
  /** Focuses the input, except on phones, where the keyboard would cover the answer. */
  function focusInput() {
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
  }
  useQuestionFromUrl((question) => (isOnline ? send(question) : setText(question)));

  const earlier = (messages ?? []).filter(({ request_id }) => request_id !== answering?.requestId);
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
      ) : (
        <Loaded from={stored} failure="We couldn't load this conversation." label="Loading the conversation">
          {() => <ConversationNotFound />}
        </Loaded>
      )}
      <p role="status" className="sr-only">
        {announced(answering)}
      </p>
      <Composer
        input={input}
        text={text}
        onText={setText}
        asked={[...earlier.map((message) => message.asked), ...(answering ? [answering.question] : [])]}
        isAnswering={isAnswering}
        onSend={(question) => {
          setText('');
          send(question);
        }}
        onStop={() => {
          stop();
          focusInput();
        }}
      />
    </div>
  );
}

function ConversationNotFound() {
  return (
    <EmptyState
      title="We couldn't find that conversation."
      action={
        <LinkButton to="/assistant" variant="primary">
          Start new conversation
        </LinkButton>
      }
    >
      It was deleted or belongs to a different customer.
    </EmptyState>
  );
}

const DRAFT_KEY = 'assistant-draft';

/** Returns the unsent message, stored in this browser until sign-out. */
function useDraft(customerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readStored(customerId, DRAFT_KEY) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      storeValue(customerId, DRAFT_KEY, next);
    },
  ];
}

/** Asks the question in `?ask=` once and removes it from the URL, so that a reload doesn't ask it again. */
function useQuestionFromUrl(sendQuestion: (question: string) => void): void {
  const [search, setSearch] = useSearchParams();
  const [question, setQuestion] = useState<string | null>(null);
  const parameter = search.get('ask');
  const askOnce = useEffectEvent((question: string) => {
    setQuestion(null);
    sendQuestion(question);
  });
  useEffect(() => {
    if (parameter === null) return;
    setQuestion(parameter.trim() || null);
    setSearch({}, { replace: true });
  }, [parameter, setSearch]);
  useEffect(() => {
    if (question !== null && parameter === null) askOnce(question);
  }, [question, parameter]);
}

type Question = { question: string; requestId?: string };

/**
 * Asks a question, streams the answer, and can cancel it. The URL of a new conversation replaces the current
 * URL.
 */
function useAnswer(conversation: string | null) {
  const { mutateAsync } = useMutation(assistantMutations.ask);
  const [answering, setAnswering] = useState<Answering | null>(null);
  const control = useRef<AbortController | null>(null);
  const { key } = useLocation();
  const place = useHistoryEntry(key);
  const navigate = useNavigate();

  async function sendQuestion({ question, requestId = crypto.randomUUID() }: Question): Promise<void> {
    const controller = new AbortController();
    control.current?.abort();
    control.current = controller;
    const change = (next: (answering: Answering) => Answering) =>
      setAnswering((now) =>
        now?.requestId === requestId && control.current === controller ? next(now) : now,
      );
    setAnswering(startAnswer({ requestId, question, conversation, place: key }));
    try {
      await mutateAsync({
        ask: question,
        conversation,
        requestId,
        signal: controller.signal,
        onEvent: (event) => {
          change((now) => withEvent(now, event));
          // Doesn't navigate if the customer has left the page.
          if (event.event === 'started' && conversation === null && place.current === key)
            void navigate(`/assistant/${event.conversation}`, { replace: true, preventScrollReset: true });
        },
      });
      change((now) => (now.state === 'answering' ? { ...now, state: 'stopped' } : now));
    } catch (error) {
      // The query client reports failures, and this message shows refusals. The question stays, so that the
      // customer can ask it again.
      const text = isRefusal(error) ? error.message : null;
      change((now) => ({ ...now, text, state: 'failed' }));
    }
  }

  const isCurrent =
    answering?.place === key || (conversation !== null && answering?.conversation === conversation);
  return {
    /** The answer in progress; null if another conversation is open. */
    answering: isCurrent ? answering : null,
    ask: (requested: Question) => void sendQuestion(requested),
    stop: () => control.current?.abort(),
  };
}

/**
 * Returns a ref that contains the key of the page's history entry. The key is null once the page is
 * unmounted.
 */
function useHistoryEntry(key: string) {
  const place = useRef<string | null>(key);
  useEffect(() => {
    place.current = key;
    return () => {
      place.current = null;
    };
  }, [key]);
  return place;
}
