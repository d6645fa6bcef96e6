import type { Part, StreamEvent } from '@assistant/parts.ts';

/** A question that is being answered in this tab, with the answer so far. */
export type Answering = {
  /** The idempotency key of the question. */
  requestId: string;
  question: string;
  /** Null until the bank has created the conversation. */
  conversation: string | null;
  /**
   * The key of the browser history entry where the question was asked. Used until the conversation exists.
   */
  place: string;
  /** Real time, ISO 8601. */
  sentAt: string;
  /** The id of the stored answer; null until it exists. */
  message: string | null;
  parts: readonly Part[];
  state: 'answering' | 'done' | 'stopped' | 'failed';
  /** The bank's reason for a failure. */
  text: string | null;
};

export function startAnswer(
  requested: Pick<Answering, 'requestId' | 'question' | 'conversation' | 'place'>,
): Answering {
  const sentAt = new Date().toISOString();
  return { ...requested, sentAt, message: null, parts: [], state: 'answering', text: null };
}

/** Applies an event of the stream to the answer. Ignores events after its end. */
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
      return { ...answering, text: event.text, state: 'failed' };
  }
}

/** Adds a part to an answer. If the last part is text, new text is appended to it. */
export function withPart(parts: readonly Part[], part: Part): Part[] {
  const last = parts.at(-1);
  if (part.kind !== 'text' || last?.kind !== 'text') return [...parts, part];
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + part.text }];
}

/**
 * Returns a finished answer's text for screen readers: its sentences and short descriptions of its other
 * parts.
 */
export function getAnswerText(parts: readonly Part[]): string {
  return parts.flatMap(getPartText).join(' ');
}

function getPartText(part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'rows':
      return [`${part.total === 1 ? 'One transaction is' : `${part.total} transactions are`} listed.`];
    case 'proposal':
      return [`Confirm or dismiss: ${part.proposal.title}.`];
    case 'choices':
      return part.choices.length > 0
        ? [`${part.choices.length === 1 ? 'One answer' : `${part.choices.length} answers`} to choose from.`]
        : [];
    default:
      return [];
  }
}

/** Returns the text to announce to screen readers. Announces the answer only when it is complete. */
export function announced(answering: Answering | null): string {
  switch (answering?.state) {
    case 'answering':
      return 'Answering';
    case 'done':
      return `Answer: ${getAnswerText(answering.parts)}`;
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return answering.text ?? "We couldn't get an answer.";
    default:
      return '';
  }
}
