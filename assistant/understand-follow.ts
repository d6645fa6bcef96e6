import { dayText } from '../engine/calendar.ts';
import type { Decision } from '../engine/what-if.ts';
import type { Action, Meaning, Named, Place, Question, Turn } from './meaning.ts';
import { best, type Claim, choicesFor, type Draft, done, missing, named } from './understand-claim.ts';
import { addUnits, type Tense } from './understand-days.ts';
import { filterOf, freeWords } from './understand-filter.ts';
import type { Ref } from './understand-names.ts';

type Understood = Exclude<Meaning, { kind: 'missing' | 'beyond' }>;
type Flow = Extract<Question, { kind: 'flow' }>;
type Rows = Extract<Question, { kind: 'rows' }>;

/** The last thing that was asked or proposed: thanks and refusals between do not matter. */
export function lastUnderstood(before: readonly Turn[]): Understood | null {
  const last = before
    .slice(-4)
    .map(({ meaning }) => meaning)
    .findLast(
      ({ kind }) => kind !== 'social' && kind !== 'beyond' && kind !== 'date' && kind !== 'capabilities',
    );
  return last && last.kind !== 'missing' && last.kind !== 'beyond' ? last : null;
}

/** What goes on with what was said before: "and in September?", "what about groceries?", "make it 300", "the other card". */
export function follow(claim: Claim, last: Understood): Draft | null {
  const draft = followed(claim, last);
  if (!draft || !('meaning' in draft)) return draft;
  // What was assumed before and still holds is assumed now.
  const kept = last.assumed.filter(
    ({ slot }) =>
      !draft.assumed.some((one) => one.slot === slot) && slotOf(last, slot) === slotOf(draft.meaning, slot),
  );
  return { meaning: draft.meaning, assumed: [...kept, ...draft.assumed] };
}

/** What a slot holds, to be compared. */
function slotOf(meaning: object, slot: string): string {
  const {
    filter = {},
    decisions = [],
    ...rest
  } = meaning as { filter?: object; decisions?: readonly object[] };
  const slots: Record<string, unknown> = { ...decisions[0], ...filter, ...rest };
  return JSON.stringify(slots[slot === 'category' && 'categories' in filter ? 'categories' : slot] ?? null);
}

function followed(claim: Claim, last: Understood): Draft | null {
  claim.any('about', 'only', 'make', 'set', 'if', 'whatif', 'so', 'use', 'used', 'utilisation');
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

function followFlow(claim: Claim, last: Flow): Draft | null {
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

function followRows(claim: Claim, last: Rows): Draft | null {
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

/** The conditions with what is newly said put in the place of the same kind. */
function refiltered(claim: Claim, old: Flow['filter'], of: 'flow' | 'rows', takesPeriod: boolean) {
  const other = otherPlace(claim, old.places[0] ?? null);
  const { filter: said, draft } = filterOf(claim, 'past', of);
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
  const filter = {
    ...old,
    ...about,
    places: places.length > 0 ? places : old.places,
    bounds: said.bounds ?? old.bounds,
    period: said.period ?? old.period,
  };
  const isChanged = isAbout || places.length > 0 || said.bounds !== null || said.period !== null;
  return { filter, draft, isChanged, isPeriod: said.period !== null };
}

/** "The other card": the one of two that was not meant. */
function otherPlace(claim: Claim, before: Place | null): Place | null {
  if (!claim.has('another')) return null;
  const { accounts, cards, loans, mortgages } = claim.reading.known;
  const [item] = claim.of('name').filter(({ generic }) => generic !== null);
  const is = item?.refs[0]?.is ?? before?.is;
  if (!before || is !== before.is) return null;
  const all = { account: accounts, card: cards, loan: loans, mortgage: mortgages }[before.is];
  const rest = all.filter(
    ({ id }) =>
      id !== before.id && (!item || item.generic === 'account' || item.refs.some((ref) => ref.id === id)),
  );
  const [only] = rest;
  if (rest.length !== 1 || !only) return null;
  claim.any('another');
  if (item) claim.take(item);
  return { is: before.is, id: only.id };
}

const timeIn = (claim: Claim, tense: Tense) => {
  const time = claim.one('time');
  return time ? claim.period(time.time, tense) : null;
};

/** One of a kind that is newly named. Null when none is, a draft where several are meant. */
function namedIn(
  claim: Claim,
  kinds: readonly Ref['is'][],
  of: Question['kind'],
): { ref: Ref | null; draft: Draft | null } {
  const [picked] = claim.names(kinds);
  if (!picked) return { ref: null, draft: null };
  const refs = best(picked.refs);
  if (refs.length === 1) return { ref: refs[0] ?? null, draft: null };
  return {
    ref: null,
    draft: missing(claim, {
      of,
      slot: 'name',
      question: `Which one do you mean by \u201c${picked.item.raw}\u201d?`,
      understood: `\u201c${picked.item.raw}\u201d may be several`,
      choices: choicesFor(claim, picked.item, refs),
    }),
  };
}

type AboutPlace = Extract<Question, { kind: 'balance' | 'forecast' | 'how_long' }>;

function followPlace(claim: Claim, last: AboutPlace): Draft | null {
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

function followWhatIf(claim: Claim, last: Extract<Question, { kind: 'what_if' }>): Draft | null {
  const [decision, another] = last.decisions;
  if (!decision || another) return null;
  const amount = claim.one('amount');
  const time = claim.one('time');
  const length = claim.one('duration');
  claim.any('extra more pay');
  const [every] = claim.of('frequency');
  if (every?.frequency === 'MONTHLY') claim.take(every);
  if (!amount && !time && !length) return null;
  const on = time ? Math.max(claim.reading.today, time.time.future.from ?? claim.reading.today) : decision.on;
  const changed = withAmount({ ...decision, on }, amount ? Math.round(amount.said.amount * 100) : null);
  if (!changed) return null;
  if (length) {
    if (changed.kind !== 'shock' || length.unit !== 'month') return null;
    changed.months = length.count;
  }
  const name = amount
    ? last.name.replace(
        /\d[\d,]*\.\d\d/,
        () => `${amount.said.amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
      )
    : length
      ? last.name.replace(/\d+ months?/, `${length.count} months`)
      : last.name;
  return done(claim, { ...last, name, decisions: [changed] });
}

function withAmount(decision: Decision, amount: number | null): Decision | null {
  if (amount === null) return decision;
  switch (decision.kind) {
    case 'extra_payment':
    case 'debt_strategy':
      return { ...decision, monthly: amount };
    case 'lump_payment':
    case 'new_bill':
    case 'new_income':
    case 'save':
    case 'change_rule':
    case 'purchase':
    case 'take_loan':
      return { ...decision, amount };
    case 'shock':
      return decision.shock === 'medical_bill' ||
        decision.shock === 'car_repair' ||
        decision.shock === 'windfall'
        ? { ...decision, size: amount }
        : null;
    default:
      return null;
  }
}

type Changeable = Extract<
  Action,
  {
    kind:
      | 'transfer'
      | 'pay_card'
      | 'pay_debt'
      | 'pay_person'
      | 'schedule'
      | 'auto_deposit'
      | 'set_budget'
      | 'fast_forward'
      | 'freeze';
  }
>;

/** "Make it 300", "from savings instead", "on the 5th". */
function followAction(claim: Claim, last: Changeable): Draft | null {
  claim.any('raise lower transfer send put no pay schedule');
  for (const word of claim.of('word')) if (word.words[0] === 'instead') claim.take(word);
  const amount = claim.one('amount');
  if (amount?.said.or != null) return null;
  const share = claim.one('share') ?? (claim.any('all') ? { share: 1 } : null);
  const time = timeIn(claim, 'future');
  const every = claim.one('frequency');
  const said = amount
    ? ({ is: 'exact', amount: amount.said.amount, currency: amount.said.currency } as const)
    : share
      ? ({ is: 'share', share: share.share } as const)
      : null;
  if (last.kind === 'freeze') {
    const { ref } = namedIn(claim, ['card'], 'card');
    const other = otherPlace(claim, { is: 'card', id: last.card.id });
    const card = ref ?? claim.reading.known.cards.find(({ id }) => id === other?.id);
    return card && !said && !time && !every ? done(claim, { ...last, card: named(card) }) : null;
  }
  if (last.kind === 'fast_forward') {
    const length = claim.one('duration');
    const to = length ? dayText(addUnits(claim.reading.today, length.unit, length.count)) : time?.from;
    return to && !said && !every && to > claim.reading.known.today ? done(claim, { ...last, to }) : null;
  }
  if (last.kind === 'set_budget') {
    const { ref } = namedIn(claim, ['category'], 'budget');
    if (time || every || share || (!amount && !ref)) return null;
    return done(claim, {
      ...last,
      amount: amount?.said.amount ?? last.amount,
      category: ref ? named(ref) : last.category,
    });
  }
  if (last.kind === 'auto_deposit') {
    const { ref, draft } = namedIn(claim, ['account'], 'balance');
    if (draft || share) return draft;
    const frequency = (['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const).find(
      (one) => one === every?.frequency,
    );
    if ((every && !frequency) || (!amount && !time && !frequency && !ref)) return null;
    return done(claim, {
      ...last,
      amount: amount?.said.amount ?? last.amount,
      on: time?.from ?? last.on,
      frequency: frequency ?? last.frequency,
      account: ref ? named(ref) : last.account,
    });
  }
  const sides = sideChanges(claim, last);
  if (!sides) return null;
  if (last.kind === 'schedule') {
    const frequency =
      every && every.frequency !== 'HOURLY' && every.frequency !== 'DAILY' ? every.frequency : null;
    if (said?.is === 'share' || (!said && !time && !frequency && !sides.from) || sides.to) return null;
    const on = time?.from ?? last.on;
    if (on < claim.reading.known.today) return null;
    return done(claim, {
      ...last,
      amount: said ?? last.amount,
      on,
      frequency: frequency ?? last.frequency,
      from: sides.from ?? last.from,
    });
  }
  if (time || every || (!said && !sides.from && !sides.to)) return null;
  const changed = { amount: said ?? last.amount, from: sides.from ?? last.from };
  if (last.kind === 'transfer') {
    const to = sides.to ?? last.to;
    return to.id === changed.from.id ? null : done(claim, { ...last, ...changed, to });
  }
  return sides.to ? null : done(claim, { ...last, ...changed });
}

function sideChanges(claim: Claim, last: { from: Named }): { from: Named | null; to: Named | null } | null {
  const picked = claim.names(['account']);
  let [from, to]: (Named | null)[] = [null, null];
  for (const { item, refs } of picked) {
    const [only, other] = best(refs).filter(({ id }) => id !== last.from.id || item.prep === 'from');
    if (!only || other) return null;
    if (item.prep === 'from' || item.prep === 'out of' || item.prep === 'using') from = named(only);
    else if (item.prep === 'to' || item.prep === 'into' || item.prep === 'in') to = named(only);
    else return null;
  }
  return { from: from ?? null, to: to ?? null };
}

/** Questions with a period, or a thing they are about. */
function followSimple(claim: Claim, last: Exclude<Question | Action, Changeable>): Draft | null {
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
