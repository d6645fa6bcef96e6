import { counted, money } from '../../../../assistant/format.ts';
import { choices, figures, how, link, text } from '../../../../assistant/parts.ts';
import { dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { listUpcoming, type Upcoming } from '../../../../engine/forecast/upcoming.ts';
import { type BudgetedCategory, computeSafeToSpend } from '../../../../engine/insights/safe-to-spend.ts';
import { Exchange } from '../../../../engine/money/exchange.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { sumInOneCurrency } from './amounts.ts';
import { MAX_FORECAST_DAYS } from './forecast.ts';

/**
 * The period of an answer if the question states none. Answers about a single rule or the next event cover a
 * longer period than lists.
 */
const HORIZON = {
  far: { days: 400, text: 'in the next year' },
  near: { days: 30, text: 'in the next 30 days' },
} as const;
const MAX_ITEMS = 8;

export async function* answerSafeToSpend(_: unknown, context: AnswerContext): Answer {
  const { baseCurrency: currency, customer } = context;
  const row = await context.loadHousehold();
  const categories = row ? await context.call<BudgetedCategory[]>('budget_status') : [];
  const estimate = row && computeSafeToSpend(row, currency, categories, customer.rates);
  if (!estimate) return yield text(`You don't have a checking account in ${currency}.`);
  const { budget, cash, bills, goals, minimum, total, days, perDay } = estimate;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const toFigure = (label: string, minor: number) => ({ label, amount: minor / 100, currency });
  const limit = estimate.isLimitedByBudget ? budget : null;
  const until = limit
    ? 'until the end of the month, within your budgets'
    : estimate.hasPayday
      ? `until your next payday ${context.formatDistance(dayText(context.today + days))}`
      : `for ${days} days`;
  yield lead(
    limit && perDay === 0
      ? "You've used up this month's budgets."
      : total <= 0
        ? `You don't have money to spare ${until}. Your upcoming bills are ${formatMinor(-total)} more than you have.`
        : `You can safely spend ${formatMinor(perDay)} a day ${until}.`,
  );
  yield figures(
    toFigure('In checking', cash),
    toFigure('Upcoming bills', -bills),
    goals > 0 ? toFigure('Set aside for goals', -goals) : null,
    toFigure('Minimum balance', -minimum),
    toFigure('Safe to spend', total),
    budget && toFigure('Left in your budgets', budget.left),
    budget && budget.planned > 0 ? toFigure('Unpaid bills in your budgets', -budget.planned) : null,
  );
  const plannedBills =
    limit && limit.planned > 0 ? ` − ${formatMinor(limit.planned)} of unpaid bills in your budgets` : '';
  const forGoals = goals > 0 ? ` − ${formatMinor(goals)} for goals` : '';
  yield how(`Safe to spend ${until}.`, {
    rule: limit
      ? `${formatMinor(limit.left)} left in your budgets${plannedBills}, divided by the ${counted(limit.days, 'day')} left in the month, rounded down to the cent. Your checking balance would cover more.`
      : `${formatMinor(cash)} − ${formatMinor(bills)} of bills − ${formatMinor(minimum)}${forGoals} = ${formatMinor(total)}, divided by ${counted(days, 'day')}, rounded down to the cent.`,
  });
  yield choices('Which bills are coming up?');
}

const SUBJECTS = {
  out: { singular: 'payment or transfer', plural: 'payments and transfers' },
  in: { singular: 'deposit', plural: 'deposits' },
  both: { singular: 'transaction', plural: 'transactions' },
} as const;

export async function* answerUpcoming(
  { direction, period, about, place, ask, above = 0, nth = 1 }: IntentOf<'upcoming'>,
  context: AnswerContext,
): Answer {
  const row = await context.loadHousehold();
  if (!row) return yield text("You don't have anything scheduled yet.");
  const isOnlyNext = ask === 'next';
  const name = about?.name ?? context.findProduct(place)?.name ?? null;
  const horizon = name !== null || isOnlyNext ? HORIZON.far : HORIZON.near;
  const from = period?.from ?? context.customer.today;
  const to = period?.to ?? dayText(context.today + horizon.days);
  const days = Math.min(MAX_FORECAST_DAYS, Math.max(1, parseDay(to) - context.today + 1));
  const getDay = ({ at }: Upcoming) => dayText(context.zone.getDay(at));
  const matching = listUpcoming(row, Math.max(days + 1, HORIZON.near.days)).filter(
    (item) =>
      getDay(item) >= from &&
      Math.abs(item.amount) > above &&
      (direction === 'both' || (direction === 'out' ? item.amount < 0 : item.amount > 0)) &&
      (about === null || item.subject === about.id) &&
      (place === null || item.subject === place.id || item.account === place.id),
  );
  const items = matching.filter((item) => getDay(item) <= to);
  const bound = above > 0 ? `of more than ${above.toLocaleString('en-US')} ` : '';
  const when = `${bound}${period?.text ?? horizon.text}`;
  const subject =
    name === null ? SUBJECTS[direction] : { singular: `payment for ${name}`, plural: `payments for ${name}` };
  /** Formats an item, without its name if the sentence already has it. */
  const format = (item: Upcoming) =>
    `${item.name === name ? '' : `${item.name}: `}${money(Math.abs(item.amount), item.currency)} on ${context.formatDay(getDay(item))}`;
  const next = items[nth - 1];
  if (!next) {
    const [later] = matching;
    const after = later ? ` The next is ${format(later)}.` : '';
    yield lead(`You don't have anything scheduled ${name === null ? '' : `for ${name} `}${when}.${after}`);
    yield link('Scheduled payments', '/scheduled-payments');
    return;
  }
  if (isOnlyNext)
    yield lead(
      `${nth > 1 ? `The ${subject.singular} after that` : `Your next ${subject.singular}`} is ${format(next)}, ${context.formatDistance(getDay(next))}.`,
    );
  else if (ask === 'largest') {
    const exchange = new Exchange(context.baseCurrency, context.customer.rates);
    const worth = (item: Upcoming) => Math.abs(exchange.worth(toMinor(item.amount), item.currency));
    const largest = items.reduce((most, item) => (worth(item) > worth(most) ? item : most));
    yield lead(`Your largest ${subject.singular} ${when} is ${format(largest)}.`);
  } else {
    const { total, currency, note } = sumInOneCurrency(items, context);
    const sum =
      direction === 'both'
        ? `a net total of ${money(total, currency, true)}`
        : `a total of ${money(Math.abs(total), currency)}`;
    yield lead(
      `You have ${counted(items.length, subject.singular, subject.plural)} scheduled ${when}, for ${sum}.`,
      note,
    );
  }
  const shown = isOnlyNext ? [next] : items.slice(0, MAX_ITEMS);
  yield figures(
    ...shown.map((item) => ({
      label: `${item.name}, ${context.formatDay(getDay(item))}`,
      amount: item.amount,
      currency: item.currency,
    })),
    items.length > shown.length && !isOnlyNext
      ? { label: 'Not shown', value: counted(items.length - shown.length, 'more item') }
      : null,
  );
  yield how(`Scheduled items ${when}${name === null ? '' : ` for ${name}`}.`, {
    rule: "Includes your scheduled payments, installments, and statements. Everyday purchases aren't included.",
  });
  yield link('Scheduled payments', '/scheduled-payments');
}
