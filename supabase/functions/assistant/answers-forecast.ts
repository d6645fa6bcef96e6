import {
  choices,
  currencyNote,
  figures,
  formatAssumed,
  how,
  link,
  money,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import type { Part } from '../../../assistant/parts.ts';
import { type DayNumber, dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { formatFullDate } from '../../../engine/calendar/format-date.ts';
import { buildForecast, type Forecast } from '../../../engine/forecast/forecast.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

const FUTURES = 200;
/** The forecast horizon in days. */
const LONGEST_DAYS = 3 * 366;
const COURSE_POINTS = 90;
const RULE =
  'We project your scheduled payments, debts, and statements day by day, and run 200 simulations of your spending based on the past year. The result is the median.';
const NOTHING = "You don't have any accounts yet, so we can't make a forecast.";

type Afford = Extract<Question, { kind: 'afford' }> & Assumptions;

/** Compares the forecast with and without the purchase. */
export async function* afford(question: Afford, asking: Asking): Answer {
  const { name, amount, on, assumed } = question;
  const snapshot = await asking.state();
  if (!snapshot) return yield text(NOTHING);
  const account = getPayer(question, asking);
  if (!account) return yield text("You don't have a checking or savings account to pay from.");
  const currency = question.currency ?? account.currency;
  if (currency !== account.currency)
    return yield text(
      `The price is in ${currency}, but ${account.name} is in ${account.currency}. We can't forecast exchange rates. Ask in ${account.currency} or choose another account.`,
    );
  const { simulated: state } = snapshot;
  const day = parseDay(on);
  const to = Math.max(day, asking.today) + 60;
  const options = {
    history: await asking.spending(state),
    to,
    paths: FUTURES,
    seed: snapshot.row.seed,
    accountId: account.id,
  };
  const plain = buildForecast({ ...options, state });
  const bought = buildForecast({
    ...options,
    state: withPurchase(state, account.id, day, amount, name, asking),
  });
  const before = getLowest(plain, day);
  const after = getLowest(bought, day);
  const at = bought.days.find((one) => one.day === day);
  const low = Math.min(...bought.days.filter((one) => one.day >= day).map((one) => one.low));
  const price = money(amount, currency);
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const isShort = after.amount < 0;
  const lead = isShort
    ? `Spending ${price} on ${asking.formatDay(on)} (${name}) would overdraw ${account.name}. The lowest projected balance is ${formatMinor(after.amount)} on ${asking.formatDay(dayText(after.day))}.`
    : `If you spend ${price} on ${asking.formatDay(on)} (${name}), ${account.name} should stay above zero. The lowest projected balance is ${formatMinor(after.amount)} on ${asking.formatDay(dayText(after.day))}.`;
  const tight =
    !isShort && low < 0 ? ` In 1 of 10 simulations, it drops to ${formatMinor(low)} or lower.` : '';
  yield text(`${lead}${tight}${formatAssumed(assumed)} This is a projection, not advice.`);
  yield figures(
    {
      label: `After the purchase, ${asking.formatDay(on)}`,
      amount: (at?.median ?? 0) / 100,
      currency,
    },
    {
      label: `Lowest with the purchase, ${asking.formatDay(dayText(after.day))}`,
      amount: after.amount / 100,
      currency,
    },
    {
      label: `Lowest without the purchase, ${asking.formatDay(dayText(before.day))}`,
      amount: before.amount / 100,
      currency,
    },
    { label: 'Lowest in 1 of 10 simulations', amount: low / 100, currency },
  );
  yield course(`${account.name} with ${name}`, bought, asking);
  yield how(`${account.name} for 60 days after spending ${price} on ${asking.formatDay(on)}.`, {
    rule: bought.noModel ?? RULE,
  });
  yield choices(
    'How much can I safely spend a day?',
    isShort ? `How long until I have ${price}?` : null,
    `What will I have in ${account.name} on ${formatFullDate(on)}?`,
  );
}

/** Returns the named account, or the checking account with the highest balance. */
function getPayer({ place, currency }: Afford, { known, base }: Asking) {
  const cash = known.accounts.filter(({ type }) => type !== 'INVESTMENT');
  const named = cash.find(({ id }) => id === place?.id);
  if (named || place?.is === 'account') return named;
  const fitting = cash.filter((account) => account.currency === (currency ?? base));
  const checking = fitting.filter(({ type }) => type === 'CHECKING');
  return (checking.length > 0 ? checking : fitting).toSorted((one, other) => other.balance - one.balance)[0];
}

/** Adds the purchase as a payment at noon of its day, or now if the day is today. */
function withPurchase(
  state: HouseholdState,
  accountId: string,
  day: DayNumber,
  amount: number,
  name: string,
  asking: Asking,
): HouseholdState {
  const minor = Math.round(amount * 100);
  const at = Math.max(state.at + 1, asking.zone.at(day, 12 * 60));
  return {
    ...state,
    changes: [
      ...state.changes,
      { at, productId: accountId, amount: -minor, kind: 'payment', category: name },
    ],
  };
}

function getLowest({ days }: Forecast, from: DayNumber): { day: DayNumber; amount: number } {
  return days
    .filter(({ day }) => day >= from)
    .map(({ day, median }) => ({ day, amount: median }))
    .reduce((lowest, point) => (point.amount < lowest.amount ? point : lowest), {
      day: from,
      amount: Number.POSITIVE_INFINITY,
    });
}

/** Returns at most 90 points, including the last one and the lowest one. */
export function course(title: string, forecast: Forecast, { known }: Asking): Part {
  const { days, currency } = forecast;
  const step = Math.max(1, Math.ceil(days.length / COURSE_POINTS));
  const lowest = forecast.lowest.median.day;
  return {
    kind: 'course',
    title,
    currency,
    today: known.today,
    points: days
      .filter(({ day }, index) => index % step === 0 || index === days.length - 1 || day === lowest)
      .map(({ day, median }) => ({ day: dayText(day), amount: median / 100 })),
  };
}

/** Returns the forecast of one account, or of all cash in the base currency at today's rates. */
async function projectCash(
  place: { id: string } | null,
  to: DayNumber,
  asking: Asking,
): Promise<Forecast | null> {
  const snapshot = await asking.state();
  if (!snapshot) return null;
  const history = await asking.spending(snapshot.state);
  const options = { state: snapshot.simulated, history, to, paths: FUTURES, seed: snapshot.row.seed };
  try {
    return place
      ? buildForecast({ ...options, accountId: place.id })
      : buildForecast({ ...options, currency: asking.base, rates: asking.known.rates });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function getNote({ currency, leftOut }: Forecast, place: { id: string } | null, { known }: Asking): string {
  if (place) return '';
  const cash = known.accounts.filter(({ type }) => type !== 'INVESTMENT').map((account) => account.currency);
  return currencyNote({
    others: [...new Set(cash)].filter((one) => one !== currency),
    leftOut,
    into: currency,
    rates: "today's exchange rates",
  });
}

type ForecastQuestion = Extract<Question, { kind: 'forecast' }> & Assumptions;

export async function* forecast({ on, place, ask, assumed }: ForecastQuestion, asking: Asking): Answer {
  const named = asking.place(place);
  if (place && place.is !== 'account') {
    yield text(`We can forecast account balances, but not what you'll owe on ${named?.name ?? 'a debt'}.`);
    yield link('View forecasts', '/forecasts');
    return;
  }
  if (on < asking.known.today)
    return yield text('That date is in the past. Ask for the balance on that date instead.');
  if (parseDay(on) - asking.today > LONGEST_DAYS)
    return yield text('We can forecast up to 3 years ahead. Choose an earlier date.');
  const projection = await projectCash(place, parseDay(on), asking);
  if (!projection) return yield text(NOTHING);
  const { currency, days, lowest } = projection;
  const last = days.at(-1);
  const of = named ? named.name : 'Your cash';
  const amount = (minor: number) => money(minor / 100, currency);
  const point = ask === 'lowest' ? lowest.median : { day: parseDay(on), amount: last?.median ?? 0 };
  yield text(
    ask === 'lowest'
      ? `The lowest projected balance of ${named ? named.name : 'your cash'} through ${asking.formatDay(on)} is about ${amount(point.amount)}, on ${asking.formatDay(dayText(point.day))}.${formatAssumed(assumed)}${getNote(projection, place, asking)}`
      : `${of} should be about ${amount(point.amount)} on ${asking.formatDay(on)}. In 8 of 10 simulations, it's between ${amount(last?.low ?? 0)} and ${amount(last?.high ?? 0)}.${formatAssumed(assumed)}${getNote(projection, place, asking)}`,
  );
  yield figures(
    { label: 'Median projection', amount: (last?.median ?? 0) / 100, currency, href: '/forecasts' },
    { label: 'Scheduled items only', amount: (last?.known ?? 0) / 100, currency },
    {
      label: `Lowest, ${asking.formatDay(dayText(lowest.median.day))}`,
      amount: lowest.median.amount / 100,
      currency,
    },
  );
  yield course(of, projection, asking);
  yield how(
    `Projected balance of ${named?.name ?? 'all checking and savings accounts'} on ${asking.formatDay(on)}.`,
    {
      rule: projection.noModel ?? RULE,
    },
  );
}

type HowLong = Extract<Question, { kind: 'how_long' }> & Assumptions;

export async function* howLong({ amount, currency, place, assumed }: HowLong, asking: Asking): Answer {
  const named = asking.place(place);
  const projection = await projectCash(
    place?.is === 'account' ? place : null,
    asking.today + LONGEST_DAYS,
    asking,
  );
  if (!projection) return yield text(NOTHING);
  if (currency !== null && currency !== projection.currency)
    return yield text(
      `This forecast is in ${projection.currency}, and we can't forecast exchange rates. Ask for an amount in ${projection.currency}.`,
    );
  const goal = Math.round(amount * 100);
  const found = projection.days.find(({ median }) => median >= goal);
  const of = named ? named.name : 'Your cash';
  const target = money(amount, projection.currency);
  yield text(
    found === undefined
      ? `At your current pace, ${of.replace('Your', 'your')} won't reach ${target} within 3 years.${formatAssumed(assumed)}`
      : found.day === asking.today
        ? `${of} has already reached ${target}: it's ${money(found.median / 100, projection.currency)} today.${formatAssumed(assumed)}`
        : `${of} should reach ${target} around ${asking.formatDay(dayText(found.day))}, ${asking.formatDistance(dayText(found.day))}.${formatAssumed(assumed)}`,
  );
  const until = {
    ...projection,
    days: projection.days.slice(0, (found ? projection.days.indexOf(found) : projection.days.length - 1) + 1),
  };
  if (until.days.length > 1) yield course(of, until, asking);
  yield how(`When ${named?.name ?? 'all checking and savings accounts'} reaches ${target}.`, {
    rule: projection.noModel ?? RULE,
  });
  yield choices('What if I save 200 more a month?');
}
