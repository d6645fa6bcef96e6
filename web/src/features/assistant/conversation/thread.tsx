import type { Part } from '@assistant/parts.ts';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { withKeys } from '@/lib/keys';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Skeleton } from '@/ui/skeleton';
import { PartView } from '../answer-parts/part-view';
import type { Message } from '../queries';
import type { Answering } from './answering';

type ThreadProps = {
  conversation: string | null;
  messages: readonly Message[];
  answering: Answering | null;
  onAsk: (question: string) => void;
  onAgain: (requested: { question: string; requestId: string }) => void;
};

/**
 * Renders the messages in chronological order. Screen readers don't announce changes to this log, because the
 * finished answer is announced elsewhere.
 */
export function Thread({ conversation, messages, answering, onAsk, onAgain }: ThreadProps) {
  const turns = getTurns(messages, answering);
  const latest = turns.at(-1);
  const log = useRef<HTMLDivElement>(null);
  useScrollToLatest(log, latest?.live ? latest.key : null, conversation, turns.length);
  return (
    <div
      ref={log}
      role="log"
      aria-live="off"
      aria-label="Conversation"
      className={classNames('max-w-172', turns.length > 1 && FULL_HEIGHT)}
    >
      {turns.map(({ key, ...turn }) => (
        <TurnView key={key} {...turn} isLatest={key === latest?.key} onAsk={onAsk}>
          {turn.live ? (
            <PendingAnswer answering={turn.live} onAgain={onAgain} />
          ) : (
            turn.parts === null && (
              <AskAgain
                reason="We couldn't get an answer."
                onAgain={() => onAgain({ question: turn.question, requestId: key })}
              />
            )
          )}
        </TurnView>
      ))}
    </div>
  );
}

type Turn = {
  /** The request id, which is the same for the streaming and the stored answer. */
  key: string;
  question: string;
  /** Real time, ISO 8601. */
  askedAt: string;
  parts: readonly Part[] | null;
  /** The answer while it is streaming; otherwise null. */
  live: Answering | null;
};

/** Returns the saved messages. Adds the streamed answer until it is saved. */
function getTurns(messages: readonly Message[], answering: Answering | null): Turn[] {
  const isSaved =
    answering?.state === 'done' &&
    messages.some(({ request_id, parts }) => request_id === answering.requestId && parts !== null);
  const live = isSaved ? null : answering;
  const saved = messages
    .filter(({ request_id }) => request_id !== live?.requestId)
    .map(({ request_id, asked, created_at, parts }) => ({
      key: request_id,
      question: asked,
      askedAt: created_at,
      parts,
      live: null,
    }));
  if (!live) return saved;
  const { requestId, question, sentAt: askedAt, parts } = live;
  return [...saved, { key: requestId, question, askedAt, parts, live }];
}

/**
 * Gives the latest turn the height of the window, so that its question stays at the top while the answer
 * grows.
 */
const FULL_HEIGHT = '[&>:last-child]:min-h-[calc(100dvh-9.5rem)]';

function AskAgain({ reason, onAgain }: { reason: string; onAgain: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 bg-sunken p-4">
      <p className="min-w-0 flex-1 basis-60">{reason}</p>
      <Button onClick={onAgain}>Ask again</Button>
    </div>
  );
}

/** Scrolls to the latest question when it is asked and when a conversation opens. */
function useScrollToLatest(
  log: RefObject<HTMLDivElement | null>,
  requested: string | null,
  conversation: string | null,
  turns: number,
) {
  const before = useRef<{ asked: string | null; conversation?: string | null }>({ asked: null });
  useEffect(() => {
    const isNewQuestion = requested !== null && requested !== before.current.asked;
    // A new conversation gets its URL while the answer is streaming, but it is still the same conversation.
    const wasOpened = requested === null && conversation !== before.current.conversation;
    before.current = { asked: requested, conversation };
    if (!isNewQuestion && !wasOpened) return;
    const latest = log.current?.lastElementChild;
    if (turns > 1) latest?.scrollIntoView({ block: 'start' });
    // If the pressed control no longer exists, the focus moves to the question.
    if (requested !== null && document.activeElement === document.body)
      latest?.querySelector('h2')?.focus({ preventScroll: true });
  }, [log, requested, conversation, turns]);
}

type TurnViewProps = Omit<Turn, 'key'> & {
  /** Content below the answer: suggestions, or the reason for a failure. */
  children?: ReactNode;
  /** Only the latest answer has suggestions. */
  isLatest: boolean;
  onAsk: (question: string) => void;
};

/**
 * Renders a question with its answer. The question is a heading, so that screen readers can jump to each
 * answer.
 */
function TurnView({ question, askedAt, parts, live, children, isLatest, onAsk }: TurnViewProps) {
  const id = useId();
  const turn = { question, askedAt, isWhole: live?.state !== 'answering', onAsk };
  return (
    <section aria-labelledby={id} data-turn className="border-line not-first:border-t not-first:pt-8">
      <h2 id={id} tabIndex={-1} className="mb-5 whitespace-pre-line break-words text-lg focus:outline-none">
        {question}
      </h2>
      <div className="flex flex-col gap-5 pb-8">
        {withKeys(
          (parts ?? []).filter(({ kind }) => isLatest || kind !== 'choices'),
          ({ kind }) => kind,
        ).map(({ key, item: part }) => (
          <PartView key={key} part={part} turn={turn} />
        ))}
        {children}
      </div>
    </section>
  );
}

type PendingAnswerProps = { answering: Answering } & Pick<ThreadProps, 'onAgain'>;

function PendingAnswer({ answering, onAgain }: PendingAnswerProps) {
  const { state, parts, text } = answering;
  if (state === 'answering')
    return parts.length === 0 ? (
      <div className="flex flex-col gap-3">
        <p className="text-ink-3 text-sm">Checking your transactions…</p>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    ) : (
      <Skeleton className="h-4 w-24" />
    );
  if (state === 'done') return null;
  const failure = text ?? "We couldn't get an answer. Nothing changed.";
  const reason = state === 'stopped' ? 'You stopped this answer.' : failure;
  return <AskAgain reason={reason} onAgain={() => onAgain(answering)} />;
}
