import { capital, counted, getMonth, listed, money, sumAmounts } from '../../../../assistant/format.ts';
import {
  formatFilter,
  formatSubject,
  getQuery,
  splitByMerchant,
} from '../../../../assistant/format-search.ts';
import type { Period, TransactionFilter } from '../../../../assistant/intent.ts';
import { NO_FILTER } from '../../../../assistant/parser/filter.ts';
import { choices, figures, how, type Part, searchHref, text } from '../../../../assistant/parts.ts';
import { formatFullDate } from '../../../../engine/calendar/format-date.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { formatShare } from './amounts.ts';
import { compareWith, compareWithUsual, computeAverage } from './flow-figures.ts';
import { getGroups } from './flow-groups.ts';
import {
  findAllTransactions,
  findInAll,
  findTransactions,
  loadSum,
  loadTotals,
  rowsPart,
  type Totals,
} from './search.ts';

export type Flow = IntentOf<'flow'>;

const MAX_ROWS = 5000;
const MAX_GROUPS = 8;
const MAX_PERIODS = 24;
const DEFAULT_EXTREMES = 5;

/**
 * The wording of answers about spending or income. Answers about net cash flow use the wording for spending.
 */
const SPENDING = {
  side: 'spending',
  title: 'Spending',
  verb: 'spent',
  negation: "didn't spend",
  preposition: 'at',
  singular: 'purchase or payment',
  plural: 'purchases or payments',
  rule: "Spending includes purchases, bills, interest, and fees, minus refunds. It doesn't include transfers between your accounts, card payments, market changes, or loan principal.",
} as const;
const INCOME = {
  side: 'income',
  title: 'Income',
  verb: 'received',
  negation: "didn't receive",
  preposition: 'from',
  singular: 'income',
  plural: 'income',
  rule: "Income includes pay, interest, and gifts. It doesn't include refunds or transfers between your accounts.",
} as const;

const getWording = (direction: Flow['direction']) => (direction === 'in' ? INCOME : SPENDING);

export function answerFlow(question: Flow, context: AnswerContext): Answer {
  const { direction, measure } = question;
  if (direction === 'net') return answerNet(question, context);
  if (measure.startsWith('by_')) return answerGroups(question, context);
  if (measure === 'largest' || measure === 'smallest') return answerExtreme(question, measure, context);
  return answerTotal(question, context);
}

/** Returns income, or spending minus refunds, depending on the direction. */
const getAmount = ({ moneyIn, moneyOut }: Totals, direction: Flow['direction']) =>
  direction === 'in' ? sumAmounts([moneyIn, -moneyOut]) : sumAmounts([moneyOut, -moneyIn]);

const formatPeriod = ({ period }: TransactionFilter) => period?.text ?? 'in total';

/** Describes the filters and the period, such as ` on Food in October 2026`. */
const formatScope = ({ filter, direction }: Flow, { customer }: AnswerContext) =>
  `${formatFilter(filter, customer, direction)} ${formatPeriod(filter)}`;

async function* answerTotal(question: Flow, context: AnswerContext): Answer {
  const { direction, filter, compare, measure } = question;
  const { side, title, verb, negation, rule } = getWording(direction);
  const getQueries = (period: Period | null) =>
    splitByMerchant({ ...filter, period }).map((part) => getQuery(part, side, context.customer));
  const queries = getQueries(filter.period);
  const query = queries.length === 1 ? (queries[0] ?? '') : null;
  const whole = getWhole(question, context);
  const [totals, before, all] = await Promise.all([
    loadSum(queries, context),
    compare && loadSum(getQueries(compare), context),
    whole && loadTotals(whole.query, context),
  ]);
  const { currency, times, note } = totals;
  const amount = getAmount(totals, direction);
  const total = money(amount, currency);
  const scope = formatScope(question, context);
  const count = counted(times, 'transaction');
  const average = computeAverage(question, amount, totals, context.customer.today);
  const usual = question.comparesWithUsual
    ? await compareWithUsual(filter.period, (period) => loadSum(getQueries(period), context), {
        amount,
        currency,
        direction,
        today: context.customer.today,
      })
    : null;
  const comparison =
    before && compare
      ? compareWith(amount, getAmount(before, direction), currency, compare.text)
      : (usual?.comparison ?? null);
  const share = all && whole && times > 0 ? formatShare(amount, getAmount(all, whole.direction)) : null;
  const sentence =
    times === 0
      ? filter.isFee
        ? `You didn't pay any fees${formatScope({ ...question, filter: { ...filter, isFee: undefined } }, context)}.`
        : `You ${negation} anything${scope}.`
      : share && whole
        ? `${formatSubject(filter, context.customer, direction)} ${share} of ${whole.name} ${formatPeriod(filter)}: ${total} of ${money(getAmount(all ?? totals, whole.direction), currency)}.`
        : measure === 'count'
          ? `You had ${count}${scope}, for a total of ${total}.`
          : average
            ? `On average, you ${verb} ${money(average.amount, currency)} per ${average.unit}${formatFilter(filter, context.customer, direction)} ${formatPeriod(filter)}.`
            : `You ${verb} ${total}${scope} across ${count}.`;
  yield lead(`${sentence}${comparison ? ` ${comparison.sentence}` : ''}`, note);
  const byMerchant =
    queries.length > 1 && times > 0
      ? await Promise.all(
          (filter.merchants ?? []).map(async (label, index) => {
            const part = queries[index] ?? '';
            const found = await loadTotals(part, context);
            return found.times === 0
              ? null
              : {
                  label,
                  amount: getAmount(found, direction),
                  currency: found.currency,
                  href: searchHref(part),
                };
          }),
        )
      : [];
  if (times > 0)
    yield figures(
      average && { label: `Average per ${average.unit}`, amount: average.amount, currency },
      { label: title, amount, currency, ...(query !== null && { href: searchHref(query) }) },
      ...byMerchant,
      { label: 'Transactions', value: String(times) },
      comparison?.figure ?? null,
    );
  const rows = await findInAll(queries, context);
  yield* rowsPart(`${title}${formatFilter(filter, context.customer, direction)}`, rows, {
    query: query ?? queries[0] ?? '',
    total: query === null ? rows.length : times,
  });
  yield how(formatUnderstood(question, context), { query, rule: usual?.rule ?? average?.rule ?? rule });
  yield* followUps(question);
}

/** Returns the search for all spending, or all income, that a share refers to; null for other measures. */
function getWhole({ measure, filter }: Flow, { customer }: AnswerContext) {
  if (measure !== 'share' && measure !== 'share_of_income') return null;
  const isIncome = measure === 'share_of_income';
  const { period } = filter;
  const query = getQuery({ ...NO_FILTER, period }, isIncome ? 'income' : 'spending', customer);
  return {
    query,
    direction: isIncome ? ('in' as const) : ('out' as const),
    name: isIncome ? 'your income' : 'your spending',
  };
}

function formatUnderstood(question: Flow, context: AnswerContext): string {
  const { direction, measure, compare } = question;
  const title = direction === 'net' ? 'Income minus spending' : getWording(direction).title;
  const by = measure === 'total' ? '' : `, ${measure.replace('_', ' ')}`;
  const versus = compare ? `, compared with ${compare.text}` : '';
  return `${title}${formatScope(question, context)}${by}${versus}.`;
}

async function* answerNet(question: Flow, context: AnswerContext): Answer {
  const { filter } = question;
  const incomeQuery = getQuery(filter, 'income', context.customer);
  const spendingQuery = getQuery(filter, 'spending', context.customer);
  const [incomeTotals, spendingTotals] = await Promise.all([
    loadTotals(incomeQuery, context),
    loadTotals(spendingQuery, context),
  ]);
  const income = getAmount(incomeTotals, 'in');
  const spent = getAmount(spendingTotals, 'out');
  const sentence = `${capital(formatPeriod(filter))}, you received ${money(income, incomeTotals.currency)} and spent ${money(spent, spendingTotals.currency)}.`;
  if (incomeTotals.currency !== spendingTotals.currency && incomeTotals.times > 0 && spendingTotals.times > 0)
    return yield text(
      `${sentence} We didn't subtract one from the other because they're in different currencies.`,
    );
  const { currency } = incomeTotals.times > 0 ? incomeTotals : spendingTotals;
  const left = sumAmounts([income, -spent]);
  const result =
    left < 0
      ? `You spent ${money(-left, currency)} more than you received`
      : `You had ${money(left, currency)} left over`;
  yield lead(`${sentence} ${result}.`, spendingTotals.note);
  yield figures(
    { label: 'Money in', amount: income, currency, href: searchHref(incomeQuery) },
    { label: 'Money out', amount: spent, currency, href: searchHref(spendingQuery) },
    { label: 'Net', amount: left, currency },
  );
  yield how(formatUnderstood(question, context), {
    query: spendingQuery,
    rule: `${INCOME.rule} ${SPENDING.rule}`,
  });
}

async function* answerExtreme(
  question: Flow,
  measure: 'largest' | 'smallest',
  context: AnswerContext,
): Answer {
  const { direction, filter } = question;
  const { side, singular, plural, rule } = getWording(direction);
  const query = getQuery(filter, side, context.customer, measure === 'largest' ? 'amount' : 'smallest');
  const [{ times }, rows] = await Promise.all([
    loadTotals(query, context),
    findExtremes(question, measure, context),
  ]);
  const scope = formatScope(question, context);
  const [row] = rows;
  yield lead(
    row
      ? `Your ${measure} ${singular}${scope} was ${money(Math.abs(row.amount), row.currency)}: ${row.title} on ${formatFullDate(context.getDay(row.at))}.`
      : `You don't have any ${plural}${scope}.`,
  );
  const title = `${capital(measure)} transactions${formatFilter(filter, context.customer, direction)}`;
  yield* rowsPart(title, rows, { query, total: times });
  yield how(formatUnderstood(question, context), { query, rule });
}

/** Returns the largest or smallest transactions of all merchants in the filter. */
async function findExtremes(
  { filter, direction, limit }: Flow,
  measure: 'largest' | 'smallest',
  context: AnswerContext,
) {
  const { side } = getWording(direction);
  const sort = measure === 'largest' ? 'amount' : 'smallest';
  const found = await Promise.all(
    splitByMerchant(filter).map((part) =>
      findTransactions(getQuery(part, side, context.customer, sort), context, limit ?? DEFAULT_EXTREMES),
    ),
  );
  const sign = measure === 'largest' ? -1 : 1;
  return found
    .flat()
    .toSorted((a, b) => sign * (Math.abs(a.amount) - Math.abs(b.amount)))
    .slice(0, limit ?? DEFAULT_EXTREMES);
}

const withoutMerchant = ({ merchants: _, ...filter }: TransactionFilter): TransactionFilter => ({
  ...filter,
  merchant: null,
});

async function* answerGroups(question: Flow, context: AnswerContext): Answer {
  const { direction, filter, measure, limit } = question;
  const { side, verb, negation, preposition, rule } = getWording(direction);
  const queries = splitByMerchant(filter).map((part) => getQuery(part, side, context.customer));
  const query =
    queries.length === 1 ? (queries[0] ?? '') : getQuery(withoutMerchant(filter), side, context.customer);
  const [totals, found] = await Promise.all([
    loadSum(queries, context),
    Promise.all(queries.map((part) => findAllTransactions(part, context, MAX_ROWS))),
  ]);
  const rows = found.flat();
  const { currency, times, note } = totals;
  const groups = getGroups(rows, question, currency === context.baseCurrency, context);
  const isChronological = measure === 'by_month' || measure === 'by_week';
  const shown = isChronological ? groups.slice(-MAX_PERIODS) : groups.slice(0, limit ?? MAX_GROUPS);
  const remaining = isChronological ? [] : groups.slice(shown.length);
  const largest = shown.slice(0, 3).map(({ label, amount }) => `${label} (${money(amount, currency)})`);
  const scope = formatScope(question, context);
  const month = question.extreme ? getExtremeMonth(groups, question, context) : null;
  const isByDay = measure === 'by_day' || measure === 'by_weekday';
  const [top] = groups;
  const mostly =
    isChronological || isByDay || largest.length === 0
      ? ''
      : `, mostly ${measure === 'by_category' ? 'on' : preposition} ${listed(largest)}`;
  if (times === 0) yield lead(`You ${negation} anything${scope}.`);
  else
    yield lead(
      `${isByDay && top ? `You ${verb} the most on ${top.label}${measure === 'by_weekday' ? 's' : ''}: ${money(top.amount, currency)}. ` : ''}${month ? `You ${verb} the ${question.extreme === 'least' ? 'least' : 'most'} in ${month.label}: ${money(month.amount, currency)}. ` : ''}You ${verb} ${money(getAmount(totals, direction), currency)}${scope}${mostly}.`,
      `${note}${rows.length >= MAX_ROWS ? ` The groups include only your latest ${MAX_ROWS.toLocaleString('en-US')} transactions.` : ''}`,
    );
  if (shown.length > 0)
    yield figures(
      ...shown.map(({ label, amount, condition }) => ({
        label,
        amount,
        currency,
        ...(condition && { href: searchHref(`${query} ${condition}`) }),
      })),
      remaining.length > 0
        ? { label: 'Everything else', amount: sumAmounts(remaining.map(({ amount }) => amount)), currency }
        : null,
    );
  yield how(formatUnderstood(question, context), { query, rule });
  yield* followUps(question);
}

/** Returns the month with the most or the least, without the unfinished month if there are others. */
function getExtremeMonth(
  groups: ReturnType<typeof getGroups>,
  { extreme }: Flow,
  { customer }: AnswerContext,
): ReturnType<typeof getGroups>[number] | undefined {
  const finished =
    groups.length > 1 ? groups.filter(({ label }) => label !== getMonth(customer.today)) : groups;
  const sorted = finished.toSorted((a, b) => b.amount - a.amount);
  return extreme === 'least' ? sorted.at(-1) : sorted[0];
}

function* followUps({ direction, filter, measure }: Flow): Generator<Part> {
  if (direction !== 'out') return;
  const { period, broaderCategory } = filter;
  const when = period?.text.replace(/ so far$/, '') ?? '';
  yield choices(
    broaderCategory && period
      ? {
          label: `All of ${broaderCategory.name}`,
          ask: `How much did I spend on ${broaderCategory.name} ${when}?`,
        }
      : measure === 'total' && filter.merchant === null
        ? 'Where did I spend the most?'
        : null,
    filter.categories.length === 0 && filter.merchant === null && measure !== 'by_category'
      ? 'By category'
      : null,
  );
}
