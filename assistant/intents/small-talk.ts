import type { Place, Question } from '../intent.ts';
import { getFilter } from '../parser/filter.ts';
import { beyond, choicesAdding, choicesFor, done, missing, type Rule } from '../parser/matched-spans.ts';
import { takeWords } from './cash-flow.ts';

/** Thanks, greetings, and the like without a question. */
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
  // Computed for today until the next payday, so other periods don't apply.
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
  const { filter, draft } = getFilter(claim, 'past', 'why');
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
      understood: 'Reason for a charge',
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
        understood: 'Reason for interest',
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
      question: 'Which currencies do you want to convert?',
      understood: 'Currency conversion',
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
      understood: 'Currency conversion',
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
  if (amount && amount.said.amount <= 0) return beyond('amount', 'Enter a monthly amount above zero.');
  return done(claim, { kind: 'debt_strategies', monthly: amount?.said.amount ?? null });
};
