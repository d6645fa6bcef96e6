import { counted, getMonth, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import { formatFilter } from '../../../../../assistant/format-search.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, searchHref } from '../../../../../assistant/parts.ts';
import {
  addMonths,
  dayText,
  getDate,
  getDay,
  lastDayOfMonth,
  parseDay,
} from '../../../../../engine/calendar/calendar.ts';
import { getQuarter, unitAround } from '../../../../../engine/calendar/periods.ts';
import { type Answer, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { TopicAnswers } from '../topics.ts';
import {
  type FlowTotal,
  formatDifference,
  getFullMonths,
  getMonthSoFar,
  getSpan,
  getYearSoFar,
  haveSameCurrency,
  loadFlow,
  loadMonths,
  SPENDING_RULE,
  type Span,
  toFilter,
} from './money-totals.ts';

/** Compares the same spending in two periods, the later one first. */
async function* compareSpans(
  values: Partial<TopicValues>,
  [now, before]: readonly [Span, Span],
  context: AnswerContext,
): Answer {
  const about = formatFilter(toFilter(values, null), context.customer, 'out');
  const [current, past] = await Promise.all([
    loadFlow(toFilter(values, now), 'spending', context),
    loadFlow(toFilter(values, before), 'spending', context),
  ]);
  if (!haveSameCurrency([current, past]))
    return yield lead(
      `You spent ${money(current.amount, current.currency)}${about} ${now.text} and ${money(past.amount, past.currency)} ${before.text}. We didn't compare them, because they're in different currencies.`,
    );
  const { currency } = current.times > 0 ? current : past;
  const format = (amount: number) => money(amount, currency);
  yield lead(
    current.times + past.times === 0
      ? `You didn't spend anything${about} ${now.text} or ${before.text}.`
      : `You spent ${format(current.amount)}${about} ${now.text}, ${formatDifference(current.amount, past.amount, format)}${current.amount === past.amount ? ' as' : ' than'} ${before.text} (${format(past.amount)}).`,
    current.note || past.note,
  );
  const toFigure = ({ amount, query }: FlowTotal, span: Span): Figure => ({
    label: `Spending${about} ${span.text}`,
    amount,
    currency,
    href: searchHref(query),
  });
  yield figures(toFigure(current, now), toFigure(past, before), {
    label: 'Difference',
    amount: sumAmounts([current.amount, -past.amount]),
    currency,
  });
  yield how(`Spending${about} ${now.text} and ${before.text}.`, {
    query: current.query,
    rule: SPENDING_RULE,
  });
  yield choices(
    'Which category went up the most?',
    about === '' ? 'What are my biggest spending categories this month?' : null,
  );
}

/** Compares this month with the same days of the last month. */
async function* answerPace(values: TopicValues, context: AnswerContext): Answer {
  const { from } = unitAround(context.today, 'month');
  const { date } = getDate(context.today);
  const start = addMonths(from, -1);
  const end = Math.min(start + date - 1, lastDayOfMonth(start));
  const before = {
    from: dayText(start),
    to: dayText(end),
    text: `in the first ${counted(end - start + 1, 'day')} of ${getMonth(dayText(start))}`,
  };
  const now = {
    ...getMonthSoFar(context),
    text: `in the first ${counted(date, 'day')} of ${getMonth(context.customer.today)}`,
  };
  yield* compareSpans(values, [now, before], context);
}

/** Compares the last full month with the same month a year before. */
async function* answerYearAgo(values: TopicValues, context: AnswerContext): Answer {
  // "A year ago" is the period to compare with, not the one that the question is about.
  const yearAgo = dayText(addMonths(context.today, -12));
  const periods = values.periods.filter(({ from, to }) => !(from && to && from <= yearAgo && yearAgo <= to));
  const now = await getSpan({ ...values, periods }, getFullMonths(1, context), context);
  const shift = (day: string) => dayText(addMonths(parseDay(day), -12));
  const isMonth = now.from.slice(0, 7) === now.to.slice(0, 7) && now.from.endsWith('-01');
  const isWhole = isMonth && parseDay(now.to) === lastDayOfMonth(parseDay(now.from));
  const from = shift(now.from);
  const before = {
    from,
    to: isWhole ? dayText(lastDayOfMonth(parseDay(from))) : shift(now.to),
    text: isWhole ? `in ${getMonth(from)}` : 'a year earlier',
  };
  yield* compareSpans(values, [now, before], context);
}

/** Compares the first six months of a year with the last six. */
async function* answerHalfYears(values: TopicValues, context: AnswerContext): Answer {
  const { year } = getDate(parseDay((await getSpan(values, getYearSoFar(context), context)).to));
  const { today } = context.customer;
  const middle = dayText(getDay(year, 7, 1));
  const last = dayText(getDay(year, 12, 31));
  const first = { from: `${year}-01-01`, to: `${year}-06-30`, text: `in the first half of ${year}` };
  const second = {
    from: middle,
    to: last < today ? last : today,
    text: `in the second half of ${year}${last > today ? ' so far' : ''}`,
  };
  if (second.to < middle)
    return yield lead(
      `The second half of ${year} hasn't started yet, so there is nothing to compare. Ask about last year instead.`,
    );
  yield* compareSpans(values, [second, first], context);
}

const SEASONS = ['Winter', 'Spring', 'Summer', 'Fall'] as const;

/** Adds up spending by season over a year of full months. */
async function* answerSeasons(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getFullMonths(12, context), context);
  const { months, note } = await loadMonths(span, context);
  const { baseCurrency: currency } = context;
  const isByQuarter = values.periods.length > 0;
  const sums = SEASONS.map((name, at) => {
    const own = months.filter(({ month }) => Math.floor((Number(month.slice(5, 7)) % 12) / 3) === at);
    return { name, count: own.length, amount: sumAmounts(own.map(({ spending }) => spending)) };
  }).filter(({ count }) => count > 0);
  const averages = sums
    .map(({ name, count, amount }) => ({
      name,
      count,
      amount,
      average: Math.round((amount * 100) / count) / 100,
    }))
    .toSorted((a, b) => b.average - a.average);
  const [most, least] = [averages[0], averages.at(-1)];
  if (!most || !least) return yield lead(`You didn't spend anything ${span.text}.`);
  yield lead(
    averages.length === 1
      ? `We only have spending in ${most.name.toLowerCase()} ${span.text}: ${money(most.amount, currency)}.`
      : `You spend the most in ${most.name.toLowerCase()}: ${money(most.average, currency)} a month on average. You spend the least in ${least.name.toLowerCase()}: ${money(least.average, currency)} a month.`,
    note,
  );
  yield figures(
    ...averages.flatMap(({ name, count, amount, average }): Figure[] => [
      { label: `${name}, average per month`, amount: average, currency },
      { label: `${name}, ${counted(count, 'month')}`, amount, currency },
    ]),
  );
  yield how(`Spending by season ${isByQuarter ? span.text : 'in the last 12 full months'}.`, {
    rule: `Winter is December to February, spring March to May, summer June to August, and fall September to November. ${SPENDING_RULE}`,
  });
  yield link('Analytics', '/analytics');
}

/** Compares the quarters of a year. */
async function* answerQuarters(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const { year } = getDate(parseDay(span.to));
  const { today } = context.customer;
  const quarters = [1, 2, 3, 4].flatMap((number) => {
    const { from, to } = getQuarter(year, number);
    const [first, last] = [dayText(from), dayText(to)];
    return first > today
      ? []
      : [{ name: `Q${number} ${year}`, from: first, to: last < today ? last : today, isOver: last < today }];
  });
  const totals = await Promise.all(
    quarters.map(({ from, to }) => loadFlow(toFilter(values, { from, to, text: '' }), 'spending', context)),
  );
  const about = formatFilter(toFilter(values, null), context.customer, 'out');
  const currency = totals.find(({ times }) => times > 0)?.currency;
  if (!currency) return yield lead(`You didn't spend anything${about} in ${year}.`);
  if (!haveSameCurrency(totals))
    return yield lead("We can't compare these quarters, because their amounts are in different currencies.");
  const rows = quarters.map((quarter, at) => ({
    ...quarter,
    amount: totals[at]?.amount ?? 0,
    query: totals[at]?.query ?? '',
  }));
  const [most] = rows.toSorted((a, b) => b.amount - a.amount);
  yield lead(
    `You spent ${listed(rows.map(({ name, amount, isOver }) => `${money(amount, currency)} in ${name}${isOver ? '' : ' so far'}`))}${about}. The most was in ${most?.name ?? ''}.`,
    totals.find(({ note }) => note !== '')?.note ?? '',
  );
  yield figures(
    ...rows.map(({ name, amount, query, isOver }) => ({
      label: isOver ? name : `${name} so far`,
      amount,
      currency,
      href: searchHref(query),
    })),
  );
  yield how(`Spending${about} by quarter in ${year}.`, { rule: SPENDING_RULE });
}

export const COMPARISON_ANSWERS: TopicAnswers = {
  'spending-pace': answerPace,
  'spending-year-ago': answerYearAgo,
  'spending-half-years': answerHalfYears,
  'spending-seasons': answerSeasons,
  'spending-quarters': answerQuarters,
};
