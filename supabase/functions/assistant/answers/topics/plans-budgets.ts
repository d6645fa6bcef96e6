import { counted, getMonth, listed, money, percent, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { dayText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { getSuggestions } from '../../../../../engine/insights/budget-suggestions.ts';
import { isSteady } from '../../../../../engine/insights/budgets.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare } from '../amounts.ts';
import { BUDGET_RULE, type Budget, type BudgetRow, isBudgeted } from '../plans.ts';
import type { TopicAnswers } from '../topics.ts';
import { loadMonthlyPace } from './plans-pace.ts';

type HistoryRow = { category_id: string | null; month: string; available: number | null; spent: number };
const HISTORY_MONTHS = 12;

const loadRows = (context: AnswerContext, month: string | null = null) =>
  context.call<BudgetRow[]>('budget_status', { month });
const loadHistory = (context: AnswerContext) =>
  context.call<HistoryRow[]>('budget_history', { months: HISTORY_MONTHS });

/** Returns the budgets that the message names, or else all of them. */
const chooseBudgets = (rows: readonly BudgetRow[], { categories }: TopicValues): Budget[] =>
  rows
    .filter(isBudgeted)
    .filter(({ category_id }) => categories.length === 0 || categories.some(({ id }) => id === category_id));

const answerNoBudget = ({ categories: [category] }: TopicValues) =>
  answerNothing(
    category
      ? `You don't have a ${category.name} budget yet. Set one to follow it here.`
      : "You don't have any budgets yet. Set one to follow your spending.",
    'Set budgets',
    '/budgets',
  );

const getName = ({ category }: BudgetRow) => category ?? 'No category';

/** Answers what percentage of each budget is used. */
async function* answerUsage(values: TopicValues, context: AnswerContext): Answer {
  const [period] = values.periods;
  const rows = chooseBudgets(await loadRows(context, period?.from ?? null), values);
  if (rows.length === 0) return yield* answerNoBudget(values);
  const sorted = rows.toSorted((a, b) => b.spent * a.available - a.spent * b.available);
  const when = period?.text ?? 'this month';
  const format = (row: Budget) =>
    `${formatShare(row.spent, row.available)} of ${getName(row)} (${money(row.spent, row.currency)} of ${money(row.available, row.currency)})`;
  yield lead(`You've used ${listed(sorted.map(format))} ${when}.`);
  yield figures(
    ...sorted.map((row) => ({
      label: `${getName(row)}, ${formatShare(row.spent, row.available)} used`,
      amount: row.spent,
      currency: row.currency,
      href: '/budgets',
    })),
  );
  yield how(`Spending in each budget ${when}.`, { rule: `Used = spent ÷ available. ${BUDGET_RULE}` });
  yield choices("Which budgets don't fit my spending?", 'When will my budgets run out?');
}

/** Lists the budgets from the largest to the smallest. */
async function* answerLargest(values: TopicValues, context: AnswerContext): Answer {
  const rows = chooseBudgets(await loadRows(context), { ...values, categories: [] });
  const sorted = rows.toSorted((a, b) => b.available - a.available);
  const [largest, smallest] = [sorted[0], sorted.at(-1)];
  if (!largest || !smallest) return yield* answerNoBudget({ ...values, categories: [] });
  yield lead(
    `Your largest budget is ${getName(largest)} at ${money(largest.available, largest.currency)} this month${largest === smallest ? '' : `, and your smallest is ${getName(smallest)} at ${money(smallest.available, smallest.currency)}`}.`,
  );
  yield figures(
    ...sorted.map((row) => ({ label: getName(row), amount: row.available, currency: row.currency })),
  );
  yield how('All budgets this month.', { rule: 'Monthly limit + rollover and moved amounts.' });
  yield link('All budgets', '/budgets');
}

type MonthRow = { starts_on: string; days: number; day: number };

/** Projects when a budget is used up if spending continues at this month's pace. */
function projectBudget({ spent, available }: Budget, { starts_on, days, day }: MonthRow) {
  const atEnd = Math.round((toMinor(spent) * days) / day) / 100;
  if (spent <= 0 || spent > available) return { atEnd, runsOut: null };
  const usedAfter = Math.floor((toMinor(available) * day) / toMinor(spent));
  return { atEnd, runsOut: usedAfter < days ? dayText(parseDay(starts_on) + usedAfter) : null };
}

/** Answers when budgets run out at this month's pace. */
async function* answerRunsOut(values: TopicValues, context: AnswerContext): Answer {
  const [rows, months, history] = await Promise.all([
    loadRows(context),
    context.call<MonthRow[]>('budget_month', { month: null }),
    loadHistory(context),
  ]);
  const budgets = chooseBudgets(rows, values);
  const [month] = months;
  if (budgets.length === 0 || !month) return yield* answerNoBudget(values);
  const projected = budgets.map((row) => {
    const spentByMonth = history
      .filter(({ category_id, month: of }) => category_id === row.category_id && of < month.starts_on)
      .toSorted((a, b) => a.month.localeCompare(b.month))
      .map(({ spent }) => toMinor(spent));
    return { row, isSteady: isSteady(spentByMonth), ...projectBudget(row, month) };
  });
  const format = ({ row, runsOut, atEnd, isSteady: steady }: (typeof projected)[number]) => {
    const name = getName(row);
    if (row.remaining < 0) return `${name} is already ${money(-row.remaining, row.currency)} over budget.`;
    if (row.spent <= 0) return `You haven't used the ${name} budget yet this month.`;
    if (steady)
      return `${name} costs about the same every month, so it doesn't run out day by day. ${money(row.remaining, row.currency)} is left.`;
    return runsOut
      ? `At this month's pace, the ${name} budget runs out on ${context.formatDay(runsOut)}. ${money(row.remaining, row.currency)} is left.`
      : `At this month's pace, the ${name} budget lasts until the end of the month. You'd spend ${money(atEnd, row.currency)} of ${money(row.available, row.currency)}.`;
  };
  const due = projected.filter(
    ({ runsOut, isSteady: steady, row }) => row.remaining < 0 || (runsOut && !steady),
  );
  yield lead(
    values.categories.length > 0
      ? projected.map(format).join(' ')
      : due.length === 0
        ? 'At this month\u2019s pace, none of your budgets runs out before the end of the month.'
        : due.map(format).join(' '),
    PROJECTION_NOTE,
  );
  yield figures(
    ...projected.flatMap(({ row, atEnd }): Figure[] => [
      { label: `${getName(row)}, left`, amount: row.remaining, currency: row.currency, href: '/budgets' },
      ...(values.categories.length > 0
        ? [{ label: `${getName(row)}, month at this pace`, amount: atEnd, currency: row.currency }]
        : []),
    ]),
  );
  yield how(`Spending per day so far this month, for ${counted(month.days, 'day')}.`, {
    rule: 'Pace = spent ÷ days so far. The budget runs out on the day on which the pace reaches the available amount.',
  });
  yield choices('How much can I safely spend a day?');
}

/** Suggests budgets from the spending of full months, as the budgets page does. */
async function loadSuggestions(context: AnswerContext) {
  const [rows, history] = await Promise.all([loadRows(context), loadHistory(context)]);
  return { rows, suggestions: getSuggestions(rows, history, `${context.customer.today.slice(0, 7)}-01`) };
}

const answerNoHistory = (name: string | undefined) =>
  answerNothing(
    `We can't suggest a budget${name ? ` for ${name}` : ''} yet, because we need three full months of spending.`,
    'Budgets',
    '/budgets',
  );

/** Answers with a suggested budget. */
async function* answerSuggestion(values: TopicValues, context: AnswerContext): Answer {
  const { suggestions } = await loadSuggestions(context);
  const [category] = values.categories;
  const shown = suggestions.filter(({ categoryId }) => !category || categoryId === category.id);
  const [first] = shown;
  if (!first) return yield* answerNoHistory(category?.name);
  const { baseCurrency: currency } = context;
  const total = sumAmounts(shown.map(({ amount }) => amount));
  const present = first.present === null ? '' : ` Your budget is ${money(first.present, currency)} now.`;
  yield lead(
    category
      ? `We suggest a budget of ${money(first.amount, currency)} a month for ${first.name}: the ${first.basis} of your last ${counted(first.months, 'full month')}, rounded up to the nearest ${money(5, currency)}.${present}`
      : `From your usual spending, we suggest ${listed(shown.map(({ name, amount }) => `${money(amount, currency)} for ${name}`))}: ${money(total, currency)} a month in total.`,
  );
  yield figures(
    ...shown.map(({ name, amount }) => ({ label: `${name}, suggested`, amount, currency, href: '/budgets' })),
    category ? null : { label: 'Total', amount: total, currency },
  );
  yield how('Monthly spending of the last full months, up to six.', {
    rule: 'The median month, or the average if fewer than half of the months have spending, rounded up to a multiple of 5.',
  });
  yield choices(`Set a budget of ${money(first.amount, currency)} for ${first.name}`);
}

/** Compares the budgets with the suggested ones. */
async function* answerAdjust(_: TopicValues, context: AnswerContext): Answer {
  const { rows, suggestions } = await loadSuggestions(context);
  const { baseCurrency: currency } = context;
  if (!rows.some(isBudgeted)) return yield* answerNoBudget({ ..._, categories: [] });
  const compared = suggestions
    .flatMap(({ name, amount, present }) =>
      present === null || present === amount ? [] : [{ name, amount, present }],
    )
    .toSorted((a, b) => Math.abs(b.amount - b.present) - Math.abs(a.amount - a.present));
  if (compared.length === 0)
    return yield lead('Your budgets match your usual spending, so you don\u2019t need to change them.');
  const format = ({ name, amount, present }: (typeof compared)[number]) =>
    `${name} from ${money(present, currency)} to ${money(amount, currency)}`;
  const [raise, lower] = [
    compared.filter(({ amount, present }) => amount > present),
    compared.filter(({ amount, present }) => amount < present),
  ];
  yield lead(
    `Compared with your usual spending, you could ${[
      raise.length > 0 ? `raise ${listed(raise.map(format))}` : '',
      lower.length > 0 ? `lower ${listed(lower.map(format))}` : '',
    ]
      .filter((part) => part !== '')
      .join(', and ')}. If you want to spend less, keep the limit and cut the spending instead.`,
  );
  yield figures(
    ...compared.flatMap(({ name, amount, present }): Figure[] => [
      { label: `${name}, budget now`, amount: present, currency, href: '/budgets' },
      { label: `${name}, suggested`, amount, currency },
    ]),
  );
  yield how('Your budgets compared with suggestions from your spending.', {
    rule: 'Suggestion = the median of the last full months, up to six, rounded up to a multiple of 5.',
  });
  yield choices('Where can I cut back?');
}

const ROLLOVERS: Readonly<Record<string, string>> = {
  none: 'starts fresh each month: unspent money doesn\u2019t carry over',
  surplus: 'carries unspent money into the next month',
  both: 'carries unspent money and overspending into the next month',
};

/** Answers what happens to unspent budget money. */
async function* answerRollover(values: TopicValues, context: AnswerContext): Answer {
  const rows = chooseBudgets(await loadRows(context), values);
  if (rows.length === 0) return yield* answerNoBudget(values);
  const { baseCurrency: currency } = context;
  const unspent = sumAmounts(rows.map(({ remaining }) => Math.max(0, remaining)));
  const kinds = ['none', 'surplus', 'both'].flatMap((kind) => {
    const names = rows.filter(({ rollover }) => (rollover ?? 'none') === kind).map(getName);
    return names.length === 0
      ? []
      : [
          `${listed(names)} ${names.length === 1 ? ROLLOVERS[kind] : (ROLLOVERS[kind] ?? '').replace(/^starts/, 'start').replace(/^carries/, 'carry')}.`,
        ];
  });
  yield lead(`You have ${money(unspent, currency)} unspent in your budgets this month. ${kinds.join(' ')}`);
  yield figures(
    ...rows.flatMap((row): (Figure | null)[] => [
      { label: `${getName(row)}, left`, amount: row.remaining, currency: row.currency, href: '/budgets' },
      row.rolled_over
        ? { label: `${getName(row)}, carried over`, amount: row.rolled_over, currency: row.currency }
        : null,
    ]),
  );
  yield how('The rollover setting of each budget.', { rule: BUDGET_RULE });
  yield link('Change rollover', '/budgets');
}

/** Compares the total of all budgets with the income. */
async function* answerTotal(values: TopicValues, context: AnswerContext): Answer {
  const rows = chooseBudgets(await loadRows(context), { ...values, categories: [] });
  if (rows.length === 0) return yield* answerNoBudget({ ...values, categories: [] });
  const { baseCurrency: currency } = context;
  const total = sumAmounts(rows.map(({ amount }) => amount ?? 0));
  const pace = await loadMonthlyPace(context);
  const left = pace ? sumAmounts([pace.earned, -total]) : 0;
  const comparison = pace
    ? ` Your average income is ${money(pace.earned, currency)} a month, so your budgets are ${formatShare(total, pace.earned)} of it${left >= 0 ? ` and ${money(left, currency)} isn't budgeted` : ` and ${money(-left, currency)} more than you earn`}.`
    : '';
  yield lead(
    `You've budgeted ${money(total, currency)} a month in ${counted(rows.length, 'budget')}.${comparison}`,
  );
  yield figures(
    ...rows.map((row) => ({ label: getName(row), amount: row.amount ?? 0, currency })),
    { label: 'Total budgeted', amount: total, currency, href: '/budgets' },
    pace ? { label: 'Average income', amount: pace.earned, currency } : null,
  );
  yield how('The monthly limits of all budgets.', {
    rule: `Without rollover and moved amounts.${pace ? ` Income: ${pace.text}.` : ''}`,
  });
  yield choices('How are my budgets doing?');
}

/** Answers in how many past months spending stayed within a budget. */
async function* answerHistory(values: TopicValues, context: AnswerContext): Answer {
  const [rows, history] = await Promise.all([loadRows(context), loadHistory(context)]);
  const present = `${context.customer.today.slice(0, 7)}-01`;
  const names = new Map(rows.map((row) => [row.category_id, getName(row)]));
  const past = history
    .filter(({ month, available }) => month < present && available !== null)
    .filter(
      ({ category_id }) =>
        values.categories.length === 0 || values.categories.some(({ id }) => id === category_id),
    )
    .map((row) => ({ ...row, limit: row.available ?? 0, name: names.get(row.category_id) ?? 'No category' }));
  if (past.length === 0) {
    if (chooseBudgets(rows, values).length === 0) return yield* answerNoBudget(values);
    return yield lead('Your budgets are new, so there is no full month to compare yet.');
  }
  const groups = [...new Set(past.map(({ name }) => name))].map((name) => {
    const months = past.filter((row) => row.name === name);
    return { name, months, kept: months.filter(({ spent, limit }) => spent <= limit).length };
  });
  const { baseCurrency: currency } = context;
  const [one, another] = groups;
  const worst = past.toSorted((a, b) => b.spent - b.limit - (a.spent - a.limit))[0];
  const over =
    worst && worst.spent > worst.limit
      ? ` The furthest over was ${another ? `${worst.name} in ` : ''}${getMonth(worst.month)}, by ${money(sumAmounts([worst.spent, -worst.limit]), currency)}.`
      : '';
  yield lead(
    `You stayed within ${listed(groups.map(({ name, months, kept }) => `the ${name} budget in ${kept} of ${counted(months.length, 'full month')}`))}.${over}`,
  );
  if (one && !another)
    yield figures(
      ...one.months
        .toSorted((a, b) => b.month.localeCompare(a.month))
        .map(({ month, spent, limit }) => ({
          label: `${getMonth(month)}, spent of ${money(limit, currency)}`,
          amount: spent,
          currency,
        })),
    );
  else
    yield figures(
      ...groups.map(
        ({ name, months, kept }): Figure => ({
          label: name,
          value: `${kept} of ${months.length} within budget (${percent(Math.round((kept / months.length) * 100))})`,
        }),
      ),
    );
  yield how(`Full months with a budget in the past year.`, {
    rule: 'Within budget = spent no more than the available amount, including rollover.',
  });
  yield link('All budgets', '/budgets');
}

export const BUDGET_ANSWERS: TopicAnswers = {
  'budget-usage': answerUsage,
  'budget-largest': answerLargest,
  'budget-runs-out': answerRunsOut,
  'budget-suggestion': answerSuggestion,
  'budget-adjust': answerAdjust,
  'budget-rollover': answerRollover,
  'budget-total': answerTotal,
  'budget-history': answerHistory,
};
