import { dayText } from '../../engine/calendar/calendar.ts';
import type { Action, Intent, Place, Question, Turn } from '../intent.ts';
import { freeWords, getFilter } from '../parser/filter.ts';
import { type Draft, type MatchedSpans, named } from '../parser/matched-spans.ts';
import { type Changeable, followAction } from './follow-up-actions.ts';
import { getOtherProduct, namedIn, periodBefore, timeIn } from './follow-up-parts.ts';
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
export function follow(spans: MatchedSpans, last: Understood): Draft | null {
  const draft = followed(spans, last);
  if (!draft || draft.kind === 'missing' || draft.kind === 'beyond') return draft;
  // Earlier assumptions that still apply.
  const kept = last.assumed.filter(
    ({ slot }) =>
      !spans.assumed.some((one) => one.slot === slot) && getSlot(last, slot) === getSlot(draft, slot),
  );
  spans.assumed.unshift(...kept);
  return draft;
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

function followed(spans: MatchedSpans, last: Understood): Draft | null {
  spans.any('about', 'only', 'make', 'set', 'if', 'whatif', 'so', 'use', 'used', 'utilization');
  const { assumed: _, ...meaning } = last;
  switch (meaning.kind) {
    case 'flow':
      return followFlow(spans, meaning);
    case 'rows':
      return followRows(spans, meaning);
    case 'balance':
    case 'forecast':
    case 'how_long':
      return followPlace(spans, meaning);
    case 'what_if':
      return followWhatIf(spans, meaning);
    case 'transfer':
    case 'pay_card':
    case 'pay_debt':
    case 'pay_person':
    case 'schedule':
    case 'auto_deposit':
    case 'set_budget':
    case 'fast_forward':
    case 'freeze':
      return followAction(spans, meaning);
    default:
      return followSimple(spans, meaning);
  }
}

function followFlow(spans: MatchedSpans, last: Flow): Draft | null {
  const changed = { ...last };
  let isChanged = false;
  if (spans.any('compare more less')) {
    const [time] = spans.of('time');
    if (!time) return null;
    spans.take(time);
    changed.compare = spans.period(time.time, 'past');
    isChanged = true;
  }
  const isIn = spans.any('earn', 'receive');
  const isOut = spans.any('spend', 'buy');
  if ((isIn && last.direction !== 'in') || (isOut && last.direction !== 'out')) {
    changed.direction = isIn ? 'in' : 'out';
    changed.filter = { ...last.filter, categories: [], merchant: null };
    isChanged = true;
  }
  const measure = spans.lemma('average largest smallest count category merchant');
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
    spans.any('transaction', 'purchase');
  }
  const next = refiltered(spans, changed.filter, 'flow', changed.compare === last.compare);
  if (!next) return null;
  if (next.draft) return next.draft;
  if (!isChanged && !next.isChanged) return null;
  return { ...changed, filter: next.filter, compare: next.isPeriod ? null : changed.compare };
}

function followRows(spans: MatchedSpans, last: Rows): Draft | null {
  const which = spans.lemma('largest smallest last first');
  spans.any('transaction purchase payment find when');
  const next = refiltered(spans, last.filter, 'rows', true);
  if (!next) return null;
  if (next.draft) return next.draft;
  if (!which && !next.isChanged) return null;
  return {
    ...last,
    which: (which?.lemma as Rows['which'] | undefined) ?? last.which,
    filter: next.filter,
  };
}

/** Replaces the filters of the same kind. */
function refiltered(spans: MatchedSpans, old: Flow['filter'], of: 'flow' | 'rows', takesPeriod: boolean) {
  const other = getOtherProduct(spans, old.places[0] ?? null);
  const earlier = periodBefore(spans, old.period);
  const { filter, draft } = getFilter(spans, 'past', of);
  const said = { ...filter, period: filter.period ?? earlier };
  const free = spans.of('word').length > 0 ? freeWords(spans) : null;
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
  if (free) spans.assume('words', `transactions that contain \u201c${free.words}\u201d`);
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

function followPlace(spans: MatchedSpans, last: AboutPlace): Draft | null {
  const before: Place | null =
    last.kind === 'balance' ? (last.of.is === 'place' ? last.of.place : null) : last.place;
  const other = getOtherProduct(spans, before);
  spans.any('balance money have all');
  const { ref, draft } = other ? { ref: null, draft: null } : namedIn(spans, ['account'], last.kind);
  if (draft) return draft;
  const place: Place | null = other ?? (ref ? { is: 'account', id: ref.id } : null);
  if (last.kind === 'how_long') {
    const amount = spans.one('amount');
    if (!place && !amount) return null;
    return { ...last, place: place ?? last.place, amount: amount?.said.amount ?? last.amount };
  }
  const time = timeIn(spans, last.kind === 'forecast' ? 'future' : 'past');
  if (!place && !time) return null;
  if (last.kind === 'forecast') {
    if (time && (time.to === null || time.to < spans.known.today)) return null;
    return { ...last, place: place ?? last.place, on: time?.to ?? last.on };
  }
  if (time && (time.to === null || time.to > spans.known.today)) return null;
  return { ...last, of: place ? { is: 'place', place } : last.of, on: time?.to ?? last.on };
}

/** Questions with a period or a subject. */
function followSimple(spans: MatchedSpans, last: Exclude<Question | Action, Changeable>): Draft | null {
  switch (last.kind) {
    case 'upcoming': {
      const { ref, draft } = namedIn(spans, ['payment', 'card', 'loan', 'mortgage', 'deposit'], 'upcoming');
      if (draft) return draft;
      const period = timeIn(spans, 'future');
      if (!ref && !period) return null;
      if (!ref) return { ...last, period };
      const place: Place | null =
        ref.is === 'card' || ref.is === 'loan' || ref.is === 'mortgage' ? { is: ref.is, id: ref.id } : null;
      return { ...last, period: period ?? last.period, about: place ? null : named(ref), place };
    }
    case 'interest':
    case 'happened': {
      const period = timeIn(spans, 'past');
      if (!period) return null;
      return { ...last, period };
    }
    case 'budget': {
      spans.any('budget', 'left');
      const { ref } = namedIn(spans, ['category'], 'budget');
      if (ref?.strength === 1) spans.assume('category', `counted as the category ${ref.name}`);
      const period = timeIn(spans, 'past');
      return ref || period
        ? { ...last, category: ref ? named(ref) : last.category, period: period ?? last.period }
        : null;
    }
    case 'goal': {
      const { ref } = namedIn(spans, ['goal'], 'goal');
      return ref ? { ...last, goal: named(ref) } : null;
    }
    case 'card': {
      const other = getOtherProduct(spans, { is: 'card', id: last.card.id });
      const { ref } = other ? { ref: null } : namedIn(spans, ['card'], 'card');
      const card = ref ?? spans.known.cards.find(({ id }) => id === other?.id);
      return card ? { ...last, card: named(card) } : null;
    }
    case 'debt': {
      const { ref } = namedIn(spans, ['loan', 'mortgage'], 'debt');
      const period = last.ask === 'interest' ? timeIn(spans, 'past') : null;
      const debt: Place | null =
        ref?.is === 'loan' || ref?.is === 'mortgage' ? { is: ref.is, id: ref.id } : null;
      return debt || period ? { ...last, debt: debt ?? last.debt, period: period ?? last.period } : null;
    }
    case 'afford': {
      const amount = spans.one('amount');
      const time = timeIn(spans, 'future');
      spans.any('cost afford when');
      if (!amount && !time) return null;
      const on =
        time?.from && time.from > spans.known.today ? time.from : time ? dayText(spans.today) : last.on;
      return { ...last, amount: amount?.said.amount ?? last.amount, on };
    }
    case 'exchange': {
      const amount = spans.one('amount');
      const code = spans.one('currency');
      if (!amount && !code) return null;
      return {
        ...last,
        amount: amount?.said.amount ?? last.amount,
        from: amount?.said.currency ?? last.from,
        to: code?.code ?? last.to,
      };
    }
    case 'credit_score':
      if (spans.any('improve', 'raise')) {
        spans.any('howto');
        return { ...last, ask: 'improve' };
      }
      return spans.any('why') ? { ...last, ask: 'why' } : null;
    default:
      return null;
  }
}
