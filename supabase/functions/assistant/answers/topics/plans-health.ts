import { capital } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { addMonths, dayText } from '../../../../../engine/calendar/calendar.ts';
import type { CreditFacts } from '../../../../../engine/credit/facts.ts';
import {
  computeFinancialHealth,
  HEALTH_PARTS,
  type HealthFacts,
} from '../../../../../engine/insights/financial-health.ts';
import {
  collectHealthFacts,
  HEALTH_MONTHS,
  type HealthFlow,
} from '../../../../../engine/insights/financial-health-facts.ts';
import {
  describeIndicator,
  HEALTH_PART_NAMES,
  HEALTH_SOURCE,
  NOT_THE_CREDIT_SCORE,
} from '../../../../../engine/insights/financial-health-text.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { TopicAnswers } from '../topics.ts';
import { getFullMonths } from './money-totals.ts';

const PAGE = ['Financial health', '/analytics/financial-health'] as const;

/** Reads what the score is computed from, as the page does. */
async function loadHealthFacts(context: AnswerContext): Promise<HealthFacts> {
  const { from, to } = getFullMonths(HEALTH_MONTHS, context);
  const [household, credit, flows, budgets, failed] = await Promise.all([
    context.loadHousehold(),
    context.call<CreditFacts | null>('my_credit_facts'),
    context.call<HealthFlow[]>('analytics_flows', {
      from_day: from,
      to_day: to,
      before_from: from,
      before_to: from,
      in_currency: null,
    }),
    context.call<{ available: number | null }[]>('budget_status', { month: null }),
    context.client
      .from('household_events')
      .select('subject')
      .eq('kind', 'payment_failed')
      .gte('at', context.getStart(addMonths(context.today, -HEALTH_MONTHS)))
      .throwOnError(),
  ]);
  return collectHealthFacts({
    today: dayText(context.today),
    currency: context.baseCurrency,
    household,
    credit,
    flows,
    rates: { ...context.customer.rates, [context.baseCurrency]: 1 },
    budgets,
    failed: failed.data as { subject: string | null }[],
  });
}

/** Answers the financial health score with its parts and the next best step. */
async function* answerHealth(_: TopicValues, context: AnswerContext): Answer {
  const facts = await loadHealthFacts(context);
  const { score, band, parts, indicators, best, missing } = computeFinancialHealth(facts);
  if (score === null)
    return yield* answerNothing(
      missing === 'account'
        ? "You don't have a financial health score yet. Open an account to start it."
        : "You don't have a financial health score yet. It starts after your first full calendar month of income and spending.",
      ...PAGE,
    );
  const step = best && describeIndicator(best, facts).step;
  yield lead(
    `Your financial health score is ${score} out of 100: ${band?.name.toLowerCase() ?? ''}.${step ? ` Next best step: ${step.text}` : ' You meet every threshold.'}`,
    ` ${NOT_THE_CREDIT_SCORE}`,
  );
  yield figures(
    { label: 'Financial health score', value: `${score} of 100` },
    ...HEALTH_PARTS.map(
      (part): Figure => ({
        label: capital(HEALTH_PART_NAMES[part]),
        value: parts[part] === null ? 'Not measured' : `${parts[part]} of 100`,
      }),
    ),
    ...indicators.map((indicator): Figure => {
      const { title, figure } = describeIndicator(indicator, facts);
      return { label: title, value: figure };
    }),
  );
  yield how('Your financial health score today.', { rule: HEALTH_SOURCE });
  if (step) yield link(step.label, step.to);
  yield link(...PAGE);
  yield choices("What's my credit score?");
}

export const HEALTH_ANSWERS: TopicAnswers = { 'financial-health': answerHealth };
