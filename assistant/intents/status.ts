import type { Place, Question } from '../intent.ts';
import { listed } from '../parser/filter.ts';
import {
  best,
  beyond,
  choicesAdding,
  choicesFor,
  done,
  type MatchedSpans,
  missing,
  named,
  type Picked,
  type Rule,
} from '../parser/matched-spans.ts';
import { type Ref, refsOfKind } from '../parser/names.ts';
import { takeWords } from './cash-flow.ts';

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
export const card: Rule = (claim) => {
  if (
    claim.has(
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
  if (/\bwhat(?:'s| is|s| are)? an? (?!.*\bmy\b)/i.test(claim.reading.text)) return null;
  const isCards = claim.has('credit rewards statement utilization minimum available');
  const picked = claim.names(
    ['card'],
    ({ refs, generic }) =>
      generic === 'card' || best(refs).every(({ is }) => is === 'card' || is === 'merchant'),
  );
  const [one, another] = picked;
  if (another || (!one && !isCards)) return null;
  // "What is a minimum payment" asks for the term.
  if (!one && /\bwhat(?:'s| is| are| does)? (?:an? |apr|the meaning|mean)/i.test(claim.reading.text))
    return null;
  const ask = getAsk(claim, one);
  if (!ask) return null;
  if (ask === 'utilization') takeWords(claim, /^(?:percent|percentage)$/);
  claim.any(
    'when pay payment money have spend credit next balance left owe available about much all low date way limit much will bill',
  );
  takeWords(claim, /^(?:stand|doing)$/);
  const { cards } = claim.reading.known;
  if (cards.length === 0)
    return beyond('no_such_product', "You don't have a credit card.", [
      { label: 'How do I get a card?', ask: 'How do I open a credit card?' },
    ]);
  const refs: readonly Ref[] = one
    ? best(one.refs.filter(({ is }) => is === 'card'))
    : cards.map((card) => ({ is: 'card', strength: 1, ...named(card) }));
  const [only] = refs;
  if (refs.length === 1 && only) return done(claim, { kind: 'card', card: named(only), ask });
  const together = togetherAsk(ask);
  const isAll =
    one?.item.isPlural ||
    (!one && together !== null && ask !== 'due') ||
    claim.items.some(({ raw }) => /^all$/i.test(raw));
  if (together && isAll) return done(claim, { kind: 'cards', ask: together });
  return missing(claim, {
    of: 'card',
    slot: 'card',
    question: 'Which card?',
    understood: ASK_WORDS[ask],
    choices: one
      ? choicesFor(claim, one.item, refs)
      : choicesAdding(
          claim,
          cards.map(({ name }) => ({ label: name, words: `on ${name}` })),
        ),
  });
};

/** "What is my interest rate": asks for the product. */
export const anyRate: Rule = (claim) => {
  if (
    !claim.has('rate') ||
    !/\bmy\b/i.test(claim.reading.text) ||
    claim.has('whatif if raise lower convert why')
  )
    return null;
  claim.any('rate', 'interest', 'owe');
  const { cards, loans, mortgages } = claim.reading.known;
  const owed = [...cards, ...loans, ...mortgages];
  if (owed.length === 0) return null;
  return missing(claim, {
    of: 'card',
    slot: 'place',
    question: 'Which one?',
    understood: 'An interest rate',
    choices: owed
      .slice(0, 6)
      .map(({ name }) => ({ label: name, ask: `What is the interest rate of ${name}?` })),
  });
};

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

function getAsk(claim: MatchedSpans, one: Picked | undefined): CardAsk | null {
  const text = claim.reading.text;
  const found = CARD_ASKS.filter(([lemma]) => claim.has(lemma));
  const isWhen = claim.has('when') || /\bhow long\b/i.test(text);
  claim.any(...found.map(([lemma]) => lemma));
  if (claim.has('rewards')) claim.any('count');
  if (
    isWhen &&
    (found.some(([lemma]) => lemma === 'due') || claim.has('pay payment bill next minimum statement'))
  ) {
    claim.any('minimum', 'statement');
    return 'due';
  }
  if (isWhen) return null;
  if (claim.has('spend') && found.length === 0)
    return /\b(?:can|could) i (?:still )?spend\b/i.test(text) ? 'available' : null;
  const isMuchPay =
    claim.has('pay') && /\bhow much (?:do|should|must) i (?:have to |need to )?pay\b/i.test(text);
  if (claim.has('pay') && !isMuchPay && !found.some(([lemma]) => lemma === 'rate')) return null;
  const [first] = found;
  if (first) return first[1] === 'due' && /\bhow much|what amount\b/i.test(text) ? 'statement' : first[1];
  if (!one || claim.has('pay', 'schedule')) return null;
  const isHow =
    /^\s*(?:so |and )?(?:how|what|show|tell|overview|status|give)\b/i.test(text) ||
    claim.unexplained().length === 0;
  return isHow && !claim.has('payment when bill') ? 'overview' : null;
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
export const debt: Rule = (claim) => {
  if (
    claim.has(
      ...NOT_STANDING.filter((lemma) => lemma !== 'interest'),
      'schedule',
      'budget',
      'extra',
      'borrow',
    )
  )
    return null;
  const [one, another] = claim.names(
    ['loan', 'mortgage'],
    ({ refs, generic }) =>
      generic !== null || best(refs).some(({ is }) => is === 'loan' || is === 'mortgage'),
  );
  // "What do I still owe on the house" asks about the mortgage.
  const home =
    !one && claim.has('owe cleared payoff')
      ? claim.items.find((item) => item.is === 'lemma' && item.lemma === 'home')
      : undefined;
  const item = one?.item ?? home;
  if (another || !item) return null;
  claim.take(item);
  const ask = debtAsk(claim);
  if (!ask) return null;
  claim.any(
    'when pay money have owe left balance next due payment about will be howlong until much paid monthly finish date bill all',
  );
  const [every] = claim.of('frequency');
  if (every?.frequency === 'MONTHLY') claim.take(every);
  takeWords(claim, /^(?:home|car|house|date|stand|doing|principal)$/);
  const refs = one ? best(one.refs) : refsOfKind('mortgage', claim.reading.known);
  const [only] = refs;
  const [time] = claim.of('time');
  if (time && ask !== 'interest') return null;
  if (time) claim.take(time);
  if (refs.length !== 1 || !only || (only.is !== 'loan' && only.is !== 'mortgage'))
    return refs.length === 0
      ? null
      : missing(claim, {
          of: 'debt',
          slot: 'debt',
          question: 'Which one?',
          understood: `One of ${listed(
            refs.map(({ name }) => name),
            'and',
          )}`,
          choices: choicesFor(claim, item, refs),
        });
  const debtPlace: Place = { is: only.is, id: only.id };
  const period = ask === 'interest' ? interestPeriod(claim, time) : null;
  return done(claim, { kind: 'debt', debt: debtPlace, ask, period });
};

function debtAsk(claim: MatchedSpans): DebtAsk | null {
  const text = claim.reading.text;
  const isWhen = claim.has('when', 'howlong');
  if (claim.any('cleared', 'payoff')) return isWhen || /\bdate\b/i.test(text) ? 'payoff_date' : null;
  if (isWhen && /\b(?:end|ends|over|gone|finished|done|until)\b/i.test(text)) {
    claim.any('stopit');
    takeWords(claim, /^(?:gone|over|finished|done|above)$/);
    return 'payoff_date';
  }
  if (claim.any('rate')) {
    claim.any('interest');
    return 'rate';
  }
  // Future interest is not in the ledger, so a what-if computes it.
  if (claim.has('interest') && claim.has('will')) return null;
  if (claim.any('interest'))
    return claim.has('pay paid cost') || /\bhow much\b/i.test(text) ? 'interest' : 'rate';
  if (claim.has('due', 'next') || (isWhen && claim.has('payment pay bill'))) return 'next_payment';
  if (claim.has('payment') && !claim.has('left')) return 'payment';
  if (claim.has('owe left balance')) return 'owed';
  if (claim.has('pay paid schedule') || isWhen) return null;
  return /^\s*(?:so |and )?(?:how|what|show|tell|give)\b/i.test(text) || claim.unexplained().length === 0
    ? 'overview'
    : null;
}

function interestPeriod(claim: MatchedSpans, time: ReturnType<MatchedSpans['of']>[number] | undefined) {
  if (time?.is === 'time') return claim.period(time.time, 'past');
  const year = claim.reading.known.today.slice(0, 4);
  claim.assume('period', `in ${year} so far`);
  return { from: `${year}-01-01`, to: claim.reading.known.today, words: `in ${year} so far` };
}

/** "How much interest did I pay this year", "what interest did my savings earn". */
export const interest: Rule = (claim) => {
  if (!claim.has('interest') || claim.has('why whatif if explain rate howto will extra')) return null;
  if (
    !/\b(?:how much|show|total|what)\b/i.test(claim.reading.text) ||
    !claim.has('pay paid earn charge cost receive get spend')
  )
    return null;
  claim.any('interest money all have make paid');
  const isEarned = claim.any('earn receive getpaid');
  claim.any('pay paid charge cost spend');
  const picked = claim.names(['account', 'card', 'loan', 'mortgage']);
  const places = picked.flatMap(({ refs }) =>
    best(refs).flatMap((ref): Place[] => (isPlace(ref.is) ? [{ is: ref.is, id: ref.id }] : [])),
  );
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const direction =
    isEarned || (picked.length > 0 && places.every(({ is }) => is === 'account')) ? 'earned' : 'paid';
  return done(claim, { kind: 'interest', direction, places, period: interestPeriod(claim, time) });
};

const isPlace = (is: Ref['is']): is is Place['is'] =>
  is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage';
