import {
  awayFrom,
  choices,
  counted,
  currencyNote,
  figures,
  formatAssumed,
  how,
  link,
  money,
  sumOf,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { formatTextDate } from '../../../engine/calendar/format-date.ts';
import { listUpcoming, type Upcoming } from '../../../engine/forecast/upcoming.ts';
import { type BudgetedCategory, computeSafeToSpend } from '../../../engine/insights/safe-to-spend.ts';
import { Exchange } from '../../../engine/money/exchange.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

/** The forecast horizon in days. */
const LONGEST_DAYS = 3 * 366;

export async function* safe({ assumed }: Assumptions, asking: Asking): Answer {
  const row = await asking.household();
  const categories = row ? await asking.call<BudgetedCategory[]>('budget_status') : [];
  const told = row && computeSafeToSpend(row, asking.base, categories, asking.known.rates);
  if (!told) return yield text(`There is no checking account in ${asking.base}.`);
  const amount = (minor: number) => money(minor / 100, asking.base);
  const { budget } = told;
  const isBudget = told.isLimitedByBudget && budget !== null;
  const until = isBudget
    ? `until the end of the month, within your budgets`
    : told.hasPayday
      ? `until your next payday ${awayFrom(asking.known.today, dayText(asking.today + told.days))}`
      : `for ${told.days} days`;
  yield text(
    isBudget && told.perDay === 0
      ? `Nothing is left to spend in this month's budgets.${formatAssumed(assumed)}`
      : told.total <= 0
        ? `Nothing is safe to spend ${until}: the known bills are ${amount(-told.total)} more than there is.${formatAssumed(assumed)}`
        : `${amount(told.perDay)} a day is safe to spend ${until}.${formatAssumed(assumed)}`,
  );
  yield figures(
    { label: 'In checking', amount: told.cash / 100, currency: asking.base },
    { label: 'Known bills', amount: -told.bills / 100, currency: asking.base },
    told.goals > 0 ? { label: 'For goals', amount: -told.goals / 100, currency: asking.base } : null,
    { label: 'Kept as a least balance', amount: -told.minimum / 100, currency: asking.base },
    { label: 'Left', amount: told.total / 100, currency: asking.base },
    budget ? { label: 'Left in your budgets', amount: budget.left / 100, currency: asking.base } : null,
    budget && budget.planned > 0
      ? {
          label: 'Bills still to pay from your budgets',
          amount: -budget.planned / 100,
          currency: asking.base,
        }
      : null,
  );
  yield how(`What can be spent ${until}.`, {
    rule: isBudget
      ? `${amount(budget.left)} left in your budgets${budget.planned > 0 ? ` − ${amount(budget.planned)} of bills still to pay from them` : ''}, over the ${counted(budget.days, 'day')} left in the month, rounded down to the cent. Your checking accounts would allow more.`
      : `${amount(told.cash)} − ${amount(told.bills)} of bills − ${amount(told.minimum)}${told.goals > 0 ? ` − ${amount(told.goals)} for goals` : ''} = ${amount(told.total)}, over ${counted(told.days, 'day')}, rounded down to the cent.`,
  });
  yield choices('Which bills are coming?');
}

type Coming = Extract<Question, { kind: 'upcoming' }> & Assumptions;

export async function* upcoming(
  { direction, period, about, place, ask, assumed }: Coming,
  asking: Asking,
): Answer {
  const row = await asking.household();
  if (!row) return yield text('Nothing is planned yet.');
  const last = period?.to ?? dayText(asking.today + (about || place || ask === 'next' ? 400 : 30));
  const days = Math.min(LONGEST_DAYS, Math.max(1, parseDay(last) - asking.today + 1));
  const getDay = ({ at }: Upcoming) => dayText(asking.zone.getDay(at));
  const found = listUpcoming(row, days + 1).filter(
    (one) =>
      getDay(one) <= last &&
      getDay(one) >= (period?.from ?? asking.known.today) &&
      (direction === 'both' || (direction === 'out' ? one.amount < 0 : one.amount > 0)) &&
      (about === null || one.subject === about.id) &&
      (place === null || one.subject === place.id || one.account === place.id),
  );
  const when =
    period?.words ?? (about || place || ask === 'next' ? 'in the next year' : 'in the next 30 days');
  const what =
    about?.name ??
    asking.place(place)?.name ??
    { out: 'payment or transfer out', in: 'deposit', both: 'movement' }[direction];
  const several = { out: 'payments and transfers out', in: 'deposits', both: 'movements' }[direction];
  const [next] = found;
  if (!next) {
    yield text(`Nothing is planned ${about || place ? `for ${what} ` : ''}${when}.${formatAssumed(assumed)}`);
    yield link('Scheduled payments', '/scheduled-payments');
    return;
  }
  if (ask === 'next')
    yield text(
      `The next ${about || place ? `payment for ${what}` : what} is ${next.name}: ${money(Math.abs(next.amount), next.currency)} on ${formatTextDate(getDay(next), asking.known.today)}, ${awayFrom(asking.known.today, getDay(next))}.${formatAssumed(assumed)}`,
    );
  else {
    const exchange = new Exchange(asking.base, asking.known.rates);
    const currencies = [...new Set(found.map(({ currency }) => currency))];
    const into = currencies.length === 1 ? (currencies[0] ?? asking.base) : asking.base;
    const told =
      currencies.length === 1
        ? sumOf(found.map(({ amount }) => amount))
        : found.reduce(
            (sum, { amount, currency }) => sum + exchange.worth(Math.round(amount * 100), currency),
            0,
          ) / 100;
    const note = currencyNote({
      others: currencies.filter((one) => one !== into),
      leftOut: currencies.length === 1 ? [] : exchange.leftOut(currencies),
      into,
      rates: "today's rates",
    });
    yield text(
      `${counted(found.length, about || place ? `payment for ${what}` : String(what), about || place ? `payments for ${what}` : several)} ${found.length === 1 ? 'is' : 'are'} known ${when}, ${direction === 'both' ? `${money(told, into, true)} in all` : money(Math.abs(told), into)}.${formatAssumed(assumed)}${note}`,
    );
  }
  yield figures(
    ...found.slice(0, ask === 'next' ? 1 : 8).map((one) => ({
      label: `${one.name}, ${formatTextDate(getDay(one), asking.known.today)}`,
      amount: one.amount,
      currency: one.currency,
    })),
    found.length > 8 && ask !== 'next'
      ? { label: 'And more', value: counted(found.length - 8, 'further one') }
      : null,
  );
  yield how(`What is known to come ${when}${about || place ? ` for ${what}` : ''}.`, {
    rule: 'The engine lives your rules, installments and statements ahead; purchases are not foreseen here.',
  });
  yield link('Scheduled payments', '/scheduled-payments');
}

const A_YEAR: Record<string, number> = { WEEKLY: 52, BIWEEKLY: 26, MONTHLY: 12, QUARTERLY: 4, ANNUALLY: 1 };

/** Scheduled payments to outside payees by yearly cost. */
export async function* subscriptions({ assumed }: Assumptions, asking: Asking): Answer {
  const { known } = asking;
  const rules = known.scheduledPayments.flatMap((rule) => {
    const account = known.accounts.find(({ id }) => id === rule.accountId);
    if (!account || rule.amount === null || rule.payee === null) return [];
    return [
      {
        name: rule.name,
        amount: rule.amount,
        yearly: sumOf([rule.amount * (A_YEAR[rule.frequency] ?? 12)]),
        frequency: rule.frequency,
        currency: account.currency,
      },
    ];
  });
  if (rules.length === 0) {
    yield text('No payment to somebody outside is scheduled.');
    yield link('Scheduled payments', '/scheduled-payments');
    return;
  }
  const currencies = [...new Set(rules.map(({ currency }) => currency))];
  const totals = currencies.map((currency) => {
    const yearly = sumOf(rules.filter((rule) => rule.currency === currency).map((rule) => rule.yearly));
    return `${money(yearly, currency)} a year, ${money(Math.round((yearly / 12) * 100) / 100, currency)} a month`;
  });
  yield text(
    `${counted(rules.length, 'payment')} ${rules.length === 1 ? 'comes' : 'come'} back by ${rules.length === 1 ? 'itself' : 'themselves'}: ${totals.join('; ')}.${formatAssumed(assumed)}`,
  );
  yield figures(
    ...rules
      .toSorted((one, other) => other.yearly - one.yearly)
      .map(({ name, amount, frequency, currency }) => ({
        label: `${name}, ${frequency.toLowerCase()}`,
        amount: -amount,
        currency,
      })),
  );
  yield how('Payments to others that come back by a rule.', {
    rule: 'Weekly counts 52 times a year, every two weeks 26, monthly 12, quarterly 4.',
  });
  yield link('Scheduled payments', '/scheduled-payments');
}
