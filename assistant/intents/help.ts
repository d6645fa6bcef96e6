import { asked, beyond, type MatchedSpans, type Rule } from '../parser/matched-spans.ts';
import { getTerm } from '../parser/terms.ts';
import { wordsOfName } from '../parser/text.ts';

const EXPLAINS =
  /^\s*(?:please |can you |could you |so |and |ok,? )*(?:explain|define|describe|what(?:'s| is| are| does)|whats|tell me about|meaning of|what do you mean by|how does|how do|what do)\s+(?:to me\s+)?(?:what\s+)?(?:(?:the\s+)?(?:term|meaning of|difference between)\s+)?(?:an?\s+|the\s+|is\s+an?\s+|is\s+)?(.+?)(?:\s+(?:means?|is|are|work|works|stands? for|to me))?\s*[?.!]*\s*$/i;

/** "What is APR", "explain compound interest": a term without the customer's products. */
export const explain: Rule = (spans) => {
  const text = spans.text;
  if (/\b(?:my|mine|our|i|me)\b/i.test(text.replace(/\b(?:to|tell|for) me\b/i, '').replace(/\bcan i\b/i, '')))
    return null;
  const [, words] = EXPLAINS.exec(text) ?? [];
  const term =
    getTerm(wordsOfName(words ?? '')) ??
    (spans.has('explain') || words !== undefined ? getTerm(formatCorrected(spans, words ?? text)) : null);
  if (!term || spans.of('amount').length > 0 || spans.of('time').length > 0) return null;
  spans.takeAll();
  return { kind: 'explain', term };
};

/** The corrected words without the lead-in. */
function formatCorrected(spans: MatchedSpans, words: string): string[] {
  const from = spans.text.indexOf(words);
  const within = spans.reading.tokens
    .filter(({ start, end }) => start >= from && end <= from + words.length)
    .map(({ text }) => text);
  return within.filter(
    (word) => !/^(?:explain|define|meaning|mean|means|what|is|does|of|the|a|an|me|please|\?)$/.test(word),
  );
}

const BANKING =
  /\b(?:account|accounts|card|cards|loan|loans|mortgage|mortgages|transfer|transfers|pay|payment|payments|statement|statements|pin|dispute|charge|limit|limits|budget|budgets|goal|goals|checkpoint|checkpoints|export|import|download|password|passkey|theme|dark|light|notification|notifications|alert|alerts|document|documents|file|files|category|categories|tag|tags|rule|rules|transaction|transactions|receipt|interest|fee|autopay|deposit|deposits|withdraw|money|currency|time|clock|forecast|what-if|scheduled|schedule|subscription|subscriptions|payee|contact|contacts|person|people|friend|somebody|someone|score|credit|rewards|redeem|support|ticket|profile|e-?mail|phone|address|language|zone|data|delete|close|open|sign|log ?out|two-factor|2fa|security|refinance|hardship|application|apply|virtual|reconcile|split|bill|bills|cash|debt|savings|checking|privacy|demo|start over|reset|csv|pdf|invoice|standing order|tips|lessons|lesson|analytics|settings|freeze|unfreeze|routing|number|iban|fraud|report|checkpoint|go back|back in time)\b/i;

/** Questions with specific phrasings. */
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

/** "How do I dispute a charge", "where are my statements". */
export const help: Rule = (spans) => {
  const text = spans.text;
  const lead = spans.lemma('howto');
  const isCan =
    /^\s*(?:please |hey |hi |so )*(?:can|could|may) i (?:change|open|close|delete|export|import|download|dispute|upload|rename|reset|set up|add|see|find|get|use|redeem|apply|refinance|replace|cancel|schedule|freeze|share|print|edit|split|tag|invite)\b/i.test(
      text,
    ) && spans.of('amount').length === 0;
  const fixed = FIXED.find(([words]) => words.test(text))?.[1];
  if (fixed && !spans.has('whatif') && spans.of('amount').length === 0) {
    spans.takeAll();
    return { kind: 'help', topic: fixed };
  }
  const isWant =
    /^\s*(?:please |hey |hi )*(?:i (?:want|need|would like|'d like)|i'd like|help me|let me|cancel|stop|end|open|close|delete|export|download|dispute|add|create|change|apply)\b.*\b(?:open|close|delete|export|download|dispute|apply|payment|subscription|auto deposit|password|pin|e-?mail|statement|account|application|card|goal|theme|time zone|profile)\b/i.test(
      text,
    ) &&
    !spans.has('transfer pay send budget balance payoff') &&
    spans.of('amount').length === 0;
  if ((!lead && !isCan && !isWant) || spans.has('whatif')) return null;
  const topic = lead
    ? text
        .slice(lead.end)
        .trim()
        .replace(/[?.!\s]+$/, '')
    : text.trim().replace(/[?.!\s]+$/, '');
  const words = spans.reading.tokens.map(({ text }) => text).join(' ');
  if (topic === '' || !(BANKING.test(topic) || BANKING.test(words))) return null;
  if (spans.of('amount').some(({ said }) => said.isMoney) || spans.has('spend', 'earn')) return null;
  const unknown = spans.of('word').length;
  const isOutside = /\b(?:bitcoin|crypto|stocks?|tesla|pasta|cook|weather|visa application)\b/i.test(text);
  if (unknown > 4 || isOutside) return null;
  spans.takeAll();
  return { kind: 'help', topic };
};

/** Parses requests that belong to another page. */
export const elsewhere: Rule = (spans) => {
  if (spans.isQuestion) return null;
  const isCash =
    spans.has('deposit', 'withdraw') && spans.of('frequency').length === 0 && !spans.has('autodeposit');
  const isGoal = spans.has('goal') && spans.has('set schedule open make save');
  if (!isCash && !isGoal) return null;
  spans.takeAll();
  if (isGoal)
    return beyond('no_such_product', 'You can create goals on the Goals page.', [
      asked('How do I set a goal?'),
      asked('How are my goals doing?'),
    ]);
  return beyond(
    'no_such_product',
    'You can deposit and withdraw on the account page. Here, you can transfer money and make payments.',
    [asked('How do I deposit money into an account?'), asked('How do I withdraw money from an account?')],
  );
};
