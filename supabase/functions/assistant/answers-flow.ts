import {
  choices,
  counted,
  currencyNote,
  daysIn,
  figures,
  formatAssumed,
  getMonth,
  how,
  listed,
  money,
  searchHref,
  sumOf,
  text,
} from '../../../assistant/format.ts';
import { formatFilter, getQuery, type Side } from '../../../assistant/format-search.ts';
import type { Question, TransactionFilter } from '../../../assistant/intent.ts';
import type { Figure, Part } from '../../../assistant/parts.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { getGroups } from './flow-groups.ts';
import { everyRow, type Found, getTotals, rowsPart } from './transactions.ts';

export type Flow = Extract<Question, { kind: 'flow' }> & Assumptions;

const DAYS_A_MONTH = 365.25 / 12;
const MOST_ROWS = 5000;
const MOST_GROUPS = 8;
const RULE = {
  out: "Spending includes purchases, bills, interest, and fees, minus refunds. It doesn't include transfers between your accounts, card payments, market changes, or loan principal.",
  in: "Income includes pay, interest, and gifts. It doesn't include refunds or transfers between your accounts.",
};

export async function* flow(question: Flow, asking: Asking): Answer {
  if (question.direction === 'net') yield* net(question, asking);
  else if (question.measure.startsWith('by_')) yield* grouped(question, asking);
  else if (question.measure === 'largest' || question.measure === 'smallest')
    yield* extreme(question, asking);
  else yield* total(question, asking);
}

const getSide = ({ direction }: Pick<Flow, 'direction'>): Side =>
  direction === 'in' ? 'income' : 'spending';

/** Returns spending less refunds, or income. */
const getAmount = ({ moneyIn, moneyOut }: Found, direction: Flow['direction']) =>
  direction === 'in' ? sumOf([moneyIn, -moneyOut]) : sumOf([moneyOut, -moneyIn]);

const formatPeriod = ({ period }: TransactionFilter) => (period ? ` ${period.words}` : ' in total');

export function getNote(found: Found): string {
  const note = currencyNote({
    others: found.others,
    leftOut: [],
    into: found.currency,
    rates: "each day's exchange rate",
  });
  return found.withoutRate > 0
    ? `${note} ${counted(found.withoutRate, 'transaction')} without an exchange rate ${found.withoutRate === 1 ? "isn't" : "aren't"} included.`
    : note;
}

const describeAction = (direction: Flow['direction']) => (direction === 'in' ? 'received' : 'spent');

async function* total(question: Flow, asking: Asking): Answer {
  const { direction, filter, compare, measure, assumed } = question;
  const query = getQuery(filter, getSide(question), asking.known);
  const [found, other] = await Promise.all([
    getTotals(query, asking),
    compare
      ? getTotals(getQuery({ ...filter, period: compare }, getSide(question), asking.known), asking)
      : null,
  ]);
  const about = formatFilter(filter, asking.known, direction);
  const amount = getAmount(found, direction);
  const formatted = money(amount, found.currency);
  const rows = counted(found.times, 'transaction');
  const extra = averageOf(question, found, amount, asking);
  const lead =
    found.times === 0
      ? `You ${direction === 'in' ? "didn't receive" : "didn't spend"} anything${about}${formatPeriod(filter)}.`
      : measure === 'count'
        ? `You have ${rows}${about}${formatPeriod(filter)}, for a total of ${formatted}.`
        : (extra?.sentence(about) ??
          `You ${describeAction(direction)} ${formatted}${about}${formatPeriod(filter)} across ${rows}.`);
  const against =
    other && compare ? compared(amount, getAmount(other, direction), found.currency, compare.words) : null;
  yield text(`${lead}${against ? ` ${against.sentence}` : ''}${formatAssumed(assumed)}${getNote(found)}`);
  if (found.times > 0)
    yield figures(
      extra?.figure ?? null,
      {
        label: direction === 'in' ? 'Income' : 'Spending',
        amount,
        currency: found.currency,
        href: searchHref(query),
      },
      { label: 'Transactions', value: String(found.times) },
      against?.figure ?? null,
    );
  yield* await rowsPart(titleFor(direction, about), query, found.times, asking);
  yield how(understood(question, asking), {
    query,
    rule: extra?.rule ?? RULE[direction === 'in' ? 'in' : 'out'],
  });
  yield* next(question);
}

const titleFor = (direction: Flow['direction'], about: string) =>
  `${direction === 'in' ? 'Income' : 'Spending'}${about}`;

function understood({ direction, filter, measure, compare }: Flow, { known }: Asking): string {
  const what = direction === 'in' ? 'Income' : direction === 'net' ? 'Income minus spending' : 'Spending';
  const by = measure === 'total' ? '' : `, ${measure.replace('_', ' ').replace('by ', 'by ')}`;
  const beside = compare ? `, compared with ${compare.words}` : '';
  return `${what}${formatFilter(filter, known, direction)}${formatPeriod(filter)}${by}${beside}.`;
}

function compared(now: number, before: number, currency: string, words: string) {
  const change = sumOf([now, -before]);
  const share = before > 0 ? ` (${Math.round((Math.abs(change) / before) * 100)}%)` : '';
  const way =
    change === 0
      ? 'the same as'
      : `${money(Math.abs(change), currency)}${share} ${change > 0 ? 'more' : 'less'} than`;
  const figure: Figure = { label: `Total ${words}`, amount: before, currency };
  return { sentence: `That's ${way} ${words} (${money(before, currency)}).`, figure };
}

/** Averages state their calculation. */
function averageOf({ measure, filter, direction }: Flow, found: Found, amount: number, { known }: Asking) {
  const { currency, times } = found;
  const units = {
    average_month: 'month',
    average_week: 'week',
    average_day: 'day',
    average: 'transaction',
  } as const;
  if (!(measure in units) || times === 0) return null;
  const unit = units[measure as keyof typeof units];
  const to = getLastDay(filter, known.today);
  const days = filter.period?.from ? daysIn(filter.period.from, to) : null;
  if (unit !== 'transaction' && days === null) return null;
  const { count, words } = getDivisor(unit, times, days ?? 1, getMonths(filter, to));
  const average = Math.round((amount / count) * 100) / 100;
  return {
    sentence: (about: string) =>
      `You ${describeAction(direction)} ${money(average, currency)} per ${unit}${about} on average${formatPeriod(filter)}.`,
    figure: { label: `Average per ${unit}`, amount: average, currency } satisfies Figure,
    rule: `${money(amount, currency)} ÷ ${words} = ${money(average, currency)}.`,
  };
}

/** Returns the last day of a period, at most today, so that averages don't include the future. */
const getLastDay = ({ period }: TransactionFilter, today: string) =>
  period?.to && period.to < today ? period.to : today;

/** Returns the divisor of an average and its description. */
function getDivisor(unit: string, times: number, days: number, months: number | null) {
  if (unit === 'transaction') return { count: times, words: counted(times, 'transaction') };
  if (unit === 'month' && months !== null) return { count: months, words: counted(months, 'month') };
  const span = counted(days, 'day');
  if (unit === 'day') return { count: days, words: span };
  if (unit === 'week') return { count: days / 7, words: `${span} × 7` };
  return { count: days / DAYS_A_MONTH, words: `${span} × 365.25 ÷ 12` };
}

/** Counts full months; null if the period isn't made of them. */
function getMonths({ period }: TransactionFilter, to: string): number | null {
  const from = period?.from;
  const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
  if (!from?.endsWith('-01') || !next.endsWith('-01')) return null;
  const [first = 0, after = 0] = [from, next].map(
    (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)),
  );
  return after - first;
}

async function* net({ filter, assumed, ...question }: Flow, asking: Asking): Answer {
  const queries = (['income', 'spending'] as const).map((side) => getQuery(filter, side, asking.known));
  const [came, went] = await Promise.all(queries.map((query) => getTotals(query, asking)));
  if (!came || !went) return;
  // Both in one currency, or both in the base currency.
  const income = getAmount(came, 'in');
  const spent = getAmount(went, 'out');
  if (came.currency !== went.currency && came.times > 0 && went.times > 0)
    return yield text(
      `${periodStart(filter)}, you received ${money(income, came.currency)} and spent ${money(spent, went.currency)}. We didn't subtract one from the other because they're in different currencies.`,
    );
  const currency = came.times > 0 ? came.currency : went.currency;
  const left = sumOf([income, -spent]);
  yield text(
    `${periodStart(filter)}, you received ${money(income, currency)} and spent ${money(spent, currency)}. ${left < 0 ? `You spent ${money(-left, currency)} more than you received` : `You kept ${money(left, currency)}`}.${formatAssumed(assumed)}${getNote(went)}`,
  );
  yield figures(
    { label: 'Money in', amount: income, currency, href: searchHref(queries[0] ?? '') },
    { label: 'Money out', amount: spent, currency, href: searchHref(queries[1] ?? '') },
    { label: 'Net', amount: left, currency },
  );
  yield how(understood({ ...question, filter, assumed }, asking), {
    query: queries[1] ?? null,
    rule: `${RULE.in} ${RULE.out}`,
  });
}

const periodStart = ({ period }: TransactionFilter) => {
  const words = period?.words ?? 'in total';
  return words.charAt(0).toUpperCase() + words.slice(1);
};

async function* extreme(question: Flow, asking: Asking): Answer {
  const { direction, filter, measure, limit, assumed } = question;
  const query = getQuery(
    filter,
    getSide(question),
    asking.known,
    measure === 'largest' ? 'amount' : 'smallest',
  );
  const [found, part] = await Promise.all([
    getTotals(query, asking),
    rowsPart('', query, 1, asking, limit ?? 5),
  ]);
  const about = formatFilter(filter, asking.known, direction);
  const [first] = part.flatMap((one) => (one.kind === 'rows' ? one.rows : []));
  const noun = direction === 'in' ? 'income' : 'purchase or payment';
  yield text(
    first
      ? `Your ${measure} ${noun}${about}${formatPeriod(filter)} was ${money(Math.abs(first.amount), first.currency)}: ${first.title} on ${dayOfRow(first.at, asking)}.${formatAssumed(assumed)}`
      : `You don't have any ${direction === 'in' ? 'income' : 'purchases or payments'}${about}${formatPeriod(filter)}.${formatAssumed(assumed)}`,
  );
  for (const one of part)
    if (one.kind === 'rows' && one.rows.length > 0)
      yield {
        ...one,
        title: `${measure === 'largest' ? 'Largest' : 'Smallest'} transactions${about}`,
        total: found.times,
      };
  yield how(understood(question, asking), { query, rule: RULE[direction === 'in' ? 'in' : 'out'] });
}

export const dayOfRow = (at: string, asking: Asking) => {
  const day = asking.getDay(at);
  return `${getMonth(day).split(' ')[0]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
};

async function* grouped(question: Flow, asking: Asking): Answer {
  const { direction, filter, measure, limit, assumed } = question;
  const query = getQuery(filter, getSide(question), asking.known);
  const [found, rows] = await Promise.all([getTotals(query, asking), everyRow(query, asking, MOST_ROWS)]);
  const groups = getGroups(rows, measure, direction, found.currency === asking.base, asking);
  const about = formatFilter(filter, asking.known, direction);
  const amount = getAmount(found, direction);
  const shown = measure === 'by_month' ? groups.slice(-24) : groups.slice(0, limit ?? MOST_GROUPS);
  const rest = measure === 'by_month' ? [] : groups.slice(shown.length);
  const top = listed(
    shown.slice(0, 3).map(({ label, amount: each }) => `${label} (${money(each, found.currency)})`),
  );
  const most = measure === 'by_month' ? null : top;
  yield text(
    found.times === 0
      ? `You ${direction === 'in' ? "didn't receive" : "didn't spend"} anything${about}${formatPeriod(filter)}.${formatAssumed(assumed)}`
      : `You ${describeAction(direction)} ${money(amount, found.currency)}${about}${formatPeriod(filter)}${most ? `, mostly ${measure === 'by_category' ? 'on' : direction === 'in' ? 'from' : 'at'} ${most}` : ''}.${formatAssumed(assumed)}${getNote(found)}${rows.length >= MOST_ROWS ? ` The groups include only your latest ${MOST_ROWS.toLocaleString('en-US')} transactions.` : ''}`,
  );
  if (shown.length > 0)
    yield figures(
      ...shown.map(
        ({ label, amount: each, narrower }): Figure => ({
          label,
          amount: each,
          currency: found.currency,
          href: searchHref(narrower === null ? query : `${query} ${narrower}`),
        }),
      ),
      rest.length > 0
        ? {
            label: 'Everything else',
            amount: sumOf(rest.map((group) => group.amount)),
            currency: found.currency,
          }
        : null,
    );
  yield how(understood(question, asking), { query, rule: RULE[direction === 'in' ? 'in' : 'out'] });
  yield* next(question);
}

function* next({ direction, filter, measure }: Flow): Generator<Part> {
  if (direction !== 'out') return;
  yield choices(
    measure === 'total' && filter.merchant === null ? 'Where did I spend the most?' : null,
    filter.categories.length === 0 && measure !== 'by_category' ? 'By category' : null,
  );
}
