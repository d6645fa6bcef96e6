import type { Question, TransactionFilter } from '../intent.ts';
import { freeWords, getFilter, isOfTime, TIMELY } from '../parser/filter.ts';
import type { MatchedSpans, Rule } from '../parser/matched-spans.ts';
import { getLimit, notYet } from './cash-flow.ts';

const ASKING =
  /^\s*(?:please |can you |could you |and |so )*(?:show|list|find|search|look|when|what|which|who|whom|where|did|have|how|any|give|display|see|is|was|were|my|all|the|last|latest|recent|transactions|payments|purchases|filter|largest|biggest|smallest|first|everything|tell|get|do i|pull)\b/i;

const ROWS =
  'transaction purchase buy payment find spend pay paid charge receive send refund cost bill salary earn tag make get'.split(
    ' ',
  );

const ROWS_OUT = new Set(['purchase', 'buy', 'spend', 'pay', 'paid', 'charge', 'withdraw', 'cost', 'bill']);

const ROWS_IN = new Set(['deposit', 'receive', 'salary', 'earn']);

/**
 * Parses requests for transactions: "when did I last pay Netflix", "purchases over $100 in March", "my last 5
 * transactions".
 */
export const rows: Rule = (spans) => {
  if (
    spans.has(
      'whatif if afford budget upcoming next due will why howlong until forecast interest count average compare convert score',
    )
  )
    return null;
  const text = spans.text;
  if (/\b(?:can|could) i\b/i.test(text)) return null;
  if (!ASKING.test(text) && spans.has('pay send transfer make deposit withdraw')) return null;
  // "The first week", "last summer": the word belongs to the period.
  const isOfTime = spans.items.some((item, at) => {
    const after = spans.items[at + 1];
    const isOrdinal = item.is === 'lemma' && (item.lemma === 'last' || item.lemma === 'first');
    return isOrdinal && (after?.is === 'time' || (after?.is === 'word' && TIMELY.test(after.raw)));
  });
  if (isOfTime) return null;
  if (spans.has('fee')) spans.assume('words', 'transactions that contain \u201cfee\u201d');
  const isFee = spans.any('fee');
  const verb = spans.lemma(...ROWS);
  const which = chooseOne(spans, text);
  const limit = getLimit(spans);
  spans.any('when last first largest smallest money all find have who transaction more way');
  const { filter, draft } = getFilter(spans, 'past', 'rows');
  const isAbout =
    filter.merchant !== null ||
    filter.tag !== null ||
    filter.contact !== null ||
    filter.categories.length > 0 ||
    filter.bounds !== null ||
    filter.words !== null ||
    filter.period !== null ||
    filter.places.length > 0;
  if (!freeRows(spans, filter)) return null;
  if (isFee) {
    if (filter.words !== null) return null;
    filter.words = 'fee';
  }
  if (filter.period?.from && filter.period.from > spans.known.today) return notYet(filter.period);
  const isRows =
    verb !== null &&
    (isAbout ||
      isFee ||
      filter.words !== null ||
      which !== 'list' ||
      ['transaction', 'purchase', 'payment'].includes(verb.lemma));
  const isList =
    filter.merchant !== null || filter.tag !== null || filter.bounds !== null || filter.words !== null;
  if (!isRows && !(isList && /^\s*(?:please )?(?:show|list|find|search|give|display)/i.test(text)))
    return null;
  if (draft) return draft;
  const isToMe = /\b(?:send|sent|pay|paid|give|gave|owe|transfer|transferred) me\b|\bfrom me\b/i.test(text);
  const isSent =
    verb !== null && (ROWS_OUT.has(verb.lemma) || (verb.lemma === 'send' && filter.contact !== null));
  const direction = isToMe ? 'in' : isSent ? 'out' : verb && ROWS_IN.has(verb.lemma) ? 'in' : null;
  return { kind: 'rows', which, direction, filter, limit };
};

function chooseOne(spans: MatchedSpans, text: string): Extract<Question, { kind: 'rows' }>['which'] {
  const number = spans
    .of('amount')
    .some(({ said, at }) => !said.isMoney && spans.items[at - 1]?.is === 'lemma');
  if (spans.has('largest')) return 'largest';
  if (spans.has('smallest')) return 'smallest';
  if (spans.has('first')) return 'first';
  const isList =
    /\b(?:transactions|purchases|payments|charges|deposits|rows|transfers|entries|activity)\b/i.test(text);
  if (spans.has('last') && !number && !isList) return 'last';
  return spans.has('when') ? 'last' : 'list';
}

const SEARCHED = new Set(['pay', 'paid', 'buy', 'find', 'purchase', 'transaction']);

function freeRows(spans: MatchedSpans, filter: TransactionFilter): boolean {
  const words = spans.of('word');
  const [first] = words;
  if (!first) return true;
  if (words.some(({ raw }) => TIMELY.test(raw))) return false;
  if (isOfTime(spans, words.at(-1))) return false;
  const free = freeWords(spans);
  if (free && (free.prep === 'at' || free.prep === 'from') && filter.merchant === null) {
    filter.merchant = free.words;
    spans.assume('merchant', `transactions that contain \u201c${free.words}\u201d`);
    return true;
  }
  const isTogether = words.length <= 3 && words.every(({ at }, index) => at === first.at + index);
  // "Find bananas", "when did I last pay the plumber": a search word must follow the verb directly.
  const ahead = spans.items.slice(0, first.at).findLast(({ is }) => is !== 'stop');
  const isBehindVerb = ahead?.is === 'lemma' && SEARCHED.has(ahead.lemma);
  const isSearch = /^\s*(?:please |can you |could you )*(?:find|search|show|list|look|filter)\b/i.test(
    spans.text,
  );
  if (!free && !(isTogether && (isBehindVerb || isSearch))) return false;
  for (const word of words) spans.take(word);
  if (filter.words !== null) return false;
  filter.words = spans.text.slice(first.start, words.at(-1)?.end);
  spans.assume('words', `transactions that contain \u201c${filter.words}\u201d`);
  return true;
}
