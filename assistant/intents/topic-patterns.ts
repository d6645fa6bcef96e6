import type { MatchedSpans, Rule } from '../parser/matched-spans.ts';
import { readTopicValues } from '../parser/topic-values.ts';
import { TOPICS } from '../topics.ts';

type Pattern = {
  topic: string;
  /** The message matches all of these. */
  has: readonly RegExp[];
  /** Checks the values of the message. */
  fits?: (spans: MatchedSpans) => boolean;
};

const mentionsDebt = (spans: MatchedSpans) => spans.mentions('loan') || spans.mentions('mortgage');
const mentionsDebtOrCard = (spans: MatchedSpans) => mentionsDebt(spans) || spans.mentions('card');
const hasAmount = (spans: MatchedSpans) => spans.unmatched('amount').length === 1;
const hasEnd = (spans: MatchedSpans) =>
  spans.unmatched('time').length + spans.unmatched('duration').length === 1;

/** Questions that other intents would mistake for a question with the same words. */
const PATTERNS: readonly Pattern[] = [
  {
    topic: 'payments-left',
    has: [
      /\b(?:payments?|instal?lments?|repayments?)\b.*\b(?:left|remaining|remain|to go|outstanding)\b/i,
      /^(?!.*\b(?:how much|total|sum|interest|cost)\b)/i,
    ],
    fits: mentionsDebt,
  },
  {
    topic: 'total-left-to-pay',
    has: [/\b(?:total|sum) of (?:all )?(?:the |my )?(?:remaining|future) payments\b/i],
    fits: mentionsDebt,
  },
  {
    topic: 'debt-daily-cost',
    has: [
      /\b(?:interest|costs?|costing|accrues?|charged?)\b|\bper diem\b/i,
      /\b(?:a day|per day|daily|each day|every day|per diem)\b/i,
      /^(?!.*\b(?:spend|spent|spending|all|debts)\b)/i,
    ],
    fits: mentionsDebtOrCard,
  },
  {
    topic: 'debt-payments',
    has: [
      /\b(?:highest|biggest|largest|lowest|smallest) (?:monthly )?(?:loan|debt) (?:payment|instal?lment)\b|\bwhich (?:loan|debt) has the (?:highest|biggest|largest|lowest|smallest) (?:monthly )?(?:payment|instal?lment)\b/i,
    ],
  },
  {
    topic: 'next-installments',
    has: [
      /\bhow much of (?:my |the |each |a )?(?:next |monthly )?.*\b(?:payment|instal?lment)\b.*\b(?:is|goes (?:to|on|toward)) (?:interest|principal|capital)\b/i,
    ],
    fits: mentionsDebt,
  },
  {
    topic: 'mortgage-insurance-end',
    has: [
      /\bpmi\b|\bmortgage insurance\b/i,
      /^(?!.*\b(?:mean|means|explain|define|stand for)\b)/i,
      /\b(?:my|i|when|end|drop|remove|cancel|stop|rid|until)\b/i,
    ],
  },
  {
    topic: 'debt-to-income',
    has: [/\bdebt[- ]to[- ]income\b|\bdti\b/i, /\bmy\b|^\s*(?:debt[- ]to[- ]income(?: ratio)?|dti)[\s?.]*$/i],
  },
  {
    topic: 'loan-to-value',
    has: [/\bltv\b|\bloan[- ]to[- ]value\b/i, /\bmy\b|^\s*(?:loan[- ]to[- ]value(?: ratio)?|ltv)[\s?.]*$/i],
  },
  {
    topic: 'emergency-fund',
    has: [
      /\bemergency (?:fund|savings)\b/i,
      /\b(?:big|large|high|much) should\b|\b(?:big|large) enough\b|\benough\b.*\bemergency\b|\bdo i have an?\b/i,
    ],
  },
  {
    topic: 'budget-adjust',
    has: [/\bwhich (?:of my )?budgets? (?:is|are) (?:too|unrealistic)\b/i],
  },
  {
    topic: 'budget-usage',
    has: [/\bbudgets?\b/i, /\b(?:percent|percentage|share)\b|%/i, /\b(?:used|gone|spent|usage|use)\b/i],
  },
  {
    topic: 'budget-total',
    has: [
      /\btotal (?:monthly )?budgets?\b|\btotal budgeted\b|\b(?:total|sum) of (?:all )?(?:of )?my budgets\b|\bbudgeted (?:in total|altogether)\b/i,
    ],
  },
  {
    topic: 'goal-behind',
    has: [/\bwhich (?:goals?|of my goals)\b/i, /\b(?:late|behind|off track|lagging)\b/i],
  },
  {
    topic: 'net-worth-ahead',
    has: [
      /\bnet worth\b/i,
      /\b(?:will|going to be|projected|projection|forecast|future)\b|\bin \d+ (?:years?|months?)\b/i,
    ],
  },
  {
    topic: 'put-away',
    has: [
      /\bhow much\b/i,
      /\b(?:save|put (?:away|aside)|set aside)\b/i,
      /^(?!.*\b(?:did|spend|will i have)\b)/i,
    ],
    fits: (spans) => hasAmount(spans) && hasEnd(spans),
  },
];

const ASSUMES = /\b(?:what if|what happens if|suppose|if i|if my)\b/i;
const ASKS_MORE = /\b(?:and|also)\b.*\b(?:how|what|when|which|why|is|are|do|did)\b|\?.*\w/i;

/** Matches questions by their patterns, before other intents can mistake them for another question. */
export const statedTopic: Rule = (spans) => {
  if (ASSUMES.test(spans.text) || ASKS_MORE.test(spans.text)) return null;
  const entry = PATTERNS.find(
    ({ has, fits }) => has.every((pattern) => spans.matches(pattern)) && (fits?.(spans) ?? true),
  );
  if (!entry) return null;
  const tense = TOPICS.find(({ id }) => id === entry.topic)?.tense ?? 'past';
  const { values } = readTopicValues(spans.message, tense);
  spans.matchAll();
  return { kind: 'topic', topic: entry.topic, values };
};
