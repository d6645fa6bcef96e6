import { parseDay } from '../../../engine/calendar/calendar.ts';
import { addUnits, findWholeUnit, type Unit, unitAround } from '../../../engine/calendar/periods.ts';
import type { Period, Place, Question, TransactionFilter } from '../../intent.ts';
import { getPeriod } from '../../parser/days.ts';
import { excludeWords, matchFilter, matchFreeWords, NO_FILTER } from '../../parser/filter.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { getProducts } from '../../parser/names.ts';
import { matchUsual } from '../cash-flow.ts';

type Flow = Extract<Question, { kind: 'flow' }>;
type Rows = Extract<Question, { kind: 'rows' }>;

/** Limits a comparison with last year to the same days, so that a partial month is compared fairly. */
function alignWithLastYear(spans: MatchedSpans, stated: Period, period: Period | null): Period {
  if (!period?.from || !period.to || !stated.from || !stated.to) return stated;
  const { today } = spans;
  const [from, to] = [parseDay(period.from), Math.min(today, parseDay(period.to))];
  const isYear = findWholeUnit(parseDay(stated.from), parseDay(stated.to)) === 'year';
  if (!isYear || to - from > 300) return stated;
  const back = Number(stated.from.slice(0, 4)) - Number(period.from.slice(0, 4));
  const same = getPeriod({ from: addUnits(from, 'year', back), to: addUnits(to, 'year', back) }, today);
  spans.assume('compare', `the same days of the year before (${same.text})`);
  return same;
}

const SHARE = /\b(?:percent|percentage|share)\b/i;
const AVERAGES: Readonly<Record<string, Flow['measure']>> = {
  DAILY: 'average_day',
  WEEKLY: 'average_week',
  MONTHLY: 'average_month',
};

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
  if (spans.matches(/\bweek(?:end|day)s?\b/i) && spans.unmatched('time').length === 0) {
    spans.matchAll();
    return spans.refuse(
      'no_such_product',
      "We can't filter transactions by day of the week, but you can ask about a date.",
      ['How much did I spend last weekend?'],
    );
  }
  if (
    matchUsual(spans) ||
    spans.matches(/\bwhy (?:is it |was it |was that |is that )?so (?:high|much|low|little|expensive)\b/i)
  ) {
    spans.match('why low much more most');
    return { comparesWithUsual: true, compare: null, measure: 'total' };
  }
  if (spans.matches(SHARE)) {
    const isOfIncome = spans.matches(/\bmy (?:pay|income|salary|paycheck)\b/i);
    spans.match('pay salary earn all spend');
    spans.matchWords(/^(?:percent|percentage|share|part|as|total)$/);
    return { measure: isOfIncome ? 'share_of_income' : 'share', compare: null };
  }
  if (spans.matches(/\b(?:each|every|per|a) (?:visit|time|trip|order|purchase|transaction)\b/i)) {
    spans.match('average purchase transaction');
    spans.matchWords(/^(?:per|each|visit|time|trip|order|purchase)$/);
    return { measure: 'average', compare: null };
  }
  const ranking = last.measure.startsWith('by_') ? spans.unmatched('amount')[0] : undefined;
  if (ranking && !ranking.value.isMoney && ranking.value.amount <= 50) {
    spans.matchItem(ranking);
    spans.match('largest most');
    return { limit: ranking.value.amount };
  }
  // "The coffee part" and "same thing for shopping" change only the filter.
  spans.matchWords(/^(?:break|part|portion|bit|same|thing)$/);
  spans.match('down or');
  const [every] = spans.unmatched('frequency');
  const average = every && every.from === null ? AVERAGES[every.frequency] : undefined;
  if (every && average) {
    spans.matchItem(every);
    spans.match('average');
    return { measure: average, compare: null };
  }
  if (
    spans.matches(/^\s*(?:and |so |ok )*(?:who|which (?:one|merchant|store|place))\b/i) &&
    (spans.has('largest most smallest') || spans.matches(/\b(?:worst|best|top)\b/i))
  ) {
    spans.match('who largest most smallest merchant last');
    spans.matchWords(/^(?:worst|best|top)$/);
    return { measure: 'by_merchant', compare: null };
  }
  const isMore = spans.matches(/\b(?:more|less) than\b/i) && spans.unmatched('time').length > 0;
  if (isMore) spans.matchWords(/^lot$/);
  const isCompared = spans.match(isMore ? 'compare more less above below' : 'compare more less');
  const stated = isCompared ? spans.matchPeriod('past') : null;
  const compare = isCompared ? stated && alignWithLastYear(spans, stated, last.filter.period) : last.compare;
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
  const isByMonth =
    period &&
    last.measure === 'total' &&
    spans.matches(/\bmonths\b/i) &&
    spans.matches(/\bshow\b|\beach\b|\blast\b/i);
  if ((period && isCompared) || !(filter || isCompared || isTurned || measure)) return null;
  return {
    direction,
    measure: measure ?? (isByMonth ? 'by_month' : last.measure),
    filter: filter ?? old,
    compare: period ? null : compare,
  };
}

export function changeRows(spans: MatchedSpans, last: Rows): Partial<Rows> | null {
  const word = spans.matchFirst('largest smallest last first');
  spans.match('transaction purchase payment find when not');
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
  const {
    categories,
    merchant,
    merchants,
    excluded: named,
    broaderCategory,
    contact,
    tag,
    bounds,
    ...stated
  } = matchFilter(spans, 'past', of);
  const unnamed: TransactionFilter = { ...NO_FILTER };
  const isExcluded = excludeWords(spans, unnamed);
  const free = matchFreeWords(spans);
  if (free) spans.assume('text', `transactions that contain \u201c${free.text}\u201d`);
  const added = mergeExcluded(old.excluded, isExcluded ? unnamed.excluded : named);
  const places = other ? [other] : stated.places;
  const period = stated.period ?? earlier;
  const isAbout =
    categories.length > 0 || merchant !== null || contact !== null || tag !== null || free !== null;
  if (!isAbout && places.length === 0 && !bounds && !period && !added) return null;
  const about = {
    categories,
    merchant: merchant ?? (free?.isMerchant ? free.text : null),
    contact,
    tag,
    text: free && !free.isMerchant ? free.text : null,
  };
  const { merchants: oldMerchants, excluded: oldExcluded, broaderCategory: oldBroader, ...others } = old;
  const broader = isAbout ? broaderCategory : oldBroader;
  const several = isAbout ? merchants : oldMerchants;
  const excluded = added ?? (isAbout ? undefined : oldExcluded);
  return {
    ...others,
    ...(several && { merchants: several }),
    ...(broader && { broaderCategory: broader }),
    ...(excluded && { excluded }),
    ...(isAbout && about),
    places: places.length > 0 ? places : old.places,
    bounds: bounds ?? old.bounds,
    period: period ?? old.period,
  };
}

/** Adds exclusions to those of the last question: "without rent", then "without the mortgage too". */
function mergeExcluded(
  old: TransactionFilter['excluded'],
  added: TransactionFilter['excluded'],
): TransactionFilter['excluded'] {
  if (!old || !added) return added;
  return {
    categories: [...old.categories, ...added.categories],
    merchants: [...old.merchants, ...added.merchants],
    debts: [...(old.debts ?? []), ...(added.debts ?? [])],
  };
}

/** Matches "the month before that" and returns the full month before the last question's period. */
function matchEarlierPeriod(spans: MatchedSpans, last: Period | null): Period | null {
  const stated =
    /\b(?:the )?(day|week|month|quarter|year|one) (?:before|prior|earlier)(?: (?:that|it))?[\s?.!]*$/i
      .exec(spans.text)?.[1]
      ?.toLowerCase();
  const unit =
    stated === 'one' && last?.from && last.to
      ? (findWholeUnit(parseDay(last.from), parseDay(last.to)) ?? undefined)
      : stated;
  if (unit === undefined || last?.from == null) return null;
  const first = parseDay(last.from);
  const { from } = unitAround(first, unit.toLowerCase() as Unit);
  if (from !== first) return null;
  spans.matchWords(/^(?:day|week|month|quarter|year|one|before|prior|earlier)$/);
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
