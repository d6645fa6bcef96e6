import type { Place, Question } from '../intent.ts';
import { defineIntent, timeSlot } from '../parser/define-intent.ts';
import { listed } from '../parser/filter.ts';
import { best, beyond, type MatchedSpans, named, type Picked, type Rule } from '../parser/matched-spans.ts';
import { type Ref, refsOfKind } from '../parser/names.ts';
import type { Item } from '../parser/parsed-message.ts';

type CardAsk = Extract<Question, { kind: 'card' }>['ask'];

type DebtAsk = Extract<Question, { kind: 'debt' }>['ask'];

const CARD_ASKS: readonly (readonly [lemma: string, ask: CardAsk])[] = [
  ['minimum', 'minimum'],
  ['available', 'available'],
  ['left', 'available'],
  ['statement', 'statement'],
  ['utilization', 'utilization'],
  ['rewards', 'rewards'],
  ['due', 'due'],
  ['rate', 'apr'],
  ['limit', 'limit'],
  ['frozen', 'frozen'],
  ['balance', 'balance'],
  ['owe', 'balance'],
];

export const NOT_STANDING =
  'whatif if afford spend buy purchase transaction transfer send put set raise lower freeze unfreeze why interest forecast howto explain convert notification charge last first fee save request'.split(
    ' ',
  );

/**
 * Parses questions about a card: "what's my statement balance", "when is Tide due", "how much credit do I
 * have left".
 */
export const card: Rule = (spans) => {
  if (
    spans.has(
      ...NOT_STANDING.filter((lemma) => lemma !== 'spend'),
      'schedule',
      'budget',
      'goal',
      'score',
      'cleared',
      'payoff',
    )
  )
    return null;
  if (/\bwhat(?:'s| is|s| are)? an? (?!.*\bmy\b)/i.test(spans.text)) return null;
  const isCards = spans.has('credit rewards statement utilization minimum available');
  const picked = spans.names(
    ['card'],
    ({ refs, generic }) =>
      generic === 'card' || best(refs).every(({ is }) => is === 'card' || is === 'merchant'),
  );
  const [one, another] = picked;
  if (another || (!one && !isCards)) return null;
  // "What is a minimum payment" asks for the term.
  if (!one && /\bwhat(?:'s| is| are| does)? (?:an? |apr|the meaning|mean)/i.test(spans.text)) return null;
  const ask = getAsk(spans, one);
  if (!ask) return null;
  if (ask === 'utilization') spans.takeWords(/^(?:percent|percentage)$/);
  spans.any(
    'when pay payment money have spend credit next balance left owe available about much all low date way limit much will bill',
  );
  spans.takeWords(/^(?:stand|doing)$/);
  const { cards } = spans.known;
  if (cards.length === 0)
    return beyond('no_such_product', "You don't have a credit card.", [
      { label: 'How do I get a card?', ask: 'How do I open a credit card?' },
    ]);
  const refs: readonly Ref[] = one
    ? best(one.refs.filter(({ is }) => is === 'card'))
    : cards.map((card) => ({ is: 'card', strength: 1, ...named(card) }));
  const [only] = refs;
  if (refs.length === 1 && only) return { kind: 'card', card: named(only), ask };
  const together = togetherAsk(ask);
  const isAll =
    one?.item.isPlural ||
    (!one && together !== null && ask !== 'due') ||
    spans.items.some(({ raw }) => /^all$/i.test(raw));
  if (together && isAll) return { kind: 'cards', ask: together };
  const asks = { of: 'card', slot: 'card', question: 'Which card?', understood: ASK_WORDS[ask] } as const;
  return one ? spans.askWhich(asks, { ...one, refs }) : spans.askToAdd(asks, cards, 'on *');
};

/** "What is my interest rate": asks for the product. */
export const anyRate = defineIntent({
  when: 'rate',
  unless: 'whatif if raise lower convert why',
  matches: ({ text }) => /\bmy\b/i.test(text),
  words: 'rate interest owe',
  build: (spans) => {
    const { cards, loans, mortgages } = spans.known;
    const choices = [...cards, ...loans, ...mortgages]
      .slice(0, 6)
      .map(({ name }) => ({ label: name, ask: `What is the interest rate of ${name}?` }));
    return choices.length === 0
      ? null
      : spans.ask('card', 'place', 'Which one?', 'An interest rate', choices);
  },
});

const ASK_WORDS: Record<CardAsk, string> = {
  balance: 'What is owed on a card',
  statement: 'The statement balance of a card',
  minimum: 'The minimum payment of a card',
  due: 'When a card is due',
  available: 'What is available on a card',
  limit: 'The limit of a card',
  utilization: 'How much of a card is used',
  apr: 'The rate of a card',
  rewards: 'The rewards of a card',
  frozen: 'Whether a card is frozen',
  overview: 'How a card stands',
};

function getAsk(spans: MatchedSpans, one: Picked | undefined): CardAsk | null {
  const text = spans.text;
  const found = CARD_ASKS.filter(([lemma]) => spans.has(lemma));
  const isWhen = spans.has('when') || /\bhow long\b/i.test(text);
  spans.any(...found.map(([lemma]) => lemma));
  if (spans.has('rewards')) spans.any('count');
  if (
    isWhen &&
    (found.some(([lemma]) => lemma === 'due') || spans.has('pay payment bill next minimum statement'))
  ) {
    spans.any('minimum', 'statement');
    return 'due';
  }
  if (isWhen) return null;
  if (spans.has('spend') && found.length === 0)
    return /\b(?:can|could) i (?:still )?spend\b/i.test(text) ? 'available' : null;
  const isMuchPay =
    spans.has('pay') && /\bhow much (?:do|should|must) i (?:have to |need to )?pay\b/i.test(text);
  if (spans.has('pay') && !isMuchPay && !found.some(([lemma]) => lemma === 'rate')) return null;
  const [first] = found;
  if (first) return first[1] === 'due' && /\bhow much|what amount\b/i.test(text) ? 'statement' : first[1];
  if (!one || spans.has('pay', 'schedule')) return null;
  const isHow =
    /^\s*(?:so |and )?(?:how|what|show|tell|overview|status|give)\b/i.test(text) ||
    spans.unexplained().length === 0;
  return isHow && !spans.has('payment when bill') ? 'overview' : null;
}

function togetherAsk(ask: CardAsk): Extract<Question, { kind: 'cards' }>['ask'] | null {
  return ask === 'available' ||
    ask === 'utilization' ||
    ask === 'limit' ||
    ask === 'due' ||
    ask === 'rewards' ||
    ask === 'overview'
    ? ask
    : null;
}

/** Parses questions about a loan or mortgage: balance, payoff date, rate, and next payment. */
export const debt: Rule = (spans) => {
  if (
    spans.has(
      ...NOT_STANDING.filter((lemma) => lemma !== 'interest'),
      'schedule',
      'budget',
      'extra',
      'borrow',
    )
  )
    return null;
  const [one, another] = spans.names(
    ['loan', 'mortgage'],
    ({ refs, generic }) =>
      generic !== null || best(refs).some(({ is }) => is === 'loan' || is === 'mortgage'),
  );
  // "What do I still owe on the house" asks about the mortgage.
  const home =
    !one && spans.has('owe cleared payoff')
      ? spans.items.find((item) => item.is === 'lemma' && item.lemma === 'home')
      : undefined;
  const item = one?.item ?? home;
  if (another || !item) return null;
  spans.take(item);
  const ask = debtAsk(spans);
  if (!ask) return null;
  spans.any(
    'when pay money have owe left balance next due payment about will be howlong until much paid monthly finish date bill all',
  );
  const [every] = spans.of('frequency');
  if (every?.frequency === 'MONTHLY') spans.take(every);
  spans.takeWords(/^(?:home|car|house|date|stand|doing|principal)$/);
  const refs = one ? best(one.refs) : refsOfKind('mortgage', spans.known);
  const [only] = refs;
  const [time] = spans.of('time');
  if (time && ask !== 'interest') return null;
  if (time) spans.take(time);
  if (refs.length !== 1 || !only || (only.is !== 'loan' && only.is !== 'mortgage'))
    return refs.length === 0
      ? null
      : spans.ask(
          'debt',
          'debt',
          'Which one?',
          `One of ${listed(
            refs.map(({ name }) => name),
            'and',
          )}`,
          spans.choicesFor(item, refs),
        );
  const debtPlace: Place = { is: only.is, id: only.id };
  const period = ask === 'interest' ? interestPeriod(spans, time) : null;
  return { kind: 'debt', debt: debtPlace, ask, period };
};

function debtAsk(spans: MatchedSpans): DebtAsk | null {
  const text = spans.text;
  const isWhen = spans.has('when', 'howlong');
  if (spans.any('cleared', 'payoff')) return isWhen || /\bdate\b/i.test(text) ? 'payoff_date' : null;
  if (isWhen && /\b(?:end|ends|over|gone|finished|done|until)\b/i.test(text)) {
    spans.any('stopit');
    spans.takeWords(/^(?:gone|over|finished|done|above)$/);
    return 'payoff_date';
  }
  if (spans.any('rate')) {
    spans.any('interest');
    return 'rate';
  }
  // Future interest is not in the ledger, so a what-if computes it.
  if (spans.has('interest') && spans.has('will')) return null;
  if (spans.any('interest'))
    return spans.has('pay paid cost') || /\bhow much\b/i.test(text) ? 'interest' : 'rate';
  if (spans.has('due', 'next') || (isWhen && spans.has('payment pay bill'))) return 'next_payment';
  if (spans.has('payment') && !spans.has('left')) return 'payment';
  if (spans.has('owe left balance')) return 'owed';
  if (spans.has('pay paid schedule') || isWhen) return null;
  return /^\s*(?:so |and )?(?:how|what|show|tell|give)\b/i.test(text) || spans.unexplained().length === 0
    ? 'overview'
    : null;
}

function interestPeriod(spans: MatchedSpans, time: Item | null | undefined) {
  if (time?.is === 'time') return spans.period(time.time, 'past');
  const year = spans.known.today.slice(0, 4);
  spans.assume('period', `in ${year} so far`);
  return { from: `${year}-01-01`, to: spans.known.today, words: `in ${year} so far` };
}

/** "How much interest did I pay this year", "what interest did my savings earn". */
export const interest = defineIntent({
  when: 'interest',
  unless: 'why whatif if explain rate howto will extra',
  matches: (spans) =>
    /\b(?:how much|show|total|what)\b/i.test(spans.text) &&
    spans.has('pay paid earn charge cost receive get spend'),
  words: 'interest money all have make paid earn receive getpaid pay charge cost spend',
  slots: { time: timeSlot },
  build: (spans, { time }) => {
    const places = spans
      .names(['account', 'card', 'loan', 'mortgage'])
      .flatMap(({ refs }) => refs.flatMap(({ is, id }): Place[] => (isPlace(is) ? [{ is, id }] : [])));
    const isOnAccounts = places.length > 0 && places.every(({ is }) => is === 'account');
    const direction = spans.has('earn receive getpaid') || isOnAccounts ? 'earned' : 'paid';
    return { kind: 'interest', direction, places, period: interestPeriod(spans, time) };
  },
});

const isPlace = (is: Ref['is']): is is Place['is'] =>
  is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage';
