import type { Intent } from '../intent.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
import { getTerm } from './terms.ts';
import { cleanText, getNameWords } from './text.ts';

const SENTENCE = /(?<=[.!?])\s+(?=\S)|\s*\n+\s*/;
const ASKS =
  /\?\s*$|^\s*(?:(?:so|and|but|also|hey|hi|ok|okay|well|please)[\s,]+)*(?:how|what|whats|what's|when|whens|which|where|who|why|is|are|am|do|does|did|can|could|will|would|should|has|have|may|show|list|tell|give|transfer|move|pay|send|put|set|freeze|cancel)\b/i;
const CHANGES_QUESTION = /\b(?:if|except|not counting|without|only|unless|instead)\b/i;

/**
 * Returns the questions of a message without the statements around them: "Hello, I'm new here. How much do I
 * have in savings?" Returns null if there is nothing to leave out, or if a statement has a value that the
 * question may need.
 */
export function getQuestions({ text, customer }: ParsedMessage): string | null {
  const sentences = text.split(SENTENCE).filter((sentence) => /\p{L}/u.test(sentence));
  const questions = sentences.filter((sentence) => ASKS.test(sentence));
  if (questions.length === 0 || questions.length === sentences.length) return null;
  const isStatement = (sentence: string) =>
    !CHANGES_QUESTION.test(sentence) &&
    parseMessage(cleanText(sentence), customer).items.every(
      (item) =>
        !['percent', 'frequency', 'share', 'currency', 'quote', 'email'].includes(item.is) &&
        (item.is !== 'amount' || !item.value.isMoney) &&
        (item.is !== 'name' || item.generic !== null || item.refs.every(({ is }) => is === 'category')),
    );
  const others = sentences.filter((sentence) => !questions.includes(sentence));
  // "What is mine good? The number" refers to the sentence that is left out.
  const refersBack = questions.some((question) => /\b(?:it|that|this|they|them|those)\b/i.test(question));
  return !refersBack && others.every(isStatement) ? questions.join(' ') : null;
}

/** Terms that are also everyday words. A statement that contains one doesn't ask about its meaning. */
const EVERYDAY = new Set([
  'Budget',
  'Category',
  'Goal',
  'Interest',
  'Insurance',
  'Real',
  'Subscription',
  'Term',
]);
const LONGEST_TERM = 5;

/** Returns the longest glossary term in a text, the last one of several; null if there is none. */
function findTermIn(text: string): string | null {
  const words = getNameWords(text);
  for (let length = LONGEST_TERM; length > 0; length -= 1)
    for (let at = words.length - length; at >= 0; at -= 1) {
      const term = getTerm(words.slice(at, at + length));
      if (term !== null && !EVERYDAY.has(term)) return term;
    }
  return null;
}

const ASKS_MEANING =
  /^(.*\S)[\s,.;:!?-]+(?:and |so |but )?(?:what(?:'s|s| is| does| on earth is)|wtf is|are|explain) (?:that|it|this|those|they|these)(?: mean| about| all about)?[\s?.!]*$/i;

/** Reads "there's a hold on my account, what is that" as a question about the term in the statement. */
export function readAsTermQuestion({ text }: ParsedMessage): Intent | null {
  const [, statement] = ASKS_MEANING.exec(text) ?? [];
  if (
    !statement ||
    /^\s*(?:how|what|when|where|which|who|why|is|are|do|does|did|can|will)\b/i.test(statement)
  )
    return null;
  const term = findTermIn(statement);
  return term === null ? null : { kind: 'explain', term, assumed: [] };
}
