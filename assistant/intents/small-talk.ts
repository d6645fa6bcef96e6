import type { Place, Question } from '../intent.ts';
import { defineIntent, frequencySlot, periodSlot } from '../parser/define-intent.ts';
import { getFilter } from '../parser/filter.ts';
import { beyond, type Rule } from '../parser/matched-spans.ts';

/** Thanks, greetings, and the like without a question. */
export const social: Rule = (spans) => {
  const kinds = ['greeting', 'thanks', 'goodbye', 'praise', 'complaint'] as const;
  const what = kinds.find((kind) => spans.has(kind));
  if (!what) return null;
  spans.any(...kinds, 'help', 'have', 'so', 'next', 'day', 'much');
  if (spans.has('no') && what !== 'thanks') return null;
  spans.any('no', 'yes');
  const found = (['thanks', 'goodbye', 'complaint', 'praise', 'greeting'] as const).find((kind) =>
    spans.has(kind),
  );
  return { kind: 'social', what: found ?? what };
};

export const capabilities = defineIntent({
  matches: (spans) =>
    spans.has('can') ||
    (spans.has('help') &&
      spans.items.every(
        (item) =>
          item.is === 'stop' ||
          item.is === 'prep' ||
          (item.is === 'lemma' && ['help', 'have', 'greeting'].includes(item.lemma)),
      )),
  words: 'can help have greeting',
  build: () => ({ kind: 'capabilities' }),
});

export const dateToday = defineIntent({
  when: 'date',
  words: 'date',
  build: () => ({ kind: 'date' }),
});

const CAN_SPEND =
  /\b(?:can|could|may|should) i (?:safely |still )?spend\b|\b(?:left|available|free) to spend\b|\bspending money\b/i;

/** "How much can I spend today", "what's safe to spend". */
export const safeToSpend = defineIntent({
  unless: 'budget afford whatif explain credit',
  matches: (spans) => (spans.has('safe') || CAN_SPEND.test(spans.text)) && spans.of('amount').length === 0,
  words: 'safe spend left available money have until much next',
  slots: { every: frequencySlot },
  build: (spans) => {
    const [time] = spans.of('time');
    const { from, to } = time?.time.future ?? {};
    // Computed for today until the next payday, so other periods don't apply.
    if (time && (from == null || from <= spans.today || to === spans.reading.payday)) spans.take(time);
    return { kind: 'safe_to_spend' };
  },
});

/** "What is my credit score", "why did my score drop". */
export const creditScore = defineIntent({
  when: 'score',
  unless: 'explain whatif if until reach when forecast will',
  matches: ({ text }) => !/\bwhat(?:'s|s| is) an? (?!.*\bmy\b)/i.test(text),
  words:
    'score why compare happened raise lower more less improve howto set low balance average have way make praise goes credit much last complaint reason should',
  spelled:
    /^(?:dropped|drop|fall|fell|bad|calculated|computed|above|below|made|calculated|worked|affects|affect|affecting|factors|hurting|so|helping|moved)$/,
  build: (spans) => {
    const { text } = spans;
    const isWhy = spans.has('why');
    const isChange = spans.has('compare happened raise lower more less') || /\bchange/i.test(text);
    const asksHow = /\bhow (?:can|do|could|should) i\b|\bways? to\b/i.test(text);
    if (isChange || isWhy) spans.one('time');
    const ask =
      spans.has('improve') || (asksHow && isChange)
        ? 'improve'
        : isWhy || /\baffect|\bhurt|\bfactors|\bmade|\bcalculat|\bwork/i.test(text)
          ? 'why'
          : isChange
            ? 'change'
            : 'score';
    return { kind: 'credit_score', ask };
  },
});

/** "Why is my interest $17.42", "why was I charged $29", "what is this 12.99". */
export const why: Rule = (spans) => {
  const text = spans.text;
  const isWhat =
    /^\s*(?:so )?what(?:'s| is| was| are)? (?:this|that|the|for)\b/i.test(text) &&
    spans.of('amount').length > 0 &&
    !spans.has('convert');
  const isExplained =
    spans.has('explain') &&
    (spans.of('amount').length > 0 || /\b(?:my|this|that)\b/i.test(text)) &&
    spans.has('interest fee charge');
  const isFor =
    spans.has('fee', 'charge') &&
    /\bwhat (?:for|is|was|were|are)\b/i.test(text) &&
    (/\b(?:this|that)\b/i.test(text) || spans.of('amount').length > 0);
  if ((!spans.has('why') && !isWhat && !isExplained && !isFor) || spans.has('whatif score howto'))
    return null;
  spans.any('why explain much');
  const kinds: readonly (readonly [string, Extract<Question, { kind: 'why' }>['what']])[] = [
    ['interest', 'interest'],
    ['fee', 'fee'],
    ['declined', 'decline'],
  ];
  const isDeclined = /\b(?:declined|refused|rejected|bounced|fail(?:ed)?)\b/i.test(text);
  spans.takeWords(/^(?:declined|refused|rejected|bounced|fail|failed|went|go|through|work|happen|there)$/);
  spans.any(
    'charge bill payment transaction cost paid pay purchase have happened card last low raise lower expect make money balance minimum statement on_time monthly above more less spend owe largest credit go goes over_budget used rate so not no limit due compare will buy',
  );
  const found = kinds.find(([lemma]) => spans.has(lemma));
  spans.any('interest', 'fee');
  const amount = spans.one('amount');
  if (amount?.said.or != null) return null;
  const isSpending = /\bspen[dt]|\bexpens/i.test(text);
  const isPaymentAmount = /\b(?:minimum|payment|instal|statement)\b/i.test(text) && !found;
  const { filter, draft } = getFilter(spans, 'past', 'why');
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
    return spans.ask('why', 'amount', 'Which amount?', 'Reason for a charge');
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
    const item = spans.items.find((one) => one.is === 'name' && one.generic !== null);
    if (item?.is === 'name')
      return spans.ask(
        'why',
        'place',
        'Which one?',
        'Reason for interest',
        spans.choicesFor(item, item.refs),
      );
  }
  return {
    kind: 'why',
    what,
    amount: amount?.said.amount ?? null,
    place,
    filter: { ...filter, bounds: null },
  };
};

/** "Convert 100 euros to dollars", "how much is €50 in dollars", "what's the euro rate". */
export const exchange = defineIntent({
  unless: 'whatif afford send pay spend explain',
  matches: (spans) => {
    const codes = spans.of('currency').length;
    const isStated = codes > 0 && spans.of('amount').some(({ said }) => said.currency !== null);
    const isBare = spans.items.every(
      ({ is }) =>
        (is === 'amount' && isStated && spans.of('amount').length === 1) ||
        is === 'currency' ||
        is === 'stop' ||
        is === 'prep',
    );
    return (
      spans.has('convert') ||
      (isStated && ASKS_WORTH.test(spans.text)) ||
      (codes > 0 && spans.has('rate')) ||
      (isBare && (isStated || codes === 2))
    );
  },
  words: 'convert networth rate set compare much',
  slots: { period: periodSlot('past') },
  build: (spans, { period }) => {
    const amounts = spans.of('amount');
    const amount = amounts.find(({ said }) => said.currency !== null) ?? amounts[0];
    const codes = spans.of('currency');
    const { amount: value, currency } = amount?.said ?? { amount: 1, currency: null };
    if (currency !== null && codes.length > 0 && ASKS_WORTH.test(spans.text)) spans.any('count');
    for (const item of amount ? [amount, ...codes] : codes) spans.take(item);
    const on = period?.to ?? null;
    const { baseCurrency, accounts } = spans.known;
    const [first, second] = codes.map(({ code }) => code);
    const from = currency ?? first;
    const to = currency ? first : second;
    if (!from && !amount) {
      const foreign = accounts.find((account) => account.currency !== baseCurrency)?.currency ?? 'EUR';
      spans.assume('currency', `${foreign} to ${baseCurrency}`);
      return { kind: 'exchange', amount: 1, from: foreign, to: baseCurrency, on };
    }
    const understood = 'Currency conversion';
    if (!from) {
      const pairs = ['Euros to dollars', 'Dollars to euros', 'Pounds to dollars'];
      const choices = spans.choicesAdding(pairs.map((label) => ({ label, ask: label.toLowerCase() })));
      return spans.ask('exchange', 'from', 'Which currencies do you want to convert?', understood, choices);
    }
    const into = to ?? (from === baseCurrency ? null : baseCurrency);
    if (!into) {
      const others = ['Euros', 'Pounds'].map((label) => ({ label, ask: `to ${label.toLowerCase()}` }));
      return spans.ask('exchange', 'to', 'To which currency?', understood, spans.choicesAdding(others));
    }
    if (!to) spans.assume('to', `to ${baseCurrency}`);
    return from === into ? null : { kind: 'exchange', amount: value, from, to: into, on };
  },
});

const ASKS_WORTH = /\b(?:how much|how many|what)\b.*\b(?:is|are|would|in|to)\b|what's\b/i;

/** "What happened last week", "any notifications?". */
export const happened = defineIntent({
  when: 'happened notification',
  unless: 'whatif if howto budget score why set',
  words: 'happened notification last have open find all until money transaction when gone forward',
  spelled: /^(?:new|unread|away|gone|news)$/,
  slots: { period: periodSlot('past') },
  build: (spans, { period }) => {
    spans.names(['account'], ({ generic }) => generic === 'account');
    return { kind: 'happened', what: spans.has('notification') ? 'notifications' : 'digest', period };
  },
});

export const strategies: Rule = (spans) => {
  const text = spans.text;
  const isBoth = spans.has('snowball') && spans.has('avalanche');
  const isWhich =
    /\b(?:which|what) (?:debt|loan|card|one)s?\b.*\b(?:first|order)\b|\b(?:best|fastest|quickest|cheapest) way to (?:pay|clear|get)\b.*\bdebts?\b|\bin what order\b|\bdebt (?:plan|strategy)\b/i.test(
      text,
    );
  if ((!isBoth && !isWhich && !spans.has('strategy')) || spans.has('whatif', 'explain')) return null;
  const amount = spans.one('amount');
  for (const item of spans.items) if (item.is !== 'amount' && item.is !== 'time') spans.take(item);
  if (amount && amount.said.amount <= 0) return beyond('amount', 'Enter a monthly amount above zero.');
  return { kind: 'debt_strategies', monthly: amount?.said.amount ?? null };
};
