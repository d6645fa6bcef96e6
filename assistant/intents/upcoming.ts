import { addMonths, dayText, parseDay } from '../../engine/calendar/calendar.ts';
import type { Period, Place } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import {
  amountSlot,
  defineIntent,
  frequencySlot,
  nameSlot,
  statedAmountSlot,
  timeSlot,
} from '../parser/define-intent.ts';
import {
  best,
  beyond,
  type Draft,
  getPlace,
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
    return spans.askWhich(
      {
        of: 'upcoming',
        slot: 'about',
        question: 'Which one?',
        understood: `Amount due on \u201c${one.item.raw}\u201d`,
      },
      { item: one.item, refs },
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
export const subscriptions = defineIntent({
  when: 'subscription',
  unless: 'whatif if no stopit howto delete upcoming next explain last',
  words: 'subscription cost spend much pay paid charge have all payment count money bill',
  slots: { every: frequencySlot },
  build: (spans, { every }) => {
    if (every && every.frequency !== 'MONTHLY' && every.frequency !== 'ANNUALLY') return null;
    const isMuch =
      spans.has('cost spend much') ||
      /\b(?:how much|total|add up|altogether|all together|combined)\b/i.test(spans.text);
    // "Which subscriptions am I paying for" asks for a list instead of a total.
    const isWhich = /\b(?:what|which)(?: \w+)? (?:subs|subscriptions?|recurring|memberships?)\b/i.test(
      spans.text,
    );
    const isTotal = isMuch || (spans.has('pay paid charge') && !isWhich);
    return { kind: 'subscriptions', ask: isTotal ? 'total' : 'list' };
  },
});

const ASKS_TO_AFFORD =
  /\b(?:can|could) i (?:buy|get|spend)\b|\b(?:buy|get)\b.*\bcan i\b|\bdo i have enough\b|\benough (?:money )?(?:for|to buy)\b/i;

const SOURCES = new Set(['from', 'with', 'out of']);

/** "Can I afford a $900 laptop in March". */
export const afford = defineIntent({
  unless: 'whatif howto convert when',
  matches: (spans) =>
    spans.has('afford') || (ASKS_TO_AFFORD.test(spans.text) && spans.of('amount').length > 0),
  words: 'afford buy spend cost if money have pay will below put make purchase new another other home should',
  spelled: /^enough$/,
  slots: { amount: statedAmountSlot, time: timeSlot },
  build: (spans, { amount, time }) => {
    const [source] = spans.names(['account'], ({ prep }) => prep !== null && SOURCES.has(prep));
    const name = getThing(spans);
    if (!amount)
      return spans.ask(
        'afford',
        'amount',
        'How much does it cost?',
        `Check if you can afford ${name ?? 'it'}`,
      );
    if (amount.said.or !== null || amount.said.amount <= 0) return null;
    const { known } = spans;
    const period = time && spans.period(time.time, 'future');
    const on = period?.from && period.from > known.today ? period.from : known.today;
    if (period?.to && period.to < known.today)
      return beyond('period', 'That date is in the past. Choose today or a later date.');
    if (!time) spans.assume('on', 'you buy it today');
    else if (!time.time.isDay) {
      const day = getPeriod({ from: parseDay(on), to: parseDay(on) }, spans.today).words.replace(/^on /, '');
      spans.assume('on', `bought on ${day}, the first day ${period?.words ?? ''}`.trim());
    }
    if (source && source.refs.length > 1) {
      const asks = { of: 'afford', slot: 'account', question: 'From which account?' } as const;
      return spans.askWhich({ ...asks, understood: 'A purchase' }, source);
    }
    return {
      kind: 'afford',
      name: name ?? 'the purchase',
      amount: amount.said.amount,
      currency: amount.said.currency,
      on,
      place: getPlace(source?.refs[0]),
    };
  },
});

/** Returns the name of a purchase: the words that no other rule explains. */
export function getThing(spans: MatchedSpans): string | null {
  const items = spans.items.filter(
    (item) => !spans.isTaken(item) && ['word', 'name', 'quote', 'lemma'].includes(item.is),
  );
  const [first] = items;
  if (!first || items.length > 6) return null;
  const last = items.at(-1) ?? first;
  if (spans.items.slice(first.at, last.at + 1).some((item) => spans.isTaken(item))) return null;
  for (const item of items) spans.take(item);
  return spans.text.slice(first.start, last.end);
}

/** "How long until I have 10k in savings". */
export const howLong = defineIntent({
  when: 'howlong when',
  unless: 'whatif if pay paid spend last buy purchase transaction owe',
  words: 'howlong when until reach have save will money balance all left take',
  spelled: /^(?:take|takes|grow|grows)$/,
  slots: {
    amount: amountSlot,
    account: nameSlot(['account'], {
      of: 'how_long',
      slot: 'account',
      question: 'In which account?',
      understood: 'Date you reach an amount',
    }),
  },
  build: (spans, { amount, account }) => {
    if (!account) spans.assume('place', 'all checking and savings accounts');
    const { amount: balance, currency } = amount;
    return { kind: 'how_long', amount: balance, currency, place: getPlace(account?.ref) };
  },
});

/** "How much will I have on December 31", "will I run out of money". */
export const forecast = defineIntent({
  unless:
    'whatif if afford spend pay receive payday salary budget goal cleared payoff howto score interest due upcoming earn',
  matches: (spans) => {
    if (spans.has('runout forecast')) return true;
    const isLook = /\blook like\b/i.test(spans.text) && spans.of('time').length > 0;
    return (
      (spans.has('will') || (spans.has('smallest') && spans.has('balance'))) &&
      (isLook || spans.has('balance have money left'))
    );
  },
  words: 'runout forecast smallest will balance have money left when all low lower much below make',
  spelled: /^(?:cash|flow|looks?|future)$/,
  slots: { time: timeSlot },
  build: (spans, { time }) => {
    const [picked, another] = spans.names(['account']);
    if (another) return null;
    const on = time ? spans.period(time.time, 'future').to : null;
    if (time && (on === null || on < spans.known.today)) return null;
    if (picked && picked.refs.length > 1 && picked.item.generic !== 'account') {
      const asks = { of: 'forecast', slot: 'account', question: 'Which account?' } as const;
      return spans.askWhich({ ...asks, understood: 'Projected balance' }, picked);
    }
    const [account, other] = picked?.refs ?? [];
    const isLowest = spans.has('smallest runout');
    if (!time) spans.assume('on', 'the next 90 days');
    return {
      kind: 'forecast',
      on: on ?? dayText(isLowest ? spans.today + 90 : addMonths(spans.today, 3)),
      place: other ? null : getPlace(account),
      ask: isLowest ? 'lowest' : 'balance',
    };
  },
});
