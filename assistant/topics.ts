import bank from '../content/assistant-topics/bank.json' with { type: 'json' };
import money from '../content/assistant-topics/money.json' with { type: 'json' };
import plans from '../content/assistant-topics/plans.json' with { type: 'json' };

/**
 * A question that the assistant recognizes by its example phrasings. Slots such as `{account}` stand for the
 * customer's words. A slot with a question mark may be missing.
 */
export type Topic = {
  id: string;
  /** The question as the answer quotes it. */
  ask: string;
  /** Values that the question also accepts. The answer states them, so the quoted question doesn't. */
  accepts?: readonly string[];
  /** The direction of times without a year; past if missing. */
  tense?: 'future';
  /** The words, separated by spaces, that select each kind of what the question is about. */
  kinds?: Readonly<Record<string, string>>;
  /** The question in the words of customers. */
  phrasings: readonly string[];
};

export const TOPICS: readonly Topic[] = [...money, ...plans, ...bank] as Topic[];

export const findTopic = (id: string): Topic | undefined => TOPICS.find((topic) => topic.id === id);
