import { counted, getWeekday, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { dayText, parseDay, weekday } from '../../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../../engine/calendar/periods.ts';
import { listUpcoming, type Upcoming } from '../../../../../engine/forecast/upcoming.ts';
import type { HouseholdRow } from '../../../../../engine/household/row.ts';
import { type BudgetedCategory, computeSafeToSpend } from '../../../../../engine/insights/safe-to-spend.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
import { getOpenStatement } from '../cards.ts';
import { MAX_FORECAST_DAYS } from '../forecast.ts';
import { loadRecurringPayments } from '../subscriptions.ts';
import type { TopicAnswers } from '../topics.ts';
import { getFullMonths, getLastDays, getSpan, groupBy, loadFlow, toFilter } from './money-totals.ts';

const PAGE = ['Scheduled payments', '/scheduled-payments'] as const;
const NO_BILLS = "You don't have any bills or scheduled payments yet.";
/** A balance that covers every payment, in minor units, so that a bill is listed even if the money is missing. */
const ENOUGH = 1_000_000_000_00;

/** Returns the known payments and deposits of the next days, including those that the balance doesn't cover. */
export const listDues = (row: HouseholdRow, days: number): Upcoming[] =>
  listUpcoming(
    {
      ...row,
      accounts: row.accounts.map((account) =>
        account.closed ? account : { ...account, balance: account.balance + ENOUGH },
      ),
    },
    days,
  );

/** Returns the bills among upcoming items: payments to others, and no transfers or savings. */
const getBills = (items: readonly Upcoming[]) =>
  items.filter(({ amount, isGoal, kind }) => amount < 0 && !isGoal && kind !== 'transfer');

const getItemDay = ({ at }: Upcoming, context: AnswerContext) => dayText(context.zone.getDay(at));

const sumDues = (items: readonly Upcoming[], context: AnswerContext) =>
  sumInOneCurrency(
    items.map(({ amount, currency }) => ({ amount: -amount, currency })),
    context,
  );

const toFigure = (item: Upcoming, context: AnswerContext): Figure => ({
  label: `${item.name}, ${context.formatDay(getItemDay(item, context))}`,
  amount: item.amount,
  currency: item.currency,
});

/** Lists the bills before the next payday, and what is left. */
async function* answerUntilPayday(_: TopicValues, context: AnswerContext): Answer {
  const { baseCurrency: currency, customer } = context;
  const row = await context.loadHousehold();
  const budgets = row ? await context.call<BudgetedCategory[]>('budget_status') : [];
  const estimate = row && computeSafeToSpend(row, currency, budgets, customer.rates);
  if (!estimate) return yield text(`You don't have a checking account in ${currency}.`);
  const { dues, days, cash, bills, goals, hasPayday } = estimate;
  const until = hasPayday
    ? `before your next payday on ${context.formatDay(dayText(context.today + days))}`
    : `in the next ${counted(days, 'day')}`;
  const total = (bills + goals) / 100;
  const left = sumAmounts([cash / 100, -total]);
  yield lead(
    dues.length === 0
      ? `Nothing is due ${until}. You have ${money(cash / 100, currency)} in checking.`
      : `${counted(dues.length, 'payment is', 'payments are')} due ${until}, ${money(total, currency)} in total. ${left >= 0 ? `Of ${money(cash / 100, currency)} in checking, ${money(left, currency)} is left.` : `You have ${money(cash / 100, currency)} in checking, so ${money(-left, currency)} is missing.`}`,
  );
  yield figures(
    { label: 'In checking', amount: cash / 100, currency },
    ...dues.slice(0, 10).map((due) => toFigure(due, context)),
    dues.length > 10 ? { label: 'Not shown', value: counted(dues.length - 10, 'more payment') } : null,
    { label: 'Left after these payments', amount: left, currency },
  );
  yield how(`Known payments from checking ${until}.`, {
    rule: "Includes transfers to savings and goals. Everyday purchases aren't included.",
  });
  yield link(...PAGE);
  yield choices('How much can I safely spend a day?');
}

/** Answers whether the cash covers the bills of the next 30 days and all card statements. */
async function* answerPayAll(_: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  if (!snapshot) return yield* answerNothing(NO_BILLS, ...PAGE);
  const { customer, baseCurrency } = context;
  const bills = getBills(listDues(snapshot.row, 30));
  const covered = new Set(bills.map(({ subject }) => subject));
  const statements = snapshot.state.cards.flatMap((card) => {
    const statement = getOpenStatement(card);
    return statement && statement.left > 0 && !covered.has(card.id) && context.findProduct(card)
      ? [{ name: `${card.name} statement`, amount: -statement.left / 100, currency: card.currency }]
      : [];
  });
  const all = [...bills.map(({ name, amount, currency }) => ({ name, amount, currency })), ...statements];
  const due = sumInOneCurrency(
    all.map(({ amount, currency }) => ({ amount: -amount, currency })),
    context,
  );
  const addUp = (type: string) =>
    sumInOneCurrency(
      customer.accounts
        .filter((account) => account.type === type)
        .map(({ balance, currency }) => ({ amount: balance, currency })),
      context,
    );
  const [checking, savings] = [addUp('CHECKING'), addUp('SAVINGS')];
  if (all.length === 0) return yield* answerNothing('No bills are due in the next 30 days.', ...PAGE);
  const currencies = new Set([due.currency, ...customer.accounts.map(({ currency }) => currency)]);
  const isConverted = currencies.size > 1;
  if (isConverted && due.currency !== baseCurrency)
    return yield text(
      "Your bills and your accounts are in different currencies, so we can't compare them exactly.",
    );
  const { currency } = due;
  const afterChecking = sumAmounts([checking.total, -due.total]);
  const afterAll = sumAmounts([afterChecking, savings.total]);
  yield lead(
    `${
      afterChecking >= 0
        ? `Yes. Your bills in the next 30 days add up to ${money(due.total, currency)}, and you have ${money(checking.total, currency)} in checking. ${money(afterChecking, currency)} would be left.`
        : afterAll >= 0
          ? `Only with your savings. Your bills in the next 30 days add up to ${money(due.total, currency)}. You have ${money(checking.total, currency)} in checking and ${money(savings.total, currency)} in savings.`
          : `No. Your bills in the next 30 days add up to ${money(due.total, currency)}, ${money(-afterAll, currency)} more than you have in checking and savings.`
    }`,
    checking.note || due.note || savings.note,
  );
  yield figures(
    ...all.slice(0, 10).map(({ name, amount, currency: own }) => ({ label: name, amount, currency: own })),
    all.length > 10 ? { label: 'Not shown', value: counted(all.length - 10, 'more bill') } : null,
    { label: 'Bills in total', amount: due.total, currency },
    { label: 'In checking', amount: checking.total, currency: checking.currency },
    { label: 'In savings', amount: savings.total, currency: savings.currency },
  );
  yield how('Bills of the next 30 days and unpaid card statements, if you paid them all today.', {
    rule: "Transfers between your accounts and goal contributions aren't bills.",
  });
  yield choices('Which bills are due before my next payday?');
}

/** Adds up outgoing payments by week. */
async function* answerByWeek({ periods }: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  if (!row) return yield* answerNothing(NO_BILLS, ...PAGE);
  const [stated] = periods;
  const from = stated?.from && stated.from > context.customer.today ? stated.from : context.customer.today;
  const to = stated?.to && stated.to >= from ? stated.to : dayText(parseDay(from) + 29);
  const when = stated?.text ?? 'in the next 30 days';
  const days = Math.min(MAX_FORECAST_DAYS, parseDay(to) - context.today + 2);
  const dues = listDues(row, days).filter(
    (item) => item.amount < 0 && getItemDay(item, context) >= from && getItemDay(item, context) <= to,
  );
  if (dues.length === 0) return yield* answerNothing(`No payments are scheduled ${when}.`, ...PAGE);
  const { total, currency, note } = sumDues(dues, context);
  const weeks = groupBy(dues, (item) => dayText(unitAround(context.zone.getDay(item.at), 'week').from)).map(
    ([monday, own]) => ({ monday, count: own.length, ...sumDues(own, context) }),
  );
  const [most] = weeks.toSorted((a, b) => b.total - a.total);
  yield lead(
    `${counted(dues.length, 'payment goes', 'payments go')} out ${when}, ${money(total, currency)} in total.${weeks.length > 1 && most ? ` The most is due in the week of ${context.formatDay(most.monday)}: ${money(most.total, most.currency)}.` : ''}`,
    note,
  );
  yield figures(
    ...weeks.map(({ monday, count, total: sum, currency: own }) => ({
      label: `Week of ${context.formatDay(monday)}, ${counted(count, 'payment')}`,
      amount: -sum,
      currency: own,
    })),
    ...dues.slice(0, 20).map((item) => toFigure(item, context)),
  );
  yield how(`Outgoing payments ${when}, by week.`, {
    rule: 'Includes scheduled payments, transfers, goals, installments, and card payments. Weeks start on Monday.',
  });
  yield link(...PAGE);
}

/** Lists the bills that fall on a weekend. */
async function* answerWeekendBills({ periods }: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  if (!row) return yield* answerNothing(NO_BILLS, ...PAGE);
  const [stated] = periods;
  const to = stated?.to && stated.to > context.customer.today ? stated.to : dayText(context.today + 60);
  const days = Math.min(MAX_FORECAST_DAYS, parseDay(to) - context.today + 2);
  const when = stated?.to && stated.to > context.customer.today ? stated.text : 'in the next 60 days';
  const bills = getBills(listDues(row, days)).filter((item) => getItemDay(item, context) <= to);
  const weekend = bills.filter((item) => [0, 6].includes(weekday(context.zone.getDay(item.at))));
  yield lead(
    weekend.length === 0
      ? `No. None of your ${counted(bills.length, 'bill')} ${when} falls on a weekend.`
      : `Yes. ${weekend.length} of ${counted(bills.length, 'bill')} ${when} ${weekend.length === 1 ? 'falls' : 'fall'} on a weekend: ${listed(
          weekend
            .slice(0, 5)
            .map(
              (item) =>
                `${item.name} (${getWeekday(getItemDay(item, context))}, ${context.formatDay(getItemDay(item, context))})`,
            ),
        )}.`,
  );
  if (weekend.length > 0) yield figures(...weekend.slice(0, 10).map((item) => toFigure(item, context)));
  yield how(`Bills on Saturdays and Sundays ${when}.`, {
    rule: 'Each scheduled payment can stay on its day, or move to the business day before or after.',
  });
  yield link(...PAGE);
}

/** Lists the recurring payments by the account that pays them. */
async function* answerByAccount(values: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  if (!row) return yield* answerNothing(NO_BILLS, ...PAGE);
  const named = new Set(values.accounts.map(({ id }) => id));
  const dues = listDues(row, 31).filter(
    ({ amount, account }) => amount < 0 && (named.size === 0 || named.has(account)),
  );
  const groups = groupBy(dues, ({ account }) => account)
    .map(([id, own]) => ({
      name: context.findAccount({ id })?.name ?? 'A closed account',
      own,
      ...sumDues(own, context),
    }))
    .toSorted((a, b) => b.own.length - a.own.length);
  const [first] = groups;
  if (!first)
    return yield* answerNothing(
      `Nothing is scheduled${values.accounts[0] ? ` from ${values.accounts[0].name}` : ''} in the next month.`,
      ...PAGE,
    );
  yield lead(
    `In the next month, ${listed(groups.map(({ name, own, total, currency }) => `${counted(own.length, 'payment comes', 'payments come')} out of ${name} (${money(total, currency)})`))}.`,
  );
  yield figures(
    ...groups.flatMap(({ name, own, total, currency }): Figure[] => [
      { label: `${name}, total`, amount: -total, currency },
      ...own.slice(0, 12).map((item) => toFigure(item, context)),
    ]),
  );
  yield how('Payments of the next month by the account that pays them.', {
    rule: 'Includes scheduled payments, transfers, goals, installments, and card payments.',
  });
  yield link(...PAGE);
}

type HouseholdEvent = {
  at: string;
  kind: string;
  description: string;
  facts: { amount?: number; missing?: number; minimum?: number };
};

const FAILURES: Readonly<Record<string, string>> = {
  payment_failed: 'failed',
  payment_missed: 'was late',
  deposit_failed: 'failed',
  pay_missed: 'did not arrive',
};

/** Lists payments that failed or were late. */
async function* answerFailed(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getLastDays(365, context), context);
  const { data } = await context.client
    .from('household_events')
    .select('at, kind, description, facts')
    .in('kind', Object.keys(FAILURES))
    .gte('at', context.getStart(parseDay(span.from)))
    .lt('at', context.getStart(parseDay(span.to) + 1))
    .order('at', { ascending: false })
    .throwOnError();
  const events = data as HouseholdEvent[];
  const snapshot = await context.loadState();
  const retries = (snapshot?.state.scheduledPayments ?? []).filter(({ retry }) => retry !== null);
  const [last] = events;
  const waiting =
    retries.length > 0 ? ` We're still trying to pay ${listed(retries.map(({ name }) => name))}.` : '';
  yield lead(
    last
      ? `Yes. ${counted(events.length, 'payment')} failed or ${events.length === 1 ? 'was' : 'were'} late ${span.text}. The latest: ${last.description} on ${context.formatDay(context.getDay(last.at))}.${waiting}`
      : `No payment failed or was late ${span.text}.${waiting}`,
  );
  if (last)
    yield figures(
      ...events.slice(0, 10).map(
        ({ at, description, kind }): Figure => ({
          label: `${context.formatDay(context.getDay(at))}, ${FAILURES[kind] ?? 'failed'}`,
          value: description,
        }),
      ),
    );
  yield how(`Failed and late payments ${span.text}.`, {
    rule: 'A scheduled payment without enough money is tried again for three days before it fails.',
  });
  yield link(...PAGE);
  yield choices('Have I ever missed a payment?');
}

/** Adds up the monthly costs of recurring payments and debts, and their share of income. */
async function* answerFixedCosts(_: TopicValues, context: AnswerContext): Answer {
  const [{ payments }, snapshot] = await Promise.all([loadRecurringPayments(context), context.loadState()]);
  const debts = (snapshot?.state.debts ?? [])
    .filter((debt) => debt.balance > 0 && context.findProduct(debt))
    .map(({ name, payment, currency }) => ({ label: name, amount: payment / 100, currency }));
  const rules = payments.map(({ name, yearly, currency }) => ({
    label: name,
    amount: Math.round((yearly * 100) / 12) / 100,
    currency,
  }));
  const all = [...debts, ...rules].toSorted((a, b) => b.amount - a.amount);
  if (all.length === 0) return yield* answerNothing(NO_BILLS, ...PAGE);
  const { total, currency, note } = sumInOneCurrency(all, context);
  const months = getFullMonths(3, context);
  const income = await loadFlow(toFilter({}, months), 'income', context);
  const spending = await loadFlow(toFilter({}, months), 'spending', context);
  const monthly = Math.round((income.amount * 100) / 3) / 100;
  const hasShare = income.currency === currency && monthly > 0;
  yield lead(
    `Your fixed costs are ${money(total, currency)} a month: ${counted(rules.length, 'recurring payment')} and ${counted(debts.length, 'debt payment')}.${hasShare ? ` That's ${formatShare(total, monthly)} of your average income of ${money(monthly, currency)} a month.` : ''}`,
    note,
  );
  yield figures(
    ...all
      .slice(0, 15)
      .map(({ label, amount, currency: own }) => ({ label, amount: -amount, currency: own })),
    { label: 'Fixed costs a month', amount: total, currency },
    hasShare ? { label: 'Average income a month', amount: monthly, currency } : null,
    spending.currency === currency && spending.times > 0
      ? {
          label: 'Average spending a month',
          amount: Math.round((spending.amount * 100) / 3) / 100,
          currency,
        }
      : null,
  );
  yield how('Recurring payments to others and the installments of loans and mortgages.', {
    rule: `Weekly payments × 52 ÷ 12, biweekly × 26 ÷ 12, quarterly ÷ 3, yearly ÷ 12. Income is the average ${months.text}. Card payments aren't fixed costs.`,
  });
  yield link(...PAGE);
  yield choices('What are my subscriptions?');
}

export const BILL_ANSWERS: TopicAnswers = {
  'bills-until-payday': answerUntilPayday,
  'pay-all-bills': answerPayAll,
  'bills-by-week': answerByWeek,
  'weekend-bills': answerWeekendBills,
  'payments-by-account': answerByAccount,
  'failed-payments': answerFailed,
  'fixed-costs': answerFixedCosts,
};
