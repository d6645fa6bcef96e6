import { formatAssumed, how, money, text } from '../../../assistant/format.ts';
import { getQuery } from '../../../assistant/format-search.ts';
import type { Question } from '../../../assistant/intent.ts';
import { formatTextDate } from '../../../engine/calendar/format-date.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { getTotals, rowsPart } from './transactions.ts';

type Why = Extract<Question, { kind: 'why' }> & Assumptions;

/** Explains fees, payments, declines, and amounts by their transaction. */
export async function* whyOther(question: Why, asking: Asking): Answer {
  const { what, amount, filter, assumed } = question;
  if (what === 'decline') {
    yield* declines(assumed, asking);
    return;
  }
  const bounds = amount === null ? filter.bounds : { from: amount, to: amount };
  const kind = what === 'fee' ? 'kind:fee ' : '';
  const query = `${kind}${getQuery({ ...filter, bounds }, null, asking.known)}`.trim();
  const [found, parts] = await Promise.all([
    getTotals(query, asking),
    rowsPart('What fits', query, 1, asking),
  ]);
  const [first] = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
  if (!first)
    yield text(
      `I found no such ${what === 'fee' ? 'fee' : 'transaction'} in your books.${formatAssumed(assumed)}`,
    );
  else
    yield text(
      `${found.times === 1 ? 'It is' : `There are ${found.times} that fit; the latest is`} ${first.title}, ${money(Math.abs(first.amount), first.currency)} ${first.amount < 0 ? 'out of' : 'into'} ${first.place} on ${formatTextDate(asking.getDay(first.at), asking.known.today)}${first.category ? `, in ${first.category}` : ''}.${what === 'fee' ? ' Fees are charged when an installment or a minimum payment comes late.' : ''}${formatAssumed(assumed)}`,
    );
  for (const part of parts)
    if (part.kind === 'rows' && part.rows.length > 0) yield { ...part, total: found.times };
  yield how(
    `${what === 'fee' ? 'Fees' : 'Transactions'}${amount === null ? '' : ` of ${money(amount, asking.base)}`}.`,
    { query },
  );
}

async function* declines(assumed: Assumptions['assumed'], asking: Asking): Answer {
  const { data } = await asking.bank
    .from('household_events')
    .select('at, description, kind')
    .in('kind', ['payment_failed', 'payment_retry', 'card_declined'])
    .order('at', { ascending: false })
    .limit(3)
    .throwOnError();
  const rows = data as { at: string; description: string }[];
  const frozen = asking.known.cards.filter((card) => card.frozen).map(({ name }) => name);
  const [last] = rows;
  yield text(
    `${last ? `The last payment that did not go through: ${last.description} on ${formatTextDate(asking.getDay(last.at), asking.known.today)}.` : 'I find no payment that failed.'}${frozen.length > 0 ? ` ${frozen.join(' and ')} ${frozen.length === 1 ? 'is' : 'are'} frozen, so new charges are refused.` : ''} A charge is also refused over a card's limit or against its own spending controls; those refusals are told at once and not kept.${formatAssumed(assumed)}`,
  );
  yield how('Payments that were refused.', {
    rule: 'What the bank notes: payments that failed for lack of funds.',
  });
}
