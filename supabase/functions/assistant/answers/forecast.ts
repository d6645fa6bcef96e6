import { capital, currencyNote, money } from '../../../../assistant/format.ts';
import { choices, figures, how, type Part, text } from '../../../../assistant/parts.ts';
import { type DayNumber, dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { formatFullDate } from '../../../../engine/calendar/format-date.ts';
import { buildForecast, type Forecast } from '../../../../engine/forecast/forecast.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { isCashAccount } from '../../../../engine/products/accounts/account-types.ts';
import { type Answer, answerNothing, type IntentOf, lead, PROJECTION_NOTE } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';

export const SIMULATIONS = 200;
export const MAX_FORECAST_DAYS = 3 * 366;
/** The number of days that the forecast continues after a purchase. */
const DAYS_AFTER_PURCHASE = 60;
const NOON = 12 * 60;
export const COURSE_POINTS = 90;
const RULE =
  'We project your scheduled payments, debts, and statements day by day, and run 200 simulations of your spending based on the past year. The result is the median. The 80% range excludes the highest and lowest 10% of simulations.';
const NO_ACCOUNTS = "You don't have any accounts yet, so we can't make a forecast.";

/** Returns the checking account with the highest balance in the base currency, which pays in what-ifs. */
export const getUsualChecking = ({ customer, baseCurrency }: AnswerContext) =>
  customer.accounts
    .filter(({ type, currency }) => type === 'CHECKING' && currency === baseCurrency)
    .toSorted((a, b) => b.balance - a.balance)[0];

type Afford = IntentOf<'afford'>;

/** Compares the forecast with and without a purchase. */
export async function* answerAfford(question: Afford, context: AnswerContext): Answer {
  const { name, amount, on } = question;
  const snapshot = await context.loadState();
  if (!snapshot) return yield text(NO_ACCOUNTS);
  const account = getPayer(question, context);
  if (!account) return yield text("You don't have a checking or savings account to pay from.");
  const { currency } = account;
  if (question.currency !== null && question.currency !== currency)
    return yield text(
      `The price is in ${question.currency}, but ${account.name} is in ${currency}. We can't forecast exchange rates. Ask in ${currency} or choose another account.`,
    );
  const { simulated: state, row } = snapshot;
  const day = parseDay(on);
  const options = {
    history: await context.loadSpending(state),
    to: Math.max(day, context.today) + DAYS_AFTER_PURCHASE,
    paths: SIMULATIONS,
    seed: row.seed,
    accountId: account.id,
  };
  const purchase = {
    // Schedules the purchase at noon, or now if noon has passed.
    at: Math.max(state.at + 1, context.zone.at(day, NOON)),
    productId: account.id,
    amount: -toMinor(amount),
    kind: 'payment' as const,
    category: name,
  };
  const without = buildForecast({ ...options, state });
  const withPurchase = buildForecast({
    ...options,
    state: { ...state, changes: [...state.changes, purchase] },
  });
  const lowestWithout = getLowest(without, day);
  const lowest = getLowest(withPurchase, day);
  const low = Math.min(...withPurchase.days.filter((point) => point.day >= day).map((point) => point.low));
  const price = money(amount, currency);
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const spending = `${price} on ${context.formatDay(on)}`;
  const lowestDay = context.formatDay(dayText(lowest.day));
  const isShort = lowest.amount < 0;
  const outcome = isShort
    ? `Spending ${spending} (${name}) would overdraw ${account.name}.`
    : `If you spend ${spending} (${name}), ${account.name} should stay above zero.`;
  const tight =
    !isShort && low < 0
      ? ` In at least 1 of 10 simulations, the balance drops to ${formatMinor(low)} or lower.`
      : '';
  yield lead(
    `${outcome} The lowest projected balance is ${formatMinor(lowest.amount)} on ${lowestDay}.${tight}`,
    PROJECTION_NOTE,
  );
  const onDay = withPurchase.days.find((point) => point.day === day);
  const toFigure = (label: string, minor: number) => ({ label, amount: minor / 100, currency });
  yield figures(
    toFigure(`After the purchase, ${context.formatDay(on)}`, onDay?.median ?? 0),
    toFigure(`Lowest balance with the purchase, ${lowestDay}`, lowest.amount),
    toFigure(
      `Lowest balance without the purchase, ${context.formatDay(dayText(lowestWithout.day))}`,
      lowestWithout.amount,
    ),
    toFigure('Lowest point of the 80% range', low),
  );
  yield buildCourse(`${account.name} with ${name}`, withPurchase, context);
  yield how(`${account.name} for ${DAYS_AFTER_PURCHASE} days after spending ${spending}.`, {
    rule: withPurchase.noModel ?? RULE,
  });
  yield choices(
    'How much can I safely spend a day?',
    isShort ? `How long until I have ${price}?` : null,
    `What will I have in ${account.name} on ${formatFullDate(on)}?`,
  );
}

/** Returns the account in the question, or the checking account with the highest balance. */
function getPayer({ place, currency }: Afford, { customer, baseCurrency }: AnswerContext) {
  const cash = customer.accounts.filter(isCashAccount);
  const named = cash.find(({ id }) => id === place?.id);
  if (named || place?.is === 'account') return named;
  const inCurrency = cash.filter((account) => account.currency === (currency ?? baseCurrency));
  const checking = inCurrency.filter(({ type }) => type === 'CHECKING');
  return (checking.length > 0 ? checking : inCurrency).toSorted((a, b) => b.balance - a.balance)[0];
}

/** Returns the lowest median balance on or after a day. */
function getLowest({ days }: Forecast, from: DayNumber): { day: DayNumber; amount: number } {
  return days
    .filter(({ day }) => day >= from)
    .reduce((lowest, { day, median }) => (median < lowest.amount ? { day, amount: median } : lowest), {
      day: from,
      amount: Number.POSITIVE_INFINITY,
    });
}

/**
 * Builds the chart of a forecast from up to 90 points, always including the last point and the lowest point.
 */
function buildCourse(title: string, { days, currency, lowest }: Forecast, { customer }: AnswerContext): Part {
  const step = Math.max(1, Math.ceil(days.length / COURSE_POINTS));
  return {
    kind: 'course',
    title,
    currency,
    today: customer.today,
    points: days
      .filter(
        ({ day }, index) => index % step === 0 || index === days.length - 1 || day === lowest.median.day,
      )
      .map(({ day, median }) => ({ day: dayText(day), amount: median / 100 })),
  };
}

/** Returns the forecast of one account, or of all cash in the base currency at today's rates. */
export async function forecastCash(
  accountId: string | null,
  to: DayNumber,
  context: AnswerContext,
): Promise<Forecast | null> {
  const snapshot = await context.loadState();
  if (!snapshot) return null;
  const scope =
    accountId === null ? { currency: context.baseCurrency, rates: context.customer.rates } : { accountId };
  try {
    return buildForecast({
      state: snapshot.simulated,
      history: await context.loadSpending(snapshot.state),
      to,
      paths: SIMULATIONS,
      seed: snapshot.row.seed,
      ...scope,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export async function* answerForecast(
  { on, place, ask }: IntentOf<'forecast'>,
  context: AnswerContext,
): Answer {
  // Bills come out of checking, so money in savings doesn't keep a customer from running out.
  const account = place ? undefined : ask === 'lowest' ? getUsualChecking(context) : undefined;
  const name = context.findProduct(place)?.name ?? account?.name;
  if (place && place.is !== 'account') {
    const sentence = `We can forecast account balances, but not what you'll owe on ${name ?? 'a debt'}.`;
    return yield* answerNothing(sentence, 'View forecasts', '/forecasts');
  }
  if (on < context.customer.today)
    return yield text('That date is in the past. Ask for the balance on that date instead.');
  if (parseDay(on) - context.today > MAX_FORECAST_DAYS)
    return yield text('We can forecast up to 3 years ahead. Choose an earlier date.');
  const forecast = await forecastCash(place?.id ?? account?.id ?? null, parseDay(on), context);
  if (!forecast) return yield text(NO_ACCOUNTS);
  const { currency, days, lowest } = forecast;
  const { median, known, low, high } = days.at(-1) ?? { median: 0, known: 0, low: 0, high: 0 };
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const day = context.formatDay(on);
  const lowestDay = context.formatDay(dayText(lowest.median.day));
  // A total of all cash also states the part in checking, from which bills are paid.
  const isTotal = !place && ask !== 'lowest' && context.customer.accounts.filter(isCashAccount).length > 1;
  const checking = isTotal ? getUsualChecking(context) : undefined;
  const part = checking && (await forecastCash(checking.id, parseDay(on), context));
  const checkingMedian = part?.days.at(-1)?.median;
  yield lead(
    ask === 'lowest'
      ? `${formatLowest(lowest.median.amount, name ?? 'your cash', day)} The lowest balance should be about ${formatMinor(lowest.median.amount)}, on ${lowestDay}.`
      : `${name ?? 'Your cash'} should be about ${formatMinor(median)} on ${day}. In 8 of 10 simulations, it's between ${formatMinor(low)} and ${formatMinor(high)}.${checking && part && checkingMedian !== undefined ? ` Of that, about ${money(checkingMedian / 100, part.currency)} is in ${checking.name}.` : ''}`,
    place || account ? '' : formatConversion(forecast, context),
  );
  yield figures(
    { label: 'Median projection', amount: median / 100, currency, href: '/forecasts' },
    { label: 'Scheduled items only', amount: known / 100, currency },
    { label: `Lowest, ${lowestDay}`, amount: lowest.median.amount / 100, currency },
  );
  yield buildCourse(name ?? 'Your cash', forecast, context);
  yield how(`Projected balance of ${name ?? 'all checking and savings accounts'} on ${day}.`, {
    rule: forecast.noModel ?? RULE,
  });
}

/** States whether an account is likely to stay above zero until a day. */
const formatLowest = (lowest: number, name: string, day: string) =>
  lowest < 0
    ? `${capital(name)} would run out of money by ${day}.`
    : `${capital(name)} should stay above zero through ${day}.`;

function formatConversion({ currency, leftOut }: Forecast, { customer }: AnswerContext): string {
  const cash = customer.accounts.filter(isCashAccount);
  return currencyNote({
    others: [...new Set(cash.map((account) => account.currency))],
    leftOut,
    into: currency,
    rates: "today's exchange rates",
  });
}

export async function* answerHowLong(
  { amount, currency, place }: IntentOf<'how_long'>,
  context: AnswerContext,
): Answer {
  const name = context.findProduct(place)?.name;
  const accountId = place?.is === 'account' ? place.id : null;
  const forecast = await forecastCash(accountId, context.today + MAX_FORECAST_DAYS, context);
  if (!forecast) return yield text(NO_ACCOUNTS);
  if (currency !== null && currency !== forecast.currency)
    return yield text(
      `This forecast is in ${forecast.currency}, and we can't forecast exchange rates. Ask for an amount in ${forecast.currency}.`,
    );
  const reached = forecast.days.find(({ median }) => median >= toMinor(amount));
  const target = money(amount, forecast.currency);
  const day = reached && dayText(reached.day);
  yield lead(
    !reached || !day
      ? `At your current pace, ${name ?? 'your cash'} won't reach ${target} within 3 years.`
      : reached.day === context.today
        ? `${name ?? 'Your cash'} has already reached ${target}: it's ${money(reached.median / 100, forecast.currency)} today.`
        : `${name ?? 'Your cash'} should reach ${target} around ${context.formatDay(day)}, ${context.formatDistance(day)}.`,
  );
  const days = reached ? forecast.days.slice(0, forecast.days.indexOf(reached) + 1) : forecast.days;
  if (days.length > 1) yield buildCourse(name ?? 'Your cash', { ...forecast, days }, context);
  yield how(`When the balance in ${name ?? 'all checking and savings accounts'} reaches ${target}.`, {
    rule: forecast.noModel ?? RULE,
  });
  yield choices('What if I save 200 more a month?');
}
