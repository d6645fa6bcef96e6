import { dayText, parseDay } from '../../engine/calendar/calendar.ts';
import type { Decision } from '../../engine/what-if/what-if.ts';
import type {
  Action,
  CustomerContext,
  Intent,
  Missing,
  Named,
  Period,
  Place,
  Question,
  TransactionFilter,
} from '../intent.ts';
import { addUnits, getPeriod, type Tense, type Unit, unitAround } from '../parser/days.ts';
import { matchFilter, matchFreeWords } from '../parser/filter.ts';
import {
  getStrongest,
  isPlace,
  type MatchedSpans,
  toAccountPlace,
  toNamed,
} from '../parser/matched-spans.ts';
import type { NameKind, Ref } from '../parser/names.ts';
import type { Item } from '../parser/parsed-message.ts';
import { isDestination, isSource } from './money-slots.ts';

export type Understood = Exclude<Intent, { kind: 'missing' | 'beyond' }>;

type Kind = (Question | Action)['kind'];
type IntentOf<Of extends Kind> = Extract<Question | Action, { kind: Of }>;

/** Returns the changed slots of the last intent; null if the message doesn't change them. */
type Change<Of extends Kind> = (spans: MatchedSpans, last: IntentOf<Of>) => Partial<IntentOf<Of>> | null;

/** Returns the last question or proposal, skipping thanks and refusals. */
export function getLastUnderstood(before: readonly { meaning: Intent }[]): Understood | null {
  const skipped = ['social', 'beyond', 'date', 'capabilities'];
  const last = before.slice(-4).findLast(({ meaning }) => !skipped.includes(meaning.kind))?.meaning;
  return last && last.kind !== 'missing' && last.kind !== 'beyond' ? last : null;
}

/** "And in September?", "what about groceries?", "make it 300", "the other card". */
export function followUp<Of extends Kind>(
  spans: MatchedSpans,
  { assumed, ...last }: IntentOf<Of> & Pick<Understood, 'assumed'>,
): Question | Action | null {
  spans.match('about only make set if whatif so use used utilization');
  const before = last as unknown as IntentOf<Of>;
  const [words, ...changes] = (FOLLOW_UPS[before.kind] ?? []) as [string, ...Change<Of>[]] | [];
  if (words) spans.match(words);
  if (words === ACTION) spans.matchWords(/^instead$/);
  const changed = changes.map((change) => change(spans, before)).filter((slots) => slots !== null);
  if (changed.length === 0) return null;
  const intent: Question | Action = Object.assign({}, before, ...changed);
  if (intent.kind === 'transfer' && intent.to.id === intent.from.id) return null;
  // Earlier assumptions that still apply.
  const kept = assumed.filter(
    ({ slot }) =>
      !spans.assumed.some((assumption) => assumption.slot === slot) &&
      getSlot(before, slot) === getSlot(intent, slot),
  );
  spans.assumed.unshift(...kept);
  return intent;
}

/** Returns the value of a slot for comparison. */
function getSlot(intent: object, slot: string): string {
  const { filter, decisions, ...slots } = intent as { filter?: object; decisions?: readonly object[] };
  const values: Record<string, unknown> = { ...decisions?.[0], ...filter, ...slots };
  return JSON.stringify(values[slot === 'category' && filter ? 'categories' : slot] ?? null);
}

const ACTION = 'raise lower transfer send put no pay schedule';

function matchAmount(spans: MatchedSpans) {
  const [item] = spans.unmatched('amount');
  if (item?.value.or !== null) return null;
  spans.matchItem(item);
  return item.value;
}

/** Changes an amount without a currency. */
function changeNumber(spans: MatchedSpans): { amount: number } | null {
  const stated = matchAmount(spans);
  return stated && { amount: stated.amount };
}

function changeExact(spans: MatchedSpans) {
  const stated = matchAmount(spans);
  return stated && { amount: { is: 'exact' as const, amount: stated.amount, currency: stated.currency } };
}

function changeAmount(spans: MatchedSpans) {
  const exact = changeExact(spans);
  if (exact) return exact;
  const share = spans.matchKind('share')?.share ?? (spans.match('all') ? 1 : null);
  return share === null ? null : { amount: { is: 'share' as const, share } };
}

/** Changes one side of a movement: "from savings", "to the index fund". */
const changeSide =
  <Side extends string>(side: Side, isSide: (item: Item) => boolean) =>
  (spans: MatchedSpans, last: { from: Named }) => {
    const item = spans.unmatched('name').find(isSide);
    const refs = getStrongest(item?.refs.filter(({ is }) => is === 'account') ?? []);
    const [account, another] = refs.filter(({ id }) => id !== last.from.id || item?.prep === 'from');
    if (!item || !account || another) return null;
    spans.matchItem(item);
    return { [side]: toNamed(account) } as Record<Side, Named>;
  };
const changeSource = changeSide('from', isSource);

/** Matches a day that a future time starts on. */
const matchStart = (spans: MatchedSpans) => spans.matchPeriod('future')?.from ?? null;

const changePeriod = (tense: Tense) => (spans: MatchedSpans) => {
  const period = spans.matchPeriod(tense);
  return period && { period };
};

/** Changes one of a few frequencies. */
const changeFrequency =
  <Frequency extends string>(...frequencies: readonly Frequency[]) =>
  (spans: MatchedSpans) => {
    const [every] = spans.unmatched('frequency');
    const frequency = frequencies.find((frequency) => frequency === every?.frequency);
    if (!every || !frequency) return null;
    spans.matchItem(every);
    return { frequency };
  };

/** Matches the only reference of a name. Asks which one it means if `of` is set. */
function matchRef(spans: MatchedSpans, kinds: readonly NameKind[], of?: Missing['of']): Ref | null {
  const [match] = spans.matchNames(kinds);
  const [ref, another] = match?.refs ?? [];
  if (match && another && of) return spans.askMeaning(of, 'name', match);
  return another ? null : (ref ?? null);
}

function changeCategory(spans: MatchedSpans): { category: Named } | null {
  const ref = matchRef(spans, ['category']);
  return ref && { category: toNamed(ref) };
}

function changeCard(spans: MatchedSpans, last: { card: Named }): { card: Named } | null {
  const other = matchOther(spans, { is: 'card', id: last.card.id });
  const card = other ? spans.customer.cards.find(({ id }) => id === other.id) : matchRef(spans, ['card']);
  return card ? { card: toNamed(card) } : null;
}

/** Matches an account, or "the other one" of two. */
const matchAccount = (spans: MatchedSpans, place: Place | null, of: Missing['of']): Place | null =>
  matchOther(spans, place) ?? toAccountPlace(matchRef(spans, ['account'], of) ?? undefined);

function changePlace(spans: MatchedSpans, last: IntentOf<'forecast' | 'how_long'>): { place: Place } | null {
  const place = matchAccount(spans, last.place, last.kind);
  return place && { place };
}

/** "The other card": the other one of two. */
function matchOther(spans: MatchedSpans, place: Place | null): Place | null {
  if (!place || !spans.has('another')) return null;
  const [item] = spans.unmatched('name').filter(({ generic }) => generic !== null);
  if (item && item.refs[0]?.is !== place.is) return null;
  const others = getProducts(spans.customer)[place.is].filter(
    ({ id }) =>
      id !== place.id && (!item || item.generic === 'account' || item.refs.some((ref) => ref.id === id)),
  );
  const [only, another] = others;
  if (!only || another) return null;
  spans.match('another');
  if (item) spans.matchItem(item);
  return { is: place.is, id: only.id };
}

const getProducts = ({ accounts, cards, loans, mortgages }: CustomerContext) => ({
  account: accounts,
  card: cards,
  loan: loans,
  mortgage: mortgages,
});

/** The words of each follow-up, and what it can change. */
const FOLLOW_UPS: { [Of in Kind]?: readonly [words: string, ...changes: Change<Of>[]] } = {
  transfer: [ACTION, changeAmount, changeSource, changeSide('to', isDestination)],
  pay_card: [ACTION, changeAmount, changeSource],
  pay_debt: [ACTION, changeAmount, changeSource],
  pay_person: [ACTION, changeAmount, changeSource],
  schedule: [
    ACTION,
    changeExact,
    changeSource,
    changeFrequency('WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'),
    (spans) => {
      const on = matchStart(spans);
      return on !== null && on >= spans.customer.today ? { on } : null;
    },
  ],
  auto_deposit: [
    ACTION,
    changeNumber,
    changeFrequency('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'),
    (spans) => {
      const account = matchRef(spans, ['account'], 'balance');
      return account && { account: toNamed(account) };
    },
    (spans) => {
      const on = matchStart(spans);
      return on === null ? null : { on };
    },
  ],
  set_budget: [ACTION, changeNumber, changeCategory],
  freeze: [ACTION, changeCard],
  fast_forward: [
    ACTION,
    (spans) => {
      const length = spans.matchKind('duration');
      const to = length ? dayText(addUnits(spans.today, length.unit, length.count)) : matchStart(spans);
      return to !== null && to > spans.customer.today ? { to } : null;
    },
  ],
  balance: [
    'balance money have all',
    (spans, { of }) => {
      const place = matchAccount(spans, of.is === 'place' ? of.place : null, 'balance');
      return place && { of: { is: 'place', place } };
    },
    (spans) => {
      const on = spans.matchPeriod('past')?.to ?? null;
      return on !== null && on <= spans.customer.today ? { on } : null;
    },
  ],
  forecast: [
    'balance money have all',
    changePlace,
    (spans) => {
      const on = spans.matchPeriod('future')?.to ?? null;
      return on !== null && on >= spans.customer.today ? { on } : null;
    },
  ],
  how_long: ['balance money have all', changePlace, changeNumber],
  upcoming: [
    '',
    changePeriod('future'),
    (spans) => {
      const ref = matchRef(spans, ['payment', 'card', 'loan', 'mortgage', 'deposit'], 'upcoming');
      if (!ref) return null;
      const place = isPlace(ref.is) ? { is: ref.is, id: ref.id } : null;
      return { about: place ? null : toNamed(ref), place };
    },
  ],
  interest: ['', changePeriod('past')],
  happened: ['', changePeriod('past')],
  budget: [
    'budget left',
    (spans) => {
      const ref = matchRef(spans, ['category']);
      if (ref?.strength === 1) spans.assume('category', `counted as the category ${ref.name}`);
      return ref && { category: toNamed(ref) };
    },
    changePeriod('past'),
  ],
  goal: [
    '',
    (spans) => {
      const ref = matchRef(spans, ['goal']);
      return ref && { goal: toNamed(ref) };
    },
  ],
  card: ['', changeCard],
  debt: [
    '',
    (spans) => {
      const ref = matchRef(spans, ['loan', 'mortgage']);
      return ref && isPlace(ref.is) ? { debt: { is: ref.is, id: ref.id } } : null;
    },
    (spans, { ask }) => (ask === 'interest' ? changePeriod('past')(spans) : null),
  ],
  afford: [
    'cost afford when',
    changeNumber,
    (spans) => {
      const [time] = spans.unmatched('time');
      const from = matchStart(spans) ?? '';
      const { today } = spans.customer;
      return time ? { on: from > today ? from : today } : null;
    },
  ],
  exchange: [
    '',
    (spans, last) => {
      const stated = matchAmount(spans);
      return stated && { amount: stated.amount, from: stated.currency ?? last.from };
    },
    (spans) => {
      const currency = spans.matchKind('currency');
      return currency && { to: currency.code };
    },
  ],
  credit_score: [
    '',
    (spans) => {
      if (spans.match('improve raise')) {
        spans.match('howto');
        return { ask: 'improve' };
      }
      return spans.match('why') ? { ask: 'why' } : null;
    },
  ],
  what_if: ['extra more pay', changeDecision],
  flow: ['', changeFlow],
  rows: ['', changeRows],
};

function changeDecision(spans: MatchedSpans, { decisions, name }: IntentOf<'what_if'>) {
  const [last, another] = decisions;
  if (!last || another) return null;
  const amount = spans.matchKind('amount')?.value.amount;
  const time = spans.matchKind('time');
  const length = spans.matchKind('duration');
  const [every] = spans.unmatched('frequency');
  if (every?.frequency === 'MONTHLY') spans.matchItem(every);
  if (amount === undefined && !time && !length) return null;
  const decision: Decision = { ...last };
  if (time) decision.on = Math.max(spans.today, time.time.future.from ?? spans.today);
  if (amount !== undefined) {
    const field = getAmountField(decision);
    if (!field) return null;
    Object.assign(decision, { [field]: Math.round(amount * 100) });
    const formatted = amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
    return { decisions: [decision], name: name.replace(/\d[\d,]*\.\d\d/, () => formatted) };
  }
  if (!length) return { decisions: [decision] };
  if (decision.kind !== 'shock' || length.unit !== 'month') return null;
  decision.months = length.count;
  return { decisions: [decision], name: name.replace(/\d+ months?/, `${length.count} months`) };
}

function getAmountField(decision: Decision): string | null {
  if (decision.kind === 'shock')
    return ['medical_bill', 'car_repair', 'windfall'].includes(decision.shock) ? 'size' : null;
  return ['monthly', 'amount'].find((field) => field in decision) ?? null;
}

const MEASURES: Readonly<Record<string, IntentOf<'flow'>['measure']>> = {
  average: 'average_month',
  largest: 'largest',
  smallest: 'smallest',
  count: 'count',
  category: 'by_category',
  merchant: 'by_merchant',
};

function changeFlow(spans: MatchedSpans, last: IntentOf<'flow'>): Partial<IntentOf<'flow'>> | null {
  const isCompared = spans.match('compare more less');
  const compare = isCompared ? spans.matchPeriod('past') : last.compare;
  if (isCompared && !compare) return null;
  const isIn = spans.match('earn receive');
  const isOut = spans.match('spend buy');
  const direction = isIn && last.direction !== 'in' ? 'in' : isOut ? 'out' : last.direction;
  const isTurned = direction !== last.direction;
  const measure = MEASURES[spans.matchFirst(Object.keys(MEASURES).join(' ')) ?? ''];
  if (measure) spans.match('transaction purchase');
  const old = isTurned ? { ...last.filter, categories: [], merchant: null } : last.filter;
  const filter = changeFilter(spans, old, 'flow');
  const period = filter && filter.period !== old.period;
  if ((period && isCompared) || !(filter || isCompared || isTurned || measure)) return null;
  return {
    direction,
    measure: measure ?? last.measure,
    filter: filter ?? old,
    compare: period ? null : compare,
  };
}

function changeRows(spans: MatchedSpans, last: IntentOf<'rows'>): Partial<IntentOf<'rows'>> | null {
  const word = spans.matchFirst('largest smallest last first');
  spans.match('transaction purchase payment find when');
  const filter = changeFilter(spans, last.filter, 'rows');
  if (!word && !filter) return null;
  const which = (['largest', 'smallest', 'last', 'first'] as const).find((which) => which === word);
  return { which: which ?? last.which, filter: filter ?? last.filter };
}

/** Replaces filters of the same kind; null if the message has none. */
function changeFilter(
  spans: MatchedSpans,
  old: TransactionFilter,
  of: 'flow' | 'rows',
): TransactionFilter | null {
  const other = matchOther(spans, old.places[0] ?? null);
  const earlier = matchEarlierPeriod(spans, old.period);
  const { categories, merchant, contact, tag, bounds, ...stated } = matchFilter(spans, 'past', of);
  const free = matchFreeWords(spans);
  if (free) spans.assume('words', `transactions that contain \u201c${free.words}\u201d`);
  const places = other ? [other] : stated.places;
  const period = stated.period ?? earlier;
  const isAbout =
    categories.length > 0 || merchant !== null || contact !== null || tag !== null || free !== null;
  if (!isAbout && places.length === 0 && !bounds && !period) return null;
  const about = {
    categories,
    merchant: merchant ?? (free?.isMerchant ? free.words : null),
    contact,
    tag,
    words: free && !free.isMerchant ? free.words : null,
  };
  return {
    ...old,
    ...(isAbout && about),
    places: places.length > 0 ? places : old.places,
    bounds: bounds ?? old.bounds,
    period: period ?? old.period,
  };
}

/** "The month before that": the full month before the period of the last question. */
function matchEarlierPeriod(spans: MatchedSpans, last: Period | null): Period | null {
  const unit = /\bthe (week|month|quarter|year) before (?:that|it)[\s?.!]*$/i.exec(spans.text)?.[1];
  if (unit === undefined || last?.from == null) return null;
  const first = parseDay(last.from);
  const { from } = unitAround(first, unit.toLowerCase() as Unit);
  if (from !== first) return null;
  spans.matchWords(/^(?:week|month|quarter|year|before)$/);
  return getPeriod(unitAround(first - 1, unit.toLowerCase() as Unit), spans.today);
}
