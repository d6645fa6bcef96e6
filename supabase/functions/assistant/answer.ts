import { formatAssumed } from '../../../assistant/format.ts';
import type { Assumed, Intent, Reading } from '../../../assistant/intent.ts';
import { choices, link, type Part, text } from '../../../assistant/parts.ts';

/** The main sentence of an answer. The intent's assumptions and the note follow it. */
type Lead = { kind: 'lead'; sentence: string; note: string };

/** The parts of an answer, streamed in order. */
export type Answer = AsyncGenerator<Part | Lead>;

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>;

export const PROJECTION_NOTE = ' This is a projection, not advice.';

export const lead = (sentence: string, note = ''): Lead => ({ kind: 'lead', sentence, note });

/** States that there is nothing to show, and links to a helpful page. */
export function* answerNothing(sentence: string, label: string, href: string): Generator<Part> {
  yield text(sentence);
  yield link(label, href);
}

/** Adds the assumptions after an answer's main sentence. */
export async function* withAssumptions(answer: Answer, assumed: readonly Assumed[]): AsyncGenerator<Part> {
  for await (const part of answer) {
    if (part.kind === 'choices' && part.choices.length === 0) continue;
    yield part.kind === 'lead' ? text(`${part.sentence}${formatAssumed(assumed)}${part.note}`) : part;
  }
}

/** Says how a message was read, and offers similar questions instead of follow-ups. */
export async function* withReading(
  answer: AsyncGenerator<Part>,
  reading: Reading | undefined,
): AsyncGenerator<Part> {
  if (!reading) return yield* answer;
  yield text(`We read this as \u201c${reading.question}\u201d`);
  for await (const part of answer) if (part.kind !== 'choices' || reading.others.length === 0) yield part;
  if (reading.others.length > 0) yield choices(...reading.others);
}
