import { counted, money, monthsLong, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { addMonths, dayText, monthsBetween, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
import { getPace, inPace } from '../plans.ts';
import { TIMES_PER_YEAR } from '../subscriptions.ts';
import type { TopicAnswers } from '../topics.ts';
import { loadMonthlyPace } from './plans-pace.ts';

type GoalRow = {
  id: string;
  name: string;
  target: number;
  target_date: string | null;
  currency: string;
  status: string;
};
type StatusRow = {
  goal_id: string;
  saved: number;
  left: number;
  monthly_pace: number;
  needed_monthly: number | null;
  projected_date: string | null;
};
type Goal = GoalRow & StatusRow;

/** Returns the goals that the message names, or else all that aren't archived, in their order. */
async function loadGoals({ goals }: TopicValues, context: AnswerContext): Promise<Goal[]> {
  const [rows, statuses] = await Promise.all([
    context.client
      .from('goals')
      .select('id, name, target, target_date, currency, status')
      .neq('status', 'archived')
      .order('priority')
      .order('created_at')
      .throwOnError(),
    context.client.from('goal_status').select('*').throwOnError(),
  ]);
  return (rows.data as GoalRow[])
    .filter(({ id }) => goals.length === 0 || goals.some((goal) => goal.id === id))
    .flatMap((goal) => {
      const status = (statuses.data as StatusRow[]).find(({ goal_id }) => goal_id === goal.id);
      return status ? [{ ...goal, ...status }] : [];
    });
}

const answerNoGoal = () =>
  answerNothing("You don't have a goal yet. Add one to see when you'll reach it.", 'Goals', '/goals');

const GOAL_RULE =
  'Remaining = target − saved. The monthly amount reaches each target date without interest. The pace is your automatic contribution.';

const getGoalHref = ({ id }: Goal) => `/goals/${id}`;

/** Answers how much all goals still need, in total, per month, and per paycheck. */
async function* answerTotal(values: TopicValues, context: AnswerContext): Answer {
  const goals = (await loadGoals(values, context)).filter(({ status }) => status !== 'completed');
  if (goals.length === 0) return yield* answerNoGoal();
  const sum = (getAmount: (goal: Goal) => number) =>
    sumInOneCurrency(
      goals.map((goal) => ({ amount: getAmount(goal), currency: goal.currency })),
      context,
    );
  const { total: left, currency, note } = sum((goal) => goal.left);
  const dated = goals.filter(({ needed_monthly }) => needed_monthly !== null);
  const needed = sum((goal) => goal.needed_monthly ?? 0).total;
  const pace = sum((goal) => goal.monthly_pace).total;
  const perPaycheck = getPace('paycheck', context);
  const paycheck =
    perPaycheck.text === 'a paycheck'
      ? `, or ${money(inPace(needed, perPaycheck.timesPerYear), currency)} a paycheck`
      : '';
  const monthly =
    dated.length === 0
      ? ' None of your goals has a target date.'
      : ` To meet the target dates, save ${money(needed, currency)} a month${paycheck}. Your automatic contributions are ${money(pace, currency)} a month.`;
  yield lead(
    left === 0
      ? 'You\u2019ve saved everything for your goals.'
      : `You still need ${money(left, currency)} for ${goals.length === 1 ? (goals[0]?.name ?? '') : `your ${counted(goals.length, 'goal')}`}.${monthly}`,
    note,
  );
  yield figures(
    ...goals.flatMap((goal): (Figure | null)[] => [
      {
        label: `${goal.name}, remaining`,
        amount: goal.left,
        currency: goal.currency,
        href: getGoalHref(goal),
      },
      goal.needed_monthly === null
        ? null
        : { label: `${goal.name}, needed a month`, amount: goal.needed_monthly, currency: goal.currency },
    ]),
    goals.length > 1 ? { label: 'Total remaining', amount: left, currency } : null,
  );
  yield how('What is still missing from your goals.', { rule: GOAL_RULE });
  yield choices('Which goal is the furthest behind?');
}

/** Answers whether goals will be reached by a day: the one in the message, or else their target dates. */
async function* answerByDate(values: TopicValues, context: AnswerContext): Answer {
  const goals = await loadGoals(values, context);
  if (goals.length === 0) return yield* answerNoGoal();
  const [period] = values.periods;
  const [months] = values.months;
  const asked =
    period?.to ??
    (months === undefined ? null : dayText(addMonths(context.today, Math.max(1, Math.round(months)))));
  const judged = goals.map((goal) => {
    const by = asked ?? goal.target_date;
    const { projected_date: reached, left, name } = goal;
    const isYes = left === 0 || (reached !== null && by !== null && reached <= by);
    const expected = reached
      ? `At your current pace, you'll reach it around ${context.formatDay(reached)}`
      : '';
    const sentence =
      left === 0
        ? `You've already reached ${name}.`
        : by === null
          ? `${name} has no target date. ${expected || 'It has no automatic contributions either, so we can\u2019t estimate a date'}.`
          : reached === null
            ? `No, ${name} has no automatic contributions, so we can't say that you'll reach it by ${context.formatDay(by)}. You need ${money(left, goal.currency)} more.`
            : `${isYes ? 'Yes' : 'No'}, ${isYes ? 'you should reach' : "you won't reach"} ${name} by ${context.formatDay(by)}. ${expected}${isYes ? '' : `, ${monthsLong(Math.max(1, monthsBetween(parseDay(by), parseDay(reached))))} later`}.`;
    return { goal, by, sentence };
  });
  yield lead(judged.map(({ sentence }) => sentence).join(' '), PROJECTION_NOTE);
  yield figures(
    ...judged.flatMap(({ goal }): (Figure | null)[] => [
      {
        label: `${goal.name}, remaining`,
        amount: goal.left,
        currency: goal.currency,
        href: getGoalHref(goal),
      },
      { label: `${goal.name}, saved a month`, amount: goal.monthly_pace, currency: goal.currency },
      goal.projected_date
        ? { label: `${goal.name}, expected`, value: context.formatDay(goal.projected_date) }
        : null,
    ]),
  );
  yield how('The projected date of each goal compared with the date.', {
    rule: 'Remaining amount ÷ automatic contribution a month, without interest.',
  });
  yield choices('How much do I still need for all my goals?');
}

/** Answers which goal is the furthest behind its target date. */
async function* answerBehind(values: TopicValues, context: AnswerContext): Answer {
  const goals = (await loadGoals({ ...values, goals: [] }, context)).filter(({ left }) => left > 0);
  if (goals.length === 0) return yield* answerNoGoal();
  const dated = goals.flatMap((goal) => (goal.target_date ? [{ goal, by: goal.target_date }] : []));
  const late = dated
    .map(({ goal, by }) => ({
      goal,
      by,
      days: goal.projected_date ? parseDay(goal.projected_date) - parseDay(by) : Number.POSITIVE_INFINITY,
    }))
    .filter(({ days }) => days > 0)
    .toSorted((a, b) => b.days - a.days);
  const [worst] = late;
  if (!worst) {
    yield lead(
      dated.length === 0
        ? "Your goals have no target dates, so none of them can be behind. Add a target date to see if you're on track."
        : 'None of your goals is behind: at your current pace, you meet every target date.',
    );
  } else {
    const { goal, by, days } = worst;
    const projected = goal.projected_date
      ? `At your current pace, you'd reach it around ${context.formatDay(goal.projected_date)}, ${counted(days, 'day')} after its target date of ${context.formatDay(by)}.`
      : `It has no automatic contributions, and its target date is ${context.formatDay(by)}.`;
    yield lead(
      `${goal.name} is the furthest behind. ${projected} You'd need ${money(goal.needed_monthly ?? 0, goal.currency)} a month to meet the date.`,
    );
  }
  yield figures(
    ...goals.map(
      (goal): Figure => ({
        label: `${goal.name}, ${formatShare(goal.saved, goal.target)} saved`,
        amount: goal.left,
        currency: goal.currency,
        href: getGoalHref(goal),
      }),
    ),
  );
  yield how('The projected date of each goal compared with its target date.', { rule: GOAL_RULE });
  yield choices('How much do I still need for all my goals?');
}

/** Answers which goal is the largest, and which is the closest to its target. */
async function* answerBiggest(values: TopicValues, context: AnswerContext): Answer {
  const goals = await loadGoals({ ...values, goals: [] }, context);
  if (goals.length === 0) return yield* answerNoGoal();
  const sorted = goals.toSorted((a, b) => b.target - a.target);
  const [biggest] = sorted;
  const closest = goals
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => b.saved * a.target - a.saved * b.target)[0];
  if (!biggest) return;
  yield lead(
    goals.length === 1
      ? `Your only goal is ${biggest.name}: ${money(biggest.target, biggest.currency)}, of which ${money(biggest.saved, biggest.currency)} (${formatShare(biggest.saved, biggest.target)}) is saved.`
      : `Your biggest goal is ${biggest.name} at ${money(biggest.target, biggest.currency)}.${closest ? ` ${closest.id === biggest.id ? "It's also the closest to its target" : `The closest to its target is ${closest.name}`}: ${formatShare(closest.saved, closest.target)} is saved, and ${money(closest.left, closest.currency)} is missing.` : ''}`,
  );
  yield figures(
    ...sorted.map((goal) => ({
      label: `${goal.name}, ${formatShare(goal.saved, goal.target)} saved`,
      amount: goal.target,
      currency: goal.currency,
      href: getGoalHref(goal),
    })),
  );
  yield how('Your goals by target.', { rule: 'Share saved = saved ÷ target.' });
  yield link('Goals', '/goals');
}

type SavingPlan = {
  amount: number;
  months: number;
  monthly: number;
  weekly: number;
  paycheck: number | null;
  isWeeklyPay: boolean;
  by: string;
};

/** Splits an amount into equal savings until a day: the months or the period of the message, or a year. */
function planSaving({ amounts, months, periods }: TopicValues, context: AnswerContext): SavingPlan | null {
  const amount = amounts[0]?.amount ?? 0;
  const to = periods[0]?.to;
  const by =
    months[0] !== undefined
      ? addMonths(context.today, Math.max(1, Math.round(months[0])))
      : to && parseDay(to) > context.today
        ? parseDay(to)
        : addMonths(context.today, TIMES_PER_YEAR.MONTHLY);
  if (amount <= 0) return null;
  // Counts at least one month and one week.
  const count = Math.max(
    1,
    months[0] === undefined ? monthsBetween(context.today, by) : Math.round(months[0]),
  );
  const weeks = Math.max(1, Math.floor((by - context.today) / 7));
  const { text: unit, timesPerYear } = getPace('paycheck', context);
  const weeksPerPaycheck = Math.round(TIMES_PER_YEAR.WEEKLY / timesPerYear);
  const paychecks =
    timesPerYear === TIMES_PER_YEAR.MONTHLY ? count : Math.max(1, Math.floor(weeks / weeksPerPaycheck));
  const divide = (parts: number) => Math.ceil((amount * 100) / parts) / 100;
  return {
    amount,
    months: count,
    monthly: divide(count),
    weekly: divide(weeks),
    paycheck: unit === 'a paycheck' ? divide(paychecks) : null,
    isWeeklyPay: timesPerYear === TIMES_PER_YEAR.WEEKLY,
    by: dayText(by),
  };
}

function* showPlan(plan: SavingPlan, currency: string) {
  yield figures(
    { label: 'A month', amount: plan.monthly, currency },
    plan.paycheck === null ? null : { label: 'A paycheck', amount: plan.paycheck, currency },
    plan.isWeeklyPay ? null : { label: 'A week', amount: plan.weekly, currency },
  );
}

/** Answers how much to set aside to have an amount by a day. */
async function* answerPutAway(values: TopicValues, context: AnswerContext): Answer {
  const plan = planSaving(values, context);
  if (!plan) return yield text('How much do you want to save, and by when?');
  const currency = values.amounts[0]?.currency ?? context.baseCurrency;
  const paycheck =
    plan.paycheck === null
      ? ''
      : `, ${plan.isWeeklyPay ? 'or ' : ''}${money(plan.paycheck, currency)} a paycheck`;
  const weekly = plan.isWeeklyPay ? '' : `, or ${money(plan.weekly, currency)} a week`;
  yield lead(
    `To have ${money(plan.amount, currency)} by ${context.formatDay(plan.by)}, save ${money(plan.monthly, currency)} a month${paycheck}${weekly}.`,
  );
  yield* showPlan(plan, currency);
  yield how(`${money(plan.amount, currency)} in ${monthsLong(plan.months)}.`, {
    rule: 'The amount ÷ the number of months, paychecks, or weeks, rounded up to the cent, without interest.',
  });
  yield choices('What is my savings rate?');
}

/** Without a day, plans the months that the amount takes at the usual pace. */
function assumeMonths(values: TopicValues, pace: Awaited<ReturnType<typeof loadMonthlyPace>>): TopicValues {
  const { amounts, months, periods } = values;
  const isStated = months.length > 0 || periods.length > 0;
  const amount = amounts[0]?.amount ?? 0;
  return isStated || !pace || pace.kept <= 0
    ? values
    : { ...values, months: [Math.max(1, Math.ceil(amount / pace.kept))] };
}

/** Answers whether the usual savings are enough for an amount by a day. */
async function* answerCanSave(values: TopicValues, context: AnswerContext): Answer {
  const pace = await loadMonthlyPace(context);
  const plan = planSaving(assumeMonths(values, pace), context);
  if (!plan) return yield text('How much do you want to save, and by when?');
  const currency = values.amounts[0]?.currency ?? context.baseCurrency;
  if (!pace || pace.currency !== currency) {
    yield lead(
      `We don't have enough income and spending in ${currency} to know your pace. You'd need to save ${money(plan.monthly, currency)} a month.`,
    );
    return yield* showPlan(plan, currency);
  }
  const saved = Math.round(pace.kept * 100 * plan.months) / 100;
  const isEnough = pace.kept >= plan.monthly;
  const gap = sumAmounts([plan.monthly, -pace.kept]);
  yield lead(
    `${isEnough ? 'Yes' : 'No, not at your usual pace'}. ${money(plan.amount, currency)} by ${context.formatDay(plan.by)} takes ${money(plan.monthly, currency)} a month, and you ${pace.kept >= 0 ? `usually keep ${money(pace.kept, currency)} of your income a month` : `usually spend ${money(-pace.kept, currency)} a month more than you earn`}${isEnough ? `, so you'd have about ${money(saved, currency)}` : `. You'd need ${money(gap, currency)} more a month`}.`,
    `${pace.note}${PROJECTION_NOTE}`,
  );
  yield* showPlan(plan, currency);
  yield how(`${money(plan.amount, currency)} in ${monthsLong(plan.months)}, compared with what you keep.`, {
    rule: `Income − spending a month, ${pace.text}. Part of it may already go to goals and debts.`,
  });
  yield choices('Where can I cut back?', 'What is my savings rate?');
}

export const GOAL_ANSWERS: TopicAnswers = {
  'goals-total': answerTotal,
  'goal-by-date': answerByDate,
  'goal-behind': answerBehind,
  'goal-biggest': answerBiggest,
  'put-away': answerPutAway,
  'can-save': answerCanSave,
};
