import { findTerm } from '../glossary.ts';
import { defineIntent } from '../parser/define-intent.ts';
import { isConcept, type MatchedSpans } from '../parser/matched-spans.ts';
import { getTerm } from '../parser/terms.ts';
import { getNameWords } from '../parser/text.ts';

const EXPLAINS =
  /^\s*(?:please |can you |could you |so |and |ok,? )*(?:explain|define|describe|what(?:'s| is| are| does)|whats|tell me about|meaning of|what do you mean by|how does|how do|what do)\s+(?:to me\s+)?(?:what\s+)?(?:(?:the\s+)?(?:term(?! means?\b)|meaning of|difference between)\s+)?(?:an?\s+|the\s+|is\s+an?\s+|is\s+)?(.+?)(?:\s+(?:even|actually|really))?(?:\s+(?:means?|is|are|work|works|stands? for|to me))?\s*[?.!]*\s*$/i;

/** "How does escrow work" asks for more than the meaning of a term. */
const ASKS_HOW = /\bhow do(?:es)?\b/i;

/**
 * Matches questions about a term, such as "What is APR" or "explain compound interest", but not about the
 * customer's own products.
 */
export const explain = defineIntent({
  matches: ({ text }) =>
    !/\b(?:my|mine|our|i|me)\b/i.test(text.replace(/\b(?:to|tell|for) me\b|\bcan i\b/gi, '')),
  build: (spans) => {
    const { text } = spans;
    const compared = matchTwoTerms(text);
    if (compared) {
      spans.matchAll();
      return { kind: 'explain', ...compared };
    }
    const phrase = EXPLAINS.exec(text)?.[1];
    // The number in "What is a W-2" belongs to the term.
    const whole = getTerm(getNameWords(phrase ?? ''));
    const isSpecific = spans.unmatched('amount').length > 0 || spans.unmatched('time').length > 0;
    const isTerm = !isSpecific && (phrase !== undefined || spans.has('explain'));
    const term = whole ?? (isTerm ? getTerm(getCorrectedWords(spans, phrase ?? text)) : null);
    if (!term) return null;
    spans.matchAll();
    const fact = ASKS_HOW.test(text) ? findTerm(term)?.fact : undefined;
    return fact === undefined ? { kind: 'explain', term } : { kind: 'fact', fact };
  },
});

const TWO_TERMS =
  /^\s*(?:please |can you |so |hey )*(?:(?:explain|compare|what(?:'s| is| are)|whats|how (?:is|are|does|do))\s+)?(?:the\s+)?(?:diff(?:erence)?\s+(?:between|in|of)\s+)?(?:an?\s+|the\s+)?(.+?)\s+(?:vs\.?|versus|and|or|different (?:from|than)|differ from|compared (?:to|with))\s+(?:an?\s+|the\s+)?(.+?)(?:,?\s*(?:what(?:'s| is)|whats)?\s*(?:the\s+)?(?:diff(?:erence)?))?\s*[?.!]*\s*$/i;

/** Matches two glossary terms: "APR vs APY", "what's the difference between a stock and a bond". */
function matchTwoTerms(text: string): { term: string; versus: string } | null {
  const [, first = '', second = ''] = TWO_TERMS.exec(text) ?? [];
  const words = [first, second].map(getNameWords);
  const noun = words[1]?.at(-1) ?? '';
  // In "fixed vs adjustable rate", the noun belongs to both terms.
  const [term, versus] = words.map((part) => getTerm(part) ?? getTerm([...part, noun]));
  // The strategies are compared with the customer's debts instead.
  const areStrategies = [term, versus].every((name) => name === 'Snowball' || name === 'Avalanche');
  return term && versus && term !== versus && !areStrategies ? { term, versus } : null;
}

/** Returns the words after the lead-in, with corrected spelling. */
function getCorrectedWords({ text, message }: MatchedSpans, phrase: string): string[] {
  const start = text.indexOf(phrase);
  return message.tokens
    .filter((token) => token.start >= start && token.end <= start + phrase.length)
    .map((token) => token.text)
    .filter(
      (word) => !/^(?:explain|define|meaning|mean|means|what|is|does|of|the|a|an|me|please|\?)$/.test(word),
    );
}

const BANKING =
  /\b(?:account|accounts|card|cards|loan|loans|mortgage|mortgages|transfer|transfers|pay|payment|payments|statement|statements|pin|dispute|charge|limit|limits|budget|budgets|goal|goals|checkpoint|checkpoints|export|import|download|password|passkey|theme|dark|light|notification|notifications|alert|alerts|document|documents|file|files|category|categories|tag|tags|rule|rules|transaction|transactions|receipt|interest|fee|autopay|deposit|deposits|withdraw|money|currency|time|clock|forecast|what-if|scheduled|schedule|subscription|subscriptions|payee|contact|contacts|person|people|friend|somebody|someone|score|credit|rewards|redeem|support|ticket|profile|e-?mail|phone|address|language|zone|data|delete|close|open|sign|log ?out|two-factor|2fa|security|refinance|hardship|application|apply|virtual|reconcile|split|bill|bills|cash|debt|savings|checking|privacy|demo|start over|reset|csv|pdf|invoice|standing order|tips|lessons|lesson|analytics|settings|freeze|unfreeze|routing|number|iban|fraud|report|checkpoint|go back|back in time)\b/i;

/** Questions with fixed phrasings, and the articles that answer them. */
const FIXED: readonly (readonly [RegExp, string])[] = [
  [/\bautopay\b|\bpay\b.*\bautomatically\b|\bautomatic payments?\b/i, 'Set up autopay'],
  [
    /\b(?:is|are) (?:this|any of this|it|the money)(?: all)? (?:real|fake|simulated)\b|\breal money\b|\bis my money safe\b/i,
    'Is any of this real?',
  ],
  [/^\s*(?:please )?(?:go|take me|turn|travel|move) back\b(?! to me)/i, 'Go back in time'],
  [
    /^\s*(?:i (?:want|need) to )?report (?:a |an )?(?:fraud|unknown charge|stolen|wrong charge|charge)\b/i,
    'Dispute a charge',
  ],
  [
    /\b(?:talk|speak|chat) (?:to|with) (?:a |an )?(?:human|person|agent|someone|somebody|support)\b|\bcontact support\b/i,
    'Ask support',
  ],
];

const OUTSIDE = /\b(?:bitcoin|crypto|stocks?|tesla|pasta|cook|weather|visa application)\b/i;

const CAN_I =
  /^\s*(?:please |hey |hi |so )*(?:can|could|may) i (?:change|open|close|delete|export|import|download|dispute|upload|rename|reset|set up|add|see|find|get|use|redeem|apply|refinance|replace|cancel|schedule|freeze|share|print|edit|split|tag|invite|skip|defer|pause|postpone|increase|link)\b/i;

const I_WANT =
  /^\s*(?:please |hey |hi )*(?:i (?:want|need|would like|'d like)|i'd like|help me|let me|cancel|stop|end|open|close|delete|export|download|dispute|add|create|change|apply)\b.*\b(?:open|close|delete|export|download|dispute|apply|payment|subscription|auto deposit|password|pin|e-?mail|statement|account|application|card|goal|theme|time zone|profile)\b/i;

/** "Where is all my money going" asks about spending. */
const MONEY_GOES = /\bwhere\b.*\bmoney\b.*\b(?:go|goes|going|gone|went)\b/i;

/** Matches "How do I dispute a charge", "where are my statements". */
export const help = defineIntent({
  unless: 'whatif',
  build: (spans) => {
    const { text } = spans;
    const hasAmount = spans.unmatched('amount').length > 0;
    const fixed = hasAmount ? undefined : FIXED.find(([phrasing]) => spans.matches(phrasing))?.[1];
    const lead = spans.items.find((item) => isConcept(item, 'howto'));
    const isRequest =
      !hasAmount &&
      (spans.matches(CAN_I) ||
        (spans.matches(I_WANT) && !spans.has('transfer pay send budget balance payoff')));
    const topic = text
      .slice(lead?.end ?? 0)
      .trim()
      .replace(/[?.!\s]+$/, '');
    const isAboutBank = BANKING.test(`${topic} ${spans.message.tokens.map((token) => token.text).join(' ')}`);
    const isOther =
      spans.matches(MONEY_GOES) ||
      (spans.matches(/\b(?:and|also|then|plus)\b/i) &&
        spans.has('freeze unfreeze transfer send balance score')) ||
      spans.unmatched('amount').some(({ value }) => value.isMoney) ||
      spans.has('spend earn') ||
      spans.unmatched('word').length > 4 ||
      spans.matches(OUTSIDE);
    if (!fixed && ((!lead && !isRequest) || topic === '' || !isAboutBank || isOther)) return null;
    spans.matchAll();
    return { kind: 'help', topic: fixed ?? topic };
  },
});

/**
 * Matches requests that a different page handles, such as "Deposit 100" or "set a goal of 5000 for a car".
 */
export const elsewhere = defineIntent({
  isAction: true,
  build: (spans) => {
    const isGoal = spans.has('goal') && spans.has('set schedule open make save raise lower');
    const isCash =
      spans.has('deposit withdraw') && !spans.has('autodeposit') && spans.unmatched('frequency').length === 0;
    if (!isGoal && !isCash) return null;
    spans.matchAll();
    return isGoal
      ? spans.refuse(
          'no_such_product',
          'You can create goals, add money to them, and change them on the Goals page.',
          ['How do I set a goal?', 'How are my goals doing?'],
        )
      : spans.refuse(
          'no_such_product',
          'You can make deposits and withdrawals on the account page. Here, you can transfer money and make payments.',
          ['How do I deposit money into an account?', 'How do I withdraw money from an account?'],
        );
  },
});
