import { dayText } from '../../engine/calendar/calendar.ts';
import type { Action, Intent, Place, Question, Turn } from '../intent.ts';
import { freeWords, getFilter } from '../parser/filter.ts';
import { type Draft, done, type MatchedSpans, named } from '../parser/matched-spans.ts';
import { type Changeable, followAction } from './follow-up-actions.ts';
import { namedIn, otherPlace, periodBefore, timeIn } from './follow-up-parts.ts';
import { followWhatIf } from './follow-up-what-if.ts';

type Understood = Exclude<Intent, { kind: 'missing' | 'beyond' }>;

type Flow = Extract<Question, { kind: 'flow' }>;

type Rows = Extract<Question, { kind: 'rows' }>;

/** Returns the last question or proposal, skipping thanks and refusals. */
export function lastUnderstood(before: readonly Turn[]): Understood | null {
  const last = before
    .slice(-4)
    .map(({ meaning }) => meaning)
    .findLast(
      ({ kind }) => kind !== 'social' && kind !== 'beyond' && kind !== 'date' && kind !== 'capabilities',
    );
  return last && last.kind !== 'missing' && last.kind !== 'beyond' ? last : null;
}

/**
 * Parses a follow-up to the last message: "and in September?", "what about groceries?", "make it 300", "the
 * other card".
 */
export function follow(claim: MatchedSpans, last: Understood): Draft | null {
  const draft = followed(claim, last);
  if (!draft || !('meaning' in draft)) return draft;
  // Earlier assumptions that still apply.
  const kept = last.assumed.filter(
    ({ slot }) =>
      !draft.assumed.some((one) => one.slot === slot) && getSlot(last, slot) === getSlot(draft.meaning, slot),
  );
  return { meaning: draft.meaning, assumed: [...kept, ...draft.assumed] };
}

/** Returns the value of a slot for comparison. */
function getSlot(meaning: object, slot: string): string {
  const {
    filter = {},
    decisions = [],
    ...rest
  } = meaning as { filter?: object; decisions?: readonly object[] };
  const slots: Record<string, unknown> = { ...decisions[0], ...filter, ...rest };
  return JSON.stringify(slots[slot === 'category' && 'categories' in filter ? 'categories' : slot] ?? null);
}

function followed(claim: MatchedSpans, last: Understood): Draft | null {
  claim.any('about', 'only', 'make', 'set', 'if', 'whatif', 'so', 'use', 'used', 'utilization');
  const { assumed: _, ...meaning } = last;
  switch (meaning.kind) {
    case 'flow':
      return followFlow(claim, meaning);
    case 'rows':
      return followRows(claim, meaning);
    case 'balance':
    case 'forecast':
    case 'how_long':
      return followPlace(claim, meaning);
    case 'what_if':
      return followWhatIf(claim, meaning);
    case 'transfer':
    case 'pay_card':
    case 'pay_debt':
    case 'pay_person':
    case 'schedule':
    case 'auto_deposit':
    case 'set_budget':
    case 'fast_forward':
    case 'freeze':
      return followAction(claim, meaning);
    default:
      return followSimple(claim, meaning);
  }
}

function followFlow(claim: MatchedSpans, last: Flow): Draft | null {
  const changed = { ...last };
  let isChanged = false;
  if (claim.any('compare more less')) {
    const [time] = claim.of('time');
    if (!time) return null;
    claim.take(time);
    changed.compare = claim.period(time.time, 'past');
    isChanged = true;
  }
  const isIn = claim.any('earn', 'receive');
  const isOut = claim.any('spend', 'buy');
  if ((isIn && last.direction !== 'in') || (isOut && last.direction !== 'out')) {
    changed.direction = isIn ? 'in' : 'out';
    changed.filter = { ...last.filter, categories: [], merchant: null };
    isChanged = true;
  }
  const measure = claim.lemma('average largest smallest count category merchant');
  if (measure) {
    const measures: Record<string, Flow['measure']> = {
      average: 'average_month',
      largest: 'largest',
      smallest: 'smallest',
      count: 'count',
      category: 'by_category',
      merchant: 'by_merchant',
    };
    changed.measure = measures[measure.lemma] ?? last.measure;
    isChanged = true;
    claim.any('transaction', 'purchase');
  }
  const next = refiltered(claim, changed.filter, 'flow', changed.compare === last.compare);
  if (!next) return null;
  if (next.draft) return next.draft;
  if (!isChanged && !next.isChanged) return null;
  return done(claim, { ...changed, filter: next.filter, compare: next.isPeriod ? null : changed.compare });
}

function followRows(claim: MatchedSpans, last: Rows): Draft | null {
  const which = claim.lemma('largest smallest last first');
  claim.any('transaction purchase payment find when');
  const next = refiltered(claim, last.filter, 'rows', true);
  if (!next) return null;
  if (next.draft) return next.draft;
  if (!which && !next.isChanged) return null;
  const ways: Record<string, Rows['which']> = {
    largest: 'largest',
    smallest: 'smallest',
    last: 'last',
    first: 'first',
  };
  return done(claim, {
    ...last,
    which: which ? (ways[which.lemma] ?? last.which) : last.which,
    filter: next.filter,
  });
}

/** Replaces the filters of the same kind. */
function refiltered(claim: MatchedSpans, old: Flow['filter'], of: 'flow' | 'rows', takesPeriod: boolean) {
  const other = otherPlace(claim, old.places[0] ?? null);
  const earlier = periodBefore(claim, old.period);
  const { filter, draft } = getFilter(claim, 'past', of);
  const said = { ...filter, period: filter.period ?? earlier };
  const free = claim.of('word').length > 0 ? freeWords(claim) : null;
  if (said.period && !takesPeriod) return null;
  const places = other ? [other] : said.places;
  const isAbout =
    said.categories.length > 0 ||
    said.merchant !== null ||
    said.contact !== null ||
    said.tag !== null ||
    free !== null;
  const about = isAbout
    ? {
        categories: said.categories,
        merchant: said.merchant ?? (free && (free.prep === 'at' || free.prep === 'from') ? free.words : null),
        contact: said.contact,
        tag: said.tag,
        words: free && free.prep !== 'at' && free.prep !== 'from' ? free.words : null,
      }
    : {};
  if (free) claim.assume('words', `rows that say \u201c${free.words}\u201d`);
  const changed = {
    ...old,
    ...about,
    places: places.length > 0 ? places : old.places,
    bounds: said.bounds ?? old.bounds,
    period: said.period ?? old.period,
  };
  const isChanged = isAbout || places.length > 0 || said.bounds !== null || said.period !== null;
  return { filter: changed, draft, isChanged, isPeriod: said.period !== null };
}

type AboutPlace = Extract<Question, { kind: 'balance' | 'forecast' | 'how_long' }>;

function followPlace(claim: MatchedSpans, last: AboutPlace): Draft | null {
  const before: Place | null =
    last.kind === 'balance' ? (last.of.is === 'place' ? last.of.place : null) : last.place;
  const other = otherPlace(claim, before);
  claim.any('balance money have all');
  const { ref, draft } = other ? { ref: null, draft: null } : namedIn(claim, ['account'], last.kind);
  if (draft) return draft;
  const place: Place | null = other ?? (ref ? { is: 'account', id: ref.id } : null);
  if (last.kind === 'how_long') {
    const amount = claim.one('amount');
    if (!place && !amount) return null;
    return done(claim, { ...last, place: place ?? last.place, amount: amount?.said.amount ?? last.amount });
  }
  const time = timeIn(claim, last.kind === 'forecast' ? 'future' : 'past');
  if (!place && !time) return null;
  if (last.kind === 'forecast') {
    if (time && (time.to === null || time.to < claim.reading.known.today)) return null;
    return done(claim, { ...last, place: place ?? last.place, on: time?.to ?? last.on });
  }
  if (time && (time.to === null || time.to > claim.reading.known.today)) return null;
  return done(claim, { ...last, of: place ? { is: 'place', place } : last.of, on: time?.to ?? last.on });
}

/** Questions with a period or a subject. */
function followSimple(claim: MatchedSpans, last: Exclude<Question | Action, Changeable>): Draft | null {
  switch (last.kind) {
    case 'upcoming': {
      const { ref, draft } = namedIn(claim, ['payment', 'card', 'loan', 'mortgage', 'deposit'], 'upcoming');
      if (draft) return draft;
      const period = timeIn(claim, 'future');
      if (!ref && !period) return null;
      if (!ref) return done(claim, { ...last, period });
      const place: Place | null =
        ref.is === 'card' || ref.is === 'loan' || ref.is === 'mortgage' ? { is: ref.is, id: ref.id } : null;
      return done(claim, { ...last, period: period ?? last.period, about: place ? null : named(ref), place });
    }
    case 'interest':
    case 'happened': {
      const period = timeIn(claim, 'past');
      if (!period) return null;
      return done(claim, { ...last, period });
    }
    case 'budget': {
      claim.any('budget', 'left');
      const { ref } = namedIn(claim, ['category'], 'budget');
      if (ref?.strength === 1) claim.assume('category', `counted as the category ${ref.name}`);
      const period = timeIn(claim, 'past');
      return ref || period
        ? done(claim, { ...last, category: ref ? named(ref) : last.category, period: period ?? last.period })
        : null;
    }
    case 'goal': {
      const { ref } = namedIn(claim, ['goal'], 'goal');
      return ref ? done(claim, { ...last, goal: named(ref) }) : null;
    }
    case 'card': {
      const other = otherPlace(claim, { is: 'card', id: last.card.id });
      const { ref } = other ? { ref: null } : namedIn(claim, ['card'], 'card');
      const card = ref ?? claim.reading.known.cards.find(({ id }) => id === other?.id);
      return card ? done(claim, { ...last, card: named(card) }) : null;
    }
    case 'debt': {
      const { ref } = namedIn(claim, ['loan', 'mortgage'], 'debt');
      const period = last.ask === 'interest' ? timeIn(claim, 'past') : null;
      const debt: Place | null =
        ref?.is === 'loan' || ref?.is === 'mortgage' ? { is: ref.is, id: ref.id } : null;
      return debt || period
        ? done(claim, { ...last, debt: debt ?? last.debt, period: period ?? last.period })
        : null;
    }
    case 'afford': {
      const amount = claim.one('amount');
      const time = timeIn(claim, 'future');
      claim.any('cost afford when');
      if (!amount && !time) return null;
      const on =
        time?.from && time.from > claim.reading.known.today
          ? time.from
          : time
            ? dayText(claim.reading.today)
            : last.on;
      return done(claim, { ...last, amount: amount?.said.amount ?? last.amount, on });
    }
    case 'exchange': {
      const amount = claim.one('amount');
      const code = claim.one('currency');
      if (!amount && !code) return null;
      return done(claim, {
        ...last,
        amount: amount?.said.amount ?? last.amount,
        from: amount?.said.currency ?? last.from,
        to: code?.code ?? last.to,
      });
    }
    case 'credit_score':
      if (claim.any('improve', 'raise')) {
        claim.any('howto');
        return done(claim, { ...last, ask: 'improve' });
      }
      return claim.any('why') ? done(claim, { ...last, ask: 'why' }) : null;
    default:
      return null;
  }
}
