import type { Question, TransactionFilter } from '../intent.ts';
import { defineIntent } from '../parser/define-intent.ts';
import {
  addWords,
  areAboutTime,
  areAdjacent,
  matchFilter,
  matchFreeWords,
  TIMELY,
} from '../parser/filter.ts';
import { isConcept, type MatchedSpans } from '../parser/matched-spans.ts';
import { matchLimit, PURCHASE_WORDS, refuseFuture } from './cash-flow.ts';

const ASKING =
  /^\s*(?:please |can you |could you |and |so )*(?:show|list|find|search|look|when|what|which|who|whom|where|did|have|how|any|give|display|see|is|was|were|my|all|the|last|latest|recent|transactions|payments|purchases|filter|largest|biggest|smallest|first|everything|tell|get|do i|pull)\b/i;

const PAID = 'purchase buy spend pay paid charge withdraw cost bill';
const RECEIVED = 'deposit receive salary earn';
const VERBS =
  'transaction purchase buy payment find spend pay paid charge receive send refund cost bill salary earn tag make get';

/** Matches "When did I last pay Netflix", "purchases over $100 in March", "my last 5 transactions". */
export const rows = defineIntent({
  unless:
    'whatif if afford budget upcoming next due will why howlong until forecast interest count average compare convert score',
  exceptPattern: /\b(?:can|could) i\b/i,
  matches: (spans) =>
    (spans.matches(ASKING) || !spans.has('pay send transfer make deposit withdraw')) &&
    // In "the first week" and "last summer", "first" and "last" belong to the period.
    !spans.items.some(({ at }) => {
      const after = spans.items[at + 1];
      const isTime = after?.is === 'time' || (after?.is === 'word' && TIMELY.test(after.raw));
      return isTime && isConcept(spans.items[at], 'last first');
    }),
  slots: {
    isFee: (spans: MatchedSpans) => spans.match('fee'),
    verb: (spans: MatchedSpans) => spans.matchFirst(VERBS),
    limit: (spans: MatchedSpans) => matchLimit(spans),
  },
  build: (spans, { isFee, verb, limit }) => {
    const which = getWhich(spans, limit);
    spans.match('when last first largest smallest money all find have who transaction more way');
    spans.matchWords(PURCHASE_WORDS);
    const filter = matchFilter(spans, 'past', 'rows');
    const { merchant, tag, contact, categories, bounds, period, places } = filter;
    const isSearched = merchant !== null || tag !== null || bounds !== null;
    const isAbout =
      isSearched ||
      contact !== null ||
      categories.length > 0 ||
      filter.text !== null ||
      period !== null ||
      places.length > 0;
    if (!addSearchWords(spans, filter)) return null;
    if (isFee) {
      if (filter.text !== null) return null;
      spans.assume('text', 'transactions that contain \u201cfee\u201d');
      filter.text = 'fee';
    }
    if (period?.from && period.from > spans.customer.today) return refuseFuture(spans, period);
    const isWhich = which !== 'list' || ['transaction', 'purchase', 'payment'].includes(verb ?? '');
    const isVerb =
      (verb !== null || (which !== 'list' && isSearched)) && (isAbout || isWhich || filter.text !== null);
    const isSearch =
      (isSearched || filter.merchant !== null || filter.text !== null) &&
      spans.matches(/^\s*(?:please )?(?:show|list|find|search|give|display)/i);
    if (!isVerb && !isSearch) {
      spans.reply = null;
      return null;
    }
    const isToMe = spans.matches(
      /\b(?:send|sent|pay|paid|give|gave|owe|transfer|transferred) me\b|\bfrom me\b/i,
    );
    const isOut = includes(PAID, verb) || (verb === 'send' && contact !== null);
    const direction = isToMe ? 'in' : isOut ? 'out' : includes(RECEIVED, verb) ? 'in' : null;
    return { kind: 'rows', which, direction, filter, limit };
  },
});

const includes = (concepts: string, concept: string | null) =>
  concept !== null && concepts.split(' ').includes(concept);

function getWhich(spans: MatchedSpans, limit: number | null): Extract<Question, { kind: 'rows' }>['which'] {
  for (const which of ['largest', 'smallest', 'first'] as const) if (spans.has(which)) return which;
  const isList =
    limit !== null ||
    spans.matches(
      /\b(?:transactions|purchases|payments|charges|deposits|rows|transfers|entries|activity)\b/i,
    );
  return (spans.has('last') && !isList) || spans.has('when') ? 'last' : 'list';
}

function addSearchWords(spans: MatchedSpans, filter: TransactionFilter): boolean {
  const words = spans.unmatched('word');
  const [first] = words;
  if (!first) return true;
  if (areAboutTime(spans, words)) return false;
  const free = matchFreeWords(spans);
  // In "find bananas" and "when did I last pay the plumber", the search words directly follow the verb.
  const before = spans.items.slice(0, first.at).findLast(({ is }) => is !== 'stop');
  const isSearched =
    isConcept(before, 'pay paid buy find purchase transaction') ||
    spans.matches(/^\s*(?:please |can you |could you )*(?:find|search|show|list|look|filter)\b/i);
  if (!free && !(isSearched && words.length <= 3 && areAdjacent(words))) return false;
  for (const word of words) spans.matchItem(word);
  const isMerchant = free?.isMerchant === true && filter.merchant === null;
  return addWords(spans, filter, spans.text.slice(first.start, words.at(-1)?.end), isMerchant);
}
