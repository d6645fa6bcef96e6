import { joinNames } from '../../engine/insights/join-names.ts';
import { formatPlain } from '../../engine/money/amount-text.ts';
import type { Bounds, Place, TransactionFilter } from '../intent.ts';
import { cents } from './amounts.ts';
import type { Tense } from './days.ts';
import { getStrongest, isConcept, isPlace, type MatchedSpans, toNamed } from './matched-spans.ts';
import type { NameKind, Ref } from './names.ts';
import type { Item, NameItem } from './parsed-message.ts';

export const NO_FILTER: TransactionFilter = {
  categories: [],
  merchant: null,
  contact: null,
  tag: null,
  text: null,
  places: [],
  bounds: null,
  period: null,
};

const WHERE = new Set(['at', 'from', 'to', 'with', 'by']);

/**
 * Returns the records that a name refers to. If the name matches several kinds of records, chooses by the
 * preposition and the strongest match.
 */
function getMeaning({ refs, generic, preposition }: NameItem): readonly Ref[] {
  if (generic) {
    const exact = refs.filter(({ strength, is }) => strength === 3 && is !== 'category');
    return exact.length > 0 ? exact : refs.filter(({ is }) => is !== 'category' && is !== 'merchant');
  }
  const isWhere = preposition !== null && WHERE.has(preposition);
  const order: readonly NameKind[] = isWhere
    ? ['contact', 'merchant', 'account', 'card', 'loan', 'mortgage', 'payment', 'tag', 'category']
    : ['tag', 'contact', 'merchant', 'category', 'account', 'card', 'loan', 'mortgage', 'payment'];
  const strongest = getStrongest(refs.filter(({ is }) => order.includes(is)));
  const sellers = refs.filter(({ is, isMatchedByItem }) => is === 'merchant' && isMatchedByItem);
  if (strongest[0]?.strength !== 3 && sellers.length > 0) return sellers;
  // A category takes precedence over a partial merchant name, except after a preposition such as "at" or
  // "to".
  const categories = refs.filter(({ is }) => is === 'category');
  if (strongest[0]?.strength !== 3 && categories.length > 0 && !isWhere) return categories;
  const kind = order.find((is) => strongest.some((ref) => ref.is === is));
  return strongest.filter(({ is }) => is === kind);
}

/** Matches the filters of a question about transactions. Asks about ambiguous names if `of` is set. */
export function matchFilter(
  spans: MatchedSpans,
  tense: Tense,
  of: 'flow' | 'rows' | 'why' | null,
): TransactionFilter {
  const filter = { ...NO_FILTER };
  for (const item of spans.unmatched('name')) {
    const refs = getMeaning(item);
    const [first] = refs;
    if (!first) continue;
    const { is, name } = first;
    const isMerchant = is === 'merchant' || is === 'payment';
    if (item.isExcluded) {
      exclude(spans, filter, item, refs);
      continue;
    }
    spans.matchItem(item);
    if (isMerchant && (first.isMatchedByItem || filter.merchant !== null)) {
      addMerchants(spans, filter, item, refs);
      continue;
    }
    const isAny = item.generic && (item.isPlural || item.generic === 'account' || /\ball\b/.test(item.raw));
    const hasSameName = refs.every((ref) => ref.name.toLowerCase() === name.toLowerCase());
    if (of && is !== 'category' && !isAny && !hasSameName)
      spans.askMeaning(of, is === 'merchant' || is === 'contact' ? is : 'place', { item, refs });
    if (item.generic === 'account' && refs.length > 1) {
      if (item.isPlural) continue;
      spans.assume('place', 'all accounts together');
    }
    if (is === 'category') {
      filter.categories = [...filter.categories, toNamed(first)];
      if (first.strength === 1)
        spans.assume('category', `\u201c${item.raw}\u201d is in the ${name} category`);
    } else if (isMerchant) filter.merchant = getPayee(spans, first);
    else if (is === 'contact') filter.contact = toNamed(first);
    else if (is === 'tag') filter.tag = name;
    else filter.places = [...filter.places, ...toPlaces(refs)];
  }
  // A search can't match "a merchant or a category", so "gas and parking" searches both categories.
  if (filter.broaderCategory && filter.categories.length > 0) {
    const { broaderCategory } = filter;
    filter.merchant = null;
    delete filter.merchants;
    delete filter.broaderCategory;
    if (!filter.categories.some(({ id }) => id === broaderCategory.id))
      filter.categories = [...filter.categories, broaderCategory];
    const names = filter.categories.map(({ name }) => name);
    spans.assume('category', `counted in ${joinNames(names)}`);
  }
  const [, tag] = /(?:^|\s)#([\p{L}\p{N}_-]+)/u.exec(spans.text) ?? [];
  if (tag && filter.tag === null) {
    filter.tag = tag;
    for (const item of spans.items) if (item.raw.toLowerCase() === tag.toLowerCase()) spans.matchItem(item);
  }
  if (filter.excluded) spans.match('except or');
  filter.bounds = matchBounds(spans);
  matchWeekday(spans);
  filter.period = spans.matchPeriod(tense);
  filter.text = spans.matchKind('quote')?.raw.slice(1, -1).trim() ?? null;
  return filter;
}

/** Matches "a Tuesday", which isn't a date. Transactions can't be filtered by the day of the week. */
function matchWeekday(spans: MatchedSpans): void {
  const weekday = spans
    .unmatched('time')
    .find(({ raw, start }) => /^\w+days?$/i.test(raw) && /\ban?\s+$/i.test(spans.text.slice(0, start)));
  if (!weekday) return;
  spans.matchItem(weekday);
  spans.assume('weekday', "on any day of the week, because we can't filter by weekday");
}

/** Adds merchants to the filter. A transaction matches if it has any of them. */
function addMerchants(spans: MatchedSpans, filter: TransactionFilter, item: NameItem, refs: readonly Ref[]) {
  const names = refs.map((ref) => getPayee(spans, ref));
  if (refs[0]?.isMatchedByItem)
    spans.assume('merchant', `\u201c${item.raw}\u201d means ${joinNames(names.slice(0, 4), 'or')}`);
  const broader = refs[0]?.isMatchedByItem && item.refs.find(({ is }) => is === 'category');
  if (broader) filter.broaderCategory = toNamed(broader);
  const all = [...(filter.merchants ?? (filter.merchant === null ? [] : [filter.merchant])), ...names];
  const [merchant = null] = all;
  filter.merchant = merchant;
  if (all.length > 1) filter.merchants = [...new Set(all)];
}

/** Excludes a category or merchant. "Food except restaurants" excludes the merchants that are restaurants. */
function exclude(spans: MatchedSpans, filter: TransactionFilter, item: NameItem, refs: readonly Ref[]) {
  const [first] = refs;
  const { categories = [], merchants = [], debts = [] } = filter.excluded ?? {};
  const owed = item.refs.filter(({ is }) => is === 'loan' || is === 'mortgage');
  const isPayee = refs.some(({ is }) => is === 'merchant' || is === 'payment');
  if (owed.length > 0 && !isPayee) {
    spans.matchItem(item);
    spans.match('payment');
    const names = owed.map(({ name }) => name);
    filter.excluded = { categories, merchants, debts: [...new Set([...debts, ...names])] };
    return;
  }
  const isCategory = first?.is === 'category';
  const isSame = isCategory && filter.categories.some(({ id }) => id === first.id);
  if (!first || isSame || (!isCategory && first.is !== 'merchant' && first.is !== 'payment')) return;
  spans.matchItem(item);
  const names = isCategory ? [] : refs.map((ref) => getPayee(spans, ref));
  if (first.isMatchedByItem)
    spans.assume('excluded', `\u201c${item.raw}\u201d means ${joinNames(names.slice(0, 4), 'or')}`);
  filter.excluded = {
    categories: isCategory ? [...categories, toNamed(first)] : categories,
    merchants: [...merchants, ...names],
    ...(debts.length > 0 && { debts }),
  };
}

/** Excludes a merchant that isn't among the customer's merchants. Returns true if the message names one. */
export function excludeWords(spans: MatchedSpans, filter: TransactionFilter): boolean {
  const at = spans.items.findIndex((item) => isConcept(item, 'except'));
  const words = at === -1 ? [] : spans.unmatched('word').filter((item) => item.at > at && item.at <= at + 3);
  const [first] = words;
  // "Without wrecking anything" excludes no merchant.
  if (!first || !areAdjacent(words) || words.some(({ raw }) => /.ing$/i.test(raw))) return false;
  for (const word of words) spans.matchItem(word);
  spans.match('except');
  const { categories = [], merchants = [], ...others } = filter.excluded ?? {};
  filter.excluded = {
    ...others,
    categories,
    merchants: [...merchants, spans.text.slice(first.start, words.at(-1)?.end)],
  };
  return true;
}

export const toPlaces = (refs: readonly Ref[]): Place[] =>
  refs.flatMap(({ is, id }) => (isPlace(is) ? [{ is, id }] : []));

/** Matches amount limits: "over $100", "between 20 and 50", "exactly 42.17". */
function matchBounds(spans: MatchedSpans): Bounds | null {
  const [first, second] = spans.unmatched('amount');
  if (!first) return null;
  const [before, after] = [spans.items[first.at - 1], spans.items[first.at + 1]];
  const isRange = first.preposition === 'between' || before?.words[0] === 'between';
  if (isRange && second && spans.items[second.at - 1]?.raw.toLowerCase() === 'and') {
    spans.matchItem(first);
    spans.matchItem(second);
    const amounts = [first.value.amount, second.value.amount];
    return { from: Math.min(...amounts), to: Math.max(...amounts) };
  }
  const { amount, isMoney } = first.value;
  const comparison = [before, after].find((item) => isConcept(item, COMPARISONS));
  // A bare number is an amount only after a comparison, "for", or "of".
  if (!comparison && !isMoney && first.preposition !== 'for' && first.preposition !== 'of') return null;
  spans.matchItem(first);
  if (comparison) spans.matchItem(comparison);
  const bound = comparison?.is === 'concept' ? BOUNDS[comparison.concept] : undefined;
  if (!bound && APPROXIMATE.test(spans.text.slice(0, first.start))) {
    const bounds = getBoundsAround(amount);
    const [from, to] = [bounds.from, bounds.to].map(formatPlain);
    spans.assume('bounds', `\u201cabout\u201d means between ${from} and ${to}`);
    return bounds;
  }
  return bound ? { [bound]: amount } : { from: amount, to: amount };
}

/** Returns the bounds of the amounts that are close to an amount: within 5% of it. */
export const getBoundsAround = (amount: number) => ({ from: cents(amount * 0.95), to: cents(amount * 1.05) });

const APPROXIMATE =
  /\b(?:(?<!\btell (?:me|us) )about|around|roughly|approximately|approx|like|circa)\.? *(?:\$|usd)? *$/i;

/** The filter bound that each comparison sets. */
const BOUNDS: Readonly<Record<string, keyof Bounds>> = {
  above: 'above',
  from_amount: 'from',
  below: 'below',
  to_amount: 'to',
};
export const COMPARISONS = Object.keys(BOUNDS).join(' ');

const LEADS = new Set(['at', 'from', 'on', 'to', 'for', 'with', 'about', 'of', 'by', 'in']);
const MOST_WORDS = 3;
/** Time words that the parser can't resolve. They must not become search words. */
export const TIMELY =
  /^(?:days?|weeks?|months?|quarters?|years?|hours?|week-?ends?|week-?days?|birthday|morning|evening|night|nights|afternoon|spring|summer|autumn|fall|winter|easter|thanksgiving|halloween|ramadan|semester|holidays?|vacation|lunchtime|midnight|noon|date|time|half|early|mid|late|lately|decade|century|recently|annual(?:ly)?|yearly|approx(?:imately)?|roughly|once|twice|st|nd|rd|th|\d+\w*|instead)$/i;

/** Matches leftover words after a preposition as a merchant or topic. Keeps the customer's wording. */
export function matchFreeWords(spans: MatchedSpans): { text: string; isMerchant: boolean } | null {
  const words = spans.unmatched('word');
  const [first] = words;
  if (!first || words.length > MOST_WORDS || !LEADS.has(first.preposition ?? '')) return null;
  if (areAboutTime(spans, words) || !areAdjacent(words)) return null;
  for (const word of words) spans.matchItem(word);
  const text = spans.text.slice(first.start, words.at(-1)?.end);
  return { text, isMerchant: first.preposition === 'at' || first.preposition === 'from' };
}

/**
 * Adds unrecognized words to the filter as a merchant or as search words. Returns false if the filter can't
 * include them.
 */
export function addWords(spans: MatchedSpans, filter: TransactionFilter, text: string, isMerchant: boolean) {
  const slot = isMerchant && filter.merchant === null ? 'merchant' : 'text';
  if (filter[slot] !== null) return false;
  filter[slot] = text;
  spans.assume(isMerchant ? 'merchant' : 'text', `transactions that contain \u201c${text}\u201d`);
  return true;
}

export const areAdjacent = (items: readonly Item[]) =>
  items.every(({ at }, index) => at === (items[0]?.at ?? 0) + index);

/**
 * Returns true if the words are part of a time that the parser can't resolve, such as "late October" or
 * "Black
 * Friday".
 */
export function areAboutTime(spans: MatchedSpans, words: readonly Item[]): boolean {
  const next = spans.items[(words.at(-1)?.at ?? spans.items.length) + 1];
  return words.some(({ raw }) => TIMELY.test(raw)) || (next?.is === 'time' && !TIME_LEAD.test(next.raw));
}

const TIME_LEAD =
  /^(?:in|on|at|for|since|from|last|this|past|between|during|over|until|before|after|recently|lately|ytd|yesterday|today|the|next|\d)\b/i;

/** Returns the payee of a scheduled payment. The ledger records the payee's name, not the payment's name. */
function getPayee(spans: MatchedSpans, { is, id, name }: Ref): string {
  const { scheduledPayments } = spans.customer;
  const payment = is === 'payment' ? scheduledPayments.find((payment) => payment.id === id) : undefined;
  return payment?.payee ?? name;
}
