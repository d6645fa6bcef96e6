import { joinNames } from '../../engine/insights/join-names.ts';
import type { Question } from '../intent.ts';
import { cents } from '../parser/amounts.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { matchFilter } from '../parser/filter.ts';
import { isConcept, type MatchedSpans } from '../parser/matched-spans.ts';
import { isBankingWord, isKnownFeature } from '../parser/nearest-questions.ts';

const SOCIAL = ['thanks', 'goodbye', 'complaint', 'praise', 'greeting'] as const;

/** Matches thanks, greetings, and other small talk if the message has no question. */
export const social = defineIntent({
  when: SOCIAL.join(' '),
  exceptPattern: /\b(?:is|was) (?:that|it|this)\b/i,
  matches: (spans) =>
    !spans.has('no') || spans.has('complaint') || (spans.has('thanks') && !spans.has('greeting')),
  optional: 'help have so next day much no yes',
  build: (spans) => {
    // "How are you today" only greets.
    if (spans.has('greeting') && spans.matches(/\b(?:today|tonight|this (?:morning|evening))[\s?.!]*$/i))
      spans.matchKind('time');
    if (isOnlyThanks(spans)) spans.matchAll();
    return { kind: 'social', what: SOCIAL.find((kind) => spans.has(kind)) ?? 'greeting' };
  },
});

/** The maximum number of items in a message that only says thanks. */
const MAX_THANKS = 7;

/** Returns true for a message that says thanks and asks for nothing, such as "thanks, you're a lifesaver". */
const isOnlyThanks = ({ items, text }: MatchedSpans): boolean =>
  isConcept(items[0], 'thanks') &&
  items.length <= MAX_THANKS &&
  !/[?\d]|\b(?:but|not|no|wrong|can|could|now|also|how|what|when|why|where|which|who)\b/i.test(text) &&
  items.every(
    (item) =>
      item.is === 'stop' ||
      item.is === 'preposition' ||
      isConcept(item, 'thanks praise greeting goodbye help have much') ||
      (item.is === 'word' && !isKnownFeature(item) && !item.words.some(isBankingWord)),
  );

export const capabilities = defineIntent({
  matches: (spans) =>
    spans.has('can') ||
    (spans.has('help') &&
      spans.items.every(
        (item) => item.is === 'stop' || item.is === 'preposition' || isConcept(item, 'help have greeting'),
      )),
  optional: 'can help have greeting',
  build: () => ({ kind: 'capabilities' }),
});

export const dateToday = defineIntent({ when: 'date', optional: 'date', build: () => ({ kind: 'date' }) });

const CAN_SPEND =
  /\b(?:can|could|may|should) (?:i|we) (?:safely |still )?(?:spend|blow|burn|splurge|drop|use)\b|\b(?:left|available|free) to spend\b|\bspending money\b/i;

/** Matches "How much can I spend today", "what's safe to spend". */
export const safeToSpend = defineIntent({
  unless: 'budget afford whatif explain credit',
  matches: (spans) =>
    (spans.has('safe') || spans.matches(CAN_SPEND)) && spans.unmatched('amount').length === 0,
  optional: 'safe spend left available money have until much next',
  slots: { every: slot.frequency },
  build: (spans) => {
    // The amount applies to the days until the next payday, so a question about another period doesn't match.
    const [time] = spans.unmatched('time');
    matchHarmPhrase(spans);
    const { from, to } = time?.time.future ?? {};
    const { payday } = spans.message;
    const isBeforePayday = time?.time.isDay === true && from != null && payday !== null && from <= payday;
    if (time && (from == null || from <= spans.today || to === payday || isBeforePayday))
      spans.matchItem(time);
    return { kind: 'safe_to_spend' };
  },
});

/** Matches "without wrecking anything" or "without going broke", which is the meaning of safe to spend. */
function matchHarmPhrase(spans: MatchedSpans): void {
  const at = spans.items.findIndex((item) => isConcept(item, 'except'));
  const verb = spans.items[at + 1];
  if (at === -1 || !verb || !/.ing$/i.test(verb.words[0] ?? '')) return;
  // "Without going over food" is about the food budget.
  if (spans.items.slice(at).some((item) => item.is === 'name')) return;
  for (const item of spans.items.slice(at))
    if (item.is !== 'amount' && item.is !== 'time') spans.matchItem(item);
}

/** Matches "What is my credit score", "why did my score drop". */
export const creditScore = defineIntent({
  when: 'score',
  unless: 'explain whatif if until reach when forecast will',
  exceptPattern: /\bwhat(?:'s|s| is) an? (?!.*\bmy\b)/i,
  optional:
    'why compare happened raise lower more less improve howto set low balance average have way make praise goes credit much last complaint reason should',
  optionalPattern:
    /^(?:dropped|drop|fall|fell|bad|calculated|computed|above|below|made|calculated|worked|affects|affect|affecting|factors|hurting|so|helping|moved)$/,
  build: (spans) => {
    const isWhy = spans.has('why');
    const isChange = spans.has('compare happened raise lower more less') || spans.matches(/\bchange/i);
    if (isChange || isWhy) spans.matchKind('time');
    const isHow = spans.matches(/\bhow (?:can|do|could|should) i\b|\bways? to\b/i);
    const isReason = spans.matches(/\baffect|\bhurt|\bfactors|\bmade|\bcalculat|\bwork/i);
    const isImprovement = spans.has('improve') || (isHow && isChange);
    const ask = isImprovement ? 'improve' : isWhy || isReason ? 'why' : isChange ? 'change' : 'score';
    return { kind: 'credit_score', ask };
  },
});

type Why = Extract<Question, { kind: 'why' }>;

/** Matches "Why is my interest $17.42", "why was I charged $29", "what is this 12.99". */
export const why = defineIntent({
  unless: 'whatif score howto',
  // "Why is my checking so low" asks what changed, not about one charge.
  exceptPattern: /\bso (?:low|little|empty|broke)\b|\b(?:calculated|computed|figured out|worked out)\b/i,
  matches: asksWhy,
  optional:
    'why explain much interest fee charge bill payment transaction cost paid pay purchase have happened card last low raise lower expect make money balance minimum statement on_time monthly above more less spend owe largest credit go goes over_budget used rate so not no limit due compare will buy',
  optionalPattern: /^(?:declined|refused|rejected|bounced|fail|failed|went|go|through|work|happen|there)$/,
  slots: { item: slot.amount },
  build: (spans, { item }) => {
    if (item && item.value.alternative !== null) return null;
    const amount = item?.value.amount ?? null;
    const cost = (['interest', 'fee'] as const).find((concept) => spans.has(concept));
    const filter = matchFilter(spans, 'past', cost ? null : 'why');
    const { places, merchant, categories, period } = filter;
    const debts = places.filter(({ is }) => is !== 'account');
    const [place, another] = debts.length === 1 ? debts : places;
    const what: Why['what'] = spans.matches(/\b(?:declined|refused|rejected|bounced|fail(?:ed)?)\b/i)
      ? 'decline'
      : (cost ??
        (spans.matches(/\bspen[dt]|\bexpens/i)
          ? 'spending'
          : spans.matches(/\b(?:minimum|payment|instal|statement)\b/i)
            ? 'payment'
            : 'amount'));
    if (what === 'amount' && amount === null && merchant === null && period === null) {
      if (spans.matches(/\b(?:this|that|the) (?:charge|fee|transaction|payment|amount)\b/i))
        return spans.ask('why', 'amount', 'Which amount?', 'Explain a charge');
      const isAbout =
        places.length > 0 || categories.length > 0 || spans.matches(/\bbalance|\bmoney|\bcharged?\b/i);
      if (!isAbout) return null;
    }
    const name = spans.items.find((item) => item.is === 'name' && item.generic !== null);
    if (places.length > 1 && what === 'interest' && amount === null && name?.is === 'name') {
      return spans.ask('why', 'place', 'Which one?', 'Explain interest', { item: name, refs: name.refs });
    }
    return {
      kind: 'why',
      what,
      amount,
      place: another ? null : (place ?? null),
      filter: { ...filter, bounds: null },
    };
  },
});

function asksWhy(spans: MatchedSpans): boolean {
  // "Why is my balance lower than last week" compares balances.
  if (spans.matches(/\bbalance\b/i) && spans.unmatched('time').length > 0 && !spans.has('statement minimum'))
    return false;
  const hasAmount = spans.unmatched('amount').length > 0;
  const isWhat = /^\s*(?:so )?what(?:'s| is| was| are)? (?:this|that|the|for)\b/i;
  return (
    spans.has('why') ||
    (hasAmount && !spans.has('convert') && spans.matches(isWhat)) ||
    (spans.has('explain') &&
      spans.has('interest fee charge') &&
      (hasAmount || spans.matches(/\b(?:my|this|that)\b/i))) ||
    (spans.has('fee charge') &&
      spans.matches(/\bwhat (?:for|is|was|were|are)\b/i) &&
      (hasAmount || spans.matches(/\b(?:this|that)\b/i)))
  );
}

const ASKS_WORTH = /\b(?:how much|how many|what)\b.*\b(?:is|are|would|in|to|get|buy)\b|what's\b/i;

/** Matches "Convert 100 euros to dollars", "how much is €50 in dollars", "what's the euro rate". */
export const exchange = defineIntent({
  unless: 'whatif afford send pay spend explain',
  matches: (spans) => {
    const amounts = spans.unmatched('amount');
    const codes = spans.unmatched('currency').length;
    const isStated = codes > 0 && amounts.some(({ value }) => value.currency !== null);
    const isYearUnstated = spans.items.every(
      ({ is }) =>
        is === 'currency' ||
        is === 'stop' ||
        is === 'preposition' ||
        (is === 'amount' && isStated && amounts.length === 1),
    );
    return (
      spans.has('convert') ||
      (isStated && spans.matches(ASKS_WORTH)) ||
      (codes > 0 && spans.has('rate')) ||
      (isYearUnstated && (isStated || codes === 2))
    );
  },
  optional: 'convert networth rate set compare much receive buy',
  optionalPattern: /^get$/,
  slots: { period: slot.period('past') },
  build: (spans, { period }) => {
    const { baseCurrency, accounts } = spans.customer;
    const amounts = spans.unmatched('amount');
    const item = amounts.find(({ value }) => value.currency !== null) ?? amounts[0];
    const currencies = spans.unmatched('currency');
    const [first, second] = currencies.map(({ code }) => code);
    const { amount, currency } = item?.value ?? { amount: 1, currency: null };
    if (currency !== null && first && spans.matches(ASKS_WORTH)) spans.match('count');
    for (const matched of item ? [item, ...currencies] : currencies) spans.matchItem(matched);
    const on = period?.to ?? null;
    const from = currency ?? first;
    const stated = currency ? first : second;
    const owned = !item && first ? getOwned(spans, first) : null;
    if (owned) {
      const to = second ?? (first === baseCurrency ? null : baseCurrency);
      spans.assume('amount', `all the money in ${joinNames(owned.names)}`);
      if (to && to !== first) return { kind: 'exchange', amount: owned.amount, from: first ?? '', to, on };
    }
    if (!from && !item) {
      const foreign = accounts.find((account) => account.currency !== baseCurrency)?.currency ?? 'EUR';
      spans.assume('currency', `${foreign} to ${baseCurrency}`);
      return { kind: 'exchange', amount: 1, from: foreign, to: baseCurrency, on };
    }
    const understood = 'Currency conversion';
    if (!from) {
      const pairs = ['Euros to dollars', 'Dollars to euros', 'Pounds to dollars'];
      const options = pairs.map((label) => ({ label, ask: label.toLowerCase() }));
      return spans.ask('exchange', 'from', 'Which currencies do you want to convert?', understood, options);
    }
    const to = stated ?? (from === baseCurrency ? null : baseCurrency);
    if (!to) {
      const options = ['Euros', 'Pounds'].map((label) => ({ label, ask: `to ${label.toLowerCase()}` }));
      return spans.ask('exchange', 'to', 'To which currency?', understood, options);
    }
    if (!stated) spans.assume('to', `to ${baseCurrency}`);
    return from === to ? null : { kind: 'exchange', amount, from, to, on };
  },
});

/** Returns the balance in a currency if the message says "my euros"; otherwise null. */
function getOwned({ text, customer }: MatchedSpans, currency: string) {
  const accounts = customer.accounts.filter((account) => account.currency === currency);
  if (!/\b(?:my|all my|the) \p{L}+/iu.test(text) || !/\bmy\b/i.test(text) || accounts.length === 0)
    return null;
  const amount = cents(accounts.reduce((sum, { balance }) => sum + balance, 0));
  return amount > 0 ? { amount, names: accounts.map(({ name }) => name) } : null;
}

/** Matches "What happened last week", "any notifications?". */
export const happened = defineIntent({
  when: 'happened notification',
  unless: 'whatif if howto budget score why set',
  optional: 'last have open find all until money transaction when gone forward',
  optionalPattern: /^(?:new|unread|away|gone|news)$/,
  slots: { period: slot.period('past') },
  build: (spans, { period }) => {
    spans.matchNames(['account'], ({ generic }) => generic === 'account');
    return { kind: 'happened', what: spans.has('notification') ? 'notifications' : 'digest', period };
  },
});

const WHICH_DEBT =
  /\b(?:which|what) (?:debt|loan|card|one)s?\b.*\b(?:first|order)\b|\b(?:best|fastest|quickest|cheapest) way to (?:pay|clear|get)\b.*\bdebts?\b|\bin what order\b|\bdebt (?:plan|strategy)\b/i;

/** Matches "Which debt should I pay first", "snowball or avalanche". */
export const strategies = defineIntent({
  unless: 'whatif explain due',
  matches: (spans) =>
    spans.has('strategy') || spans.matches(WHICH_DEBT) || (spans.has('snowball') && spans.has('avalanche')),
  slots: { amount: slot.amount },
  build: (spans, { amount }) => {
    for (const item of spans.items) if (item.is !== 'amount' && item.is !== 'time') spans.matchItem(item);
    const monthly = amount?.value.amount ?? null;
    if (monthly !== null && monthly <= 0) return spans.refuse('amount', 'Enter a monthly amount above zero.');
    return { kind: 'debt_strategies', monthly };
  },
});
