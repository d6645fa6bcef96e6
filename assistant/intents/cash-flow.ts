import { addMonths, parseDay } from '../../engine/calendar/calendar.ts';
import { findWholeUnit, type Span, unitAround } from '../../engine/calendar/periods.ts';
import type { Period, Question, TransactionFilter } from '../intent.ts';
import { getPeriod } from '../parser/days.ts';
import { defineIntent } from '../parser/define-intent.ts';
import { addWords, COMPARISONS, matchFilter, matchFreeWords } from '../parser/filter.ts';
import { isConcept, type MatchedSpans } from '../parser/matched-spans.ts';

type Flow = Extract<Question, { kind: 'flow' }>;
type Measure = Flow['measure'];

const OUT = 'spend goes buy purchase cost';
const IN = 'earn receive salary';

/** Matches "How much did I spend on food last month", "average grocery spending", "top 5 merchants". */
export const flow = defineIntent({
  unless:
    'whatif if afford safe budget left over_budget forecast runout upcoming why when howlong convert score',
  build: (spans) => {
    const direction = matchDirection(spans);
    const measure = direction && matchMeasure(spans, direction);
    if (!direction || !measure) return null;
    const limit = matchLimit(spans);
    // In "more than last month", the first period is the period to compare with.
    const [time] = spans.unmatched('time');
    const lead =
      time && spans.items.slice(0, time.at).findLast(({ is }) => is !== 'stop' && is !== 'preposition');
    const isAgainst = lead?.is === 'concept' && lead.words.at(-1) === 'than';
    const isCompared = matchComparison(spans);
    spans.match('money transaction payment all have bill way make lower');
    // "More this month than last" compares this month with the previous month.
    if (isCompared && spans.matches(/\bthan (?:the )?last\b[\s?.!]*$/i)) spans.match('last');
    const filter = matchFilter(spans, 'past', 'flow');
    if (filter.tag !== null) spans.match('tag');
    // "Did I spend more than 500" asks about the total, not about transactions above 500.
    if (measure === 'total' && spans.matches(TOTAL_ABOVE)) filter.bounds = null;
    if (!addFreeWords(spans, filter, direction)) return null;
    const stated = filter.period;
    if (stated?.from && stated.from > spans.customer.today) return refuseFuture(spans, stated);
    const second = isCompared ? spans.matchPeriod('past') : null;
    if (isCompared && !second && !stated) return null;
    const period = isCompared && !second && isAgainst ? assumeCurrent(spans, stated) : stated;
    if (!period && stated) return null;
    const from = period ?? assumePeriod(spans, measure);
    const compare = isCompared ? (second ?? (isAgainst ? stated : null) ?? assumeBefore(spans, from)) : null;
    return { kind: 'flow', direction, measure, filter: { ...filter, period: from }, compare, limit };
  },
});

/** Refuses a future period, because the ledger has no future transactions. */
export const refuseFuture = (spans: MatchedSpans, { text }: Period) =>
  spans.refuse('period', `We can't show spending or income ${text} because it hasn't happened yet.`, [
    'Which payments are coming up?',
    'How much did I spend last month?',
  ]);

function assume(spans: MatchedSpans, span: Span, note: string): Period {
  const period = getPeriod(span, spans.today);
  spans.assume('period', `${period.text}${note}`);
  return period;
}

/** Returns the default period. It ends with the last full month unless the question is about the present. */
function assumePeriod(spans: MatchedSpans, measure: Measure): Period {
  const { today } = spans;
  const start = unitAround(today, 'month').from ?? today;
  switch (measure) {
    case 'average_month':
    case 'average_week':
    case 'average_day':
    case 'by_month':
      return assume(spans, { from: addMonths(start, -6), to: start - 1 }, ' (the last 6 full months)');
    case 'largest':
    case 'smallest':
      return assume(spans, { from: addMonths(today, -12) + 1, to: today }, ' (the last 12 months)');
    default:
      return spans.matches(/\b(?:have|'ve|has) (?:i|we)\b|\bso far\b|\bam i\b|\bi've\b/i)
        ? assume(spans, unitAround(today, 'month'), '')
        : assume(spans, unitAround(start - 1, 'month'), ' (the last full month)');
  }
}

/** Returns the current unit if the period is exactly one week, month, quarter, or year; otherwise null. */
function assumeCurrent(spans: MatchedSpans, period: Period | null): Period | null {
  if (period?.from == null || period.to === null) return null;
  const unit = findWholeUnit(parseDay(period.from), parseDay(period.to));
  return unit ? assume(spans, unitAround(spans.today, unit), '') : null;
}

/** Returns the preceding period of the same length. */
function assumeBefore(spans: MatchedSpans, { from, to }: Period): Period | null {
  if (from === null || to === null) return null;
  const [first, last] = [parseDay(from), parseDay(to)];
  const unit = findWholeUnit(first, last);
  const span = unit ? unitAround(first - 1, unit) : { from: first - (last - first + 1), to: first - 1 };
  const period = getPeriod(span, spans.today);
  spans.assume('compare', `compared with the previous period (${period.text})`);
  return period;
}

const VISITS =
  /\b(?:go|gone|went|visit|visited|eat|ate|eaten|order|ordered|shop|shopped) (?:at|to|from|in|out)\b/i;

function matchDirection(spans: MatchedSpans): Flow['direction'] | null {
  const hasSaved =
    spans.has('save') &&
    spans.matches(/\bdid i save|have i saved|i saved?\b|savings rate|saved\b/i) &&
    spans.unmatched('amount').length === 0;
  if (hasSaved || spans.matches(/\bcash ?flow\b/i)) {
    spans.match('save money rate');
    spans.matchWords(/^(?:cash|flow|cashflow)$/);
    return 'net';
  }
  const hasMade = spans.matches(/\b(?:i|we) (?:make|made)\b/i) && !spans.has('payment purchase transaction');
  if (spans.has(IN) || hasMade) {
    spans.match(`${IN} make paid`);
    return 'in';
  }
  if (spans.has(OUT)) {
    const isList = spans.has('purchase buy') && !spans.has('spend count average cost most largest smallest');
    spans.match(OUT);
    return isList ? null : 'out';
  }
  const hasPaid =
    spans.has('pay paid') &&
    spans.matches(/\bhow (?:much|often|many times)\b/i) &&
    spans.matches(/\b(?:did|have) (?:i|we)\b/i);
  if (hasPaid && !spans.has('interest fee last first')) {
    spans.match('pay paid');
    return 'out';
  }
  const isRanking =
    spans.has('category merchant') &&
    !spans.has('set') &&
    (spans.has('largest most') || (spans.has('compare category') && spans.matches(/\bby\b|break/i)));
  const isCount = spans.has('count') && (spans.has('transaction payment') || spans.matches(VISITS));
  if (isRanking || isCount) return 'out';
  if (!spans.has('compare') || spans.unmatched('time').length < 2) return null;
  spans.assume('direction', 'spending');
  return 'out';
}

const AVERAGES: Partial<Record<string, Measure>> = {
  MONTHLY: 'average_month',
  WEEKLY: 'average_week',
  DAILY: 'average_day',
};

function matchMeasure(spans: MatchedSpans, direction: Flow['direction']): Measure | null {
  const isAverage = spans.match('average');
  const [every] = spans.unmatched('frequency');
  if (every && (isAverage || direction !== 'net')) {
    spans.matchItem(every);
    return AVERAGES[every.frequency] ?? null;
  }
  if (spans.match('count')) {
    spans.match('buy');
    spans.matchWords(/^(?:go|went|visit|visited|eat|ate|order|ordered|shop|shopped)$/);
    return 'count';
  }
  if (isAverage)
    return spans.matches(/\b(?:transaction|purchase|visit|payment)\b/i) ? 'average' : 'average_month';
  const superlative = spans.matchFirst('largest most smallest');
  if (spans.match('merchant')) return 'by_merchant';
  if (spans.match('category goes')) return 'by_category';
  if (superlative === 'most') return spans.matches(/\bwhere\b/i) ? 'by_merchant' : 'by_category';
  if (superlative) return superlative === 'largest' ? 'largest' : 'smallest';
  spans.matchWords(/^month$/);
  return 'total';
}

const COUNTED =
  'transaction purchase payment merchant category largest smallest last bill spend subscription';

/** Matches a number before a noun as a limit: "top 5 merchants", "my last 10 purchases". */
export function matchLimit(spans: MatchedSpans): number | null {
  const { items } = spans;
  const item = spans.unmatched('amount').find(({ value: { amount, isMoney }, at }) => {
    const isCounted = items
      .slice(at + 1, at + 4)
      .some((entry) => entry.is === 'name' || isConcept(entry, COUNTED));
    const isLed = items
      .slice(Math.max(0, at - 2), at)
      .some((item) => isConcept(item, 'largest last first smallest next'));
    const isCount = !isMoney && Number.isInteger(amount) && amount <= 100;
    return isCount && (isLed || isCounted) && !isConcept(items[at - 1], COMPARISONS);
  });
  if (!item) return null;
  spans.matchItem(item);
  return item.value.amount;
}

/** Returns true if the message asks for a comparison with another period. */
function matchComparison(spans: MatchedSpans): boolean {
  const isMore = spans.has('more less above below') && spans.unmatched('amount').length === 0;
  if (!spans.has('compare') && !(isMore && spans.unmatched('time').length > 0)) return false;
  spans.match(isMore ? 'compare more less above below' : 'compare more less');
  return true;
}

const TOTAL_ABOVE =
  /\b(?:did|have|do|am|are) (?:i|we) (?:spend|spent|spending|earn|earned|earning|make|made|making) (?:any )?(?:more|less|over|under|above|below)\b/i;

function addFreeWords(spans: MatchedSpans, filter: TransactionFilter, direction: Flow['direction']): boolean {
  if (spans.unmatched('word').length === 0) return true;
  const free = matchFreeWords(spans);
  return free !== null && direction !== 'net' && addWords(spans, filter, free.text, free.isMerchant);
}
