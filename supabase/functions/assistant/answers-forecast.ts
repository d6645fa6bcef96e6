import {
  awayFrom,
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
import { formatFullDate, formatTextDate } from '../../../engine/calendar/format-date.ts';
import { buildForecast, type Forecast } from '../../../engine/forecast/forecast.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

const FUTURES = 200;
/** The forecast horizon in days. */
const LONGEST_DAYS = 3 * 366;
const COURSE_POINTS = 90;
const RULE =
  'The engine lives the known rules, debts and statements day by day; spending is drawn from your own past year in 200 futures, and the middle one is told.';
const NOTHING = 'There is no account yet, so there is nothing to foresee.';

type Afford = Extract<Question, { kind: 'afford' }> & Assumptions;

/** Projects the days after a purchase with and without it. Not advice. */
export async function* afford(question: Afford, asking: Asking): Answer {
  const { name, amount, on, assumed } = question;
  const lived = await asking.state();
  if (!lived) return yield text(NOTHING);
  const account = getPayer(question, asking);
  if (!account) return yield text('There is no checking or savings account to pay it from.');
  const currency = question.currency ?? account.currency;
  if (currency !== account.currency)
    return yield text(
      `${account.name} is kept in ${account.currency} and the price is in ${currency}: I do not foresee exchange rates. Ask in ${account.currency}, or name another account.`,
    );
  const { simulated: state } = lived;
  const day = parseDay(on);
  const to = Math.max(day, asking.today) + 60;
  const options = {
    history: await asking.spending(state),
    to,
    paths: FUTURES,
    seed: lived.row.seed,
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
  const told = (minor: number) => money(minor / 100, currency);
  const isShort = after.amount < 0;
  const lead = isShort
    ? `With ${price} spent on ${formatTextDate(on, asking.known.today)} (${name}), ${account.name} would be short: in the middle of the futures its lowest point is ${told(after.amount)} on ${formatTextDate(dayText(after.day), asking.known.today)}.`
    : `With ${price} spent on ${formatTextDate(on, asking.known.today)} (${name}), ${account.name} stays above zero in the middle of the futures: its lowest point after that is ${told(after.amount)} on ${formatTextDate(dayText(after.day), asking.known.today)}.`;
  const tight =
    !isShort && low < 0 ? ` In one future of ten it falls below zero, to ${told(low)} or less.` : '';
  yield text(`${lead}${tight}${formatAssumed(assumed)} This is arithmetic, not advice.`);
  yield figures(
    {
      label: `On ${formatTextDate(on, asking.known.today)}, after it`,
      amount: (at?.median ?? 0) / 100,
      currency,
    },
    {
      label: `Lowest with it, ${formatTextDate(dayText(after.day), asking.known.today)}`,
      amount: after.amount / 100,
      currency,
    },
    {
      label: `Lowest without it, ${formatTextDate(dayText(before.day), asking.known.today)}`,
      amount: before.amount / 100,
      currency,
    },
    { label: 'Lowest in one future of ten', amount: low / 100, currency },
  );
  yield course(`${account.name} with ${name}`, bought, asking);
  yield how(
    `Whether ${account.name} can pay ${price} on ${formatTextDate(on, asking.known.today)}, and what is left in the 60 days after it.`,
    {
      rule: bought.noModel ?? RULE,
    },
  );
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

/** A single payment at noon. A purchase today is immediate. */
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

/** At most ninety points, including the last one. */
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
async function foreseen(
  place: { id: string } | null,
  to: DayNumber,
  asking: Asking,
): Promise<Forecast | null> {
  const lived = await asking.state();
  if (!lived) return null;
  const history = await asking.spending(lived.state);
  const options = { state: lived.simulated, history, to, paths: FUTURES, seed: lived.row.seed };
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
    rates: "today's rates",
  });
}

type Foresee = Extract<Question, { kind: 'forecast' }> & Assumptions;

export async function* forecast({ on, place, ask, assumed }: Foresee, asking: Asking): Answer {
  const named = asking.place(place);
  if (place && place.is !== 'account') {
    yield text(`I foresee what is on accounts, not what is owed on ${named?.name ?? 'a debt'}.`);
    yield link('See what is to come', '/forecasts');
    return;
  }
  if (on < asking.known.today)
    return yield text('That day has gone already: ask what was on the account on it.');
  if (parseDay(on) - asking.today > LONGEST_DAYS)
    return yield text('I foresee three years at most: what lies further ahead would be guessed.');
  const told = await foreseen(place, parseDay(on), asking);
  if (!told) return yield text(NOTHING);
  const { currency, days, lowest } = told;
  const last = days.at(-1);
  const of = named ? named.name : 'Your cash';
  const amount = (minor: number) => money(minor / 100, currency);
  const point = ask === 'lowest' ? lowest.median : { day: parseDay(on), amount: last?.median ?? 0 };
  yield text(
    ask === 'lowest'
      ? `The lowest point of ${named ? named.name : 'your cash'} until ${formatTextDate(on, asking.known.today)} is about ${amount(point.amount)}, on ${formatTextDate(dayText(point.day), asking.known.today)}.${formatAssumed(assumed)}${getNote(told, place, asking)}`
      : `${of} will be about ${amount(point.amount)} on ${formatTextDate(on, asking.known.today)}; in eight of ten futures between ${amount(last?.low ?? 0)} and ${amount(last?.high ?? 0)}.${formatAssumed(assumed)}${getNote(told, place, asking)}`,
  );
  yield figures(
    { label: 'In the middle', amount: (last?.median ?? 0) / 100, currency, href: '/forecasts' },
    { label: 'Only what is certain', amount: (last?.known ?? 0) / 100, currency },
    {
      label: `Lowest, ${formatTextDate(dayText(lowest.median.day), asking.known.today)}`,
      amount: lowest.median.amount / 100,
      currency,
    },
  );
  yield course(of, told, asking);
  yield how(
    `What ${named?.name ?? 'all checking and savings accounts'} will hold on ${formatTextDate(on, asking.known.today)}.`,
    {
      rule: told.noModel ?? RULE,
    },
  );
}

type HowLong = Extract<Question, { kind: 'how_long' }> & Assumptions;

export async function* howLong({ amount, currency, place, assumed }: HowLong, asking: Asking): Answer {
  const named = asking.place(place);
  const told = await foreseen(place?.is === 'account' ? place : null, asking.today + LONGEST_DAYS, asking);
  if (!told) return yield text(NOTHING);
  if (currency !== null && currency !== told.currency)
    return yield text(
      `That is told in ${told.currency}; I do not foresee exchange rates. Ask for an amount in ${told.currency}.`,
    );
  const goal = Math.round(amount * 100);
  const found = told.days.find(({ median }) => median >= goal);
  const of = named ? named.name : 'Your cash';
  const wished = money(amount, told.currency);
  yield text(
    found === undefined
      ? `As things are, ${of.replace('Your', 'your')} does not reach ${wished} within three years.${formatAssumed(assumed)}`
      : found.day === asking.today
        ? `${of} has reached ${wished} already: it is ${money(found.median / 100, told.currency)} today.${formatAssumed(assumed)}`
        : `${of} reaches ${wished} on about ${formatTextDate(dayText(found.day), asking.known.today)}, ${awayFrom(asking.known.today, dayText(found.day))}.${formatAssumed(assumed)}`,
  );
  const until = {
    ...told,
    days: told.days.slice(0, (found ? told.days.indexOf(found) : told.days.length - 1) + 1),
  };
  if (until.days.length > 1) yield course(of, until, asking);
  yield how(`When ${named?.name ?? 'all checking and savings accounts'} reaches ${wished}.`, {
    rule: told.noModel ?? RULE,
  });
  yield choices('What if I save 200 more a month?');
}
