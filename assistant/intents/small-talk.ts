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

export const capabilities: Rule = (spans) => {
  const isHelp =
    spans.has('can') ||
    (spans.has('help') &&
      spans.items.every(
        (item) =>
          item.is === 'stop' ||
          item.is === 'prep' ||
          (item.is === 'lemma' && ['help', 'have', 'greeting'].includes(item.lemma)),
      ));
  if (!isHelp) return null;
  spans.any('can help have greeting');
  return { kind: 'capabilities' };
};

export const dateToday: Rule = (spans) => (spans.any('date') ? { kind: 'date' } : null);

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

export const creditScore: Rule = (spans) => {
  if (/\bwhat(?:'s|s| is) an? (?!.*\bmy\b)/i.test(spans.text)) return null;
  if (!spans.has('score') || spans.has('explain whatif if')) return null;
  const text = spans.text;
  const isWhy = spans.any('why');
  const isChange = spans.any('compare happened raise lower more less') || /\bchange/i.test(text);
  const isImprove =
    spans.any('improve') || (/\bhow (?:can|do|could|should) i\b|\bways? to\b/i.test(text) && isChange);
  spans.any(
    'score howto set low why balance average have way make praise goes credit much more last complaint reason should',
  );
  spans.takeWords(
    /^(?:dropped|drop|fall|fell|bad|calculated|computed|above|below|made|calculated|worked|affects|affect|affecting|factors|hurting|so|helping|moved)$/,
  );
  const [time] = spans.of('time');
  if (time && (isChange || isWhy)) spans.take(time);
  if (spans.has('until reach when forecast will')) return null;
  return {
    kind: 'credit_score',
    ask: isImprove
      ? 'improve'
      : isWhy || /\baffect|\bhurt|\bfactors|\bmade|\bcalculat|\bwork/i.test(text)
        ? 'why'
        : isChange
          ? 'change'
          : 'score',
  };
};

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
export const exchange: Rule = (spans) => {
  const text = spans.text;
  const amount = spans.of('amount').find(({ said }) => said.currency !== null) ?? spans.of('amount')[0];
  const codes = spans.of('currency');
  const isWorth =
    /\b(?:how much|how many|what)\b.*\b(?:is|are|would|in|to)\b|what's\b/i.test(text) &&
    amount?.said.currency != null &&
    codes.length > 0;
  const isBare =
    amount?.said.currency != null &&
    codes.length > 0 &&
    spans.items.every(
      (item) => item === amount || item.is === 'currency' || item.is === 'stop' || item.is === 'prep',
    );
  const isRate = codes.length > 0 && spans.has('rate');
  const isPair =
    codes.length === 2 &&
    spans.items.every((item) => item.is === 'currency' || item.is === 'stop' || item.is === 'prep');
  if (!spans.has('convert') && !isWorth && !isBare && !isRate && !isPair) return null;
  if (spans.has('whatif afford send pay spend explain')) return null;
  if (isWorth) spans.any('count');
  spans.any('convert networth rate set compare much');
  if (amount) spans.take(amount);
  for (const code of codes) spans.take(code);
  const time = spans.one('time');
  const on = time ? spans.period(time.time, 'past').to : null;
  const { baseCurrency, accounts } = spans.known;
  const [first, second] = codes.map(({ code }) => code);
  const from = amount?.said.currency ?? first;
  const to = amount?.said.currency ? first : second;
  if (!from && !to && !amount) {
    const foreign =
      [...new Set(accounts.map(({ currency }) => currency))].find((code) => code !== baseCurrency) ?? 'EUR';
    spans.assume('currency', `${foreign} to ${baseCurrency}`);
    return { kind: 'exchange', amount: 1, from: foreign, to: baseCurrency, on };
  }
  if (!from)
    return spans.ask(
      'exchange',
      'from',
      'Which currencies do you want to convert?',
      'Currency conversion',
      spans.choicesAdding([
        { label: 'Euros to dollars', ask: 'euros to dollars' },
        { label: 'Dollars to euros', ask: 'dollars to euros' },
        { label: 'Pounds to dollars', ask: 'pounds to dollars' },
      ]),
    );
  const other = to ?? (from === baseCurrency ? null : baseCurrency);
  if (!other)
    return spans.ask(
      'exchange',
      'to',
      'To which currency?',
      'Currency conversion',
      spans.choicesAdding([
        { label: 'Euros', ask: 'to euros' },
        { label: 'Pounds', ask: 'to pounds' },
      ]),
    );
  if (!to) spans.assume('to', `to ${baseCurrency}`);
  if (from === other) return null;
  return { kind: 'exchange', amount: amount?.said.amount ?? 1, from, to: other, on };
};

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
