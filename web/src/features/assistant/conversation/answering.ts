import type { Part, StreamEvent } from '@assistant/parts.ts';

/** A question that is being answered in this tab, as far as the answer has come. */
export type Answering = {
  /** Sent again with the same one, a question is answered once. */
  requestId: string;
  question: string;
  /** Null until the bank has begun one. */
  conversation: string | null;
  /** The key of the place in the browser's history where it was asked, for as long as it has no conversation. */
  place: string;
  /** Real time, ISO 8601. */
  askedAt: string;
  /** Under which the answer is kept; null until it has begun. */
  message: string | null;
  parts: readonly Part[];
  state: 'answering' | 'done' | 'stopped' | 'failed';
  /** Why it failed, where the bank said so. */
  words: string | null;
};

export function startAnswer(
  asked: Pick<Answering, 'requestId' | 'question' | 'conversation' | 'place'>,
): Answering {
  const askedAt = new Date().toISOString();
  return { ...asked, askedAt, message: null, parts: [], state: 'answering', words: null };
}

/** The answer with one more event of its stream. What comes after its end is passed over. */
export function withEvent(answering: Answering, event: StreamEvent): Answering {
  if (answering.state !== 'answering') return answering;
  switch (event.event) {
    case 'started':
      return { ...answering, conversation: event.conversation, message: event.message };
    case 'part':
      return { ...answering, parts: withPart(answering.parts, event.part) };
    case 'done':
      return { ...answering, message: event.message, state: 'done' };
    case 'failed':
      return { ...answering, words: event.words, state: 'failed' };
  }
}

/** Text that follows text goes on with it. */
export function withPart(parts: readonly Part[], part: Part): Part[] {
  const last = parts.at(-1);
  if (part.kind !== 'text' || last?.kind !== 'text') return [...parts, part];
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + part.text }];
}

/** Returns the text of a finished answer for screen readers: its sentences and what is below them. */
export function spokenAnswer(parts: readonly Part[]): string {
  return parts.flatMap(spoken).join(' ');
}

function spoken(part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'rows':
      return [`${part.total === 1 ? 'One transaction is' : `${part.total} transactions are`} listed.`];
    case 'proposal':
      return [`To confirm or dismiss: ${part.proposal.title}.`];
    case 'choices':
      return part.choices.length > 0
        ? [`${part.choices.length === 1 ? 'One answer' : `${part.choices.length} answers`} to choose from.`]
        : [];
    default:
      return [];
  }
}

/** For the live region of the room: each state once, and the answer only when it is whole. */
export function announced(answering: Answering | null): string {
  switch (answering?.state) {
    case 'answering':
      return 'Answering';
    case 'done':
      return `Answer: ${spokenAnswer(answering.parts)}`;
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return answering.words ?? "We couldn't get an answer.";
    default:
      return '';
  }
}
