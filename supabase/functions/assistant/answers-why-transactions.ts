import { formatAssumed, how, money, text } from '../../../assistant/format.ts';
import { getQuery } from '../../../assistant/format-search.ts';
import type { Question } from '../../../assistant/intent.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { getTotals, rowsPart } from './transactions.ts';

type Why = Extract<Question, { kind: 'why' }> & Assumptions;

/** Explains a fee, payment, decline, or amount with the matching transaction. */
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
    rowsPart('Matching transactions', query, 1, asking),
  ]);
  const [first] = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
  if (!first)
    yield text(`We couldn't find that ${what === 'fee' ? 'fee' : 'transaction'}.${formatAssumed(assumed)}`);
  else
    yield text(
      `${found.times === 1 ? "It's" : `We found ${found.times} matching transactions. The latest is`} ${first.title}, ${money(Math.abs(first.amount), first.currency)} ${first.amount < 0 ? 'out of' : 'into'} ${first.place} on ${asking.formatDay(asking.getDay(first.at))}${first.category ? `, in ${first.category}` : ''}.${what === 'fee' ? ' We charge a late fee when an installment or minimum payment is late.' : ''}${formatAssumed(assumed)}`,
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
    `${last ? `Your last failed payment: ${last.description} on ${asking.formatDay(asking.getDay(last.at))}.` : "We didn't find any failed payments."}${frozen.length > 0 ? ` ${frozen.join(' and ')} ${frozen.length === 1 ? 'is' : 'are'} frozen, so we decline new charges.` : ''} We also decline charges that go over a card's limit or its spending controls. Those declines aren't listed here.${formatAssumed(assumed)}`,
  );
  yield how('Failed payments.', {
    rule: 'Includes payments that failed because of insufficient funds.',
  });
}
