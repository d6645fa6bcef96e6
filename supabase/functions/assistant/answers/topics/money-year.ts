import { counted, getMonth, money } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, figures, how, link } from '../../../../../assistant/parts.ts';
import { dayText, getDate, getDay } from '../../../../../engine/calendar/calendar.ts';
import type { FlowSums } from '../../../../../engine/insights/flows.ts';
import {
  getLastYear,
  getYearSpan,
  reviewYear,
  type YearBudget,
  type YearMovement,
  type YearPurchase,
  type YearRecords,
  type YearReview,
} from '../../../../../engine/insights/year-review.ts';
import { fromMinor } from '../../../../../engine/money/minor.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { TopicAnswers } from '../topics.ts';

const PAGE = '/analytics/year-in-review';
/** The longest history of budgets that the bank returns, in months. */
const MAX_BUDGET_MONTHS = 120;

/** Reviews a complete year from the same records as the page. Returns null if the household began later. */
async function loadReview(year: number, context: AnswerContext): Promise<YearReview | null> {
  const { from, to, beforeFrom, beforeTo } = getYearSpan(year);
  const start = (of: number) => context.getStart(getDay(of, 1, 1));
  const days = await context.call<YearRecords['days']>('net_worth_history');
  if (!days[0] || Number(days[0].day.slice(0, 4)) > year) return null;
  const today = getDate(context.today);
  const months = (today.year - year) * 12 + today.month;
  const [movements, flows, budgets, purchases, goals] = await Promise.all([
    context.call<YearMovement[]>('year_movements', { year }),
    context.call<FlowSums[]>('analytics_flows', {
      from_day: from,
      to_day: to,
      before_from: beforeFrom,
      before_to: beforeTo,
      in_currency: null,
    }),
    months > MAX_BUDGET_MONTHS ? [] : context.call<YearBudget[]>('budget_history', { months }),
    context.call<YearPurchase[]>('year_purchases', { year, most: 1 }),
    context.client
      .from('household_events')
      .select('description')
      .eq('kind', 'goal_reached')
      .gte('at', start(year))
      .lt('at', start(year + 1))
      .order('at')
      .throwOnError(),
  ]);
  return reviewYear({
    year,
    currency: context.baseCurrency,
    days,
    movements,
    flows,
    budgets,
    purchases,
    goals: (goals.data as { description: string }[]).map(({ description }) => description),
  });
}

/** Answers how a complete year went: the change in net worth, income, spending, and what stood out. */
async function* answerYear({ periods }: TopicValues, context: AnswerContext): Answer {
  const last = getLastYear(dayText(context.today));
  const asked = Number(periods[0]?.from?.slice(0, 4) ?? last);
  // A year that hasn't ended has no review yet.
  const year = Math.min(asked, last);
  const review = await loadReview(year, context);
  if (!review)
    return yield* answerNothing(
      `There is no complete year to review yet. Your first review is ready on January 1, ${getDate(context.today).year + 1}.`,
      'Year in review',
      PAGE,
    );
  const { currency, netWorth, flow, bestMonth, biggestPurchase, budgets, goals, largestChange } = review;
  const format = (amount: number, signed = false) => money(amount, currency, signed);
  const direction = netWorth.change < 0 ? 'fell' : 'rose';
  const saved =
    flow.rate === null
      ? ''
      : flow.netSavings < 0
        ? ` You spent ${format(-flow.netSavings)} more than you earned.`
        : ` You saved ${Math.round(flow.rate * 100)}% of your income.`;
  yield lead(
    `In ${year}, your net worth ${direction} by ${format(Math.abs(fromMinor(netWorth.change)))}, to ${format(fromMinor(netWorth.end))}.${saved}`,
    asked > last ? ` ${asked} isn't over yet, so this is ${last}.` : '',
  );
  yield figures(
    { label: 'Net worth change', amount: fromMinor(netWorth.change), currency },
    ...netWorth.causes.map(({ label, amount }) => ({ label, amount: fromMinor(amount), currency })),
    { label: 'Income', amount: flow.income, currency },
    { label: 'Spending', amount: -flow.spending, currency },
    { label: 'Interest earned', amount: fromMinor(review.interestEarned), currency },
    { label: 'Interest paid', amount: -fromMinor(review.interestPaid), currency },
    { label: 'Fees paid', amount: -fromMinor(review.fees), currency },
    bestMonth && {
      label: `Best month: ${getMonth(bestMonth.month)}`,
      amount: bestMonth.netSavings,
      currency,
    },
    largestChange && {
      label: `Largest change in spending: ${largestChange.name}`,
      amount: fromMinor(largestChange.change),
      currency,
    },
    biggestPurchase && {
      label: `Biggest purchase: ${biggestPurchase.name ?? biggestPurchase.category ?? ''}`,
      amount: -biggestPurchase.amount,
      currency,
    },
    budgets.months > 0
      ? { label: 'Months within budget', value: `${budgets.within} of ${budgets.months}` }
      : null,
    { label: 'Goals reached', value: counted(goals.length, 'goal') },
  );
  yield how(`The complete year ${year}.`, {
    rule: 'Each figure is the one on its own page: net worth, analytics, and budgets.',
  });
  yield link(`${year} in review`, `${PAGE}/${year}`);
  yield choices('How healthy are my finances?');
}

export const YEAR_ANSWERS: TopicAnswers = { 'year-review': answerYear };
