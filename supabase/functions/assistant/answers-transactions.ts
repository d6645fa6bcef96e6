import { counted, figures, formatAssumed, how, money, text } from '../../../assistant/format.ts';
import { formatFilter, getQuery, type Side } from '../../../assistant/format-search.ts';
import type { Question } from '../../../assistant/intent.ts';
import { dayOfRow } from './answers-flow.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { getTotals, rowsPart } from './transactions.ts';

type Rows = Extract<Question, { kind: 'rows' }> & Assumptions;

/** Limits the search to spending or income unless the question names a payee, words, or a product. */
function sideOfRows({ direction, filter: { merchant, contact, words, places } }: Rows): Side {
  if (direction === null || merchant || contact || words || places.length > 0) return direction;
  return direction === 'out' ? 'spending' : 'income';
}

/** Lists transactions, or shows the first, last, largest, or smallest one. */
export async function* listTransactions(question: Rows, asking: Asking): Answer {
  const { which, direction, filter, limit, assumed } = question;
  const sort =
    which === 'largest'
      ? 'amount'
      : which === 'smallest'
        ? 'smallest'
        : which === 'first'
          ? 'oldest'
          : undefined;
  const query = getQuery(filter, sideOfRows(question), asking.known, sort);
  const [found, parts] = await Promise.all([
    getTotals(query, asking),
    rowsPart('', query, 1, asking, limit ?? 8),
  ]);
  const about = formatFilter(filter, asking.known, direction ?? 'out');
  const [first] = parts.flatMap((one) => (one.kind === 'rows' ? one.rows : []));
  const when = filter.period ? ` ${filter.period.words}` : '';
  if (!first) yield text(`We didn't find any transactions${about}${when}.${formatAssumed(assumed)}`);
  else {
    const what = `${first.title}, ${money(Math.abs(first.amount), first.currency)} ${first.amount < 0 ? 'out' : 'in'}, ${first.place}, on ${dayOfRow(first.at, asking)}`;
    const lead =
      which === 'list'
        ? `We found ${counted(found.times, 'transaction')}${about}${when}.`
        : `${{ last: 'Your latest transaction', first: 'Your first transaction', largest: 'Your largest transaction', smallest: 'Your smallest transaction' }[which]}${about}${when}: ${what}.`;
    yield text(`${lead}${formatAssumed(assumed)}`);
    for (const one of parts)
      if (one.kind === 'rows') yield { ...one, title: `Transactions${about}${when}`, total: found.times };
    if (which === 'list')
      yield figures(
        found.moneyOut > 0 ? { label: 'Money out', amount: found.moneyOut, currency: found.currency } : null,
        found.moneyIn > 0 ? { label: 'Money in', amount: found.moneyIn, currency: found.currency } : null,
      );
  }
  yield how(`Transactions${about}${when}.`, { query });
}
