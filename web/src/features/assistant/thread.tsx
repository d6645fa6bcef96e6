import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import type { Answering } from './answering';
import type { Message } from './queries';
import { AnsweringEnd, TurnView } from './turn-view';

type ThreadProps = {
  messages: readonly Message[];
  answering: Answering | null;
  onAsk: (question: string) => void;
  onAgain: (asked: { question: string; requestId: string }) => void;
};

/** What was asked and answered, the oldest first. The finished answer is announced elsewhere, once: this log is silent. */
export function Thread({ messages, answering, onAsk, onAgain }: ThreadProps) {
  const kept = messages.filter((message) => !isShownLive(message, answering));
  const isLive = answering !== null && !messages.some((message) => replaces(message, answering));
  const turns = kept.length + (isLive ? 1 : 0);
  const log = useRef<HTMLDivElement>(null);
  useLatestInSight(log, isLive ? answering.requestId : null, turns);
  return (
    <div
      ref={log}
      role="log"
      aria-live="off"
      aria-label="Conversation"
      className={classNames('max-w-172', turns > 1 && LONG)}
    >
      {kept.map((message, index) => (
        <TurnView
          key={message.request_id}
          question={message.asked}
          askedAt={message.created_at}
          parts={message.parts ?? []}
          isWhole
          isLatest={!isLive && index === kept.length - 1}
          onAsk={onAsk}
        >
          {message.parts === null && (
            <Unanswered onAgain={() => onAgain({ question: message.asked, requestId: message.request_id })} />
          )}
        </TurnView>
      ))}
      {isLive && (
        <TurnView
          key={answering.requestId}
          question={answering.question}
          askedAt={answering.askedAt}
          parts={answering.parts}
          isWhole={answering.state !== 'answering'}
          isLatest
          onAsk={onAsk}
        >
          <AnsweringEnd answering={answering} onAgain={() => onAgain(answering)} />
        </TurnView>
      )}
    </div>
  );
}

/** The latest turn has a window to itself, so that its question can stand at the top while the answer grows. */
const LONG = '[&>:last-child]:min-h-[calc(100dvh-15rem)]';

/** Kept by the bank, and still better shown as it came in. */
function isShownLive(message: Message, answering: Answering | null): boolean {
  return message.request_id === answering?.requestId && !replaces(message, answering);
}

/** The whole answer is there: what was shown while it came makes room for it. */
function replaces(message: Message, answering: Answering): boolean {
  return message.request_id === answering.requestId && message.parts !== null && answering.state === 'done';
}

function Unanswered({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 bg-sunken p-4">
      <p className="min-w-0 flex-1 basis-60">The answer has not come.</p>
      <Button onClick={onAgain}>Ask again</Button>
    </div>
  );
}

/** The latest question comes to the top when it is asked, and when a long conversation is opened. */
function useLatestInSight(log: RefObject<HTMLDivElement | null>, asked: string | null, turns: number) {
  const hasOpened = useRef(false);
  useEffect(() => {
    if (turns === 0 || (asked === null && hasOpened.current)) return;
    hasOpened.current = true;
    const latest = log.current?.lastElementChild;
    if (turns > 1) latest?.scrollIntoView({ block: 'start' });
    // Whatever was pressed may be gone by now: the question is where to go on from.
    if (asked !== null && document.activeElement === document.body)
      latest?.querySelector('h2')?.focus({ preventScroll: true });
  }, [log, asked, turns]);
}
