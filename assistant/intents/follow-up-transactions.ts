import { parseDay } from '../../engine/calendar/calendar.ts';
import { type Unit, unitAround } from '../../engine/calendar/periods.ts';
import type { Period, Place, Question, TransactionFilter } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import { matchFilter, matchFreeWords } from '../parser/filter.ts';
import type { MatchedSpans } from '../parser/matched-spans.ts';
import { getProducts } from '../parser/names.ts';

type Flow = Extract<Question, { kind: 'flow' }>;
type Rows = Extract<Question, { kind: 'rows' }>;

const MEASURES: Readonly<Record<string, Flow['measure']>> = {
  average: 'average_month',
  largest: 'largest',
  smallest: 'smallest',
  count: 'count',
  category: 'by_category',
  merchant: 'by_merchant',
};

/** Changes the comparison, direction, measure, or filter of a total. */
export function changeFlow(spans: MatchedSpans, last: Flow): Partial<Flow> | null {
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

export function changeRows(spans: MatchedSpans, last: Rows): Partial<Rows> | null {
  const word = spans.matchFirst('largest smallest last first');
  spans.match('transaction purchase payment find when');
  const filter = changeFilter(spans, last.filter, 'rows');
  if (!word && !filter) return null;
  const which = (['largest', 'smallest', 'last', 'first'] as const).find((which) => which === word);
  return { which: which ?? last.which, filter: filter ?? last.filter };
}

/** Replaces filters with new ones of the same kind. Returns null if the message has no filters. */
function changeFilter(
  spans: MatchedSpans,
  old: TransactionFilter,
  of: 'flow' | 'rows',
): TransactionFilter | null {
  const other = matchOther(spans, old.places[0] ?? null);
  const earlier = matchEarlierPeriod(spans, old.period);
  const { categories, merchant, contact, tag, bounds, ...stated } = matchFilter(spans, 'past', of);
  const free = matchFreeWords(spans);
  if (free) spans.assume('text', `transactions that contain \u201c${free.text}\u201d`);
  const places = other ? [other] : stated.places;
  const period = stated.period ?? earlier;
  const isAbout =
    categories.length > 0 || merchant !== null || contact !== null || tag !== null || free !== null;
  if (!isAbout && places.length === 0 && !bounds && !period) return null;
  const about = {
    categories,
    merchant: merchant ?? (free?.isMerchant ? free.text : null),
    contact,
    tag,
    text: free && !free.isMerchant ? free.text : null,
  };
  return {
    ...old,
    ...(isAbout && about),
    places: places.length > 0 ? places : old.places,
    bounds: bounds ?? old.bounds,
    period: period ?? old.period,
  };
}

/** Matches "the month before that" and returns the full month before the last question's period. */
function matchEarlierPeriod(spans: MatchedSpans, last: Period | null): Period | null {
  const unit = /\bthe (week|month|quarter|year) before (?:that|it)[\s?.!]*$/i.exec(spans.text)?.[1];
  if (unit === undefined || last?.from == null) return null;
  const first = parseDay(last.from);
  const { from } = unitAround(first, unit.toLowerCase() as Unit);
  if (from !== first) return null;
  spans.matchWords(/^(?:week|month|quarter|year|before)$/);
  return getPeriod(unitAround(first - 1, unit.toLowerCase() as Unit), spans.today);
}

/** Matches a phrase such as "the other card" if the customer has exactly two products of that kind. */
export function matchOther(spans: MatchedSpans, place: Place | null): Place | null {
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
