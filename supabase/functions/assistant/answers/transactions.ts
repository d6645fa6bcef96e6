import { counted, money, sumAmounts } from '../../../../assistant/format.ts';
import { formatFilter, getQuery, type Side, splitByMerchant } from '../../../../assistant/format-search.ts';
import { getBoundsAround } from '../../../../assistant/parser/filter.ts';
import { figures, how, type LedgerRow } from '../../../../assistant/parts.ts';
import { formatFullDate } from '../../../../engine/calendar/format-date.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from './balance.ts';
import { findInAll, findTransactions, loadSum, loadTotals, rowsPart, type Totals } from './search.ts';

type Rows = IntentOf<'rows'>;

/** The sort order of each selection, and the label of its first transaction. */
const SELECTIONS = {
  list: { sort: undefined, label: 'latest' },
  last: { sort: undefined, label: 'latest' },
  first: { sort: 'oldest', label: 'first' },
  largest: { sort: 'amount', label: 'largest' },
  smallest: { sort: 'smallest', label: 'smallest' },
} as const;

const ORDINALS = ['', 'second ', 'third ', 'fourth ', 'fifth '];

/** Lists transactions, or shows the first, last, largest, or smallest one. */
export async function* answerTransactions(question: Rows, context: AnswerContext): Answer {
  const { which, direction, filter, limit } = question;
  const { sort, label } = SELECTIONS[which];
  const queries = splitByMerchant(filter).map((part) =>
    getQuery(part, getSide(question), context.customer, sort),
  );
  const [query = ''] = queries;
  const [totals, found] = await Promise.all([loadSum(queries, context), findInAll(queries, context, limit)]);
  const rows = sortRows(found, which);
  const { currency, times, moneyIn, moneyOut } = totals;
  const about = formatFilter(filter, context.customer, direction ?? 'out');
  const scope = `${about}${filter.period ? ` ${filter.period.text}` : ''}`;
  // "And the one after that" asks for the last of the largest transactions. "Before that" asks for the last of
  // the latest ones.
  const rank = which === 'list' ? 1 : Math.min(limit ?? 1, rows.length, ORDINALS.length);
  const row = rows[rank - 1];
  const exact = filter.bounds?.from === filter.bounds?.to ? filter.bounds?.from : undefined;
  const close = row || exact === undefined ? null : await findClosest(filter, exact, context);
  if (!row) yield lead(`We didn't find any transactions${scope}.${formatClosest(close)}`);
  else if (which === 'list' && limit !== null && limit <= rows.length && limit < times)
    yield lead(
      `${limit === 1 ? 'This is your latest transaction' : `These are your latest ${limit} transactions`}${scope}. There are ${times.toLocaleString('en-US')} in total.`,
    );
  else if (which === 'list')
    yield lead(`We found ${counted(times, 'transaction')}${scope}${formatSum(totals)}.`, totals.note);
  else
    yield lead(
      `Your ${ORDINALS[rank - 1] ?? ''}${label} transaction${scope} was ${row.title} on ${formatFullDate(context.getDay(row.at))} (${row.place}): ${money(Math.abs(row.amount), row.currency)} ${row.amount < 0 ? 'out' : 'in'}.`,
    );
  yield* rowsPart(`Transactions${scope}`, rows, { query, total: times });
  if (close) yield* rowsPart('Closest amounts', close.rows, { query: close.query, total: close.total });
  // Without a direction or an account, a transfer between accounts is on both sides.
  const withTransfers = about === '' && direction === null ? ', including transfers' : '';
  if (row && which === 'list')
    yield figures(
      moneyOut > 0 ? { label: `Money out${withTransfers}`, amount: moneyOut, currency } : null,
      moneyIn > 0 ? { label: `Money in${withTransfers}`, amount: moneyIn, currency } : null,
    );
  yield how(`Transactions${scope}.`, { query });
}

type Closest = { rows: readonly LedgerRow[]; query: string; total: number };

/** Finds the transactions whose amounts are close to an amount. Returns null if there are none. */
async function findClosest(
  filter: Rows['filter'],
  amount: number,
  context: AnswerContext,
): Promise<Closest | null> {
  const query = getQuery({ ...filter, bounds: getBoundsAround(amount) }, null, context.customer);
  const [{ times }, rows] = await Promise.all([loadTotals(query, context), findTransactions(query, context)]);
  return rows.length > 0 ? { rows, query, total: times } : null;
}

const formatClosest = (close: Closest | null) =>
  close ? ` The closest ${close.rows.length === 1 ? 'amount is' : 'amounts are'} below.` : '';

/** Formats the total of transactions that all go in one direction. */
function formatSum({ currency, times, moneyIn, moneyOut }: Totals): string {
  if (times < 2 || moneyIn > 0 === moneyOut > 0) return '';
  return `, ${money(moneyIn || moneyOut, currency)} ${moneyIn > 0 ? 'in' : 'out'} in total`;
}

/** Sorts the transactions of several merchants, because each search is sorted on its own. */
function sortRows(rows: readonly LedgerRow[], which: Rows['which']): readonly LedgerRow[] {
  const size = ({ amount }: LedgerRow) => Math.abs(amount);
  if (which === 'largest') return rows.toSorted((a, b) => size(b) - size(a));
  if (which === 'smallest') return rows.toSorted((a, b) => size(a) - size(b));
  return which === 'first' ? rows.toReversed() : rows;
}

/** Limits the search to spending or income, unless the question is about a payee, words, or a product. */
function getSide({ direction, filter: { merchant, contact, text, places } }: Rows): Side {
  if (direction === null || merchant || contact || text || places.length > 0) return direction;
  return direction === 'out' ? 'spending' : 'income';
}

/** Explains a fee or an amount by showing the matching transaction. */
export async function* explainTransaction(
  { what, amount, filter }: IntentOf<'why'>,
  context: AnswerContext,
): Answer {
  const isFee = what === 'fee';
  const bounds = amount === null ? filter.bounds : { from: amount, to: amount };
  const query =
    `${isFee ? 'kind:fee ' : ''}${getQuery({ ...filter, bounds }, null, context.customer)}`.trim();
  const [{ times }, rows] = await Promise.all([loadTotals(query, context), findTransactions(query, context)]);
  const [row] = rows;
  const close = row || amount === null ? null : await findClosest(filter, amount, context);
  if (!row) yield lead(`We couldn't find that ${isFee ? 'fee' : 'transaction'}.${formatClosest(close)}`);
  else {
    const intro = times === 1 ? "It's" : `We found ${times} matching transactions. The latest is`;
    const movement = `${money(Math.abs(row.amount), row.currency)} ${row.amount < 0 ? 'out of' : 'into'} ${row.place}`;
    const reason = isFee ? ' We charge a late fee when an installment or minimum payment is late.' : '';
    yield lead(
      `${intro} ${row.title}, ${movement} on ${context.formatDay(context.getDay(row.at))}${row.category ? `, in ${row.category}` : ''}.${reason}`,
    );
  }
  yield* rowsPart('Matching transactions', rows, { query, total: times });
  if (close) yield* rowsPart('Closest amounts', close.rows, { query: close.query, total: close.total });
  const stated = amount === null ? '' : ` of ${money(amount, context.baseCurrency)}`;
  yield how(`${isFee ? 'Fees' : 'Transactions'}${stated}.`, { query });
}

/** Explains why payments or charges failed. */
export async function* explainDeclines(_: unknown, context: AnswerContext): Answer {
  const { data } = await context.client
    .from('household_events')
    .select('at, description')
    .in('kind', ['payment_failed', 'payment_retry', 'card_declined'])
    .order('at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [last] = data as { at: string; description: string }[];
  const failure = last
    ? `Your last failed payment was ${last.description} on ${context.formatDay(context.getDay(last.at))}.`
    : "We didn't find any failed payments.";
  const frozen = context.customer.cards.filter((card) => card.frozen).map(({ name }) => name);
  const frozenCards =
    frozen.length > 0
      ? ` ${frozen.join(' and ')} ${frozen.length === 1 ? 'is' : 'are'} frozen, so we decline new charges.`
      : '';
  yield lead(
    `${failure}${frozenCards} We also decline charges that exceed a card's limit or its spending controls. Those declines aren't listed here.`,
  );
  yield figures(
    ...context.customer.cards.map(({ id, name, limit, balance, currency }) => ({
      label: `${name}, available`,
      amount: Math.max(0, sumAmounts([limit, -balance])),
      currency,
      href: getHref({ is: 'card', id }),
    })),
  );
  yield how('Failed payments.', {
    rule: 'Includes payments that failed because of insufficient funds.',
  });
}
