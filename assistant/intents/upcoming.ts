import { addMonths, dayText } from '../../engine/calendar/calendar.ts';
import type { Period, Place } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import {
  best,
  beyond,
  type Draft,
  type MatchedSpans,
  named,
  type Picked,
  type Rule,
} from '../parser/matched-spans.ts';

/**
 * Parses questions about upcoming payments: "which bills are due next week", "when is rent due", "when do I
 * get paid".
 */
export const upcoming: Rule = (spans) => {
  const text = spans.text;
  if (
    spans.has(
      'whatif if why howto spend average last autodeposit interest until notification afford minimum statement goal cleared payoff transfer',
    )
  )
    return null;
  if (/^\s*(?:please )?pay\b|\bdid\b|\b(?:have|has)\b.*\bpaid\b|\bpaid for\b/i.test(text)) return null;
  const isPay = spans.has('payday salary receive') && !spans.has('paid', 'average');
  const isDue =
    spans.has('upcoming due bill next payment schedule will expect owe leave have') || spans.has('pay');
  // "How much is Netflix" asks for the amount of its scheduled payment.
  const isRule =
    /^\s*(?:how much is|what is|what's|how much does)\b/i.test(text) &&
    spans.of('name').some(({ refs }) => refs.some(({ is }) => is === 'payment'));
  if (!isPay && !isDue && !isRule) return null;
  spans.any('cost');
  const isWhen = spans.any('when', 'howlong');
  const isMuch = /\bhow much\b/i.test(text);
  spans.any(
    'upcoming due bill payment schedule will expect pay payday salary receive money have until first all subscription charge goes earn',
  );
  const isNext = spans.any('next') || isWhen;
  spans.takeWords(/^(?:leave|leaves|leaving|go|goes|calendar|happening|coming|planned)$/);
  const picked = spans.names(
    ['payment', 'card', 'loan', 'mortgage', 'deposit'],
    ({ refs }) => !refs.some(({ is, strength }) => is === 'account' && strength > 1),
  );
  if (picked.length === 0) spans.names(['account'], ({ generic }) => generic === 'account');
  const [one, another] = picked;
  if (another) return null;
  const time = spans.one('time');
  const period = time ? spans.period(time.time, 'future') : null;
  if (period && period.to !== null && period.to < spans.known.today) return null;
  if (!one) {
    if (isWhen && /\bit\b/i.test(text)) return null;
    const isIn = isPay || /\b(?:come|comes|coming) in\b|incoming/i.test(text);
    if (!isPay && isWhen && !/bill|payment|due/i.test(text)) return null;
    const isList =
      isPay || /bill|payment|due|upcoming|com(?:e|es|ing)\b|scheduled|planned|subscription|pay\b/i.test(text);
    if (!isList) return null;
    if (
      !isPay &&
      /\bpay\b/i.test(text) &&
      !/\b(?:have|need|must|due|will|to) ?(?:i )?(?:to )?pay\b|bill|payment|due|upcoming/i.test(text)
    )
      return null;
    return {
      kind: 'upcoming',
      direction: isIn ? 'in' : 'out',
      period: period ?? (isNext ? null : soon(spans)),
      about: null,
      place: null,
      ask: isMuch ? 'total' : isNext ? 'next' : 'list',
    };
  }
  return aboutOne(spans, one, { isNext, isMuch, period });
};

function aboutOne(
  spans: MatchedSpans,
  one: Picked,
  { isNext, isMuch, period }: { isNext: boolean; isMuch: boolean; period: Period | null },
): Draft | null {
  const refs = best(one.refs);
  const names = [...new Set(refs.map(({ name }) => name))];
  if (names.length > 1)
    return spans.ask(
      'upcoming',
      'about',
      'Which one?',
      `Amount due on \u201c${one.item.raw}\u201d`,
      spans.choicesFor(one.item, refs),
    );
  const ref = refs.find(({ is }) => is === 'payment') ?? refs[0];
  if (!ref) return null;
  const place: Place | null =
    ref.is === 'card' || ref.is === 'loan' || ref.is === 'mortgage' ? { is: ref.is, id: ref.id } : null;
  const ask = !isNext && isMuch && period ? 'total' : 'next';
  return {
    kind: 'upcoming',
    direction: ref.is === 'deposit' ? 'in' : 'out',
    period,
    about: place ? null : named(ref),
    place,
    ask,
  };
}

function soon(spans: MatchedSpans): Period {
  const { today } = spans.reading;
  const period = { ...getPeriod({ from: today, to: today + 29 }, today), words: 'in the next 30 days' };
  spans.assume('period', period.words);
  return period;
}

/** "What subscriptions do I have", "how much do my subscriptions cost". */
export const subscriptions: Rule = (spans) => {
  if (!spans.has('subscription') || spans.has('whatif if no stopit howto delete upcoming next explain last'))
    return null;
  const text = spans.text;
  const isMuch =
    spans.any('cost spend much') ||
    /\b(?:how much|total|add up|altogether|all together|combined)\b/i.test(text);
  // "Which subscriptions am I paying for" asks for a list instead of a total.
  const isWhich = /\b(?:what|which)(?: \w+)? (?:subs|subscriptions?|recurring|memberships?)\b/i.test(text);
  const isPaid = spans.any('pay paid charge');
  const isTotal = isMuch || (isPaid && !isWhich);
  spans.any('subscription have all payment charge count money bill');
  const every = spans.one('frequency');
  if (every && every.frequency !== 'MONTHLY' && every.frequency !== 'ANNUALLY') return null;
  return { kind: 'subscriptions', ask: isTotal ? 'total' : 'list' };
};

/** "Can I afford a $900 laptop in March". */
export const afford: Rule = (spans) => {
  const text = spans.text;
  const isCan =
    spans.has('afford') ||
    (/\b(?:can|could) i (?:buy|get|spend)\b|\b(?:buy|get)\b.*\bcan i\b|\bdo i have enough\b|\benough (?:money )?(?:for|to buy)\b/i.test(
      text,
    ) &&
      spans.of('amount').length > 0);
  if (!isCan || spans.has('whatif howto convert')) return null;
  spans.any(
    'afford buy spend cost if money have pay will below put make purchase when new another other home should',
  );
  if (spans.has('when')) return null;
  spans.takeWords(/^enough$/);
  const amount = spans.one('amount');
  const time = spans.one('time');
  const [picked] = spans.names(
    ['account'],
    (item) => item.prep === 'from' || item.prep === 'with' || item.prep === 'out of',
  );
  const name = getThing(spans);
  if (amount?.said.or != null || (amount && amount.said.amount <= 0)) return null;
  if (!amount)
    return spans.ask('afford', 'amount', 'How much does it cost?', `Check if you can afford ${name ?? 'it'}`);
  const { today, known } = spans.reading;
  const period = time && spans.period(time.time, 'future');
  const on = period?.from && period.from > known.today ? period.from : known.today;
  if (period?.to && period.to < known.today)
    return beyond('period', 'That date is in the past. Choose today or a later date.');
  if (!time) spans.assume('on', 'you buy it today');
  else if (!time.time.isDay)
    spans.assume(
      'on',
      `bought on ${getPeriod({ from: dayNumber(on), to: dayNumber(on) }, today).words.replace(/^on /, '')}, the first day ${period?.words ?? ''}`.trim(),
    );
  const refs = picked ? best(picked.refs) : [];
  if (refs.length > 1 && picked)
    return spans.ask(
      'afford',
      'account',
      'From which account?',
      'A purchase',
      spans.choicesFor(picked.item, refs),
    );
  const [account] = refs;
  const { currency } = amount.said;
  return {
    kind: 'afford',
    name: name ?? 'the purchase',
    amount: amount.said.amount,
    currency,
    on,
    place: account ? { is: 'account', id: account.id } : null,
  };
};

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;

/** Returns the name of a purchase: the words that no other rule explains. */
export function getThing(spans: MatchedSpans): string | null {
  const items = spans.items.filter(
    (item) =>
      !spans.isTaken(item) &&
      (item.is === 'word' || item.is === 'name' || item.is === 'quote' || item.is === 'lemma'),
  );
  const [first] = items;
  if (!first || items.length > 6) return null;
  const last = items.at(-1) ?? first;
  if (spans.items.slice(first.at, last.at + 1).some((item) => spans.isTaken(item))) return null;
  for (const item of items) spans.take(item);
  return spans.text.slice(first.start, last.end);
}

/** "How long until I have 10k in savings". */
export const howLong: Rule = (spans) => {
  if (
    !spans.has('howlong', 'when') ||
    spans.has('whatif if pay paid spend last buy purchase transaction owe')
  )
    return null;
  const amount = spans.one('amount');
  if (!amount || amount.said.or !== null) return null;
  spans.any('howlong when until reach have save will money balance all left take');
  spans.takeWords(/^(?:take|takes|grow|grows)$/);
  const [picked, another] = spans.names(['account']);
  if (another) return null;
  const refs = picked ? best(picked.refs) : [];
  if (refs.length > 1 && picked)
    return spans.ask(
      'how_long',
      'account',
      'In which account?',
      'Date you reach an amount',
      spans.choicesFor(picked.item, refs),
    );
  const [account] = refs;
  if (!account) spans.assume('place', 'all checking and savings accounts');
  return {
    kind: 'how_long',
    amount: amount.said.amount,
    currency: amount.said.currency,
    place: account ? { is: 'account', id: account.id } : null,
  };
};

/** "How much will I have on December 31", "will I run out of money". */
export const forecast: Rule = (spans) => {
  if (
    spans.has(
      'whatif if afford spend pay receive payday salary budget goal cleared payoff howto score interest due upcoming earn',
    )
  )
    return null;
  const isOut = spans.any('runout');
  const isForecast = spans.any('forecast');
  const isLowest = spans.any('smallest') || isOut;
  if (!isOut && !isForecast && !spans.has('will') && !(isLowest && spans.has('balance'))) return null;
  const isLook = /\blook like\b/i.test(spans.text) && spans.of('time').length > 0;
  if (!isOut && !isForecast && !isLook && !spans.has('balance have money left')) return null;
  spans.any('will balance have money left when all low lower much below make');
  spans.takeWords(/^(?:cash|flow|looks?|future)$/);
  const [picked, another] = spans.names(['account']);
  if (another) return null;
  const time = spans.one('time');
  const { today, known } = spans.reading;
  const on = time ? spans.period(time.time, 'future').to : null;
  if (on !== null && on < known.today) return null;
  if (time && on === null) return null;
  const refs = picked ? best(picked.refs) : [];
  if (refs.length > 1 && picked && picked.item.generic !== 'account')
    return spans.ask(
      'forecast',
      'account',
      'Which account?',
      'Projected balance',
      spans.choicesFor(picked.item, refs),
    );
  const [account] = refs.length === 1 ? refs : [];
  if (!time) spans.assume('on', 'the next 90 days');
  const day = on ?? dayText(isLowest ? today + 90 : addMonths(today, 3));
  return {
    kind: 'forecast',
    on: day,
    place: account ? { is: 'account', id: account.id } : null,
    ask: isLowest ? 'lowest' : 'balance',
  };
};
