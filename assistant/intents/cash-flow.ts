import { addMonths, parseDay } from '../../engine/calendar/calendar.ts';
import type { Period, Question, TransactionFilter } from '../intent.ts';
import { getPeriod, unitAround, wholeUnit } from '../parser/days.ts';
import { freeWords, getFilter } from '../parser/filter.ts';
import { beyond, type Draft, done, type MatchedSpans, type Rule } from '../parser/matched-spans.ts';

type Flow = Extract<Question, { kind: 'flow' }>;

/** The last full month, the default period. */
export function lastMonth(claim: MatchedSpans): Period {
  const { today } = claim.reading;
  const period = getPeriod(
    unitAround(addMonths(unitAround(today, 'month').from ?? today, -1), 'month'),
    today,
  );
  claim.assume('period', `${period.words}, the last full month`);
  return period;
}

function usualPeriod(claim: MatchedSpans, measure: Flow['measure'], isSoFar: boolean): Period {
  const { today } = claim.reading;
  const start = unitAround(today, 'month').from ?? today;
  if (
    measure === 'average_month' ||
    measure === 'by_month' ||
    measure === 'average_week' ||
    measure === 'average_day'
  ) {
    const period = getPeriod({ from: addMonths(start, -6), to: start - 1 }, today);
    claim.assume('period', `${period.words}, the last 6 full months`);
    return period;
  }
  if (measure === 'largest' || measure === 'smallest') {
    const period = getPeriod({ from: addMonths(today, -12) + 1, to: today }, today);
    claim.assume('period', `${period.words}, the last 12 months`);
    return period;
  }
  if (!isSoFar) return lastMonth(claim);
  const period = getPeriod(unitAround(today, 'month'), today);
  claim.assume('period', period.words);
  return period;
}

const OUT = ['spend', 'goes', 'buy', 'purchase', 'cost'] as const;

const IN = ['earn', 'receive', 'salary'] as const;

/**
 * Parses totals: "how much did I spend on food last month", "average grocery spending", "top 5 merchants".
 */
export const flow: Rule = (claim) => {
  if (
    claim.has(
      'whatif if afford safe budget left over_budget forecast runout upcoming why when howlong convert score',
    )
  )
    return null;
  const direction = getDirection(claim);
  if (!direction) return null;
  const measure = getMeasure(claim, direction);
  if (!measure) return null;
  const isSoFar = /\b(?:have|'ve|has) (?:i|we)\b|\bso far\b|\bam i\b|\bi've\b/i.test(claim.reading.text);
  const limit = getLimit(claim);
  const isAgainst = isBehindThan(claim);
  const compare = comparedIn(claim);
  claim.any('money transaction payment all have bill way make lower');
  // "More this month than last" compares with the period before.
  if (compare && /\bthan (?:the )?last\b[\s?.!]*$/i.test(claim.reading.text)) claim.any('last');
  const { filter, draft } = getFilter(claim, 'past', 'flow');
  if (filter.tag !== null) claim.any('tag');
  // "Did I spend more than 500" asks about the total instead of transactions above it.
  if (measure === 'total' && SUM_ABOVE.test(claim.reading.text)) filter.bounds = null;
  if (!formatAdd(claim, filter, direction)) return null;
  if (draft) return draft;
  if (filter.period?.from && filter.period.from > claim.reading.known.today) return notYet(filter.period);
  const second = compare ? secondPeriod(claim) : null;
  if (compare && !second && !filter.period) return null;
  const own = compare && !second && isAgainst ? nowLike(claim, filter.period) : filter.period;
  if (!own && filter.period) return null;
  const period = own ?? usualPeriod(claim, measure, isSoFar);
  const against = compare ? (second ?? (isAgainst ? filter.period : null) ?? before(claim, period)) : null;
  // Compares months in the stated order.
  return done(claim, {
    kind: 'flow',
    direction,
    measure,
    filter: { ...filter, period },
    compare: against,
    limit,
  });
};

/** The ledger has no future periods. */
export function notYet({ words }: Period): Draft {
  return beyond('period', `We can't show actual spending or income ${words} because it's in the future.`, [
    { label: 'Which payments are coming up?', ask: 'Which payments are coming up?' },
    { label: 'How much did I spend last month?', ask: 'How much did I spend last month?' },
  ]);
}

function getDirection(claim: MatchedSpans): Flow['direction'] | null {
  const text = claim.reading.text;
  const isNet =
    claim.has('save') &&
    /\bdid i save|have i saved|i saved?\b|savings rate|saved\b/i.test(text) &&
    claim.of('amount').length === 0;
  if (isNet || /\bcash ?flow\b/i.test(text)) {
    claim.any('save money rate');
    for (const word of claim.of('word'))
      if (/^(?:cash|flow|cashflow)$/.test(word.words[0] ?? '')) claim.take(word);
    return 'net';
  }
  if (
    claim.has('earn receive salary') ||
    (/\b(?:i|we) (?:make|made)\b/i.test(text) && !claim.has('payment purchase transaction'))
  ) {
    claim.any(...IN, 'make', 'paid');
    return 'in';
  }
  if (claim.has(...OUT)) {
    if (claim.has('purchase', 'buy') && !claim.has('spend count average cost most largest smallest'))
      return null;
    claim.any(...OUT);
    return 'out';
  }
  const isPaid =
    claim.has('pay', 'paid') &&
    /\bhow (?:much|often|many times)\b/i.test(text) &&
    /\b(?:did|have) (?:i|we)\b/i.test(text);
  if (isPaid && !claim.has('interest fee last first')) {
    claim.any('pay', 'paid');
    return 'out';
  }
  const isList =
    claim.has('category', 'merchant') && claim.has('largest most category compare') && !claim.has('set');
  if (isList && (claim.has('largest', 'most') || /\bby\b|break/i.test(text))) return 'out';
  if (claim.has('count') && (claim.has('transaction', 'payment') || VISITS.test(text))) return 'out';
  if (claim.has('compare') && claim.of('time').length > 1) {
    claim.assume('direction', 'spending');
    return 'out';
  }
  return null;
}

function getMeasure(claim: MatchedSpans, direction: Flow['direction']): Flow['measure'] | null {
  const byMerchant = claim.has('merchant');
  const byCategory = claim.has('category') || claim.has('goes');
  const average = claim.any('average');
  const [every] = claim.of('frequency');
  if (every && (average || direction !== 'net')) {
    const measure = ({ MONTHLY: 'average_month', WEEKLY: 'average_week', DAILY: 'average_day' } as const)[
      every.frequency as 'MONTHLY' | 'WEEKLY' | 'DAILY'
    ];
    if (!measure) return null;
    claim.take(every);
    return measure;
  }
  if (claim.has('count')) {
    claim.any('count', 'buy');
    takeWords(claim, /^(?:go|went|visit|visited|eat|ate|order|ordered|shop|shopped)$/);
    return 'count';
  }
  if (average)
    return /\b(?:transaction|purchase|visit|payment)\b/i.test(claim.reading.text)
      ? 'average'
      : 'average_month';
  const superlative = claim.lemma('largest most smallest');
  if (byMerchant) {
    claim.any('merchant');
    return 'by_merchant';
  }
  if (byCategory) {
    claim.any('category', 'goes');
    return 'by_category';
  }
  if (superlative?.lemma === 'most')
    return /\bwhere\b/i.test(claim.reading.text) ? 'by_merchant' : 'by_category';
  if (superlative) return superlative.lemma === 'largest' ? 'largest' : 'smallest';
  for (const word of claim.of('word')) if (word.words[0] === 'month') claim.take(word);
  return 'total';
}

export function takeWords(claim: MatchedSpans, fits: RegExp): void {
  for (const item of claim.items)
    if ((item.is === 'word' || item.is === 'lemma') && fits.test(item.words.join(' '))) claim.take(item);
}

/** "Top 5 merchants", "my last 10 purchases": a number before a noun is a limit. */
export function getLimit(claim: MatchedSpans): number | null {
  const item = claim.of('amount').find(({ said, at }) => {
    const after = claim.items.slice(at + 1, at + 4);
    const isCounted = after.some(
      (one) => (one.is === 'lemma' && COUNTED.has(one.lemma)) || one.is === 'name',
    );
    const isLed = claim.items
      .slice(Math.max(0, at - 2), at)
      .some((one) => one.is === 'lemma' && LEADING.has(one.lemma));
    return (
      !said.isMoney &&
      Number.isInteger(said.amount) &&
      said.amount <= 100 &&
      (isLed || isCounted) &&
      !followsComparison(claim, at)
    );
  });
  if (!item) return null;
  claim.take(item);
  return item.said.amount;
}

const COUNTED = new Set([
  'transaction',
  'purchase',
  'payment',
  'merchant',
  'category',
  'largest',
  'smallest',
  'last',
  'bill',
  'spend',
  'subscription',
]);

const LEADING = new Set(['largest', 'last', 'first', 'smallest', 'next']);

const followsComparison = (claim: MatchedSpans, at: number) => {
  const before = claim.items[at - 1];
  return before?.is === 'lemma' && ['above', 'below', 'from_amount', 'to_amount'].includes(before.lemma);
};

/** Returns true if a comparison with another period is requested. */
function comparedIn(claim: MatchedSpans): boolean {
  const times = claim.of('time').length;
  const isMore = claim.has('more less above below') && claim.of('amount').length === 0;
  if (!claim.has('compare') && !(isMore && times > 0)) return false;
  claim.any('compare more less');
  if (isMore) claim.any('above', 'below');
  return true;
}

function secondPeriod(claim: MatchedSpans): Period | null {
  const [time] = claim.of('time');
  if (!time) return null;
  claim.take(time);
  return claim.period(time.time, 'past');
}

/** "More than last month": the first period is the one to compare with. */
function isBehindThan(claim: MatchedSpans): boolean {
  const [time] = claim.of('time');
  const ahead = time && claim.items.slice(0, time.at).findLast(({ is }) => is !== 'stop' && is !== 'prep');
  return ahead?.is === 'lemma' && ahead.words.at(-1) === 'than';
}

/** Returns the current week, month, quarter, or year if the period is one; null otherwise. */
function nowLike(claim: MatchedSpans, period: Period | null): Period | null {
  if (period?.from == null || period.to === null) return null;
  const { today } = claim.reading;
  const [from, to] = [parseDay(period.from), parseDay(period.to)];
  const unit = wholeUnit(from, to);
  if (!unit) return null;
  const now = getPeriod(unitAround(today, unit), today);
  claim.assume('period', now.words);
  return now;
}

/** Returns the period of the same length before. */
function before(claim: MatchedSpans, { from, to }: Period): Period | null {
  const { today } = claim.reading;
  if (from === null || to === null) return null;
  const [first, last] = [parseDay(from), parseDay(to)];
  const unit = wholeUnit(first, last);
  const span = unit ? unitAround(first - 1, unit) : { from: first - (last - first + 1), to: first - 1 };
  const period = getPeriod(span, today);
  claim.assume('compare', `compared with the same period before, ${period.words}`);
  return period;
}

const SUM_ABOVE =
  /\b(?:did|have|do|am|are) (?:i|we) (?:spend|spent|spending|earn|earned|earning|make|made|making) (?:any )?(?:more|less|over|under|above|below)\b/i;

/** Words that aren't names after "at" or "on". */
function formatAdd(claim: MatchedSpans, filter: TransactionFilter, direction: Flow['direction']): boolean {
  if (claim.of('word').length === 0) return true;
  const free = freeWords(claim);
  if (!free || direction === 'net') return false;
  const isWhere = free.prep === 'at' || free.prep === 'from';
  if (isWhere && filter.merchant === null) filter.merchant = free.words;
  else if (filter.words === null) filter.words = free.words;
  else return false;
  claim.assume(isWhere ? 'merchant' : 'words', `transactions that contain \u201c${free.words}\u201d`);
  return true;
}

const VISITS =
  /\b(?:go|gone|went|visit|visited|eat|ate|eaten|order|ordered|shop|shopped) (?:at|to|from|in|out)\b/i;
