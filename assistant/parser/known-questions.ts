import catalog from '../../content/assistant-questions.json' with { type: 'json' };
import { FACTS } from '../facts.ts';
import { TOPICS } from '../topics.ts';
import { SLOT } from './topic-features.ts';

export type SlotName =
  | ('account' | 'card' | 'debt' | 'category' | 'merchant' | 'payment' | 'goal' | 'contact')
  | ('time' | 'amount' | 'percent' | 'frequency' | 'duration' | 'currency');

/** A question that the assistant recognizes by its phrasings. */
export type KnownQuestion = {
  ask: string;
  fact: string | null;
  topic: string | null;
  /** The slots of `ask`. */
  slots: readonly { name: SlotName; isOptional: boolean }[];
  /** Slots of values that the question accepts but doesn't quote. */
  accepts: readonly SlotName[];
  /** The question in the words of customers. */
  phrasings: readonly string[];
};

/** Returns the slots of phrasings, which are in braces. */
const listSlots = (phrasings: readonly string[]) => [
  ...new Set(
    phrasings.flatMap((phrasing) => [...phrasing.matchAll(SLOT)].map(([, name]) => name as SlotName)),
  ),
];

export const QUESTIONS: readonly KnownQuestion[] = [
  ...catalog.map(({ ask, phrasings }) => ({ ask, phrasings, fact: null, topic: null, accepts: [] })),
  ...FACTS.map(({ id, question, phrasings }) => ({
    ask: question,
    phrasings,
    fact: id,
    topic: null,
    accepts: listSlots(phrasings),
  })),
  ...TOPICS.map(({ id, ask, accepts = [], phrasings }) => ({
    ask,
    phrasings,
    fact: null,
    topic: id,
    accepts: accepts as readonly SlotName[],
  })),
].map((question) => ({
  ...question,
  slots: [...question.ask.matchAll(SLOT)].map(([, name, optional]) => ({
    name: name as SlotName,
    isOptional: optional === '?',
  })),
}));
