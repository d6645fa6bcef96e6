import type { Place, Question } from './meaning.ts';
import {
  asked,
  beyond,
  type Claim,
  choicesAdding,
  choicesFor,
  done,
  missing,
  type Rule,
} from './understand-claim.ts';
import { filterOf } from './understand-filter.ts';
import { takeWords } from './understand-ledger.ts';
import { termOf } from './understand-terms.ts';
import { wordsOfName } from './understand-text.ts';

/** Thanks, greetings and the like, when they are all there is. */
export const social: Rule = (claim) => {
  const kinds = ['greeting', 'thanks', 'goodbye', 'praise', 'complaint'] as const;
  const what = kinds.find((kind) => claim.has(kind));
  if (!what) return null;
  claim.any(...kinds, 'help', 'have', 'so', 'next', 'day', 'much');
  if (claim.has('no') && what !== 'thanks') return null;
  claim.any('no', 'yes');
  const found = (['thanks', 'goodbye', 'complaint', 'praise', 'greeting'] as const).find((kind) =>
    claim.has(kind),
  );
  return done(claim, { kind: 'social', what: found ?? what });
};

export const capabilities: Rule = (claim) => {
  const isHelp =
    claim.has('can') ||
    (claim.has('help') &&
      claim.items.every(
        (item) =>
          item.is === 'stop' ||
          item.is === 'prep' ||
          (item.is === 'lemma' && ['help', 'have', 'greeting'].includes(item.lemma)),
      ));
  if (!isHelp) return null;
  claim.any('can help have greeting');
  return done(claim, { kind: 'capabilities' });
};

export const dateToday: Rule = (claim) => (claim.any('date') ? done(claim, { kind: 'date' }) : null);

/** "How much can I spend today", "what's safe to spend". */
export const safeToSpend: Rule = (claim) => {
  const text = claim.reading.text;
  const isCan =
    /\b(?:can|could|may|should) i (?:safely |still )?spend\b|\b(?:left|available|free) to spend\b|\bspending money\b/i.test(
      text,
    );
  if (
    (!claim.has('safe') && !isCan) ||
    claim.has('budget afford whatif explain credit') ||
    claim.of('amount').length > 0
  )
    return null;
  claim.any('safe spend left available money have until much next');
  const [every] = claim.of('frequency');
  if (every) claim.take(every);
  const [time] = claim.of('time');
  const { today, payday } = claim.reading;
  const span = time?.time.future;
  // It is worked out for today, until the next payday: another time would be another number.
  if (
    time &&
    span &&
    ((span.from === today && span.to === today) ||
      span.to === payday ||
      span.from === null ||
      (span.from ?? 0) <= today)
  )
    claim.take(time);
  return done(claim, { kind: 'safe_to_spend' });
};

export const creditScore: Rule = (claim) => {
  if (/\bwhat(?:'s|s| is) an? (?!.*\bmy\b)/i.test(claim.reading.text)) return null;
  if (!claim.has('score') || claim.has('explain whatif if')) return null;
  const text = claim.reading.text;
  const isWhy = claim.any('why');
  const isChange = claim.any('compare happened raise lower more less') || /\bchange/i.test(text);
  const isImprove =
    claim.any('improve') || (/\bhow (?:can|do|could|should) i\b|\bways? to\b/i.test(text) && isChange);
  claim.any(
    'score howto set low why balance average have way make praise goes credit much more last complaint reason should',
  );
  takeWords(
    claim,
    /^(?:dropped|drop|fall|fell|bad|calculated|computed|above|below|made|calculated|worked|affects|affect|affecting|factors|hurting|so|helping|moved)$/,
  );
  const [time] = claim.of('time');
  if (time && (isChange || isWhy)) claim.take(time);
  if (claim.has('until reach when forecast will')) return null;
  return done(claim, {
    kind: 'credit_score',
    ask: isImprove
      ? 'improve'
      : isWhy || /\baffect|\bhurt|\bfactors|\bmade|\bcalculat|\bwork/i.test(text)
        ? 'why'
        : isChange
          ? 'change'
          : 'score',
  });
};

/** "Why is my interest $17.42", "why was I charged $29", "what is this 12.99". */
export const why: Rule = (claim) => {
  const text = claim.reading.text;
  const isWhat =
    /^\s*(?:so )?what(?:'s| is| was| are)? (?:this|that|the|for)\b/i.test(text) &&
    claim.of('amount').length > 0 &&
    !claim.has('convert');
  const isExplained =
    claim.has('explain') &&
    (claim.of('amount').length > 0 || /\b(?:my|this|that)\b/i.test(text)) &&
    claim.has('interest fee charge');
  const isFor =
    claim.has('fee', 'charge') &&
    /\bwhat (?:for|is|was|were|are)\b/i.test(text) &&
    (/\b(?:this|that)\b/i.test(text) || claim.of('amount').length > 0);
  if ((!claim.has('why') && !isWhat && !isExplained && !isFor) || claim.has('whatif score howto'))
    return null;
  claim.any('why explain much');
  const kinds: readonly (readonly [string, Extract<Question, { kind: 'why' }>['what']])[] = [
    ['interest', 'interest'],
    ['fee', 'fee'],
    ['declined', 'decline'],
  ];
  const isDeclined = /\b(?:declined|refused|rejected|bounced|fail(?:ed)?)\b/i.test(text);
  takeWords(claim, /^(?:declined|refused|rejected|bounced|fail|failed|went|go|through|work|happen|there)$/);
  claim.any(
    'charge bill payment transaction cost paid pay purchase have happened card last low raise lower expect make money balance minimum statement on_time monthly above more less spend owe largest credit go goes over_budget used rate so not no limit due compare will buy',
  );
  const found = kinds.find(([lemma]) => claim.has(lemma));
  claim.any('interest', 'fee');
  const amount = claim.one('amount');
  if (amount?.said.or != null) return null;
  const isSpending = /\bspen[dt]|\bexpens/i.test(text);
  const isPaymentAmount = /\b(?:minimum|payment|instal|statement)\b/i.test(text) && !found;
  const { filter, draft } = filterOf(claim, 'past', 'why');
  if (draft && !found) return draft;
  const places = filter.places;
  const debts = places.filter(({ is }) => is !== 'account');
  const place: Place | null =
    debts.length === 1 ? (debts[0] ?? null) : places.length === 1 ? (places[0] ?? null) : null;
  const what = isDeclined
    ? 'decline'
    : found
      ? found[1]
      : isSpending
        ? 'spending'
        : isPaymentAmount
          ? 'payment'
          : 'amount';
  const isThis = /\b(?:this|that|the) (?:charge|fee|transaction|payment|amount)\b/i.test(text);
  if (what === 'amount' && !amount && isThis && filter.merchant === null && filter.period === null)
    return missing(claim, {
      of: 'why',
      slot: 'amount',
      question: 'Which amount?',
      understood: 'Why something was charged',
    });
  if (
    what === 'amount' &&
    !amount &&
    filter.merchant === null &&
    places.length === 0 &&
    filter.categories.length === 0 &&
    filter.period === null &&
    !/\bbalance|\bmoney|\bcharged?\b/i.test(text)
  )
    return null;
  if (places.length > 1 && what === 'interest' && amount === null) {
    const item = claim.items.find((one) => one.is === 'name' && one.generic !== null);
    if (item?.is === 'name')
      return missing(claim, {
        of: 'why',
        slot: 'place',
        question: 'Which one?',
        understood: 'Why there is interest',
        choices: choicesFor(claim, item, item.refs),
      });
  }
  return done(claim, {
    kind: 'why',
    what,
    amount: amount?.said.amount ?? null,
    place,
    filter: { ...filter, bounds: null },
  });
};

/** "Convert 100 euros to dollars", "how much is €50 in dollars", "what's the euro rate". */
export const exchange: Rule = (claim) => {
  const text = claim.reading.text;
  const amount = claim.of('amount').find(({ said }) => said.currency !== null) ?? claim.of('amount')[0];
  const codes = claim.of('currency');
  const isWorth =
    /\b(?:how much|how many|what)\b.*\b(?:is|are|would|in|to)\b|what's\b/i.test(text) &&
    amount?.said.currency != null &&
    codes.length > 0;
  const isBare =
    amount?.said.currency != null &&
    codes.length > 0 &&
    claim.items.every(
      (item) => item === amount || item.is === 'currency' || item.is === 'stop' || item.is === 'prep',
    );
  const isRate = codes.length > 0 && claim.has('rate');
  const isPair =
    codes.length === 2 &&
    claim.items.every((item) => item.is === 'currency' || item.is === 'stop' || item.is === 'prep');
  if (!claim.has('convert') && !isWorth && !isBare && !isRate && !isPair) return null;
  if (claim.has('whatif afford send pay spend explain')) return null;
  if (isWorth) claim.any('count');
  claim.any('convert networth rate set compare much');
  if (amount) claim.take(amount);
  for (const code of codes) claim.take(code);
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const on = time ? claim.period(time.time, 'past').to : null;
  const { baseCurrency, accounts } = claim.reading.known;
  const [first, second] = codes.map(({ code }) => code);
  const from = amount?.said.currency ?? first;
  const to = amount?.said.currency ? first : second;
  if (!from && !to && !amount) {
    const foreign =
      [...new Set(accounts.map(({ currency }) => currency))].find((code) => code !== baseCurrency) ?? 'EUR';
    claim.assume('currency', `${foreign} to ${baseCurrency}`);
    return done(claim, { kind: 'exchange', amount: 1, from: foreign, to: baseCurrency, on });
  }
  if (!from)
    return missing(claim, {
      of: 'exchange',
      slot: 'from',
      question: 'From which currency to which?',
      understood: 'An exchange',
      choices: choicesAdding(claim, [
        { label: 'Euros to dollars', words: 'euros to dollars' },
        { label: 'Dollars to euros', words: 'dollars to euros' },
        { label: 'Pounds to dollars', words: 'pounds to dollars' },
      ]),
    });
  const other = to ?? (from === baseCurrency ? null : baseCurrency);
  if (!other)
    return missing(claim, {
      of: 'exchange',
      slot: 'to',
      question: 'To which currency?',
      understood: 'An exchange',
      choices: choicesAdding(claim, [
        { label: 'Euros', words: 'to euros' },
        { label: 'Pounds', words: 'to pounds' },
      ]),
    });
  if (!to) claim.assume('to', `to ${baseCurrency}`);
  if (from === other) return null;
  return done(claim, { kind: 'exchange', amount: amount?.said.amount ?? 1, from, to: other, on });
};

/** "What happened last week", "any notifications?". */
export const happened: Rule = (claim) => {
  const isTold = claim.has('notification');
  if ((!claim.has('happened') && !isTold) || claim.has('whatif if howto budget score why set')) return null;
  claim.any('happened notification last have open find all until money transaction when');
  takeWords(claim, /^(?:new|unread|away|gone|news)$/);
  claim.any('gone', 'forward');
  claim.names(['account'], ({ generic }) => generic === 'account');
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const period = time ? claim.period(time.time, 'past') : null;
  return done(claim, { kind: 'happened', what: isTold ? 'notifications' : 'digest', period });
};

const EXPLAINS =
  /^\s*(?:please |can you |could you |so |and |ok,? )*(?:explain|define|describe|what(?:'s| is| are| does)|whats|tell me about|meaning of|what do you mean by|how does|how do|what do)\s+(?:to me\s+)?(?:what\s+)?(?:(?:the\s+)?(?:term|meaning of|difference between)\s+)?(?:an?\s+|the\s+|is\s+an?\s+|is\s+)?(.+?)(?:\s+(?:means?|is|are|work|works|stands? for|to me))?\s*[?.!]*\s*$/i;

/** "What is APR", "explain compound interest": a term and nothing of the customer's own. */
export const explain: Rule = (claim) => {
  const text = claim.reading.text;
  if (/\b(?:my|mine|our|i|me)\b/i.test(text.replace(/\b(?:to|tell|for) me\b/i, '').replace(/\bcan i\b/i, '')))
    return null;
  const [, words] = EXPLAINS.exec(text) ?? [];
  const term =
    termOf(wordsOfName(words ?? '')) ??
    (claim.has('explain') || words !== undefined ? termOf(correctedWords(claim, words ?? text)) : null);
  if (!term || claim.of('amount').length > 0 || claim.of('time').length > 0) return null;
  for (const item of claim.items) claim.take(item);
  return done(claim, { kind: 'explain', term });
};

/** The words as they were put right, without what leads to them. */
function correctedWords(claim: Claim, words: string): string[] {
  const from = claim.reading.text.indexOf(words);
  const within = claim.reading.tokens
    .filter(({ start, end }) => start >= from && end <= from + words.length)
    .map(({ text }) => text);
  return within.filter(
    (word) => !/^(?:explain|define|meaning|mean|means|what|is|does|of|the|a|an|me|please|\?)$/.test(word),
  );
}

const BANKING =
  /\b(?:account|accounts|card|cards|loan|loans|mortgage|mortgages|transfer|transfers|pay|payment|payments|statement|statements|pin|dispute|charge|limit|limits|budget|budgets|goal|goals|checkpoint|checkpoints|export|import|download|password|passkey|theme|dark|light|notification|notifications|alert|alerts|document|documents|file|files|category|categories|tag|tags|rule|rules|transaction|transactions|receipt|interest|fee|autopay|deposit|deposits|withdraw|money|currency|time|clock|forecast|what-if|scheduled|schedule|subscription|subscriptions|payee|contact|contacts|person|people|friend|somebody|someone|score|credit|rewards|redeem|support|ticket|profile|e-?mail|phone|address|language|zone|data|delete|close|open|sign|log ?out|two-factor|2fa|security|refinance|hardship|application|apply|virtual|reconcile|split|bill|bills|cash|debt|savings|checking|privacy|demo|start over|reset|csv|pdf|invoice|standing order|tips|lessons|lesson|analytics|settings|freeze|unfreeze|routing|number|iban|fraud|report|checkpoint|go back|back in time)\b/i;

/** Asked in words of their own. */
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
export const help: Rule = (claim) => {
  const text = claim.reading.text;
  const lead = claim.lemma('howto');
  const isCan =
    /^\s*(?:please |hey |hi |so )*(?:can|could|may) i (?:change|open|close|delete|export|import|download|dispute|upload|rename|reset|set up|add|see|find|get|use|redeem|apply|refinance|replace|cancel|schedule|freeze|share|print|edit|split|tag|invite)\b/i.test(
      text,
    ) && claim.of('amount').length === 0;
  const fixed = FIXED.find(([words]) => words.test(text))?.[1];
  if (fixed && !claim.has('whatif') && claim.of('amount').length === 0) {
    for (const item of claim.items) claim.take(item);
    return done(claim, { kind: 'help', topic: fixed });
  }
  const isWant =
    /^\s*(?:please |hey |hi )*(?:i (?:want|need|would like|'d like)|i'd like|help me|let me|cancel|stop|end|open|close|delete|export|download|dispute|add|create|change|apply)\b.*\b(?:open|close|delete|export|download|dispute|apply|payment|subscription|auto deposit|password|pin|e-?mail|statement|account|application|card|goal|theme|time zone|profile)\b/i.test(
      text,
    ) &&
    !claim.has('transfer pay send budget balance payoff') &&
    claim.of('amount').length === 0;
  if ((!lead && !isCan && !isWant) || claim.has('whatif')) return null;
  const topic = lead
    ? text
        .slice(lead.end)
        .trim()
        .replace(/[?.!\s]+$/, '')
    : text.trim().replace(/[?.!\s]+$/, '');
  const words = claim.reading.tokens.map(({ text }) => text).join(' ');
  if (topic === '' || !(BANKING.test(topic) || BANKING.test(words))) return null;
  if (claim.of('amount').some(({ said }) => said.isMoney) || claim.has('spend', 'earn')) return null;
  const unknown = claim.of('word').length;
  const isOutside = /\b(?:bitcoin|crypto|stocks?|tesla|pasta|cook|weather|visa application)\b/i.test(text);
  if (unknown > 4 || isOutside) return null;
  for (const item of claim.items) claim.take(item);
  return done(claim, { kind: 'help', topic });
};

export const strategies: Rule = (claim) => {
  const text = claim.reading.text;
  const isBoth = claim.has('snowball') && claim.has('avalanche');
  const isWhich =
    /\b(?:which|what) (?:debt|loan|card|one)s?\b.*\b(?:first|order)\b|\b(?:best|fastest|quickest|cheapest) way to (?:pay|clear|get)\b.*\bdebts?\b|\bin what order\b|\bdebt (?:plan|strategy)\b/i.test(
      text,
    );
  if ((!isBoth && !isWhich && !claim.has('strategy')) || claim.has('whatif', 'explain')) return null;
  const amount = claim.one('amount');
  for (const item of claim.items) if (item.is !== 'amount' && item.is !== 'time') claim.take(item);
  if (amount && amount.said.amount <= 0)
    return beyond('amount', 'The monthly amount must be more than nothing.');
  return done(claim, { kind: 'debt_strategies', monthly: amount?.said.amount ?? null });
};

/** What is done in its own place of the bank, and not from here. */
export const elsewhere: Rule = (claim) => {
  if (claim.isQuestion) return null;
  const isCash =
    claim.has('deposit', 'withdraw') && claim.of('frequency').length === 0 && !claim.has('autodeposit');
  const isGoal = claim.has('goal') && claim.has('set schedule open make save');
  if (!isCash && !isGoal) return null;
  for (const item of claim.items) claim.take(item);
  if (isGoal)
    return beyond('no_such_product', 'Goals are set on their own page.', [
      asked('How do I set a goal?'),
      asked('How are my goals doing?'),
    ]);
  return beyond(
    'no_such_product',
    'Money is put in and taken out on the account\u2019s page; from here it moves between what is yours and to others.',
    [asked('How do I deposit money into an account?'), asked('How do I withdraw money from an account?')],
  );
};
