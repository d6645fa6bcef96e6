import type { Bounds, Named, Place, TransactionFilter } from '../intent.ts';
import type { Choice } from '../parts.ts';
import type { Tense } from './days.ts';
import { asked, best, type Draft, type MatchedSpans, named } from './matched-spans.ts';
import type { Ref } from './names.ts';
import type { Item, NameItem } from './parsed-message.ts';

export const NO_FILTER: TransactionFilter = {
  categories: [],
  merchant: null,
  contact: null,
  tag: null,
  words: null,
  places: [],
  bounds: null,
  period: null,
};

const WHERE = new Set(['at', 'from', 'to', 'with', 'by']);

/**
 * Returns the products that a name refers to. The preposition and the better match decide between several.
 */
function getMeaning(item: NameItem): readonly Ref[] {
  if (item.generic) {
    const exact = item.refs.filter(({ strength, is }) => strength === 3 && is !== 'category');
    return exact.length > 0 ? exact : item.refs.filter(({ is }) => is !== 'category' && is !== 'merchant');
  }
  const refs = item.refs.filter(({ is }) => is !== 'deposit' && is !== 'goal');
  const isWhere = item.prep !== null && WHERE.has(item.prep);
  const order: readonly Ref['is'][] = isWhere
    ? ['contact', 'merchant', 'account', 'card', 'loan', 'mortgage', 'payment', 'tag', 'category']
    : ['tag', 'contact', 'merchant', 'category', 'account', 'card', 'loan', 'mortgage', 'payment'];
  // A category takes precedence over part of a merchant's name, unless the money went there.
  const whole = refs.filter(({ strength }) => strength === 3);
  const category = refs.filter(({ is }) => is === 'category');
  if (whole.length === 0 && category.length > 0 && !isWhere) return category;
  const candidates = whole.length > 0 ? whole : best(refs);
  for (const is of order) {
    const found = candidates.filter((ref) => ref.is === is);
    if (found.length > 0) return found;
  }
  return [];
}

export type Filtered = { filter: TransactionFilter; draft: Draft | null };

/** Parses the filters of a question about transactions. `draft` asks about an ambiguous one. */
export function getFilter(spans: MatchedSpans, tense: Tense, of: 'flow' | 'rows' | 'why'): Filtered {
  const filter = { ...NO_FILTER };
  const categories: Named[] = [];
  const places: Place[] = [];
  let draft: Draft | null = null;
  for (const item of spans.of('name')) {
    const refs = getMeaning(item);
    const [first] = refs;
    if (!first) continue;
    spans.take(item);
    const isAny = item.isPlural || item.generic === 'account' || /\ball\b/.test(item.raw);
    const isUnclear =
      refs.length > 1 && first.is !== 'category' && !(item.generic && isAny) && !sameName(refs);
    if (isUnclear) draft ??= unclear(spans, item, refs, of);
    if (item.generic === 'account' && refs.length > 1 && item.isPlural) continue;
    if (item.generic === 'account' && refs.length > 1) spans.assume('place', 'all accounts together');
    if (first.is === 'category') {
      categories.push(named(first));
      if (first.strength === 1)
        spans.assume('category', `\u201c${item.raw}\u201d is counted as the category ${first.name}`);
    } else if (first.is === 'merchant' || first.is === 'payment') {
      if (filter.merchant !== null) return { filter, draft: null };
      filter.merchant = getPayee(spans, first);
    } else if (first.is === 'contact') filter.contact = named(first);
    else if (first.is === 'tag') filter.tag = first.name;
    else for (const ref of refs) if (isPlace(ref.is)) places.push({ is: ref.is, id: ref.id });
  }
  filter.categories = categories;
  filter.places = places;
  filter.bounds = getBounds(spans);
  const [time] = spans.of('time');
  if (time) {
    spans.take(time);
    filter.period = spans.period(time.time, tense);
  }
  filter.words = getQuoted(spans);
  return { filter, draft };
}

const isPlace = (is: Ref['is']): is is Place['is'] =>
  is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage';
const sameName = (refs: readonly Ref[]) => new Set(refs.map(({ name }) => name.toLowerCase())).size === 1;

function unclear(
  spans: MatchedSpans,
  item: NameItem,
  refs: readonly Ref[],
  of: 'flow' | 'rows' | 'why',
): Draft {
  const isMerchant = refs[0]?.is === 'merchant';
  return spans.ask(
    of,
    isMerchant ? 'merchant' : refs[0]?.is === 'contact' ? 'contact' : 'place',
    `Which one do you mean by \u201c${item.raw}\u201d?`,
    `\u201c${item.raw}\u201d could be ${listed(refs.map(({ name }) => name))}`,
    spans.choicesFor(item, refs),
  );
}

export function listed(names: readonly string[], joint = 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`;
}

/** "Over $100", "between 20 and 50", "exactly 42.17". */
export function getBounds(spans: MatchedSpans): Bounds | null {
  const amounts = spans.of('amount');
  const [first, second] = amounts;
  if (!first) return null;
  const before = spans.items[first.at - 1];
  const isBetween = first.prep === 'between' || before?.words[0] === 'between';
  if (isBetween && second && spans.items[second.at - 1]?.raw.toLowerCase() === 'and') {
    spans.take(first);
    spans.take(second);
    const [low, high] = [first.said.amount, second.said.amount].toSorted((one, other) => one - other);
    return { from: low ?? 0, to: high ?? 0 };
  }
  const { amount } = first.said;
  const word = [before, spans.items[first.at + 1]].find(
    (item) => item?.is === 'lemma' && Object.hasOwn(COMPARISONS, item.lemma),
  );
  if (word?.is !== 'lemma') {
    // A bare number is an amount only in the position of one.
    if (!first.said.isMoney && first.prep !== 'for' && first.prep !== 'of') return null;
    spans.take(first);
    return { from: amount, to: amount };
  }
  spans.take(first);
  spans.take(word);
  return COMPARISONS[word.lemma]?.(amount) ?? null;
}

const COMPARISONS: Record<string, (amount: number) => Bounds> = {
  above: (above) => ({ above }),
  from_amount: (from) => ({ from }),
  below: (below) => ({ below }),
  to_amount: (to) => ({ to }),
};

function getQuoted(spans: MatchedSpans): string | null {
  const quote = spans.one('quote');
  return quote ? quote.raw.slice(1, -1).trim() : null;
}

const LEADS = new Set(['at', 'from', 'on', 'to', 'for', 'with', 'about', 'of', 'by', 'in']);
const MOST_WORDS = 3;
/** Words about unknown times, which aren't search words. */
export const TIMELY =
  /^(?:days?|weeks?|months?|quarters?|years?|hours?|week-?ends?|week-?days?|birthday|morning|evening|night|nights|afternoon|spring|summer|autumn|fall|winter|easter|thanksgiving|halloween|ramadan|semester|holidays?|vacation|lunchtime|midnight|noon|date|time|half|early|mid|late|lately|decade|century|recently|once|twice|st|nd|rd|th|\d+\w*)$/i;

/** Unmatched words after a preposition: a merchant or topic in the customer's words. */
export function freeWords(
  spans: MatchedSpans,
  leads: ReadonlySet<string> = LEADS,
): { words: string; prep: string } | null {
  const words = spans.of('word');
  const [first] = words;
  if (words.some(({ raw }) => TIMELY.test(raw))) return null;
  if (!first || words.length > MOST_WORDS || first.prep === null || !leads.has(first.prep)) return null;
  const isTogether = words.every(({ at }, index) => at === first.at + index);
  if (isOfTime(spans, words.at(-1))) return null;
  if (!isTogether) return null;
  for (const word of words) spans.take(word);
  const last: Item = words.at(-1) ?? first;
  return { words: spans.text.slice(first.start, last.end), prep: first.prep };
}

/** Three fallback questions. */
export const USUAL_CHOICES: readonly Choice[] = [
  asked('How much did I spend last month?'),
  asked('Which payments are coming up?'),
  asked('What can you do?'),
];

/** The ledger names the payee instead of the scheduled payment. */
function getPayee(spans: MatchedSpans, { is, id, name }: Ref): string {
  const rule = is === 'payment' ? spans.known.scheduledPayments.find((one) => one.id === id) : undefined;
  return rule?.payee ?? name;
}

/** "Black Friday", "late October": a word directly before a day belongs to it. */
export function isOfTime(spans: MatchedSpans, word: Item | undefined): boolean {
  const next = word && spans.items[word.at + 1];
  return next?.is === 'time' && !LED.test(next.raw);
}

const LED =
  /^(?:in|on|at|for|since|from|last|this|past|between|during|over|until|before|after|yesterday|today|the|next|\d)\b/i;
