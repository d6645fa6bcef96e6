import type { TopicValues } from '../intent.ts';
import { getStrongest, type MatchedSpans, type Rule } from '../parser/matched-spans.ts';
import type { NameKind } from '../parser/names.ts';
import { readTopicValues } from '../parser/topic-values.ts';

/** The kinds of names that a rule accepts. Generic words such as "my card" are always accepted. */
type Accepts = readonly NameKind[];

/**
 * Topics with decisive words, which would otherwise be read as a broader question: "the last payment on Tide" isn't its
 * last purchase. `amount` is true if the question needs an amount.
 */
const RULES: readonly {
  topic: string;
  pattern: RegExp;
  unless?: RegExp;
  accepts: Accepts;
  needs?: NameKind;
  amount?: true;
}[] = [
  {
    topic: 'autopay-status',
    pattern:
      /^(?:is|are|am i|do i have|does|did i|have i|which|what|what's|list|show|check)\b.*\b(?:auto-?pays?|automatic payments?|automatically|direct debits?)\b|^auto-?pay (?:status|settings|overview)\b/i,
    unless: /\bhow\b|\bcan\b|\brent\b|\bset (?:it )?to\b/i,
    accepts: ['card', 'loan', 'mortgage'],
  },
  {
    topic: 'card-last-payment',
    pattern:
      /\b(?:last|latest|most recent|previous)\b.*\b(?:pay|paid|payments?)\b|\b(?:was|when)\b.*\bcard\b.*\blast paid\b/i,
    unless: /\b(?:with|using|by|from|at|for|before|missed?|failed?|largest|late|purchase)\b/i,
    accepts: ['card'],
    needs: 'card',
  },
  {
    topic: 'card-closing-date',
    pattern:
      /\b(?:statement|billing cycle|billing period)\b.*\b(?:clos(?:e[sd]?|ing)|cut|cut-?off|ends?|starts?)\b|\b(?:closing|cut-?off) (?:date|day)\b/i,
    unless: /\b(?:balance|account|mortgage|loan|how much)\b/i,
    accepts: ['card'],
  },
  {
    topic: 'reward-rates',
    pattern: /\b(?:cash ?back|rewards?|earn(?:ing)?) (?:rates?|percent(?:age)?)\b/i,
    unless: /\b(?:interest|apy|savings|redeem)\b/i,
    accepts: ['card', 'category', 'merchant'],
  },
  {
    topic: 'card-would-decline',
    pattern:
      /\b(?:declin\w*|go through|get rejected|be rejected|be accepted|have room|room for)\b|\bcan\b.*\b(?:handle|take)\b/i,
    unless: /\b(?:why|was|did|loan|application|mortgage)\b/i,
    accepts: ['card', 'category'],
    needs: 'card',
    amount: true,
  },
  {
    topic: 'pending-charges',
    pattern:
      /\bpending\b|\b(?:haven'?t|hasn'?t|not|didn'?t|un-?)(?: yet| been)? ?(?:posted|cleared|post|clear)\b|\b(?:on hold|pre-?authori[sz]ations?|authori[sz]ation holds?)\b/i,
    unless:
      /\b(?:how (?:do|does|long)|why|what (?:is|are|does) (?:a|an|pending mean)|mean|transfer|application|refund)\b/i,
    accepts: ['card', 'account'],
  },
];

/** Matches a topic by its decisive words, if it accepts every name, amount, and time of the message. */
export const knownTopic: Rule = (spans) => {
  const text = spans.text.replace(/^\s*(?:(?:please|hey|hi|so|and|ok|can you)[\s,]+)*/i, '');
  const rule = RULES.find(
    ({ pattern, unless, ...rest }) => pattern.test(text) && !unless?.test(text) && fits(spans, rest),
  );
  if (!rule) return null;
  const { values } = readTopicValues(spans.message, 'past');
  if (rule.amount && !hasOneAmount(values)) return null;
  spans.matchAll();
  return { kind: 'topic', topic: rule.topic, values };
};

const hasOneAmount = ({ amounts }: TopicValues) => amounts.length === 1;

function fits(
  spans: MatchedSpans,
  { accepts, needs, amount }: Pick<(typeof RULES)[number], 'accepts' | 'needs' | 'amount'>,
): boolean {
  const names = spans.unmatched('name');
  const areAccepted = names.every(
    ({ refs, generic, isExcluded }) =>
      !isExcluded && (generic !== null || getStrongest(refs).some(({ is }) => accepts.includes(is))),
  );
  const hasNeeded =
    !needs ||
    names.some(({ refs, generic }) => generic === needs || getStrongest(refs).some(({ is }) => is === needs));
  const others = spans.items.some(
    ({ is, raw }) =>
      ['percent', 'duration', 'quote', 'email', 'share', 'currency'].includes(is) ||
      (is === 'time' && !/^(?:today|now|right now|lately|recently)$/i.test(raw)) ||
      (is === 'amount' && !amount),
  );
  return areAccepted && hasNeeded && !others;
}
