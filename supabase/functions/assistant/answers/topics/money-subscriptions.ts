import { counted, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, figures, how, link, searchHref } from '../../../../../assistant/parts.ts';
import { dayText } from '../../../../../engine/calendar/calendar.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
import { answerSubscriptions, loadRecurringPayments, TIMES_PER_YEAR } from '../subscriptions.ts';
import type { TopicAnswers } from '../topics.ts';
import { listDues } from './money-bills.ts';
import { getFullMonths, getLastDays, loadFlow, toFilter } from './money-totals.ts';

const PAGE = ['Scheduled payments', '/scheduled-payments'] as const;

function answerNoSubscriptions() {
  return answerNothing("You don't have any subscriptions.", ...PAGE);
}

const loadSubscriptions = async (context: AnswerContext) =>
  (await loadRecurringPayments(context)).payments.filter(({ isBill }) => !isBill);

const getMonthly = (yearly: number) => Math.round((yearly * 100) / 12) / 100;

const RULE =
  'Subscriptions are scheduled payments to others, without rent, utilities, and insurance. Yearly cost is the amount × payments a year.';

/** Names the cheapest subscription. */
async function* answerCheapest(_: TopicValues, context: AnswerContext): Answer {
  const sorted = (await loadSubscriptions(context)).toSorted((a, b) => a.yearly - b.yearly);
  const [first, second] = sorted;
  if (!first) return yield* answerNoSubscriptions();
  yield lead(
    `Your cheapest subscription is ${first.name}: ${money(getMonthly(first.yearly), first.currency)} a month (${money(first.yearly, first.currency)} a year).${second ? ` ${second.name} is next, at ${money(getMonthly(second.yearly), second.currency)} a month.` : ''}`,
  );
  yield figures(
    ...sorted.map(({ name, yearly, currency }) => ({
      label: `${name}, per month`,
      amount: getMonthly(yearly),
      currency,
    })),
  );
  yield how('Subscriptions, cheapest first.', { rule: RULE });
  yield link(...PAGE);
  yield choices(`Cancel ${first.name}`, 'Which subscription costs the most?');
}

/** Compares subscriptions with income. */
async function* answerShare(_: TopicValues, context: AnswerContext): Answer {
  const subscriptions = await loadSubscriptions(context);
  if (subscriptions.length === 0) return yield* answerNoSubscriptions();
  const yearly = sumInOneCurrency(
    subscriptions.map(({ yearly: amount, currency }) => ({ amount, currency })),
    context,
  );
  const monthly = getMonthly(yearly.total);
  const months = getFullMonths(3, context);
  const income = await loadFlow(toFilter({}, months), 'income', context);
  const earned = Math.round((income.amount * 100) / 3) / 100;
  const { currency } = yearly;
  const hasShare = income.currency === currency && earned > 0;
  yield lead(
    `Your ${counted(subscriptions.length, 'subscription')} cost ${money(monthly, currency)} a month${hasShare ? `, ${formatShare(monthly, earned)} of your average income of ${money(earned, currency)} a month` : ''}.`,
    yearly.note,
  );
  yield figures(
    { label: 'Subscriptions a month', amount: monthly, currency },
    { label: 'Subscriptions a year', amount: yearly.total, currency },
    hasShare ? { label: 'Average income a month', amount: earned, currency } : null,
  );
  yield how('Subscriptions as a share of income.', { rule: `Income is the average ${months.text}. ${RULE}` });
  yield choices('What are my subscriptions?');
}

/** Answers with the yearly cost of one recurring payment. */
async function* answerYearlyCost({ payments }: TopicValues, context: AnswerContext): Answer {
  const [named] = payments;
  const rule = context.customer.scheduledPayments.find(({ id }) => id === named?.id);
  const account = rule && context.findAccount({ id: rule.accountId });
  if (!rule || !account || rule.amount === null)
    return yield* answerNothing('Name one of your scheduled payments with a fixed amount.', ...PAGE);
  const { currency } = account;
  const yearly = sumAmounts([rule.amount * TIMES_PER_YEAR[rule.frequency]]);
  const year = getLastDays(365, context);
  const paid = rule.payee
    ? await loadFlow(toFilter({ merchants: [rule.payee] }, year), 'spending', context)
    : null;
  const past =
    paid && paid.times > 0
      ? ` In the last 365 days, you paid ${money(paid.amount, paid.currency)} in ${counted(paid.times, 'payment')}.`
      : '';
  yield lead(
    `${rule.name} costs ${money(yearly, currency)} a year at its current price of ${money(rule.amount, currency)} ${rule.frequency.toLowerCase()}.${past}`,
  );
  yield figures(
    { label: 'Per year', amount: yearly, currency },
    { label: 'Per month', amount: getMonthly(yearly), currency },
    { label: `Each payment, ${rule.frequency.toLowerCase()}`, amount: rule.amount, currency },
    paid && paid.times > 0
      ? {
          label: 'Paid in the last 365 days',
          amount: paid.amount,
          currency: paid.currency,
          href: searchHref(paid.query),
        }
      : null,
  );
  yield how(`Yearly cost of ${rule.name}.`, {
    query: paid?.query ?? null,
    rule: `${money(rule.amount, currency)} × ${TIMES_PER_YEAR[rule.frequency]} payments a year.`,
  });
  yield choices(`What if I cancel ${rule.name}?`);
}

/** Names the subscription that started last. */
async function* answerNewest(_: TopicValues, context: AnswerContext): Answer {
  const { data } = await context.client
    .from('scheduled_payments')
    .select('name, start_date, payee, amount')
    .order('start_date', { ascending: false })
    .throwOnError();
  const subscriptions = await loadSubscriptions(context);
  const rules = (data as { name: string; start_date: string; payee: string | null }[]).flatMap((rule) => {
    const own = subscriptions.find(({ name, payee }) => name === rule.name && payee === rule.payee);
    return own ? [{ ...own, start: rule.start_date }] : [];
  });
  const [first] = rules;
  if (!first) return yield* answerNoSubscriptions();
  yield lead(
    `Your newest subscription is ${first.name}, since ${context.formatDay(first.start)}: ${money(first.amount, first.currency)} each time.`,
  );
  yield figures(
    ...rules.slice(0, 10).map(({ name, start, amount, currency }) => ({
      label: `${name}, since ${context.formatDay(start)}`,
      amount,
      currency,
    })),
  );
  yield how('Subscriptions by their first payment, newest first.', { rule: RULE });
  yield link(...PAGE);
}

const SMALL = 15;

/** Lists small subscriptions, which are easily forgotten. */
async function* answerSmall({ amounts }: TopicValues, context: AnswerContext): Answer {
  const limit = amounts[0]?.amount ?? SMALL;
  const small = (await loadSubscriptions(context))
    .filter(({ yearly }) => getMonthly(yearly) <= limit)
    .toSorted((a, b) => a.yearly - b.yearly);
  const formatted = money(limit, amounts[0]?.currency ?? context.baseCurrency);
  const { total, currency, note } = sumInOneCurrency(
    small.map(({ yearly, currency: own }) => ({ amount: yearly, currency: own })),
    context,
  );
  yield lead(
    small.length === 0
      ? `You don't have a subscription of ${formatted} a month or less.`
      : `${counted(small.length, 'subscription costs', 'subscriptions cost')} ${formatted} a month or less: ${listed(small.map(({ name }) => name))}. Together, ${small.length === 1 ? 'it costs' : 'they cost'} ${money(total, currency)} a year.`,
    note,
  );
  if (small.length > 0)
    yield figures(
      ...small.map(({ name, yearly, currency: own }) => ({
        label: `${name}, per year`,
        amount: yearly,
        currency: own,
      })),
      { label: 'Total a year', amount: total, currency },
    );
  yield how(`Subscriptions of ${formatted} a month or less.`, { rule: RULE });
  yield link(...PAGE);
}

/** Lists the subscriptions that are charged soon. */
async function* answerRenewals({ periods }: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  const subscriptions = await loadSubscriptions(context);
  if (!row || subscriptions.length === 0) return yield* answerNoSubscriptions();
  const [stated] = periods;
  const { today } = context.customer;
  const end = stated?.to ?? null;
  const nextWeek = dayText(context.today + 6);
  // "This week" and "today" mean the next days, as for other payments.
  const isNear = end === null || end < today || (stated?.from ?? today) <= today;
  const to = end !== null && end > nextWeek ? end : isNear ? nextWeek : (end ?? nextWeek);
  const from = stated?.from && stated.from > today ? stated.from : today;
  const when =
    stated && from > today
      ? stated.text
      : to === nextWeek
        ? 'in the next 7 days'
        : `until ${context.formatDay(to)}`;
  const ids = new Set(
    context.customer.scheduledPayments.flatMap(({ id, name, payee }) =>
      subscriptions.some((own) => own.name === name && own.payee === payee) ? [id] : [],
    ),
  );
  const days = Math.min(
    366,
    Math.max(8, context.zone.getDay(Date.parse(`${to}T12:00:00Z`)) - context.today + 2),
  );
  const items = listDues(row, days)
    .filter(({ subject }) => ids.has(subject))
    .map((item) => ({ ...item, day: dayText(context.zone.getDay(item.at)) }));
  const due = items.filter(({ day }) => day >= from && day <= to);
  const { total, currency, note } = sumInOneCurrency(
    due.map(({ amount, currency: own }) => ({ amount: -amount, currency: own })),
    context,
  );
  yield lead(
    due.length === 0
      ? `No subscription renews ${when}.`
      : `${counted(due.length, 'subscription renews', 'subscriptions renew')} ${when}: ${listed(due.map(({ name, day, amount, currency: own }) => `${name} on ${context.formatDay(day)} (${money(-amount, own)})`))}${due.length > 1 ? `, ${money(total, currency)} in total` : ''}.`,
    note,
  );
  if (due.length > 0)
    yield figures(
      ...due.map(({ name, day, amount, currency: own }) => ({
        label: `${name}, ${context.formatDay(day)}`,
        amount,
        currency: own,
      })),
    );
  yield how(`Subscriptions that are charged ${when}.`, { rule: RULE });
  yield link(...PAGE);
}

export const SUBSCRIPTION_ANSWERS: TopicAnswers = {
  'bills-that-rose': (_, context) =>
    answerSubscriptions({ kind: 'subscriptions', ask: 'price_increases', isAll: true, assumed: [] }, context),
  'subscription-cheapest': answerCheapest,
  'subscription-share': answerShare,
  'payment-yearly-cost': answerYearlyCost,
  'subscription-newest': answerNewest,
  'subscription-small': answerSmall,
  'subscription-renewals': answerRenewals,
};
