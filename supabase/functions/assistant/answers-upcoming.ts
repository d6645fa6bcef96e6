import {
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
import { listUpcoming, type Upcoming } from '../../../engine/forecast/upcoming.ts';
import { type BudgetedCategory, computeSafeToSpend } from '../../../engine/insights/safe-to-spend.ts';
import { Exchange } from '../../../engine/money/exchange.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

/** The forecast horizon in days. */
const LONGEST_DAYS = 3 * 366;

export async function* safe({ assumed }: Assumptions, asking: Asking): Answer {
  const row = await asking.household();
  const categories = row ? await asking.call<BudgetedCategory[]>('budget_status') : [];
  const estimate = row && computeSafeToSpend(row, asking.base, categories, asking.known.rates);
  if (!estimate) return yield text(`You don't have a checking account in ${asking.base}.`);
  const amount = (minor: number) => money(minor / 100, asking.base);
  const { budget } = estimate;
  const isBudget = estimate.isLimitedByBudget && budget !== null;
  const until = isBudget
    ? `until the end of the month, within your budgets`
    : estimate.hasPayday
      ? `until your next payday ${asking.formatDistance(dayText(asking.today + estimate.days))}`
      : `for ${estimate.days} days`;
  yield text(
    isBudget && estimate.perDay === 0
      ? `You've used up this month's budgets.${formatAssumed(assumed)}`
      : estimate.total <= 0
        ? `You don't have money to spare ${until}. Your upcoming bills are ${amount(-estimate.total)} more than you have.${formatAssumed(assumed)}`
        : `You can safely spend ${amount(estimate.perDay)} a day ${until}.${formatAssumed(assumed)}`,
  );
  yield figures(
    { label: 'In checking', amount: estimate.cash / 100, currency: asking.base },
    { label: 'Upcoming bills', amount: -estimate.bills / 100, currency: asking.base },
    estimate.goals > 0 ? { label: 'For goals', amount: -estimate.goals / 100, currency: asking.base } : null,
    { label: 'Minimum balance', amount: -estimate.minimum / 100, currency: asking.base },
    { label: 'Safe to spend', amount: estimate.total / 100, currency: asking.base },
    budget ? { label: 'Left in your budgets', amount: budget.left / 100, currency: asking.base } : null,
    budget && budget.planned > 0
      ? {
          label: 'Bills still to pay from your budgets',
          amount: -budget.planned / 100,
          currency: asking.base,
        }
      : null,
  );
  yield how(`Safe to spend ${until}.`, {
    rule: isBudget
      ? `${amount(budget.left)} left in your budgets${budget.planned > 0 ? ` − ${amount(budget.planned)} of bills still to pay from them` : ''}, divided by the ${counted(budget.days, 'day')} left in the month, rounded down to the cent. Your checking balance would cover more.`
      : `${amount(estimate.cash)} − ${amount(estimate.bills)} of bills − ${amount(estimate.minimum)}${estimate.goals > 0 ? ` − ${amount(estimate.goals)} for goals` : ''} = ${amount(estimate.total)}, divided by ${counted(estimate.days, 'day')}, rounded down to the cent.`,
  });
  yield choices('Which bills are coming?');
}

type Coming = Extract<Question, { kind: 'upcoming' }> & Assumptions;

export async function* upcoming(
  { direction, period, about, place, ask, assumed }: Coming,
  asking: Asking,
): Answer {
  const row = await asking.household();
  if (!row) return yield text("You don't have anything scheduled yet.");
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
    { out: 'payment or transfer', in: 'deposit', both: 'transaction' }[direction];
  const several = { out: 'payments and transfers', in: 'deposits', both: 'transactions' }[direction];
  const [next] = found;
  if (!next) {
    yield text(
      `You don't have anything scheduled ${about || place ? `for ${what} ` : ''}${when}.${formatAssumed(assumed)}`,
    );
    yield link('Scheduled payments', '/scheduled-payments');
    return;
  }
  if (ask === 'next')
    yield text(
      `Your next ${about || place ? `payment for ${what}` : what} is ${next.name}: ${money(Math.abs(next.amount), next.currency)} on ${asking.formatDay(getDay(next))}, ${asking.formatDistance(getDay(next))}.${formatAssumed(assumed)}`,
    );
  else {
    const exchange = new Exchange(asking.base, asking.known.rates);
    const currencies = [...new Set(found.map(({ currency }) => currency))];
    const into = currencies.length === 1 ? (currencies[0] ?? asking.base) : asking.base;
    const total =
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
      rates: "today's exchange rates",
    });
    yield text(
      `You have ${counted(found.length, about || place ? `payment for ${what}` : String(what), about || place ? `payments for ${what}` : several)} scheduled ${when}, for ${direction === 'both' ? `a net total of ${money(total, into, true)}` : `a total of ${money(Math.abs(total), into)}`}.${formatAssumed(assumed)}${note}`,
    );
  }
  yield figures(
    ...found.slice(0, ask === 'next' ? 1 : 8).map((one) => ({
      label: `${one.name}, ${asking.formatDay(getDay(one))}`,
      amount: one.amount,
      currency: one.currency,
    })),
    found.length > 8 && ask !== 'next'
      ? { label: 'Not shown', value: counted(found.length - 8, 'more item') }
      : null,
  );
  yield how(`Scheduled items ${when}${about || place ? ` for ${what}` : ''}.`, {
    rule: "Includes your scheduled payments, installments, and statements. Everyday purchases aren't included.",
  });
  yield link('Scheduled payments', '/scheduled-payments');
}

const A_YEAR: Record<string, number> = { WEEKLY: 52, BIWEEKLY: 26, MONTHLY: 12, QUARTERLY: 4, ANNUALLY: 1 };

/** Lists recurring payments to outside payees, the most expensive per year first. */
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
    yield text("You don't have any recurring payments to others.");
    yield link('Scheduled payments', '/scheduled-payments');
    return;
  }
  const currencies = [...new Set(rules.map(({ currency }) => currency))];
  const totals = currencies.map((currency) => {
    const yearly = sumOf(rules.filter((rule) => rule.currency === currency).map((rule) => rule.yearly));
    return `${money(yearly, currency)} a year (${money(Math.round((yearly / 12) * 100) / 100, currency)} a month)`;
  });
  yield text(
    `You have ${counted(rules.length, 'recurring payment')}, for a total of ${totals.join('; ')}.${formatAssumed(assumed)}`,
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
  yield how('Recurring payments to others.', {
    rule: 'We multiply weekly payments by 52, biweekly by 26, monthly by 12, and quarterly by 4.',
  });
  yield link('Scheduled payments', '/scheduled-payments');
}
