import type { Intent } from '../intent.ts';
import { isConcept, MatchedSpans, toRefusal, USUAL_QUESTIONS } from '../parser/matched-spans.ts';
import type { NameKind } from '../parser/names.ts';
import { isBankingWord, isKnownFeature } from '../parser/nearest-questions.ts';
import type { Item, ParsedMessage } from '../parser/parsed-message.ts';
import { refuseLanguage } from './languages.ts';
import { refuseTwoQuestions } from './refusals.ts';

const REQUESTS =
  'transfer send pay payoff schedule freeze unfreeze set forward put spend earn due score networth balance';

/** Refuses a message that no intent matches. States the likely reason and suggests similar questions. */
export function refuseUnknown(message: ParsedMessage): Intent {
  const { text, items, customer } = message;
  const foreign = refuseLanguage(text);
  if (foreign) return foreign;
  const twoQuestions = refuseTwoQuestions(text);
  if (twoQuestions) return twoQuestions;
  const requests = new Set(
    items.flatMap((item) => (item.is === 'concept' && isConcept(item, REQUESTS) ? [item.concept] : [])),
  );
  if (requests.size > 1 && /\b(?:and|then|also)\b|[?.!].*\w/i.test(text)) {
    const parts = text.split(/\b(?:and then|and|then|also)\b|[?.!]/i).map((part) => part.trim());
    const choices = parts.filter((part) => part.length > 3).slice(0, 2);
    return toRefusal('two_at_once', 'Please make one request at a time.', choices);
  }
  const person = items.find(
    (item) => (isConcept(item, 'relative') || item.is === 'word') && isPayee(items, item),
  );
  if (person && !new MatchedSpans(message).isQuestion && !/\bif\b/i.test(text))
    return toRefusal(
      'unknown_name',
      `We couldn't find a person or payee named \u201c${person.raw}\u201d.`,
      customer.contacts.slice(0, 2).map(({ name }) => `Pay ${name}`),
      person.raw,
    );
  const [pronoun] = /\b(?:it|that|this|they|them|those)\b/i.exec(text) ?? [];
  const unknown = items.filter(({ is }) => is === 'word');
  if (
    pronoun &&
    items.every(({ is }) => is === 'stop' || is === 'preposition' || is === 'word' || is === 'concept') &&
    items.length < 8
  )
    return toRefusal(
      'not_understood',
      `We're not sure what \u201c${pronoun.toLowerCase()}\u201d means here. Name the account, card, payment, or amount.`,
      USUAL_QUESTIONS,
    );
  // Without any word of banking, the message is about something else.
  const isOutside =
    unknown.length > 1 &&
    items.length > 5 &&
    items.every(
      (item) =>
        item.is === 'word' ||
        item.is === 'stop' ||
        item.is === 'preposition' ||
        isConcept(item, 'put someone relative have make'),
    ) &&
    !unknown.some((item) => isKnownFeature(item) || item.words.some(isBankingWord));
  if (isOutside)
    return toRefusal(
      'outside_world',
      'We can only answer questions about your money at Sandbank.',
      USUAL_QUESTIONS,
    );
  const about = unknown.map(({ raw }) => raw).join(' ') || null;
  const reply = about
    ? `We didn't understand \u201c${about}\u201d. Try rephrasing your message.`
    : "We're not sure what you mean. Try rephrasing your message.";
  return toRefusal('not_understood', reply, suggestQuestions(items), about);
}

const DEBT_QUESTIONS = [
  'How much do I owe on *?',
  'When will * be paid off?',
  'What if I pay 100 more a month on *?',
];

/** Suggested questions by the kind of name that the message mentions. The name replaces `*`. */
const QUESTIONS: Partial<Record<NameKind, readonly string[]>> = {
  category: ['How much did I spend on * last month?', 'How much is left in my * budget?'],
  merchant: ['How much did I spend at * last month?', 'When did I last pay *?'],
  card: ['How much do I owe on *?', 'When is * due?', 'Freeze *'],
  loan: DEBT_QUESTIONS,
  mortgage: DEBT_QUESTIONS,
  account: ['What is the balance of *?', 'How much will I have in * in a month?'],
  goal: ['When will I reach *?'],
  payment: ['When is * due?', 'What if I cancel *?'],
  contact: ['Pay *', 'When did I last pay *?'],
};

function suggestQuestions(items: readonly Item[]) {
  const ref = items.flatMap((item) => (item.is === 'name' ? item.refs : []))[0];
  const questions = ref && QUESTIONS[ref.is]?.map((question) => question.replace('*', () => ref.name));
  return questions ?? USUAL_QUESTIONS;
}

/** Returns true if a word is where a payee is expected: after "to" or directly after the verb. */
function isPayee(items: readonly Item[], item: Item): boolean {
  const verbs = 'send pay transfer';
  const before = items.slice(0, item.at).findLast(({ is }) => is !== 'stop');
  const isPayment = items.some((verb) => isConcept(verb, verbs));
  return isPayment && (item.preposition === 'to' || isConcept(before, verbs));
}
