import { capital, counted, listed, money, sumAmounts } from '../../../../assistant/format.ts';
import { choices, figures, how, link, text } from '../../../../assistant/parts.ts';
import { parseDay } from '../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../engine/calendar/periods.ts';
import type { CreditFacts } from '../../../../engine/credit/facts.ts';
import { scoreHistory } from '../../../../engine/credit/history.ts';
import { getCreditScore, HIGHEST_SCORE, LOWEST_SCORE } from '../../../../engine/credit/score.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { type Answer, answerNothing, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { formatShare } from './amounts.ts';
import { TIMES_PER_YEAR } from './subscriptions.ts';

export const PART_NAMES = {
  payments: 'on-time payments',
  utilization: 'credit utilization',
  age: 'age of credit',
  mix: 'credit mix',
  inquiries: 'inquiries',
} as const;

export async function* answerCreditScore({ ask }: IntentOf<'credit_score'>, context: AnswerContext): Answer {
  const facts = await context.call<CreditFacts | null>('my_credit_facts');
  if (!facts)
    return yield text("You don't have a credit score yet. You'll get one with your first card or loan.");
  const { score, parts } = getCreditScore(facts);
  const [, before] = scoreHistory(facts).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const [weakest] = parts.toSorted((a, b) => b.most - b.points - (a.most - a.points));
  const current = `Your credit score is ${score}`;
  const difference = before ? score - before.score : 0;
  const change =
    difference === 0
      ? "hasn't changed"
      : `${difference > 0 ? 'rose' : 'fell'} ${counted(Math.abs(difference), 'point')}`;
  const sentences = {
    score: `${current}, on a scale of ${LOWEST_SCORE} to ${HIGHEST_SCORE}.`,
    why: `${current}: a base of ${LOWEST_SCORE}, plus ${score - LOWEST_SCORE} points from five factors.`,
    improve: weakest
      ? `You can gain the most from ${PART_NAMES[weakest.name]}: up to ${weakest.most - weakest.points} points. ${weakest.text}`
      : `${current}.`,
    change: before
      ? `${current}. It ${change} since ${context.formatDay(before.day)}.`
      : `${current}. We don't have an earlier month to compare it with.`,
  };
  // "Why did my score drop" needs the change first, then the factors.
  yield lead(
    ask === 'why' && before ? `${sentences.change} ${formatWeakest(weakest)}`.trim() : sentences[ask],
  );
  yield figures(
    ...parts.map(({ name, points, most, text }) => ({
      label: `${capital(PART_NAMES[name])}: ${points} of ${most}`,
      value: text,
    })),
  );
  yield how('Credit score as of today.', {
    rule: 'On-time payments count for 35%, credit utilization 30%, age of credit 15%, credit mix 10%, and inquiries 10%.',
  });
  yield link('Credit score', '/dashboard/credit-score');
}

type Goal = { id: string; name: string; target: number; target_date: string | null; currency: string };
type GoalStatus = { saved: number; needed_monthly: number | null; projected_date: string | null };

const formatWeakest = (weakest: { name: keyof typeof PART_NAMES; text: string } | undefined) =>
  weakest ? `You lose the most points on ${PART_NAMES[weakest.name]}. ${weakest.text}` : '';

export async function* answerGoal(
  { goal: named, ask, per }: IntentOf<'goal'>,
  context: AnswerContext,
): Answer {
  const [goals, statuses] = await Promise.all([
    context.client.from('goals').select('*').order('priority').order('created_at').throwOnError(),
    context.client.from('goal_status').select('*').throwOnError(),
  ]);
  const progress = (goals.data as Goal[])
    .filter(({ id }) => named === null || id === named.id)
    .map((goal) => {
      const status = (statuses.data as (GoalStatus & { goal_id: string })[]).find(
        ({ goal_id }) => goal_id === goal.id,
      );
      const saved = status?.saved ?? 0;
      return { ...goal, ...status, saved, left: Math.max(0, sumAmounts([goal.target, -saved])) };
    });
  const [goal, ...others] = progress;
  if (!goal) return yield* answerNothing("You don't have any goals yet.", 'Goals', '/goals');
  const formatSaved = ({ name, saved, target, currency }: typeof goal) =>
    `${name} has ${money(saved, currency)} of ${money(target, currency)}`;
  const [soonest, ...later] = progress
    .flatMap(({ name, left, projected_date: day }) => (left > 0 && day ? [{ name, day }] : []))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  if (others.length > 0 && ask === 'when' && soonest) {
    const formatReached = ({ name, day }: typeof soonest) => `${name} around ${context.formatDay(day)}`;
    const withoutDate = progress.filter(({ left, projected_date: day }) => left > 0 && !day);
    const unknown =
      withoutDate.length > 0
        ? ` We can't estimate a date for ${listed(withoutDate.map(({ name }) => name))} without automatic contributions.`
        : '';
    yield lead(
      `At your current pace, you'll reach ${soonest.name} first, around ${context.formatDay(soonest.day)}${later.length > 0 ? `, and then ${listed(later.map(formatReached))}` : ''}.${unknown}`,
    );
  } else if (others.length > 0)
    yield lead(`You have ${counted(progress.length, 'goal')}: ${listed(progress.map(formatSaved))}.`);
  else {
    const { name, saved, target, left, currency, target_date: targetDate } = goal;
    const remaining = `You have ${money(left, currency)} to go.`;
    const deadline = targetDate ? ` Your target date is ${context.formatDay(targetDate)}.` : '';
    const pace = getPace(per, context);
    const sentences = {
      when:
        left === 0
          ? `You've reached your ${name} goal.`
          : goal.projected_date
            ? `At your current pace, you'll reach ${name} around ${context.formatDay(goal.projected_date)}.${deadline}`
            : `We can't estimate a date for ${name} because it has no automatic contributions.`,
      progress: `${formatSaved(goal)}, ${formatShare(saved, target)}. ${remaining}`,
      needed:
        goal.needed_monthly == null
          ? `${name} doesn't have a target date. ${remaining}`
          : `To reach ${name}, save about ${money(inPace(goal.needed_monthly, pace.timesPerYear), currency)} ${pace.text} until ${context.formatDay(targetDate ?? '')}.${pace.note}`,
    };
    yield lead(sentences[ask]);
  }
  yield figures(
    ...progress.flatMap(({ name, saved, left, currency, id }) => [
      { label: `${name}, saved`, amount: saved, currency, href: `/goals/${id}` },
      { label: `${name}, remaining`, amount: left, currency },
    ]),
  );
  yield how(named ? `Goal: ${named.name}.` : 'All goals.', {
    rule: 'The estimate uses your automatic monthly contributions, without interest. Remaining = target − saved.',
  });
}

export type Pace = { timesPerYear: number; text: string; note: string };

/** Returns how often to save. An amount per paycheck needs exactly one auto deposit that is marked as pay. */
export function getPace(per: 'week' | 'paycheck' | undefined, { customer }: AnswerContext): Pace {
  if (per === 'week') return { timesPerYear: TIMES_PER_YEAR.WEEKLY, text: 'a week', note: '' };
  const monthly = { timesPerYear: TIMES_PER_YEAR.MONTHLY, text: 'a month', note: '' };
  if (per === undefined) return monthly;
  const [pay, another] = customer.autoDeposits.filter(({ isPay }) => isPay);
  const times: number | undefined = new Map<string, number>(Object.entries(TIMES_PER_YEAR)).get(
    another ? '' : (pay?.frequency ?? ''),
  );
  return times === undefined
    ? { ...monthly, note: " We can't calculate it per paycheck because your pay isn't one regular deposit." }
    : { timesPerYear: times, text: 'a paycheck', note: '' };
}

/** Converts a monthly amount to another pace, rounded up to the cent so that the goal is reached in time. */
export const inPace = (monthly: number, timesPerYear: number): number =>
  Math.ceil((toMinor(monthly) * TIMES_PER_YEAR.MONTHLY) / timesPerYear) / 100;

export type BudgetRow = {
  category_id: string | null;
  category: string | null;
  currency: string;
  /** The limit without rollover and moves; null if there is none. */
  amount: number | null;
  rollover: string | null;
  rolled_over: number | null;
  available: number | null;
  spent: number;
  remaining: number | null;
};
export type Budget = BudgetRow & { available: number; remaining: number };

export const BUDGET_RULE =
  'Amount left = monthly budget + rollover and moved amounts − spending in the category this month.';
/** Suggested budget amounts are multiples of this amount. */
const BUDGET_STEP = 50;

export const isBudgeted = (row: BudgetRow): row is Budget => row.available !== null && row.remaining !== null;

export async function* answerBudget(
  { category, period, ask }: IntentOf<'budget'>,
  context: AnswerContext,
): Answer {
  const rows = await context.call<BudgetRow[]>('budget_status', { month: period?.from ?? null });
  const month = period?.text ?? 'this month';
  if (!category) return yield* answerBudgets(rows.filter(isBudgeted), month);
  const { name } = category;
  const row = rows.find(({ category_id }) => category_id === category.id);
  if (!row || !isBudgeted(row)) {
    const spent = row ? ` You spent ${money(row.spent, row.currency)} in that category ${month}.` : '';
    const suggested = Math.max(1, Math.ceil((row?.spent ?? 0) / BUDGET_STEP)) * BUDGET_STEP;
    yield lead(`You don't have a ${name} budget.${spent}`);
    yield choices(`Set a budget of ${money(suggested, context.baseCurrency)} for ${name}`);
    return;
  }
  const { remaining, available, spent, currency } = row;
  const left =
    remaining < 0
      ? `You're ${money(-remaining, currency)} over budget for ${name} ${month}.`
      : `You have ${money(remaining, currency)} left for ${name} ${month}.`;
  const sentences = {
    limit: `Your budget for ${name} is ${money(available, currency)} ${month}.`,
    spent: `You spent ${money(spent, currency)} of your ${money(available, currency)} budget for ${name} ${month}.`,
    left,
    standing: left,
  };
  const { today } = context.customer;
  const daysLeft = getDaysLeft(today, period?.to);
  const perDay = Math.floor((remaining * 100) / Math.max(1, daysLeft)) / 100;
  const pace =
    ask === 'left' && remaining > 0 && daysLeft > 0
      ? ` That's ${money(perDay, currency)} a day for the ${counted(daysLeft, 'day')} left in the month.`
      : '';
  yield lead(`${sentences[ask]}${pace}`);
  yield figures(
    { label: 'Budget', amount: available, currency, href: '/budgets' },
    { label: 'Spent', amount: spent, currency },
    { label: remaining < 0 ? 'Over' : 'Left', amount: Math.abs(remaining), currency },
  );
  yield how(`Budget for ${name} ${month}.`, { rule: BUDGET_RULE });
  yield choices(`What did I spend on ${name} ${month}?`);
}

/** Returns the days from today to the end of the month; 0 for another month. */
function getDaysLeft(today: string, to: string | null | undefined): number {
  const day = parseDay(today);
  const last = unitAround(day, 'month').to ?? day;
  return to && to.slice(0, 7) !== today.slice(0, 7) ? 0 : last - day + 1;
}

async function* answerBudgets(budgets: readonly Budget[], month: string): Answer {
  const [first] = budgets;
  if (!first) return yield* answerNothing("You don't have any budgets yet.", 'Set budgets', '/budgets');
  const over = budgets
    .filter(({ remaining }) => remaining < 0)
    .map(({ category }) => category ?? 'No category');
  const left = money(sumAmounts(budgets.map(({ remaining }) => remaining)), first.currency);
  const within = budgets.length === 1 ? 'your budget' : `all ${counted(budgets.length, 'budget')}`;
  yield lead(
    `${over.length === 0 ? `You're within ${within}` : `${listed(over)} ${over.length === 1 ? 'is' : 'are'} over budget`} ${month}. You have ${left} left in total.`,
  );
  yield figures(
    ...budgets.map(({ category, available, remaining, currency }) => ({
      label: `${category} (amount left of ${money(available, currency)})`,
      amount: remaining,
      currency,
    })),
  );
  yield how(`All budgets ${month}.`, { rule: BUDGET_RULE });
  yield link('All budgets', '/budgets');
}
