import { money, sumAmounts } from '../../../../../assistant/format.ts';
import { getQuery } from '../../../../../assistant/format-search.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { NO_FILTER } from '../../../../../assistant/parser/filter.ts';
import { type Figure, figures, how, text } from '../../../../../assistant/parts.ts';
import { type Answer, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { findTransactions, loadTotals, rowsPart } from '../search.ts';
import type { TopicAnswers } from '../topics.ts';

/** The number of earlier payments with which the last one is compared. */
const BEFORE = 6;

/** Returns the payee of a stated scheduled payment, or else the stated merchant. */
function getPayee({ payments, merchants }: TopicValues, { customer }: AnswerContext): string | null {
  const rule = customer.scheduledPayments.find(({ id }) => id === payments[0]?.id);
  return rule?.payee ?? merchants[0] ?? rule?.name ?? null;
}

/** Compares the last payment of a bill with the one before, and with the average of up to six before. */
async function* answerBillHistory(values: TopicValues, context: AnswerContext): Answer {
  const payee = getPayee(values, context);
  if (payee === null)
    return yield text('Which bill do you mean? Name who you pay, for example the electric company.');
  const query = getQuery({ ...NO_FILTER, merchant: payee }, 'out', context.customer);
  const [{ times }, rows] = await Promise.all([
    loadTotals(query, context),
    findTransactions(query, context, BEFORE + 1),
  ]);
  const [last, ...earlier] = rows;
  const named = values.payments[0]?.name ?? payee;
  if (!last) return yield lead(`You haven't paid ${named} yet.`);
  const { currency } = last;
  const size = ({ amount }: { amount: number }) => Math.abs(amount);
  const day = (row: { at: string }) => context.formatDay(context.getDay(row.at));
  const before = earlier.filter((row) => row.currency === currency);
  const [previous] = before;
  if (!previous)
    yield lead(`Your only payment to ${payee} was ${money(size(last), currency)} on ${day(last)}.`);
  else {
    const average = Math.round((sumAmounts(before.map(size)) / before.length) * 100) / 100;
    yield lead(
      `Your last ${named} payment was ${money(size(last), currency)} on ${day(last)}, ${compare(size(last), size(previous), currency)} the one before (${money(size(previous), currency)} on ${day(previous)}) and ${compare(size(last), average, currency)} the average of the ${before.length} before (${money(average, currency)}).`,
    );
    yield figures(
      { label: `Last, ${day(last)}`, amount: -size(last), currency } satisfies Figure,
      { label: `Previous, ${day(previous)}`, amount: -size(previous), currency },
      { label: `Average of the ${before.length} before`, amount: -average, currency },
    );
  }
  yield* rowsPart(`Payments to ${payee}`, rows, { query, total: times });
  yield how(`Payments to ${payee}.`, { query });
}

/** Says how an amount differs from another one: "$5.00 more than". */
function compare(amount: number, other: number, currency: string): string {
  const difference = sumAmounts([amount, -other]);
  if (difference === 0) return 'the same as';
  return `${money(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'} than`;
}

export const BILL_HISTORY_ANSWERS: TopicAnswers = { 'bill-history': answerBillHistory };
