import type { Part } from '@assistant/parts.ts';
import { type ReactNode, useId } from 'react';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { PartView } from '../answer-parts/part-view';
import type { Answering } from './answering';

type TurnViewProps = {
  question: string;
  /** Real time, ISO 8601. */
  askedAt: string;
  parts: readonly Part[];
  /** Content below the answer: suggestions, or the reason for a failure. */
  children?: ReactNode;
  /** Only the latest answer has suggestions. */
  isLatest: boolean;
  /** False while the answer is streaming. */
  isWhole: boolean;
  onAsk: (question: string) => void;
};

/** A question as a heading, so that screen readers can jump to each answer, with its answer. */
export function TurnView({ question, askedAt, parts, children, isLatest, isWhole, onAsk }: TurnViewProps) {
  const id = useId();
  const turn = { question, askedAt, isWhole, onAsk };
  return (
    <section aria-labelledby={id} data-turn className="border-line not-first:border-t not-first:pt-8">
      <h2 id={id} tabIndex={-1} className="mb-5 whitespace-pre-line break-words text-lg focus:outline-none">
        {question}
      </h2>
      <div className="flex flex-col gap-5 pb-8">
        {parts
          .filter(({ kind }) => isLatest || kind !== 'choices')
          .map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Parts are only appended.
            <PartView key={index} part={part} turn={turn} />
          ))}
        {children}
      </div>
    </section>
  );
}

/** Renders the state of an answer while it is streamed, and after a failure. */
export function AnsweringEnd({ answering, onAgain }: { answering: Answering; onAgain: () => void }) {
  const { state, parts, words } = answering;
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
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3 bg-sunken p-4">
      <p className="min-w-0 flex-1 basis-60">
        {state === 'stopped'
          ? 'You stopped this answer.'
          : (words ?? "We couldn't get an answer. Your money is unchanged.")}
      </p>
      <Button onClick={onAgain}>Ask again</Button>
    </div>
  );
}
