import {
  capital,
  choices,
  figures,
  formatAssumed,
  how,
  listed,
  money,
  monthsLong,
  percent,
  sumOf,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import { addMonths, dayText } from '../../../engine/calendar/calendar.ts';
import { getOutcome } from '../../../engine/products/debt-plans.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { getTerms } from './debts.ts';

type Debt = Extract<Question, { kind: 'debt' }> & Assumptions;

export async function* debt({ debt: place, ask, period, assumed }: Debt, asking: Asking): Answer {
  const snapshot = await asking.state();
  const state = snapshot?.state.debts.find(({ id }) => id === place.id);
  if (!state) return yield text("We can't find that loan or mortgage.");
  const { name, currency, balance, rate, payment, autopay } = state;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const outcome = getOutcome(getTerms(state), { extra: autopay?.extra ?? 0 });
  const last = outcome.lastDay === null ? null : dayText(outcome.lastDay);
  const due = dayText(addMonths(state.start, state.next));
  const span = period ?? { from: null, to: null, words: 'so far' };
  const paid = ask === 'interest' ? await interestIn([place.id], span, asking) : null;
  const sentences: Record<Debt['ask'], string> = {
    owed: `You owe ${formatMinor(balance)} on ${name}.`,
    next_payment: `Your next payment on ${name} is ${formatMinor(payment)} on ${asking.formatDay(due)}, ${asking.formatDistance(due)}.`,
    payment: `Your monthly payment on ${name} is ${formatMinor(payment)}.`,
    payoff_date: last
      ? `You'll pay off ${name} on ${asking.formatDay(last)}, in ${monthsLong(outcome.months)}, if you make every payment as scheduled.`
      : `You don't owe anything on ${name}.`,
    interest: `You were charged ${money(paid ?? 0, currency)} in interest on ${name} ${span.words}.`,
    rate: `The interest rate on ${name} is ${percent(rate)} a year.`,
    overview: `You owe ${formatMinor(balance)} on ${name} at ${percent(rate)} a year. Your next payment of ${formatMinor(payment)} is due on ${asking.formatDay(due)}.`,
  };
  yield text(`${sentences[ask]}${formatAssumed(assumed)}`);
  yield figures(
    paid === null ? null : { label: capital(`Interest ${span.words}`), amount: paid, currency },
    { label: 'Owed', amount: balance / 100, currency, href: `/${place.is}s/${state.id}` },
    { label: 'Monthly payment', amount: payment / 100, currency },
    { label: 'Payment due', value: asking.formatDay(due) },
    last ? { label: 'Payoff date', value: asking.formatDay(last) } : null,
    { label: 'Remaining interest', amount: outcome.interest / 100, currency },
  );
  yield how(`${name}, as of now.`, {
    rule: 'Interest is based on a 30-day month. Each payment covers interest first, then principal.',
  });
  yield choices(`What if I pay 200 more a month on ${name}?`, `Why is my interest on ${name} what it is?`);
}

/** Returns the interest charged on cards and debts in the period. */
async function interestIn(
  ids: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  asking: Asking,
): Promise<number> {
  return sumOf((await interestRows(ids, { from, to }, asking)).map(({ amount }) => amount));
}

async function interestRows(
  ids: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  asking: Asking,
) {
  const read = (view: 'card_activity' | 'debt_activity', id: 'card_id' | 'debt_id') =>
    asking.every<{ id: string; at: string; amount: number }>((first, end) =>
      asking.bank
        .from(view)
        .select(`id:${id}, at, amount`)
        .eq('kind', 'interest')
        .in(id, [...ids])
        .order('entry_id')
        .range(first, end)
        .throwOnError(),
    );
  const [cards, debts] = await Promise.all([
    read('card_activity', 'card_id'),
    read('debt_activity', 'debt_id'),
  ]);
  return [...cards, ...debts].filter(({ at }) => {
    const day = asking.getDay(at);
    return (from === null || day >= from) && (to === null || day <= to);
  });
}

type Interest = Extract<Question, { kind: 'interest' }> & Assumptions;

export async function* interest({ direction, places, period, assumed }: Interest, asking: Asking): Answer {
  const { known } = asking;
  const own = direction === 'earned' ? known.accounts : [...known.cards, ...known.loans, ...known.mortgages];
  const asked = own.filter(({ id }) => places.length === 0 || places.some((place) => place.id === id));
  const ids = asked.map(({ id }) => id);
  const rows = await (direction === 'paid' ? interestRows : earnedRows)(ids, period, asking);
  const sums = asked
    .map((place) => ({
      ...place,
      amount: sumOf(rows.filter(({ id }) => id === place.id).map(({ amount }) => amount)),
    }))
    .filter(({ amount }) => amount !== 0);
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const totals = currencies.map((currency) =>
    money(sumOf(sums.filter((one) => one.currency === currency).map(({ amount }) => amount)), currency),
  );
  const verb = direction === 'earned' ? 'earned' : 'were charged';
  yield text(
    `${sums.length === 0 ? `You ${direction === 'earned' ? "didn't earn" : "weren't charged"} any interest ${period.words}.` : `You ${verb} ${listed(totals)} in interest ${period.words}.`}${formatAssumed(assumed)}`,
  );
  if (sums.length > 0)
    yield figures(...sums.map(({ name, amount, currency }) => ({ label: name, amount, currency })));
  yield how(`Interest ${direction} ${period.words}.`, {
    rule: 'Includes every interest transaction by its posting date, with a separate total for each currency.',
  });
  yield choices(direction === 'paid' ? 'Which debt should I pay off first?' : null);
}

async function earnedRows(
  ids: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  asking: Asking,
) {
  const rows = await asking.every<{ id: string; at: string; amount: number; direction: string }>(
    (first, last) =>
      asking.bank
        .from('transactions')
        .select('id:account_id, at:date, amount, direction')
        .eq('kind', 'interest')
        .in('account_id', [...ids])
        .order('date')
        .order('id')
        .range(first, last)
        .throwOnError(),
  );
  return rows
    .filter(
      ({ at }) => (from === null || asking.getDay(at) >= from) && (to === null || asking.getDay(at) <= to),
    )
    .map((row) => ({ ...row, amount: row.direction === 'in' ? row.amount : -row.amount }));
}
