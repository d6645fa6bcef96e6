import { unitAround } from '../../engine/calendar/periods.ts';
import { joinNames } from '../../engine/insights/join-names.ts';
import type { Period, Question } from '../intent.ts';
import { getPeriod, type Time } from '../parser/days.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { toPlaces } from '../parser/filter.ts';
import { getStrongest, isConcept, isPlace, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import { refsOfKind } from '../parser/names.ts';

type CardAsk = Extract<Question, { kind: 'card' }>['ask'];
type CardsAsk = Extract<Question, { kind: 'cards' }>['ask'];
type DebtAsk = Extract<Question, { kind: 'debt' }>['ask'];

/** Concepts that indicate a question or request about something other than a product's current state. */
export const NOT_STATUS =
  'whatif if afford buy purchase transaction transfer send put set raise lower freeze unfreeze why forecast howto explain convert notification charge last first fee save request spend interest';

const without = (concept: string) => NOT_STATUS.replace(` ${concept}`, '');

/**
 * The questions about a card, in order of precedence. Each entry lists the concepts that indicate the
 * question, and a description to use with "Which card?".
 */
const CARD_ASKS: readonly (readonly [ask: CardAsk, concepts: string, description: string])[] = [
  ['minimum', 'minimum', 'Minimum payment on a card'],
  ['available', 'available left', 'Available credit on a card'],
  ['statement', 'statement', 'Statement balance on a card'],
  ['utilization', 'utilization', 'Credit utilization on a card'],
  ['rewards', 'rewards', 'Card rewards'],
  ['due', 'due', 'Card payment due date'],
  ['apr', 'rate', 'Card APR'],
  ['limit', 'limit', 'Card credit limit'],
  ['frozen', 'frozen', 'Card freeze status'],
  ['balance', 'balance owe', 'Card balance'],
  ['overview', '', 'Card overview'],
];

const CAN_CHARGE = /\b(?:can|could) i (?:still )?(?:spend|charge|put)\b/i;

const ALL_CARDS: readonly CardsAsk[] = ['available', 'utilization', 'limit', 'due', 'rewards', 'overview'];

/** Matches "What's my statement balance", "when is Tide due", "how much credit do I have left". */
export const card = defineIntent({
  unless: `${without('spend').replace(' charge', '')} schedule budget goal score cleared payoff`,
  matches: (spans) => !spans.has('charge') || spans.matches(CAN_CHARGE),
  exceptPattern: /\bwhat(?:'s| is|s| are)? an? (?!.*\bmy\b)/i,
  slots: {
    match: slot.name(
      ['card'],
      ({ refs, generic }) =>
        generic === 'card' || getStrongest(refs).every(({ is }) => is === 'card' || is === 'merchant'),
    ),
  },
  build: (spans, { match }) => {
    const isAnyCard = spans.has('credit rewards statement utilization minimum available');
    // "What is a minimum payment" asks for the definition.
    const asksForTerm = spans.matches(/\bwhat(?:'s| is| are| does)? (?:an? |apr|the meaning|mean)/i);
    if (!match && (!isAnyCard || asksForTerm)) return null;
    // The minimum payment "this month" is the current one.
    const [time] = spans.unmatched('time');
    const isCurrent =
      time && (time.time.past.from ?? 0) <= spans.today && spans.today <= (time.time.future.to ?? 0);
    if (time && isCurrent && spans.has('minimum due')) spans.matchItem(time);
    const ask = getCardAsk(spans, match !== null);
    if (!ask) return null;
    spans.match(
      'close when pay payment money have spend credit next balance left owe available about much all low date way limit will bill',
    );
    spans.matchWords(ask === 'utilization' ? /^(?:stand|doing|percent|percentage)$/ : /^(?:stand|doing)$/);
    const { cards } = spans.customer;
    if (cards.length === 0)
      return spans.refuse('no_such_product', "You don't have a credit card.", [
        { label: 'How do I get a card?', ask: 'How do I open a credit card?' },
      ]);
    const named = match?.refs ?? cards;
    const [only, another] = named;
    if (only && !another) return { kind: 'card', card: toNamed(only), ask };
    const askOfAll = ALL_CARDS.find((name) => name === ask);
    const isAll =
      match?.item.isPlural ||
      (!match && ask !== 'due') ||
      (ask === 'due' && match?.item.generic === 'card') ||
      spans.items.some(({ raw }) => /^all$/i.test(raw));
    if (ask === 'apr' && (!match || match.item.generic === 'card')) return { kind: 'rates' };
    if (askOfAll && isAll) return { kind: 'cards', ask: askOfAll };
    const description = CARD_ASKS.find(([name]) => name === ask)?.[2] ?? '';
    return spans.ask('card', 'card', 'Which card?', description, named, match?.item ?? 'on *');
  },
});

function getCardAsk(spans: MatchedSpans, isNamed: boolean): CardAsk | null {
  const [first] = CARD_ASKS.filter(([, concepts]) => spans.match(concepts));
  const isWhen = spans.has('when') || spans.matches(/\bhow long\b/i);
  if (spans.has('rewards')) spans.match('count');
  if (isWhen) return spans.has('due pay payment bill next minimum statement') ? 'due' : null;
  const ask = first?.[0];
  if (spans.has('spend charge') && !ask) {
    spans.match('charge');
    return spans.matches(CAN_CHARGE) ? 'available' : null;
  }
  const asksToPay = spans.matches(/\bhow much (?:do|should|must) i (?:have to |need to )?pay\b/i);
  if (spans.has('pay') && !asksToPay && !spans.has('rate')) return null;
  if (ask) return ask === 'due' && spans.matches(/\bhow much|what amount\b/i) ? 'statement' : ask;
  return isNamed && !spans.has('pay schedule payment bill') && asksForOverview(spans) ? 'overview' : null;
}

const asksForOverview = (spans: MatchedSpans) =>
  spans.matches(/^\s*(?:so |and )?(?:how|what|show|tell|overview|status|give)\b/i) ||
  spans.unmatchedItems().length === 0;

/** Matches "What is my interest rate" and asks which product is meant. */
export const anyRate = defineIntent({
  when: 'rate',
  unless: 'whatif if raise lower convert why',
  matches: (spans) => spans.matches(/\bmy\b/i),
  optional: 'interest owe',
  build: (spans) => {
    const { cards, loans, mortgages } = spans.customer;
    const choices = [...cards, ...loans, ...mortgages]
      .slice(0, 6)
      .map(({ name }) => ({ label: name, ask: `What is the interest rate on ${name}?` }));
    return choices.length === 0
      ? null
      : spans.ask('card', 'place', 'Which one?', 'Interest rate on an account, card, or loan', choices, null);
  },
});

/** Matches "When will my car loan be paid off", "what do I owe on the mortgage". */
export const debt = defineIntent({
  unless: `${without('interest')} schedule budget extra borrow`,
  slots: {
    match: slot.name(
      ['loan', 'mortgage'],
      ({ refs, generic }) =>
        generic !== null || getStrongest(refs).some(({ is }) => is === 'loan' || is === 'mortgage'),
    ),
    time: slot.time,
  },
  build: (spans, { match, time }) => {
    // "What do I still owe on the house" asks about the mortgage.
    const home = spans.has('owe cleared payoff') && spans.items.find((item) => isConcept(item, 'home'));
    const item = match?.item ?? home;
    if (!item) return null;
    spans.matchItem(item);
    const ask = getDebtAsk(spans);
    if (!ask || (time && ask !== 'interest' && ask !== 'principal')) return null;
    spans.match(
      'when pay money have owe left balance next due payment about will be howlong until much paid monthly finish date bill all',
    );
    const [every] = spans.unmatched('frequency');
    if (every?.frequency === 'MONTHLY') spans.matchItem(every);
    spans.matchWords(/^(?:home|car|house|date|stand|doing|principal)$/);
    const refs = match?.refs ?? refsOfKind('mortgage', spans.customer);
    const [debt, another] = refs;
    if (!debt) return null;
    if (another) {
      const understood = `One of ${joinNames(refs.map(({ name }) => name))}`;
      return spans.ask('debt', 'debt', 'Which one?', understood, { item, refs });
    }
    if (!isPlace(debt.is)) return null;
    const isMonthly = every?.frequency === 'MONTHLY' && ask === 'interest' && !time;
    const period = isMonthly
      ? getLastMonth(spans)
      : ask === 'interest' || (ask === 'principal' && !(spans.matches(/\bhow much of\b/i) && !time))
        ? getInterestPeriod(spans, time?.time)
        : null;
    // Only payments that were made have a known split.
    const isFuture = period && (period.from ?? '') >= spans.customer.today && period.to !== period.from;
    if (ask === 'principal' && isFuture) return null;
    return { kind: 'debt', debt: { is: debt.is, id: debt.id }, ask, period };
  },
});

function getDebtAsk(spans: MatchedSpans): DebtAsk | null {
  const isWhen = spans.has('when howlong');
  if (spans.matches(/\bprincipal\b/i) && spans.has('pay paid payment')) return 'principal';
  // "How much of the loan have I paid off" is about all payments so far.
  if (spans.matches(/\bhow much of\b.*\bpaid\b/i)) {
    spans.match('cleared payoff paid');
    return 'principal';
  }
  if (spans.has('interest') && spans.has('left will') && !spans.has('rate')) {
    spans.match('interest left will cost pay total until cleared');
    return 'remaining_interest';
  }
  if (spans.match('cleared payoff')) return isWhen || spans.matches(/\bdate\b/i) ? 'payoff_date' : null;
  if (isWhen && spans.matches(/\b(?:end|ends|over|gone|finished|done|until)\b/i)) {
    spans.match('stopit');
    spans.matchWords(/^(?:gone|over|finished|done|above)$/);
    return 'payoff_date';
  }
  if (spans.match('rate')) {
    spans.match('interest');
    return 'rate';
  }
  // Future interest is not in the ledger, so it requires a what-if.
  if (spans.has('interest') && spans.has('will')) return null;
  if (spans.match('interest'))
    return spans.has('pay paid cost') || spans.matches(/\bhow much\b/i) ? 'interest' : 'rate';
  if (spans.has('due next') || (isWhen && spans.has('payment pay bill'))) return 'next_payment';
  if (spans.has('payment') && !spans.has('left')) return 'payment';
  if (spans.has('owe left balance')) return 'owed';
  return !spans.has('pay paid schedule') && !isWhen && asksForOverview(spans) ? 'overview' : null;
}

/** Returns the last full month, for "interest each month". */
function getLastMonth(spans: MatchedSpans): Period {
  const start = unitAround(spans.today, 'month').from ?? spans.today;
  const period = getPeriod(unitAround(start - 1, 'month'), spans.today);
  spans.assume('period', `${period.text} (the last full month)`);
  return period;
}

/** Returns the stated period, or the year to date. */
function getInterestPeriod(spans: MatchedSpans, time: Time | undefined): Period {
  if (time) return spans.toPeriod(time, 'past');
  const { today } = spans.customer;
  const text = `in ${today.slice(0, 4)} so far`;
  spans.assume('period', text);
  return { from: `${today.slice(0, 4)}-01-01`, to: today, text };
}

/** Returns true if the closest occurrence of a period has started: "December" is future in November. */
function isPast({ today }: MatchedSpans, { past, future }: Time): boolean {
  if (past.from !== null && past.from > today) return false;
  const wait = (future.from ?? today) - today;
  return wait <= 0 || past.to === null || wait > today - past.to;
}

/** Matches "How much interest did I pay this year", "what interest did my savings earn". */
export const interest = defineIntent({
  when: 'interest',
  unless: 'why whatif if explain rate howto will extra',
  matches: (spans) =>
    (spans.matches(/\b(?:how much|show|total|what|interest (?:that )?(?:i|we|paid|earned|charged))\b/i) &&
      spans.has('pay paid earn charge cost receive get spend')) ||
    // "Credit card interest last month" names the period instead of a verb.
    (spans.unmatched('time').some(({ time }) => isPast(spans, time)) && !spans.isQuestion),
  optional: 'money all have make paid earn receive getpaid pay charge cost spend only',
  slots: { time: slot.time },
  build: (spans, { time }) => {
    const places = spans
      .matchNames(['account', 'card', 'loan', 'mortgage'])
      .flatMap(({ refs }) => toPlaces(refs));
    const isOnAccounts = places.length > 0 && places.every(({ is }) => is === 'account');
    const direction = spans.has('earn receive getpaid') || isOnAccounts ? 'earned' : 'paid';
    return { kind: 'interest', direction, places, period: getInterestPeriod(spans, time?.time) };
  },
});
