import { choices, figures, formatAssumed, how, money, sumOf, text } from '../../../assistant/format.ts';
import {
  type Arithmetic,
  cardInterest,
  type DayBalance,
  type Held,
  loanInterest,
  monthOfInterest,
  savingsInterest,
} from '../../../assistant/format-interest.ts';
import type { Question } from '../../../assistant/intent.ts';
import type { Part } from '../../../assistant/parts.ts';
import { addMonths, dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { dailyInterestMicros, savingsTiers } from '../../../engine/products/rates.ts';
import { getHref } from './answers-status.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Why = Extract<Question, { kind: 'why' }> & Assumptions;

/** Explains posted interest: owed on a card or debt, earned on an account. */
type Posting = {
  is: 'card' | 'loan' | 'mortgage' | 'account';
  place: string;
  name: string;
  currency: string;
  day: string;
  at: string;
  amount: number;
};

export async function* whyInterest(question: Why, asking: Asking): Answer {
  const { amount, place, assumed } = question;
  const postings = (await getPostings(place?.id ?? null, asking)).filter(
    (posting) => amount === null || Math.abs(posting.amount - amount) < 0.005,
  );
  const [posting, ...others] = postings;
  if (!posting) {
    const where = asking.place(place)?.name;
    yield text(
      amount === null
        ? `We haven't posted any interest${where ? ` on ${where}` : ''} yet.${formatAssumed(assumed)}`
        : `We found no interest of ${money(amount, asking.base)}${where ? ` on ${where}` : ''}. Which one do you mean?`,
    );
    yield* nearest(await getPostings(place?.id ?? null, asking));
    return;
  }
  const isSame = (one: Posting) => one.place === posting.place;
  if (amount === null && place === null && others.some((one) => !isSame(one))) {
    const firsts = [posting, ...others].filter(
      (one, index, all) => all.findIndex(({ place: id }) => id === one.place) === index,
    );
    yield text('You earn or pay interest on several products. Which one do you mean?');
    yield choices(...firsts.slice(0, 5).map(({ name }) => `Why is my interest on ${name} what it is?`));
    return;
  }
  yield* explained(posting, assumed, asking);
}

function* nearest(postings: readonly Posting[]): Generator<Part> {
  if (postings.length > 0)
    yield choices(
      ...postings.slice(0, 4).map(({ amount, currency }) => `Why is my interest ${money(amount, currency)}?`),
    );
}

async function getPostings(place: string | null, asking: Asking): Promise<Posting[]> {
  const { known } = asking;
  const named = <Row extends { at: string; amount: number }>(
    rows: unknown,
    is: (row: Row) => Posting['is'],
    id: (row: Row) => string,
  ) =>
    ((rows ?? []) as Row[]).flatMap((row): Posting[] => {
      const found = asking.place({ id: id(row) });
      if (!found) return [];
      const day = asking.getDay(row.at);
      return [
        {
          is: is(row),
          place: found.id,
          name: found.name,
          currency: found.currency,
          day,
          at: row.at,
          amount: Math.abs(row.amount),
        },
      ];
    });
  const own = [...known.cards, ...known.loans, ...known.mortgages, ...known.accounts].map(({ id }) => id);
  const ids = place === null ? own : [place];
  const latest = <
    Query extends { order(column: string, how: { ascending: boolean }): Query; limit(count: number): Query },
  >(
    query: Query,
  ) => query.order('entry_id', { ascending: false }).limit(120);
  const [cards, debts, accounts] = await Promise.all([
    latest(
      asking.bank
        .from('card_activity')
        .select('card_id, at, amount')
        .eq('kind', 'interest')
        .in('card_id', ids),
    ).throwOnError(),
    latest(
      asking.bank
        .from('debt_activity')
        .select('product, debt_id, at, amount')
        .eq('kind', 'interest')
        .in('debt_id', ids),
    ).throwOnError(),
    latest(
      asking.bank
        .from('transactions')
        .select('account_id, at:date, amount')
        .eq('kind', 'interest')
        .in('account_id', ids),
    ).throwOnError(),
  ]);
  return [
    ...named<{ card_id: string; at: string; amount: number }>(
      cards.data,
      () => 'card',
      ({ card_id }) => card_id,
    ),
    ...named<{ product: 'loan' | 'mortgage'; debt_id: string; at: string; amount: number }>(
      debts.data,
      ({ product }) => product,
      ({ debt_id }) => debt_id,
    ),
    ...named<{ account_id: string; at: string; amount: number }>(
      accounts.data,
      () => 'account',
      ({ account_id }) => account_id,
    ),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

async function* explained(posting: Posting, assumed: Assumptions['assumed'], asking: Asking): Answer {
  const { name, amount, currency, day, is } = posting;
  const reason =
    is === 'card'
      ? await ofCard(posting, asking)
      : is === 'account'
        ? await ofSavings(posting, asking)
        : await ofDebt(posting, asking);
  const verb = is === 'account' ? 'earned' : 'charged';
  const isExact = reason !== null && Math.abs(reason.amount - amount) < 0.005;
  const fits = reason !== null && (isExact || is === 'account');
  yield text(
    `${money(amount, currency)} in interest was ${verb} on ${name} on ${asking.formatDay(day)}. ${fits ? reason.sentence : "It was based on the terms at that time. We can't recalculate it to the cent, so we don't show a breakdown."}${formatAssumed(assumed)}`,
  );
  yield figures(
    { label: `Interest ${verb}`, amount, currency, href: getHref({ is, id: posting.place }) },
    { label: 'Posted', value: asking.formatDay(day) },
  );
  yield how(`Interest of ${money(amount, currency)} on ${name}.`, { rule: fits ? reason.rule : null });
  yield choices(
    is === 'card' ? `What is the minimum payment on ${name}?` : null,
    is === 'account' ? 'How much interest did I earn this year?' : 'How much interest did I pay this year?',
  );
}

async function ofCard(
  { place, at, day, currency, amount }: Posting,
  asking: Asking,
): Promise<Arithmetic | null> {
  const [statements, activity, card] = await Promise.all([
    asking.bank
      .from('card_statements')
      .select('from_date, to_date, due_date, closing_balance')
      .eq('card_id', place)
      .lte('to_date', day)
      .order('to_date', { ascending: false })
      .limit(2)
      .throwOnError(),
    asking.bank
      .from('card_activity')
      .select('at, kind, amount, balance_after')
      .eq('card_id', place)
      .order('at')
      .order('entry_id')
      .limit(20_000)
      .throwOnError(),
    asking.bank.from('credit_cards').select('apr').eq('id', place).single().throwOnError(),
  ]);
  const [own, earlier] = statements.data as Statement[];
  const rows = activity.data as Movement[];
  const { apr } = card.data as { apr: number };
  const isThis = (arithmetic: Arithmetic) => Math.abs(arithmetic.amount - amount) < 0.005;
  const before = rows.findLast((row) => row.at < at)?.balance_after ?? 0;
  const ofMonth = monthOfInterest(before, { apr, currency });
  if (!own || own.to_date !== day) return isThis(ofMonth) ? ofMonth : null;
  const cycle = daysOfCycle(rows, own, earlier, asking);
  const terms = { apr, currency, today: asking.known.today };
  const whole = cardInterest(cycle.days, { ...terms, until: null });
  const residual = cycle.paidOn === null ? null : cardInterest(cycle.days, { ...terms, until: cycle.paidOn });
  const unrepaid = cardInterest(cycle.unrepaid, { ...terms, until: null });
  return [whole, residual, unrepaid, ofMonth].find((one) => one !== null && isThis(one)) ?? null;
}

type Statement = { from_date: string; to_date: string; due_date: string; closing_balance: number };
type Movement = { at: string; kind: string; amount: number; balance_after: number };

/**
 * Returns the balance at the end of each day of a cycle, and the day on which the previous statement was paid
 * in full.
 */
function daysOfCycle(
  rows: readonly Movement[],
  own: Statement,
  earlier: Statement | undefined,
  asking: Asking,
) {
  // Postings in the last millisecond of a day bear interest from the next day.
  const dated = rows.map((row) => ({
    ...row,
    day: asking.getDay(new Date(Date.parse(row.at) + 1).toISOString()),
  }));
  const days: (DayBalance & { paid: number })[] = [];
  let paid = 0;
  let paidOn: string | null = null;
  for (let number = parseDay(own.from_date); number <= parseDay(own.to_date); number += 1) {
    const today = dayText(number);
    paid = sumOf([
      paid,
      ...dated.filter((row) => row.day === today && row.amount < 0).map((row) => -row.amount),
    ]);
    days.push({ day: today, balance: dated.findLast((row) => row.day <= today)?.balance_after ?? 0, paid });
    if (paidOn === null && earlier && paid >= earlier.closing_balance) paidOn = today;
  }
  const paidInTime = days.findLast(({ day }) => earlier !== undefined && day <= earlier.due_date)?.paid ?? 0;
  const inTime = Math.min(paidInTime, earlier?.closing_balance ?? 0);
  const unrepaid = days.map((one) => ({ ...one, repaid: Math.max(0, sumOf([inTime, -one.paid])) }));
  return { days, unrepaid, paidOn };
}

async function ofDebt({ place, is, at, day, currency }: Posting, asking: Asking): Promise<Arithmetic | null> {
  const table = is === 'loan' ? 'loans' : 'mortgages';
  const [terms, activity] = await Promise.all([
    asking.bank.from(table).select('interest_rate, start_date').eq('id', place).single().throwOnError(),
    asking.bank
      .from('debt_activity')
      .select('entry_id, at, kind, balance_after')
      .eq('debt_id', place)
      .order('entry_id')
      .limit(5_000)
      .throwOnError(),
  ]);
  const { interest_rate: rate, start_date: start } = terms.data as {
    interest_rate: number;
    start_date: string;
  };
  const rows = activity.data as { at: string; kind: string; balance_after: number }[];
  const index = rows.findIndex((row) => row.at === at && row.kind === 'interest');
  const anchor = parseDay(start);
  let number = 1;
  while (addMonths(anchor, number) < parseDay(day) - 1) number += 1;
  const from = dayText(addMonths(anchor, number - 1));
  const held: Held[] = [];
  let counted = 0;
  let owed = 0;
  let since = from;
  for (const row of rows.slice(0, index)) {
    const on = asking.getDay(row.at);
    if (on > from) {
      // Counts full days since the last due date, thirty at most.
      const days = Math.min(30, parseDay(on) - parseDay(from));
      if (days > counted) {
        held.push({ from: since, balance: owed, days: days - counted });
        counted = days;
        since = on;
      }
    }
    owed = row.balance_after;
  }
  held.push({ from: since, balance: owed, days: 30 - counted });
  return loanInterest(
    held.filter(({ days }) => days > 0),
    { rate, currency, today: asking.known.today },
  );
}

async function ofSavings(
  { place, day, amount, currency }: Posting,
  asking: Asking,
): Promise<Arithmetic | null> {
  const from = `${day.slice(0, 7)}-01`;
  const rows = await asking.call<DayBalance[]>('balance_history', { account_id: place, from, to: day });
  if (rows.length === 0) return null;
  const days = rows.map(({ day: each, balance }) => ({
    day: each,
    balance,
    micros: dailyInterestMicros(Math.round(balance * 100), savingsTiers(parseDay(each))),
  }));
  const reason = savingsInterest(days, { posted: amount, currency });
  // A larger difference than the carried cent means that another rate applied.
  return Math.abs(reason.amount - amount) <= 0.011 ? reason : null;
}
