import { addMonths, dayText, parseDay } from '../../engine/calendar/calendar.ts';
import { addUnits, findWholeUnit, type Span, unitAround } from '../../engine/calendar/periods.ts';
import type { Period, Question, TransactionFilter } from '../intent.ts';
import { getPeriod, toWholeMonths } from '../parser/days.ts';
import { defineIntent } from '../parser/define-intent.ts';
import {
  addWords,
  areAboutTime,
  areAdjacent,
  COMPARISONS,
  excludeWords,
  matchFilter,
  matchFreeWords,
} from '../parser/filter.ts';
import { isConcept, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';

type Flow = Extract<Question, { kind: 'flow' }>;
type Measure = Flow['measure'];

const OUT = 'spend goes buy purchase cost';
/** Words that describe a purchase and don't narrow it. */
export const PURCHASE_WORDS =
  /^(?:fillups?|fill-up|visits?|trips?|orders?|rides?|runs?|stops?|meals?|tabs?)$/;
const IN = 'earn receive salary';

/** Matches "How much did I spend on food last month", "average grocery spending", "top 5 merchants". */
export const flow = defineIntent({
  unless: 'whatif if afford safe budget left over_budget forecast runout upcoming why howlong convert score',
  matches: (spans) => !spans.has('when') || (spans.matches(DAY) && spans.has('most largest')),
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
    const isUsual = matchUsual(spans);
    const isCompared = !isUsual && !spans.matches(IN_AND_OUT) && matchComparison(spans);
    spans.match('money transaction payment all have bill way make lower charge');
    if (direction === 'out' && spans.has('fee'))
      spans.matchWords(/^(?:atm|foreign|bank|overdraft|wire|service)$/);
    const isPay = direction === 'in' && spans.has('salary');
    if (direction === 'in' && spans.match('include')) spans.match('interest');
    if (direction === 'net')
      spans.matchWords(/^(?:days|means|living|live|beyond|within|come|came|go|goes|coming|out)$/);
    spans.matchWords(PURCHASE_WORDS);
    spans.matchWords(
      /^(?:together|combined|stuff|places?|spots?|just|per|purchases?|add|sum|went|go|goes|total)$/,
    );
    if (spans.matches(/\ball (?:the )?places\b.*\bnot (?:just|only) /i)) dropExamples(spans);
    // "More this month than last" compares this month with the previous month.
    if (isCompared && spans.matches(/\bthan (?:the )?last\b[\s?.!]*$/i)) spans.match('last');
    const filter = matchFilter(spans, 'past', 'flow');
    if (filter.tag !== null) spans.match('tag');
    // "How many paychecks" doesn't count interest and gifts.
    const salary = spans.customer.categories.find(({ kind, name }) => kind === 'income' && name === 'Salary');
    if (isPay && salary && filter.categories.length === 0 && filter.merchant === null)
      filter.categories = [toNamed(salary)];
    const isRanked =
      (filter.merchants?.length ?? 0) > 1 &&
      spans.has('or') &&
      spans.matches(/\b(?:more|most|less|least)\b/i);
    if (filter.categories.length > 1 || isRanked) spans.match('or');
    if (direction === 'out' && spans.matches(/\bfees\b/i) && spans.match('fee or')) filter.isFee = true;
    // "Did I spend more than 500" asks about the total, not about transactions above 500.
    if (measure === 'total' && spans.matches(TOTAL_ABOVE)) filter.bounds = null;
    if (!addFreeWords(spans, filter, direction)) return null;
    const stated = filter.period;
    if (stated?.from && stated.from > spans.customer.today)
      return spans.matches(/\b(?:bills?|payments?|due)\b/i) || spans.matches(TREND)
        ? null
        : refuseFuture(spans, stated);
    const second = isCompared ? spans.matchPeriod('past') : null;
    if (isCompared && !second && !stated) return null;
    const period = isCompared && !second && isAgainst ? assumeCurrent(spans, stated) : stated;
    if (!period && stated) return null;
    const from =
      (measure === 'by_month' && period ? toWholeMonths(period, spans.today) : period) ??
      (isUsual ? assume(spans, unitAround(spans.today, 'month'), '') : assumePeriod(spans, measure));
    const before = isCompared ? (second ?? (isAgainst ? stated : null) ?? assumeBefore(spans, from)) : null;
    const compare = before && from ? alignSoFar(spans, from, before) : before;
    // "How many transactions did I have" counts both directions.
    const isAny =
      measure === 'count' &&
      spans.has('transaction') &&
      !isCompared &&
      !isUsual &&
      !spans.has(`${OUT} ${IN}`);
    if (isAny && isWithoutFilter(filter))
      return {
        kind: 'rows',
        which: 'list',
        direction: null,
        filter: { ...filter, period: from },
        limit: null,
      };
    // "More on shopping or entertainment" compares the categories with each other.
    const isEither = filter.categories.length > 1 && spans.matches(/\bor\b/i) && measure === 'total';
    const comparesMerchants = !isEither && isRanked && measure === 'total';
    return {
      kind: 'flow',
      direction,
      measure: isEither ? 'by_category' : comparesMerchants ? 'by_merchant' : measure,
      filter: { ...filter, period: from },
      compare,
      ...(isUsual && { comparesWithUsual: true }),
      ...(measure === 'by_month' && getExtreme(spans, direction)),
      limit,
    };
  },
});

/** Returns true if only a period, an amount, or a product narrows the transactions. */
const isWithoutFilter = ({ categories, merchant, contact, tag, text, isFee }: TransactionFilter) =>
  categories.length === 0 && merchant === null && contact === null && tag === null && text === null && !isFee;

const SO_FAR = /\b(?:so far|up to now|by now|to date|at this point|same (?:point|time|day))\b/i;

/** Limits the period before to the days that have passed in the current one: "more than last year so far". */
function alignSoFar(spans: MatchedSpans, { from, to }: Period, before: Period): Period {
  if (!SO_FAR.test(spans.text) || !from || !to || !before.from || !before.to) return before;
  const { today } = spans;
  const unit = findWholeUnit(parseDay(before.from), parseDay(before.to));
  if (!unit || to < dayText(today) || parseDay(from) > today) return before;
  const same = getPeriod({ from: parseDay(before.from), to: addUnits(today, unit, -1) }, today);
  spans.assume('compare', `the same days of the period before (${same.text})`);
  return same;
}

/** Matches "more than usual". The comparison is with the average of the six months before. */
export function matchUsual(spans: MatchedSpans): boolean {
  const isAverage = spans.has('compare') && spans.has('average') && spans.unmatched('time').length < 2;
  const isTooMuch = spans.matches(/\btoo much\b/i) && !spans.has('why');
  if (!spans.has('usual') && !isAverage && !isTooMuch) return false;
  spans.match('usual compare more less above below way average');
  return true;
}

/** Ignores the example in "all places, not just Blackbird". */
function dropExamples(spans: MatchedSpans) {
  const at = spans.items.findIndex((item) => isConcept(item, 'not'));
  spans.match('not only merchant all');
  for (const item of spans.items.slice(at)) if (item.is === 'name') spans.matchItem(item);
}

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
  if (spans.items.some((item) => item.is === 'frequency' && item.frequency === 'ANNUALLY'))
    return assume(spans, { from: addMonths(today, -12) + 1, to: today }, ' (the last 12 months)');
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

const OUTWEIGHS =
  /\b(?:mak|earn|bring|com|tak)\w*(?: in)? (?:more|less) (?:money )?than (?:i|we|i am|i'm|what i|goes?|went) ?(?:spend|am spending|spending|out|going out)?\b|\bspend(?:ing)? (?:more|less) than (?:i|we) (?:make|earn|bring)|\bmore (?:come|came|coming|money come|money came) in than\b|\bliv(?:e|ing) (?:beyond|within) my means\b/i;

/** Matches "How much did I put on Tide", "how much do I drop on pizza". */
const CHARGED =
  /\bhow much\b.*\b(?:do|did|have|has)\b.*\b(?:drop(?:ped)?|put|charged?|rack(?:ed)? up|ran? up) (?:\w+ )?on\b/i;
const DAY =
  /\b(?:which|what) days?\b|\b(?:expensive|priciest|biggest|largest|highest) (?:spending )?days?\b/i;
const BY_MONTH =
  /\bby (?:the )?month\b|\bmonth by month\b|\bmonthly (?:totals|spending|breakdown)\b|\bper month (?:over|for|in) the (?:last|past)\b/i;
const TREND =
  /\b(?:creep(?:ing|s|ed)?|trending|climbing|going|gone|getting) (?:up|down|higher|lower|more expensive)\b/i;
const MONEY_GOES = /\bwhere (?:does|do|did|is|has)\b.*\bmoney\b.*\b(?:go|goes|going|gone|went)\b/i;

const isTopicNamed = (spans: MatchedSpans) =>
  spans.mentions('merchant') || spans.mentions('payment') || spans.mentions('category');

const VISITS =
  /\b(?:go|gone|went|visit|visited|eat|ate|eaten|order|ordered|shop|shopped) (?:at|to|from|in|out)\b/i;

/** Matches "money in vs out", which compares the two directions, not two periods. */
const IN_AND_OUT =
  /\b(?:money|cash) (?:coming |going )?in (?:vs\.?|versus|and|&|against|minus|compared (?:to|with)) (?:the )?(?:money |cash )?(?:coming |going )?out\b/i;

const ALL_MONEY_IN =
  /\b(?:money|cash|much|anything|what|total) (?:\w+ )?(?:came|come|comes|coming|flowed|has come) in\b|\bmoney in\b|\bincoming money\b/i;

function matchDirection(spans: MatchedSpans): Flow['direction'] | null {
  if (spans.matches(IN_AND_OUT)) {
    spans.match('money compare except or upcoming receive spend');
    spans.matchWords(/^(?:money|cash|in|out|vs|versus|against|minus|and|total|coming|going)$/);
    return 'net';
  }
  if (spans.matches(OUTWEIGHS)) {
    spans.match('earn make spend more less above below compare receive upcoming');
    return 'net';
  }
  const hasSaved =
    spans.has('save') &&
    spans.matches(/\bdid i save|have i saved|am i saving|are we saving|i saved?\b|savings rate|saved\b/i) &&
    spans.unmatched('amount').length === 0;
  if (hasSaved || spans.matches(/\bcash ?flow\b/i)) {
    spans.match('save money rate');
    spans.matchWords(/^(?:cash|flow|cashflow|enough)$/);
    return 'net';
  }
  if (spans.matches(SHARE) && spans.has('spend goes') && !spans.has('save')) {
    spans.match('spend goes');
    return 'out';
  }
  const hasMade = spans.matches(/\b(?:i|we) (?:make|made)\b/i) && !spans.has('payment purchase transaction');
  const wasPaid = spans.matches(/\b(?:was|were) (?:i|we) paid\b|\b(?:i|we) (?:was|were) paid\b/i);
  if (spans.has(IN) || hasMade || wasPaid) {
    spans.match(`${IN} make paid`);
    // "Money came in" can mean all of it, so the answer says what it counts.
    if (spans.matches(ALL_MONEY_IN))
      spans.assume(
        'direction',
        'pay, interest, and gifts count, but refunds, repayments from friends, and transfers between your accounts don\u2019t',
      );
    return 'in';
  }
  if (spans.matches(CHARGED) && spans.unmatched('amount').length === 0) {
    spans.match('lower put charge');
    spans.matchWords(/^(?:rack(?:ed)?|run|ran|up)$/);
    return 'out';
  }
  if (spans.matches(TREND) && isTopicNamed(spans)) {
    spans.match('raise lower more higher less');
    spans.matchWords(
      /^(?:creep(?:ing|s|ed)?|trending|climbing|going|gone|getting|up|down|higher|lower|expensive)$/,
    );
    spans.assume('direction', 'spending');
    return 'out';
  }
  if (spans.matches(MONEY_GOES)) {
    for (const item of spans.unmatched('share')) spans.matchItem(item);
    return 'out';
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
  if (spans.has('fee') && spans.matches(/\bfees\b/i) && !spans.has('why explain last first largest')) {
    spans.match('pay paid charge receive cost');
    return 'out';
  }
  const isPaying =
    spans.matches(/\b(?:do|am) (?:i|we) pay(?:ing)?\b/i) &&
    spans.mentions('merchant') &&
    spans.unmatched('frequency').length > 0;
  if ((hasPaid || isPaying) && !spans.has('interest fee last first minimum')) {
    spans.match('pay paid');
    return 'out';
  }
  const isRanking =
    spans.has('category merchant') &&
    !spans.has('set') &&
    (spans.has('largest most') || (spans.has('compare category') && spans.matches(/\bby\b|break/i)));
  const isCount =
    spans.has('count') &&
    (spans.has('transaction payment') ||
      spans.matches(VISITS) ||
      spans.mentionsBest('merchant') ||
      spans.matches(/\b(?:did|have) i (?:hit|visit|go to|been to)\b/i));
  if (isRanking || isCount) return 'out';
  const isCompared = spans.has('compare') && spans.unmatched('time').length > 1;
  const isMonth = spans.matches(/\b(?:cheapest|most expensive|priciest) (?:spending )?(?:month|day)\b/i);
  if (!isCompared && !isMonth && !isTopic(spans)) return null;
  spans.assume('direction', 'spending');
  return 'out';
}

const TOTALS = /\b(?:total|totals|how much|average|avg|more than usual|spend|add up|sum)\b/i;

/** Returns true for a bare topic such as "coffee in October" or "Amazon total this year". */
function isTopic(spans: MatchedSpans): boolean {
  const isAsked = spans.unmatched('time').length > 0 || spans.has('average usual') || spans.matches(TOTALS);
  const isAboutTopic =
    spans.mentions('merchant') ||
    spans.mentions('tag') ||
    spans.matches(/(?:^|\s)#\p{L}/u) ||
    spans.mentions('payment') ||
    spans.mentions('category', ({ generic }) => generic === null) ||
    (spans.unmatched('word').length > 0 &&
      (spans.matches(/\bhow much (?:at|on)\b/i) ||
        (spans.items[0]?.is === 'word' && (spans.has('compare') || spans.matches(/\btotal\b/i))))) ||
    spans.has('except');
  const isOther = spans.has(
    'transaction due next will send transfer pay paid owe balance budget goal left interest fee last first find statement schedule deposit',
  );
  const isBalance = spans.has('have') && spans.mentionsBest('account');
  return (
    isAsked && isAboutTopic && !isOther && !isBalance && !spans.matches(/\bwhen\b|\bis\b.*\bok(?:ay)?\b/i)
  );
}

const AVERAGES: Partial<Record<string, Measure>> = {
  MONTHLY: 'average_month',
  WEEKLY: 'average_week',
  DAILY: 'average_day',
};

const SHARE =
  /\b(?:what|which) (?:percent|percentage|share|part|fraction)\b|\bpercent(?:age)? of (?:my|total)\b/i;

function matchMeasure(spans: MatchedSpans, direction: Flow['direction']): Measure | null {
  if (direction === 'out' && spans.matches(SHARE)) {
    spans.matchWords(/^(?:percent|percentage|share|part|fraction|goes|go|went)$/);
    const isOfIncome = spans.matches(
      /\bof (?:my|our) (?:net |total |monthly )?(?:pay|income|salary|paychecks?|wages?)\b/i,
    );
    if (isOfIncome) spans.match('earn salary pay');
    return isOfIncome ? 'share_of_income' : 'share';
  }
  if (spans.matches(/\bwhere (?:does|do|did|is)\b.*\bmoney\b/i)) {
    for (const item of spans.unmatched('frequency')) spans.matchItem(item);
    spans.match('money goes all howto');
    spans.matchWords(/^(?:go|goes|going|gone|went)$/);
    return 'by_category';
  }
  if (spans.matches(TREND) && isTopicNamed(spans)) return 'by_month';
  if (spans.matches(BY_MONTH)) {
    spans.matchWords(/^months?$/);
    spans.match('category');
    for (const item of spans.unmatched('frequency')) spans.matchItem(item);
    return 'by_month';
  }
  if (spans.matches(/\b(?:day of the week|weekdays?|weekends?)\b/i) && spans.has('most largest more')) {
    spans.match('most largest more day or when');
    spans.matchWords(/^(?:day|week|weekdays?|weekends?)$/);
    return 'by_weekday';
  }
  if (spans.matches(DAY) && spans.has('most largest')) {
    spans.match('most largest day when');
    spans.matchWords(/^days?$/);
    return 'by_day';
  }
  if (spans.matches(/\b(?:which|what|cheapest|lowest|best|worst|highest|expensive) (?:spending )?month\b/i)) {
    spans.match('most largest smallest less more lower');
    spans.matchWords(/^(?:month|worst|best)$/);
    return 'by_month';
  }
  const isAverage = !spans.has('usual') && !spans.has('compare') && spans.match('average');
  if (isAverage && spans.matches(EACH_TIME)) {
    spans.matchWords(/^(?:time|visit|trip|order|purchase|per|each|transaction)$/);
    spans.match('count purchase transaction');
    return 'average';
  }
  const [every] = spans.unmatched('frequency');
  if (every && every.from !== null) return null;
  if (every?.frequency === 'MONTHLY' && !isAverage && spans.has('count')) spans.matchItem(every);
  else if (every && (isAverage || direction !== 'net')) {
    spans.matchItem(every);
    if (every.frequency === 'ANNUALLY') return 'total';
    return AVERAGES[every.frequency] ?? null;
  }
  if (spans.match('count')) {
    spans.match('buy reach make');
    spans.matchWords(/^(?:go|went|visit|visited|eat|ate|order|ordered|shop|shopped)$/);
    return 'count';
  }
  if (isAverage)
    return spans.matches(/\b(?:transaction|purchase|visit|payment)\b/i) ? 'average' : 'average_month';
  const superlative = spans.matchFirst('largest most smallest');
  if (spans.match('merchant') && !spans.matches(/\b(?:all|any|every) (?:the )?(?:places|stores|shops)\b/i))
    return 'by_merchant';
  if (spans.match('category goes')) return 'by_category';
  if (superlative === 'most') return spans.matches(/\bwhere\b/i) ? 'by_merchant' : 'by_category';
  if (superlative) return superlative === 'largest' ? 'largest' : 'smallest';
  spans.matchWords(/^month$/);
  return 'total';
}

/** Returns the month to name: the one with the most or the least. The best month has the least spending. */
function getExtreme(spans: MatchedSpans, direction: Flow['direction']): { extreme?: 'most' | 'least' } {
  const [best, worst] = direction === 'out' ? (['least', 'most'] as const) : (['most', 'least'] as const);
  if (spans.matches(/\b(?:least|lowest|smallest|cheapest|less)\b/i)) return { extreme: 'least' };
  if (spans.matches(/\b(?:most|highest|biggest|largest|expensive)\b/i)) return { extreme: 'most' };
  if (spans.matches(/\bbest\b/i)) return { extreme: best };
  return spans.matches(/\bworst\b/i) ? { extreme: worst } : {};
}

const EACH_TIME = /\b(?:each|every|per|a) (?:time|visit|trip|order|purchase|transaction)\b/i;

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
  if (isMore && spans.has('or')) {
    if (spans.unmatched('time').length < 2) return !spans.match('more less');
    return spans.match('more less') && spans.match('or');
  }
  if (!spans.has('compare') && !(isMore && spans.unmatched('time').length > 0)) return false;
  spans.match(isMore ? 'compare more less above below' : 'compare more less');
  return true;
}

const TOTAL_ABOVE =
  /\b(?:did|have|do|am|are) (?:i|we) (?:spend|spent|spending|earn|earned|earning|make|made|making) (?:any )?(?:more|less|over|under|above|below)\b/i;

function addFreeWords(spans: MatchedSpans, filter: TransactionFilter, direction: Flow['direction']): boolean {
  if (spans.unmatched('word').length === 0) return true;
  if (excludeWords(spans, filter)) return addFreeWords(spans, filter, direction);
  const free = matchFreeWords(spans) ?? matchLooseWords(spans);
  return free !== null && direction !== 'net' && addWords(spans, filter, free.text, free.isMerchant);
}

/** Matches an unknown merchant directly after a verb, as in "did I hit Starbucks", or at the start. */
function matchLooseWords(spans: MatchedSpans): { text: string; isMerchant: boolean } | null {
  const words = spans.unmatched('word');
  const [first] = words;
  if (!first || words.length > 2 || !areAdjacent(words) || areAboutTime(spans, words)) return null;
  const before = spans.items.slice(0, first.at).findLast(({ is }) => is !== 'stop');
  const isAfterVerb = isConcept(before, 'reach cost') || before?.words[0] === 'visit';
  if (!isAfterVerb && (first.at > 0 || spans.unmatched('time').length + spans.items.length < 2)) return null;
  for (const word of words) spans.matchItem(word);
  return { text: spans.text.slice(first.start, words.at(-1)?.end), isMerchant: true };
}
