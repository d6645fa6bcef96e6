import { listed, money, sumAmounts } from '../../../../assistant/format.ts';
import { getQuery } from '../../../../assistant/format-search.ts';
import { NO_FILTER } from '../../../../assistant/parser/filter.ts';
import { choices, figures, how, searchHref } from '../../../../assistant/parts.ts';
import { addMonths, dayText } from '../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../engine/calendar/periods.ts';
import { type Answer, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { loadTotals } from './search.ts';

const MONTHS = 6;
const MAX_CATEGORIES = 4;
/** Categories that are hard to cut in the short term. */
const FIXED = new Set(['Housing', 'Utilities', 'Savings', 'Healthcare']);

/** Compares last month's spending in each category with the average of the six months before. */
export async function* answerCutBack(_: unknown, context: AnswerContext): Answer {
  const start = unitAround(context.today, 'month').from ?? context.today;
  const last = { from: dayText(addMonths(start, -1)), to: dayText(start - 1), text: 'last month' };
  const before = {
    from: dayText(addMonths(start, -1 - MONTHS)),
    to: dayText(addMonths(start, -1) - 1),
    text: '',
  };
  const categories = context.customer.categories.filter(
    ({ kind, name }) => kind === 'spending' && !FIXED.has(name),
  );
  const all = await Promise.all(
    categories.map(async (category) => {
      const filter = { ...NO_FILTER, categories: [category] };
      const query = getQuery({ ...filter, period: last }, 'spending', context.customer);
      const [now, past] = await Promise.all([
        loadTotals(query, context),
        loadTotals(getQuery({ ...filter, period: before }, 'spending', context.customer), context),
      ]);
      const amount = sumAmounts([now.moneyOut, -now.moneyIn]);
      const usual = Math.round(((past.moneyOut - past.moneyIn) * 100) / MONTHS) / 100;
      return {
        name: category.name,
        amount,
        usual,
        more: sumAmounts([amount, -usual]),
        currency: now.currency,
        query,
      };
    }),
  );
  const spent = all.filter(({ amount }) => amount > 0);
  const rising = spent.filter(({ more }) => more > 0).toSorted((a, b) => b.more - a.more);
  const largest = spent.toSorted((a, b) => b.amount - a.amount);
  const shown = (rising.length > 0 ? rising : largest).slice(0, MAX_CATEGORIES);
  const [first] = shown;
  if (!first) return yield lead("You didn't spend anything last month that you could cut back.");
  yield lead(
    rising.length > 0
      ? `Last month, you spent more than usual on ${listed(shown.map(({ name, more, currency }) => `${name} (${money(more, currency)} more)`))}.`
      : `Last month, no category was above its usual amount. Your largest flexible categories were ${listed(shown.map(({ name, amount, currency }) => `${name} (${money(amount, currency)})`))}.`,
  );
  yield figures(
    ...shown.flatMap(({ name, amount, usual, currency, query }) => [
      { label: `${name}, last month`, amount, currency, href: searchHref(query) },
      { label: `${name}, usual`, amount: usual, currency },
    ]),
  );
  yield how('Spending by category last month, compared with the average of the 6 months before.', {
    rule: "Housing, utilities, healthcare, and savings aren't included, because they're hard to cut.",
  });
  yield choices('What are my subscriptions?', `What was my largest ${first.name} purchase last month?`);
}
