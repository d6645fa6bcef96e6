import { addMonths, dayText, parseDay } from '../../engine/calendar/calendar.ts';
import { unitAround } from '../../engine/calendar/periods.ts';
import { formatPlain } from '../../engine/money/amount-text.ts';
import { toMinor } from '../../engine/money/minor.ts';
import type { Named, Period } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { isPlace, type MatchedSpans, toAccountPlace, toNamed } from '../parser/matched-spans.ts';
import type { Item } from '../parser/parsed-message.ts';
import { isSource } from './money-slots.ts';
import { assumeAccount } from './what-if/what-if-slots.ts';

/** Matches "Which bills are due next week", "when is rent due", "when do I get paid". */
export const upcoming = defineIntent({
  unless:
    'whatif if why howto spend average last autodeposit interest until notification afford minimum statement goal cleared payoff transfer',
  exceptPattern:
    /^\s*(?:please )?(?:pay|deposit)\b|\bdid\b|\b(?:have|has|ve)\b.*\bcharged?\b|\b(?:have|has)\b.*\bpaid\b|\bpaid for\b|\b(?:was|were)\b/i,
  matches: (spans) =>
    asksForPay(spans) ||
    spans.has('upcoming due bill next payment schedule will expect owe leave have pay') ||
    (spans.has('charge') && spans.has('when') && spans.mentions('payment')) ||
    // "How much is Netflix" asks for the amount of its scheduled payment.
    (spans.matches(/^\s*(?:how much is|what is|what's|how much does)\b/i) && spans.mentions('payment')),
  optional:
    'largest most cost when howlong next upcoming due bill payment schedule will expect pay payday salary receive money have until first all subscription charge goes earn owe deposit',
  optionalPattern: /^(?:leave|leaves|leaving|go|goes|calendar|happening|coming|planned)$/,
  slots: {
    match: slot.name(
      ['payment', 'card', 'loan', 'mortgage', 'deposit'],
      ({ refs }) => !refs.some(({ is, strength }) => is === 'account' && strength > 1),
    ),
    time: slot.time,
  },
  build: (spans, { match, time }) => {
    if (spans.has('pay bill payment salary payday')) spans.match('left count');
    const isNext = spans.has('next when howlong') && !spans.has('count');
    const isTotal = spans.matches(/\bhow much\b/i);
    const period = time && toNext7Days(spans, spans.toPeriod(time.time, 'future'));
    if (period && period.to !== null && period.to < spans.customer.today) return null;
    // The number of payments that are left isn't known from the next one.
    if (match && spans.has('count')) return null;
    if (match) {
      const ref = match.refs.find(({ is }) => is === 'payment') ?? match.refs[0];
      if (!ref) return null;
      if (match.refs.some(({ name }) => name !== match.refs[0]?.name)) {
        const understood = `Amount due on \u201c${match.item.raw}\u201d`;
        return spans.ask('upcoming', 'about', 'Which one?', understood, match);
      }
      const place = isPlace(ref.is) ? { is: ref.is, id: ref.id } : null;
      return {
        kind: 'upcoming',
        direction: ref.is === 'deposit' ? 'in' : 'out',
        period,
        about: place ? null : toNamed(ref),
        place,
        ask: !isNext && isTotal && period ? 'total' : 'next',
      };
    }
    spans.matchNames(['account'], ({ generic }) => generic === 'account');
    const isPay = asksForPay(spans);
    if (!isPay && !asksForPayments(spans)) return null;
    if (spans.has('when howlong') && spans.matches(/\bit\b/i)) return null;
    return {
      kind: 'upcoming',
      direction:
        isPay || spans.has('deposit') || spans.matches(/\b(?:come|comes|coming) in\b|incoming/i)
          ? 'in'
          : 'out',
      period: period ?? (isNext ? null : assumeMonth(spans)),
      about: null,
      place: null,
      ask: spans.has('largest most') ? 'largest' : isTotal ? 'total' : isNext ? 'next' : 'list',
    };
  },
});

/** Replaces "this week" with the next 7 days, so that a question asked on a Sunday still looks ahead. */
function toNext7Days(spans: MatchedSpans, period: Period): Period {
  const { today } = spans;
  const week = getPeriod(unitAround(today, 'week'), today);
  if (period.from !== week.from || period.to !== week.to) return period;
  const days = getPeriod({ from: today, to: today + 6 }, today);
  spans.assume('period', `today and the next 6 days`);
  return { ...days, text: 'in the next 7 days' };
}

const asksForPay = (spans: MatchedSpans) =>
  (spans.has('payday salary receive') || spans.matches(/\bnext payday\b/i)) && !spans.has('paid average');

/** Returns true for questions such as "which payments are coming up" and "what do I have to pay". */
function asksForPayments(spans: MatchedSpans): boolean {
  if (spans.matches(/bill|payment|due/i)) return true;
  if (spans.has('owe') && spans.items.some(({ is }) => is === 'time')) return true;
  if (spans.has('when howlong')) return false;
  if (spans.matches(/upcoming/i)) return true;
  if (spans.matches(/\bpay\b/i))
    return spans.matches(/\b(?:have|need|must|due|will|to) ?(?:i )?(?:to )?pay\b/i);
  return spans.matches(/com(?:e|es|ing)\b|scheduled|planned|subscription|pay\b/i);
}

function assumeMonth(spans: MatchedSpans) {
  const { today } = spans;
  const text = 'in the next 30 days';
  spans.assume('period', text);
  return { ...getPeriod({ from: today, to: today + 29 }, today), text };
}

const FIXED_COSTS =
  /\bfixed (?:stuff|costs?|expenses?|bills?|payments?)\b|\b(?:all|total|sum of|total of) (?:my |of my |all my |all )*(?:monthly |regular |recurring )(?:bills|payments)\b|\bregular (?:bills|payments|expenses)\b/i;

/** Matches "What subscriptions do I have", "how much do my subscriptions cost". */
export const subscriptions = defineIntent({
  matches: (spans) => spans.has('subscription') || spans.matches(FIXED_COSTS),
  unless: 'whatif if no stopit howto delete upcoming next explain last',
  exceptPattern: /\bwhat if\b/i,
  optional:
    'subscription cost spend much pay paid charge have all payment count money bill addup monthly goes who not used utilization lower stopit',
  optionalPattern:
    /^(?:fixed|stuff|come|comes|together|combined|expenses?|costs?|regular|commitments?|bills?|regularly|sum)$/,
  slots: { every: slot.frequency },
  build: (spans, { every }) => {
    // Names that follow are examples: "all my fixed stuff, rent, phone, gym, etc."
    const isAll = spans.matches(FIXED_COSTS) || spans.matches(/\brecurring\b/i);
    if (isAll && spans.matches(FIXED_COSTS)) {
      spans.matchNames(['payment', 'category', 'merchant']);
      spans.matchWords(/^etc$/);
    }
    if (every && every.frequency !== 'MONTHLY' && every.frequency !== 'ANNUALLY') return null;
    // "Which subscriptions am I paying for" asks for a list, not a total.
    const isWhich = spans.matches(
      /\b(?:what|which)(?: \w+)? (?:subs|subscriptions?|recurring|memberships?)\b/i,
    );
    const isTotal =
      spans.has('cost spend much addup') ||
      spans.matches(/\b(?:how much|total|add up|altogether|all together|combined)\b/i) ||
      (spans.has('pay paid charge') && !isWhich);
    const [bound] = spans.unmatched('amount');
    if (bound && (!spans.match('above more') || bound.value.alternative !== null)) return null;
    if (bound) spans.matchItem(bound);
    const above = bound?.value.amount;
    if (above === undefined && spans.match('most largest'))
      return { kind: 'subscriptions', ask: 'largest', ...(isAll && { isAll }) };
    if (spans.match('raise') || spans.matches(/\bmore expensive\b/i)) {
      spans.match('more largest');
      spans.match('cost any');
      spans.matchWords(/^(?:price|prices|up|expensive)$/);
      return { kind: 'subscriptions', ask: 'price_increases' };
    }
    return {
      kind: 'subscriptions',
      ask: isTotal ? 'total' : 'list',
      ...(isAll && { isAll }),
      ...(above !== undefined && { above }),
      ...(every && { per: every.frequency === 'ANNUALLY' ? 'year' : 'month' }),
    };
  },
});

const STILL_COVERS =
  /\bif i (?:buy|get|spend|pay|bought|spent)\b.*\b(?:do|can|could|will|would) i (?:still )?(?:make|cover|pay|have enough|afford|be (?:ok|okay|fine|alright|all right|good|short))\b/i;

const ASKS_TO_AFFORD =
  /\b(?:can|could) i (?:buy|get|spend)\b|\b(?:buy|get)\b.*\bcan i\b|\bdo i have enough\b|\benough (?:money )?(?:for|to buy)\b/i;

/** Matches "Can I afford a $900 laptop in March". */
export const afford = defineIntent({
  // "Can I cover everything" asks whether the money lasts.
  // A loan, a card, or a home isn't bought from checking.
  exceptPattern:
    /\b(?:cover|afford|pay) (?:everything|it all|(?:all )?(?:of )?my (?:bills|payments))\b|\b(?:get|have|take(?: out)?|open|apply for) (?:a|an|another|the) (?:\S+ )?(?:loan|credit card|card|mortgage)\b|\b(?:a|the|this|that|how much|which|new) (?:house|home|apartment|condo)\b|\bif i(?:'| a)?m \d+\b/i,
  unless: 'whatif howto convert when',
  matches: (spans) =>
    spans.has('afford') ||
    ((spans.matches(ASKS_TO_AFFORD) || spans.matches(STILL_COVERS)) && spans.unmatched('amount').length > 0),
  optional:
    'afford buy spend cost if money have pay will below put make purchase new another other home should more extra yes praise',
  optionalPattern: /^enough$/,
  slots: {
    amount: slot.amount,
    time: slot.time,
    source: slot.name(['account'], isSource),
    debt: (spans: MatchedSpans) => matchPayoffDebt(spans),
    name: (spans: MatchedSpans) => matchPurchase(spans),
  },
  build: (spans, { amount: item, time, source, debt, name }) => {
    if (!item && debt) return affordPayoff(spans, debt);
    const [every] = spans.unmatched('frequency');
    if (item && every && name) return affordMonthly(spans, name, item.value.amount, every);
    if (!item) {
      const understood = `Check if you can afford ${name ?? 'it'}`;
      return spans.ask('afford', 'amount', 'How much does it cost?', understood);
    }
    const { amount, currency, alternative } = item.value;
    if (alternative !== null || amount <= 0) return null;
    const { today } = spans.customer;
    const period = time && spans.toPeriod(time.time, 'future');
    const on = period?.from && period.from > today ? period.from : today;
    if (period?.to && period.to < today)
      return spans.refuse('period', 'That date is in the past. Choose today or a later date.');
    if (!period) spans.assume('on', 'you buy it today');
    else if (!time.time.isDay) {
      const day = getPeriod({ from: parseDay(on), to: parseDay(on) }, spans.today).text.replace(/^on /, '');
      spans.assume('on', `bought on ${day}, the first day ${period.text}`.trim());
    }
    const [account, another] = source?.refs ?? [];
    if (source && another) {
      return spans.ask('afford', 'account', 'From which account?', 'A purchase', source);
    }
    const place = toAccountPlace(account);
    return { kind: 'afford', name: name ?? 'the purchase', amount, currency, on, place };
  },
});

/** Returns a what-if with a new bill for "can we afford daycare for 800 a month". */
function affordMonthly(
  spans: MatchedSpans,
  name: string,
  amount: number,
  every: Extract<Item, { is: 'frequency' }>,
) {
  const { frequency } = every;
  const accountId = assumeAccount(spans);
  if (!accountId || frequency === 'HOURLY' || frequency === 'DAILY') return null;
  spans.matchItem(every);
  spans.match('more extra');
  const title = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`.slice(0, 80);
  const decision = { kind: 'new_bill', name: title, accountId, amount: toMinor(amount), frequency } as const;
  const decisions = [{ id: 'decision-1', on: spans.today, ...decision }];
  return { kind: 'what_if', name: `Pay ${formatPlain(amount)} for ${name}`, decisions } as const;
}

/**
 * Returns the debt to pay off in "if I pay off Reef"; otherwise null. Also consumes a payment named in "do I
 * still make the mortgage".
 */
function matchPayoffDebt(spans: MatchedSpans): Named | null {
  const isPayoff = spans.has('payoff cleared');
  if (!isPayoff && !spans.matches(STILL_COVERS)) return null;
  const [match] = spans.matchNames(['card', 'loan', 'mortgage', 'payment']);
  const [only, another] = match?.refs ?? [];
  if (isPayoff) spans.match('payoff cleared');
  return isPayoff && only && !another && only.is !== 'payment' ? toNamed(only) : null;
}

/** Returns an affordability question for paying off a debt today. */
function affordPayoff(spans: MatchedSpans, { id, name }: Named) {
  const { cards, loans, mortgages, today } = spans.customer;
  const debt = [...cards, ...loans, ...mortgages].find((item) => item.id === id);
  if (!debt || debt.balance <= 0) return null;
  spans.assume('amount', `the full balance of ${name}`);
  return {
    kind: 'afford',
    name: `paying off ${name}`,
    amount: debt.balance,
    currency: debt.currency,
    on: today,
    place: null,
  } as const;
}

/** Matches the name of a purchase: up to six adjacent words that nothing else has matched. */
export function matchPurchase(spans: MatchedSpans): string | null {
  const items = spans.items.filter(
    (item) => !spans.isMatched(item) && ['word', 'name', 'quote', 'concept'].includes(item.is),
  );
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last || items.length > 6) return null;
  if (spans.items.slice(first.at, last.at + 1).some(spans.isMatched)) return null;
  for (const item of items) spans.matchItem(item);
  return spans.text.slice(first.start, last.end);
}

/** Matches "How long until I have 10k in savings". */
export const howLong = defineIntent({
  when: 'howlong when',
  unless: 'whatif if pay paid spend last buy purchase transaction owe',
  optional: 'until reach have save will money balance all left take',
  optionalPattern: /^(?:take|takes|grow|grows)$/,
  slots: { amount: slot.exactAmount, match: slot.name(['account']) },
  build: (spans, { amount: { amount, currency }, match }) => {
    const [account, another] = match?.refs ?? [];
    if (match && another) {
      return spans.ask('how_long', 'account', 'In which account?', "When you'll reach an amount", match);
    }
    if (!account) spans.assume('place', 'all checking and savings accounts');
    return { kind: 'how_long', amount, currency, place: toAccountPlace(account) };
  },
});

const WORST_DAY =
  /\b(?:worst|lowest|tightest) (?:day|point)\b|\b(?:what|which) day\b.*\b(?:tightest|lowest|poorest|tight)\b/i;
const YEAR_END = /\b(?:end of (?:the |this )?(?:year|month|week|quarter)|year[- ]end|month[- ]end)\b/i;

/** Matches "How much will I have on December 31", "will I run out of money". */
export const forecast = defineIntent({
  unless:
    'whatif if afford spend pay receive payday salary budget goal cleared payoff howto score interest due upcoming earn',
  matches: (spans) =>
    spans.has('runout forecast') ||
    (spans.matches(WORST_DAY) && spans.items.some(({ is }) => is === 'time')) ||
    (spans.has('balance') && spans.matches(YEAR_END)) ||
    ((spans.has('will') || (spans.has('smallest') && spans.has('balance'))) &&
      (spans.has('balance have money left') ||
        (spans.has('smallest') && spans.mentions('account')) ||
        (spans.matches(/\blook like\b/i) && spans.unmatched('time').length > 0))),
  optional:
    'runout forecast smallest day will balance have money left when all low lower much below make owe',
  optionalPattern: /^(?:cash|flow|looks?|future|go|fall|drop|point|worst|tightest|tight|day)$/,
  slots: { time: slot.time, match: slot.name(['account', 'card', 'loan', 'mortgage']) },
  build: (spans, { time, match }) => {
    const on = time && spans.toPeriod(time.time, 'future').to;
    if (time && (on === null || on < spans.customer.today)) return null;
    const [account, another] = match?.refs ?? [];
    if (match && another && match.item.generic !== 'account') {
      return spans.ask('forecast', 'account', 'Which account?', 'Projected balance', match);
    }
    const isLowest = spans.has('smallest runout') || spans.matches(WORST_DAY);
    if (!time) spans.assume('on', 'the next 90 days');
    return {
      kind: 'forecast',
      on: on ?? dayText(isLowest ? spans.today + 90 : addMonths(spans.today, 3)),
      place: another || !account || !isPlace(account.is) ? null : { is: account.is, id: account.id },
      ask: isLowest ? 'lowest' : 'balance',
    };
  },
});
