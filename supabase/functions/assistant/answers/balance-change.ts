import { money, sumAmounts } from '../../../../assistant/format.ts';
import { figures, how } from '../../../../assistant/parts.ts';
import { type Answer, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { findTransactions, loadTotals, rowsPart } from './search.ts';

/** Compares a balance on a past day with now, and lists the largest payments in between. */
export async function* explainChange(
  {
    name,
    before,
    after,
    currency,
    since,
    query,
  }: {
    name: string;
    before: number;
    after: number;
    currency: string;
    since: string;
    /** The search for the transactions; null if there is none, as for net worth. */
    query: string | null;
  },
  context: AnswerContext,
): Answer {
  const change = sumAmounts([after, -before]);
  const day = context.formatDay(since);
  const share = before > 0 ? ` (${Math.round((Math.abs(change) / before) * 1000) / 10}%)` : '';
  const difference =
    change === 0
      ? "It hasn't changed"
      : `It's ${money(Math.abs(change), currency)}${share} ${change > 0 ? 'higher' : 'lower'}`;
  const [out, incoming] = query
    ? await Promise.all([loadTotals(`is:out ${query}`, context), loadTotals(`is:in ${query}`, context)])
    : [null, null];
  const flows =
    out && incoming
      ? ` Since then, ${money(incoming.moneyIn, incoming.currency)} came in and ${money(out.moneyOut, out.currency)} went out.`
      : '';
  yield lead(
    `${name} was ${money(before, currency)} at the end of ${day} and is ${money(after, currency)} now. ${difference}.${flows}`,
  );
  yield figures(
    { label: `At the end of ${day}`, amount: before, currency },
    { label: 'Now', amount: after, currency },
    { label: 'Change', amount: change, currency },
  );
  if (query) {
    const sorted = `is:out ${query} sort:amount`;
    const rows = await findTransactions(sorted, context, 5);
    yield* rowsPart(`Largest payments since ${day}`, rows, {
      query: sorted,
      total: out?.times ?? rows.length,
    });
  }
  yield how(`${name} at the end of ${day}, compared with now.`, {
    query,
    rule: 'Balances at the end of that day and now, from your transactions.',
  });
}
