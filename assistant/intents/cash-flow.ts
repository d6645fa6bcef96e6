import { addMonths, parseDay } from '../../engine/calendar/calendar.ts';
import type { Period, Question, TransactionFilter } from '../intent.ts';
import { getPeriod, unitAround, wholeUnit } from '../parser/days.ts';
import { freeWords, getFilter } from '../parser/filter.ts';
import { asked, beyond, type Draft, type MatchedSpans, type Rule } from '../parser/matched-spans.ts';

type Flow = Extract<Question, { kind: 'flow' }>;

/** The last full month, the default period. */
export function lastMonth(spans: MatchedSpans): Period {
  const { today } = spans.reading;
  const period = getPeriod(
    unitAround(addMonths(unitAround(today, 'month').from ?? today, -1), 'month'),
    today,
  );
  spans.assume('period', `${period.words}, the last full month`);
  return period;
}

function usualPeriod(spans: MatchedSpans, measure: Flow['measure'], isSoFar: boolean): Period {
  const { today } = spans.reading;
  const start = unitAround(today, 'month').from ?? today;
  if (
    measure === 'average_month' ||
    measure === 'by_month' ||
    measure === 'average_week' ||
    measure === 'average_day'
  ) {
    const period = getPeriod({ from: addMonths(start, -6), to: start - 1 }, today);
    spans.assume('period', `${period.words}, the last 6 full months`);
    return period;
  }
  if (measure === 'largest' || measure === 'smallest') {
    const period = getPeriod({ from: addMonths(today, -12) + 1, to: today }, today);
    spans.assume('period', `${period.words}, the last 12 months`);
    return period;
  }
  if (!isSoFar) return lastMonth(spans);
  const period = getPeriod(unitAround(today, 'month'), today);
  spans.assume('period', period.words);
  return period;
}

const OUT = ['spend', 'goes', 'buy', 'purchase', 'cost'] as const;

const IN = ['earn', 'receive', 'salary'] as const;

/**
 * Parses totals: "how much did I spend on food last month", "average grocery spending", "top 5 merchants".
 */
export const flow: Rule = (spans) => {
  if (
    spans.has(
      'whatif if afford safe budget left over_budget forecast runout upcoming why when howlong convert score',
    )
  )
    return null;
  const direction = getDirection(spans);
  if (!direction) return null;
  const measure = getMeasure(spans, direction);
  if (!measure) return null;
  const isSoFar = /\b(?:have|'ve|has) (?:i|we)\b|\bso far\b|\bam i\b|\bi've\b/i.test(spans.text);
  const limit = getLimit(spans);
  const isAgainst = isBehindThan(spans);
  const compare = comparedIn(spans);
  spans.any('money transaction payment all have bill way make lower');
  // "More this month than last" compares with the period before.
  if (compare && /\bthan (?:the )?last\b[\s?.!]*$/i.test(spans.text)) spans.any('last');
  const { filter, draft } = getFilter(spans, 'past', 'flow');
  if (filter.tag !== null) spans.any('tag');
  // "Did I spend more than 500" asks about the total instead of transactions above it.
  if (measure === 'total' && SUM_ABOVE.test(spans.text)) filter.bounds = null;
  if (!formatAdd(spans, filter, direction)) return null;
  if (draft) return draft;
  if (filter.period?.from && filter.period.from > spans.known.today) return notYet(filter.period);
  const second = compare ? secondPeriod(spans) : null;
  if (compare && !second && !filter.period) return null;
  const own = compare && !second && isAgainst ? nowLike(spans, filter.period) : filter.period;
  if (!own && filter.period) return null;
  const period = own ?? usualPeriod(spans, measure, isSoFar);
  const against = compare ? (second ?? (isAgainst ? filter.period : null) ?? before(spans, period)) : null;
  // Compares months in the stated order.
  return {
    kind: 'flow',
    direction,
    measure,
    filter: { ...filter, period },
    compare: against,
    limit,
  };
};

/** The ledger has no future periods. */
export function notYet({ words }: Period): Draft {
  return beyond('period', `We can't show actual spending or income ${words} because it's in the future.`, [
    asked('Which payments are coming up?'),
    asked('How much did I spend last month?'),
  ]);
}

function getDirection(spans: MatchedSpans): Flow['direction'] | null {
  const text = spans.text;
  const isNet =
    spans.has('save') &&
    /\bdid i save|have i saved|i saved?\b|savings rate|saved\b/i.test(text) &&
    spans.of('amount').length === 0;
  if (isNet || /\bcash ?flow\b/i.test(text)) {
    spans.any('save money rate');
    spans.takeWords(/^(?:cash|flow|cashflow)$/);
    return 'net';
  }
  if (
    spans.has('earn receive salary') ||
    (/\b(?:i|we) (?:make|made)\b/i.test(text) && !spans.has('payment purchase transaction'))
  ) {
    spans.any(...IN, 'make', 'paid');
    return 'in';
  }
  if (spans.has(...OUT)) {
    if (spans.has('purchase', 'buy') && !spans.has('spend count average cost most largest smallest'))
      return null;
    spans.any(...OUT);
    return 'out';
  }
  const isPaid =
    spans.has('pay', 'paid') &&
    /\bhow (?:much|often|many times)\b/i.test(text) &&
    /\b(?:did|have) (?:i|we)\b/i.test(text);
  if (isPaid && !spans.has('interest fee last first')) {
    spans.any('pay', 'paid');
    return 'out';
  }
  const isList =
    spans.has('category', 'merchant') && spans.has('largest most category compare') && !spans.has('set');
  if (isList && (spans.has('largest', 'most') || /\bby\b|break/i.test(text))) return 'out';
  if (spans.has('count') && (spans.has('transaction', 'payment') || VISITS.test(text))) return 'out';
  if (spans.has('compare') && spans.of('time').length > 1) {
    spans.assume('direction', 'spending');
    return 'out';
  }
  return null;
}

function getMeasure(spans: MatchedSpans, direction: Flow['direction']): Flow['measure'] | null {
  const byMerchant = spans.has('merchant');
  const byCategory = spans.has('category') || spans.has('goes');
  const average = spans.any('average');
  const [every] = spans.of('frequency');
  if (every && (average || direction !== 'net')) {
    const measure = ({ MONTHLY: 'average_month', WEEKLY: 'average_week', DAILY: 'average_day' } as const)[
      every.frequency as 'MONTHLY' | 'WEEKLY' | 'DAILY'
    ];
    if (!measure) return null;
    spans.take(every);
    return measure;
  }
  if (spans.has('count')) {
    spans.any('count', 'buy');
    spans.takeWords(/^(?:go|went|visit|visited|eat|ate|order|ordered|shop|shopped)$/);
    return 'count';
  }
  if (average)
    return /\b(?:transaction|purchase|visit|payment)\b/i.test(spans.text) ? 'average' : 'average_month';
  const superlative = spans.lemma('largest most smallest');
  if (byMerchant) {
    spans.any('merchant');
    return 'by_merchant';
  }
  if (byCategory) {
    spans.any('category', 'goes');
    return 'by_category';
  }
  if (superlative?.lemma === 'most') return /\bwhere\b/i.test(spans.text) ? 'by_merchant' : 'by_category';
  if (superlative) return superlative.lemma === 'largest' ? 'largest' : 'smallest';
  spans.takeWords(/^month$/);
  return 'total';
}

/** "Top 5 merchants", "my last 10 purchases": a number before a noun is a limit. */
export function getLimit(spans: MatchedSpans): number | null {
  const item = spans.of('amount').find(({ said, at }) => {
    const after = spans.items.slice(at + 1, at + 4);
    const isCounted = after.some(
      (one) => (one.is === 'lemma' && COUNTED.has(one.lemma)) || one.is === 'name',
    );
    const isLed = spans.items
      .slice(Math.max(0, at - 2), at)
      .some((one) => one.is === 'lemma' && LEADING.has(one.lemma));
    return (
      !said.isMoney &&
      Number.isInteger(said.amount) &&
      said.amount <= 100 &&
      (isLed || isCounted) &&
      !followsComparison(spans, at)
    );
  });
  if (!item) return null;
  spans.take(item);
  return item.said.amount;
}

const COUNTED = new Set(
  'transaction purchase payment merchant category largest smallest last bill spend subscription'.split(' '),
);

const LEADING = new Set('largest last first smallest next'.split(' '));

const followsComparison = (spans: MatchedSpans, at: number) => {
  const before = spans.items[at - 1];
  return before?.is === 'lemma' && ['above', 'below', 'from_amount', 'to_amount'].includes(before.lemma);
};

/** Returns true if a comparison with another period is requested. */
function comparedIn(spans: MatchedSpans): boolean {
  const times = spans.of('time').length;
  const isMore = spans.has('more less above below') && spans.of('amount').length === 0;
  if (!spans.has('compare') && !(isMore && times > 0)) return false;
  spans.any('compare more less');
  if (isMore) spans.any('above', 'below');
  return true;
}

function secondPeriod(spans: MatchedSpans): Period | null {
  const [time] = spans.of('time');
  if (!time) return null;
  spans.take(time);
  return spans.period(time.time, 'past');
}

/** "More than last month": the first period is the one to compare with. */
function isBehindThan(spans: MatchedSpans): boolean {
  const [time] = spans.of('time');
  const ahead = time && spans.items.slice(0, time.at).findLast(({ is }) => is !== 'stop' && is !== 'prep');
  return ahead?.is === 'lemma' && ahead.words.at(-1) === 'than';
}

/** Returns the current week, month, quarter, or year if the period is one; null otherwise. */
function nowLike(spans: MatchedSpans, period: Period | null): Period | null {
  if (period?.from == null || period.to === null) return null;
  const { today } = spans.reading;
  const [from, to] = [parseDay(period.from), parseDay(period.to)];
  const unit = wholeUnit(from, to);
  if (!unit) return null;
  const now = getPeriod(unitAround(today, unit), today);
  spans.assume('period', now.words);
  return now;
}

/** Returns the period of the same length before. */
function before(spans: MatchedSpans, { from, to }: Period): Period | null {
  const { today } = spans.reading;
  if (from === null || to === null) return null;
  const [first, last] = [parseDay(from), parseDay(to)];
  const unit = wholeUnit(first, last);
  const span = unit ? unitAround(first - 1, unit) : { from: first - (last - first + 1), to: first - 1 };
  const period = getPeriod(span, today);
  spans.assume('compare', `compared with the same period before, ${period.words}`);
  return period;
}

const SUM_ABOVE =
  /\b(?:did|have|do|am|are) (?:i|we) (?:spend|spent|spending|earn|earned|earning|make|made|making) (?:any )?(?:more|less|over|under|above|below)\b/i;

/** Words that aren't names after "at" or "on". */
function formatAdd(spans: MatchedSpans, filter: TransactionFilter, direction: Flow['direction']): boolean {
  if (spans.of('word').length === 0) return true;
  const free = freeWords(spans);
  if (!free || direction === 'net') return false;
  const isWhere = free.prep === 'at' || free.prep === 'from';
  if (isWhere && filter.merchant === null) filter.merchant = free.words;
  else if (filter.words === null) filter.words = free.words;
  else return false;
  spans.assume(isWhere ? 'merchant' : 'words', `transactions that contain \u201c${free.words}\u201d`);
  return true;
}

const VISITS =
  /\b(?:go|gone|went|visit|visited|eat|ate|eaten|order|ordered|shop|shopped) (?:at|to|from|in|out)\b/i;
