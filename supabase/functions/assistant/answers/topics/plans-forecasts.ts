import { counted, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import {
  addMonths,
  DAYS_A_WEEK,
  type DayNumber,
  dayText,
  lastDayOfMonth,
  parseDay,
} from '../../../../../engine/calendar/calendar.ts';
import { getBackTest } from '../../../../../engine/forecast/back-test.ts';
import { BACK_TEST_DAYS } from '../../../../../engine/forecast/back-test-days.ts';
import { buildForecast } from '../../../../../engine/forecast/forecast.ts';
import { knownFuture } from '../../../../../engine/forecast/known-future.ts';
import { listUpcoming } from '../../../../../engine/forecast/upcoming.ts';
import { type BudgetedCategory, computeSafeToSpend } from '../../../../../engine/insights/safe-to-spend.ts';
import { Exchange } from '../../../../../engine/money/exchange.ts';
import { simulateWhatIf } from '../../../../../engine/what-if/what-if.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import {
  COURSE_POINTS,
  forecastCash,
  getUsualChecking,
  MAX_FORECAST_DAYS,
  SIMULATIONS,
} from '../forecast.ts';
import type { TopicAnswers } from '../topics.ts';
import { getWhatIfOptions } from '../what-if.ts';

const NO_CHECKING = "You don't have a checking account yet, so there is nothing to forecast.";
const answerNoForecast = () => answerNothing(NO_CHECKING, 'Accounts', '/dashboard/accounts');
const FORECAST_RULE =
  'Scheduled payments, debts, and statements day by day, and 200 simulations of your spending based on the past year.';
const MAX_PAYMENTS = 5;

/** Answers how low checking gets before the next payday, and which payments are due until then. */
async function* answerUntilPayday(values: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  const named = values.accounts.flatMap((account) => context.findAccount(account) ?? [])[0];
  const account = named ?? getUsualChecking(context);
  if (!row || !account || account.type === 'INVESTMENT') return yield* answerNoForecast();
  const categories = await context.call<BudgetedCategory[]>('budget_status');
  const estimate = computeSafeToSpend(row, account.currency, categories, context.customer.rates);
  const days = estimate?.days ?? 30;
  const forecast = await forecastCash(account.id, context.today + days, context);
  if (!forecast) return yield* answerNoForecast();
  const { median, known } = forecast.lowest;
  const until = estimate?.hasPayday
    ? `before your next payday ${context.formatDistance(dayText(context.today + days))}`
    : `in the next ${counted(days, 'day')}`;
  const getDay = (at: number) => dayText(context.zone.getDay(at));
  const dues = listUpcoming(row, days + 1)
    .filter((item) => item.account === account.id && item.amount < 0)
    .filter(({ at }) => context.zone.getDay(at) < context.today + days)
    .toSorted((a, b) => a.amount - b.amount);
  const { name, currency } = account;
  const cause =
    dues.length === 0
      ? ' No payments are scheduled until then.'
      : ` The largest payments until then are ${listed(dues.slice(0, 3).map((due) => `${due.name} (${money(-due.amount, currency)} on ${context.formatDay(getDay(due.at))})`))}.`;
  yield lead(
    `The lowest balance of ${name} ${until} should be about ${money(median.amount / 100, currency)}, on ${context.formatDay(dayText(median.day))}.${cause}`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: 'Lowest, median projection', amount: median.amount / 100, currency, href: '/forecasts' },
    { label: 'Lowest, scheduled items only', amount: known.amount / 100, currency },
    ...dues.slice(0, MAX_PAYMENTS).map((due) => ({
      label: `${due.name}, ${context.formatDay(getDay(due.at))}`,
      amount: due.amount,
      currency: due.currency,
    })),
  );
  yield how(`${name} ${until}.`, { rule: forecast.noModel ?? FORECAST_RULE });
  yield choices('How much can I safely spend a day?', 'What is the chance that I go below zero?');
}

const DEFAULT_DAYS = 30;

/** Answers how likely an account falls below zero until a day. */
async function* answerOverdraftChance(values: TopicValues, context: AnswerContext): Answer {
  const stated = values.periods[0]?.to;
  const [months] = values.months;
  const to =
    stated && parseDay(stated) > context.today
      ? parseDay(stated)
      : months === undefined
        ? context.today + DEFAULT_DAYS
        : addMonths(context.today, Math.max(1, Math.round(months)));
  if (to - context.today > MAX_FORECAST_DAYS)
    return yield text('We can forecast up to 3 years ahead. Choose an earlier date.');
  const forecast = await forecastCash(null, to, context);
  if (!forecast) return yield* answerNoForecast();
  const day = context.formatDay(dayText(to));
  const risks = forecast.belowZero
    .filter(({ probability }) => probability > 0)
    .filter(
      ({ accountId }) => values.accounts.length === 0 || values.accounts.some(({ id }) => id === accountId),
    )
    .flatMap(({ accountId, probability, day: on }) => {
      const account = context.findAccount({ id: accountId });
      return account ? [{ name: account.name, share: Math.round(probability * 100), on: dayText(on) }] : [];
    })
    .toSorted((a, b) => b.share - a.share);
  const [worst] = risks;
  const names =
    values.accounts.length > 0 ? listed(values.accounts.map(({ name }) => name)) : 'None of your accounts';
  yield lead(
    worst
      ? `There is a ${worst.share < 1 ? 'chance below 1%' : `${worst.share}% chance`} that ${worst.name} falls below zero by ${day}, most likely around ${context.formatDay(worst.on)}.`
      : values.accounts.length > 0
        ? `${names} didn't fall below zero by ${day} in any of our simulations.`
        : `${names} fell below zero by ${day} in any of our simulations.`,
    PROJECTION_NOTE,
  );
  yield figures(
    ...risks.map(
      ({ name, share }): Figure => ({
        label: `${name}, chance`,
        value: share < 1 ? 'Below 1%' : `${share}%`,
      }),
    ),
    {
      label: `Lowest cash, ${context.formatDay(dayText(forecast.lowest.median.day))}`,
      amount: forecast.lowest.median.amount / 100,
      currency: forecast.currency,
      href: '/forecasts',
    },
  );
  yield how(`Checking and savings accounts until ${day}.`, {
    rule:
      forecast.noModel ??
      `${FORECAST_RULE} The chance is the share of simulations in which the account falls below zero.`,
  });
  yield choices('How much is left after bills?');
}

/** Answers what is left of the money in checking after the month's scheduled payments. */
async function* answerAfterBills({ periods }: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  const { baseCurrency: currency } = context;
  const checking = context.customer.accounts.filter(
    (account) => account.type === 'CHECKING' && account.currency === currency,
  );
  if (!row || checking.length === 0) return yield* answerNoForecast();
  const end = periods[0]?.to;
  // "This week" can end today, so it means the next 7 days.
  const last =
    end && end >= context.customer.today
      ? Math.min(Math.max(parseDay(end), context.today + DAYS_A_WEEK - 1), context.today + MAX_FORECAST_DAYS)
      : lastDayOfMonth(context.today);
  const own = new Set(checking.map(({ id }) => id));
  // A transfer between two checking accounts doesn't change the money in checking.
  const items = listUpcoming(row, last - context.today + 2).filter(
    ({ account, toAccount, at }) =>
      own.has(account) && !(toAccount !== null && own.has(toAccount)) && context.zone.getDay(at) <= last,
  );
  const cash = sumAmounts(checking.map(({ balance }) => balance));
  const out = sumAmounts(items.filter(({ amount }) => amount < 0).map(({ amount }) => -amount));
  const incoming = sumAmounts(items.filter(({ amount }) => amount > 0).map(({ amount }) => amount));
  const left = sumAmounts([cash, -out]);
  const withPay = sumAmounts([left, incoming]);
  const day = context.formatDay(dayText(last));
  yield lead(
    `${left < 0 ? `The payments that are scheduled until ${day} are ${money(-left, currency)} more than the ${money(cash, currency)} in checking` : `After the payments that are scheduled until ${day}, you'd have ${money(left, currency)} left of the ${money(cash, currency)} in checking`}${incoming > 0 ? `, or you'd have ${money(withPay, currency)} with the ${money(incoming, currency)} that is coming in` : ''}. Everyday purchases aren't included.`,
  );
  yield figures(
    { label: 'In checking now', amount: cash, currency },
    { label: `Scheduled payments until ${day}`, amount: -out, currency, href: '/scheduled-payments' },
    { label: 'Left after bills', amount: left, currency },
    incoming > 0 ? { label: `Deposits until ${day}`, amount: incoming, currency } : null,
    incoming > 0 ? { label: 'Left with deposits', amount: withPay, currency } : null,
  );
  yield how(`Checking accounts in ${currency} through ${day}.`, {
    rule: 'Balance now − scheduled payments, installments, and statements. Transfers to savings count as payments.',
  });
  yield choices('How much can I safely spend a day?', 'Which payments are coming up?');
}

const MAX_MONTHS = 30 * 12;

type NetWorthPoint = { day: DayNumber; netWorth: number };

/**
 * Projects the net worth until a day, in minor units of the base currency. As far as forecasts reach, the points are
 * those of the forecast; after that, of a what-if without decisions.
 */
async function projectNetWorth(
  { row, simulated: state }: NonNullable<Awaited<ReturnType<AnswerContext['loadState']>>>,
  to: DayNumber,
  context: AnswerContext,
): Promise<{ points: NetWorthPoint[]; currency: string; rule: string }> {
  const { baseCurrency: currency } = context;
  if (to - context.today > MAX_FORECAST_DAYS) {
    const { points } = simulateWhatIf(state, [], to, await getWhatIfOptions(state, context));
    const rule =
      'Scheduled payments, deposits, debts, and your usual spending, month by month, as in a what-if without decisions.';
    return { points, currency, rule };
  }
  const { netWorth, noModel } = buildForecast({
    state,
    history: await context.loadSpending(state),
    to,
    paths: SIMULATIONS,
    seed: row.seed,
    currency,
    rates: context.customer.rates,
    future: knownFuture(state, to, { hasHoldings: true }),
  });
  const step = Math.max(1, Math.ceil((netWorth?.length ?? 1) / COURSE_POINTS));
  const points = (netWorth ?? [])
    .filter((_, index, all) => index % step === 0 || index === all.length - 1)
    .map(({ day, median }) => ({ day, netWorth: median }));
  return { points, currency, rule: noModel ?? `${FORECAST_RULE} The result is the median.` };
}

/** Answers with the projected net worth on a day, by default in a year. */
async function* answerNetWorthAhead(values: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  if (!snapshot) return yield* answerNoForecast();
  const stated = values.periods[0]?.to;
  const [months] = values.months;
  const to =
    stated && parseDay(stated) > context.today
      ? parseDay(stated)
      : addMonths(context.today, Math.max(1, Math.round(months ?? 12)));
  if (to > addMonths(context.today, MAX_MONTHS))
    return yield text('We can project up to 30 years ahead. Choose an earlier date.');
  const { points, currency, rule } = await projectNetWorth(snapshot, to, context);
  const [now, then] = [points[0], points.at(-1)];
  if (!now || !then) return yield* answerNoForecast();
  const change = then.netWorth - now.netWorth;
  const format = (minor: number) => money(minor / 100, currency);
  const day = context.formatDay(dayText(to));
  yield lead(
    `Your net worth should be about ${format(then.netWorth)} on ${day}, ${format(Math.abs(change))} ${change >= 0 ? 'more' : 'less'} than today.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: 'Net worth now', amount: now.netWorth / 100, currency, href: '/analytics' },
    { label: `Net worth, ${day}`, amount: then.netWorth / 100, currency },
  );
  yield {
    kind: 'course',
    title: 'Net worth',
    currency,
    today: context.customer.today,
    points: points.map((point) => ({ day: dayText(point.day), amount: point.netWorth / 100 })),
  };
  yield how(`Your current path until ${day}.`, { rule });
  yield link('Try a what-if', '/forecasts/what-if');
  yield choices('What if I save 200 more a month?');
}

/** Answers how well the forecast of a month ago predicted the spending since then. */
async function* answerAccuracy(_: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const { baseCurrency: currency } = context;
  const state = snapshot?.simulated;
  const products = [...(state?.accounts ?? []), ...(state?.cards ?? [])];
  const exchange = new Exchange(currency, context.customer.rates);
  // Includes only past spending in a currency that has a rate, as the forecast page does.
  const history = (state ? await context.loadSpending(state, BACK_TEST_DAYS) : []).flatMap((row) => {
    const own = products.find(({ id }) => id === row.productId)?.currency;
    return own !== undefined && exchange.counts(own)
      ? [{ ...row, amount: exchange.worth(row.amount, own) }]
      : [];
  });
  const test =
    snapshot && state
      ? getBackTest({
          history,
          timeZone: state.timeZone,
          today: context.today,
          daysBack: BACK_TEST_DAYS,
          seed: snapshot.row.seed,
          currency,
        })
      : null;
  const last = test?.days.at(-1);
  if (!test || !last)
    return yield* answerNothing(
      `There wasn't enough spending ${BACK_TEST_DAYS} days ago to test a forecast.`,
      'Forecasts',
      '/forecasts',
    );
  yield lead(
    `Since ${context.formatDay(test.from)}, you spent ${money(last.actual, currency)}, and we would have predicted ${money(last.median, currency)}. The average difference was ${money(test.meanError, currency)}, and on ${test.inside} of ${counted(test.days.length, 'day')} your spending was within the 80% range.`,
  );
  yield figures(
    { label: 'Spent', amount: last.actual, currency, href: '/forecasts' },
    { label: 'Predicted', amount: last.median, currency },
    { label: '80% range, from', amount: last.low, currency },
    { label: '80% range, to', amount: last.high, currency },
    { label: 'Average difference', amount: test.meanError, currency },
  );
  yield how(`The forecast of ${context.formatDay(test.from)}, compared with purchases since then.`, {
    rule: 'The forecast uses only purchases before that day. Scheduled payments are left out, because they are certain.',
  });
  yield link('Forecasts', '/forecasts');
}

export const FORECAST_ANSWERS: TopicAnswers = {
  'forecast-accuracy': answerAccuracy,
  'lowest-until-payday': answerUntilPayday,
  'overdraft-chance': answerOverdraftChance,
  'left-after-bills': answerAfterBills,
  'net-worth-ahead': answerNetWorthAhead,
};
