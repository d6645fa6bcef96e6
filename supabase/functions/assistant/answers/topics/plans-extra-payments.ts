import { listed, money, monthsLong } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how } from '../../../../../assistant/parts.ts';
import { parseDay } from '../../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import {
  computePastSaving,
  getOriginalTerms,
  type PastPayment,
  readRateResets,
} from '../../../../../engine/products/debts/debt-plans.ts';
import type { DebtState } from '../../../../../engine/simulation/state.ts';
import { type Answer, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { TopicAnswers } from '../topics.ts';
import { answerNoDebt, getDebtHref, loadOwedDebts } from './plans-debts.ts';

type Contract = { borrowed: number; rate: number; term: number; start: string };
type PaymentRow = { day: string; extra: number | null; effect: string | null };
type EventRow = { kind: string; event_key: string; facts: unknown };

/** Computes what the past extra payments on a debt save, as the debt's page does. */
async function loadSaving(debt: DebtState, context: AnswerContext) {
  const { client } = context;
  const isLoan = debt.product === 'loan';
  const [contract, payments, events] = await Promise.all([
    client
      .from(isLoan ? 'loans' : 'mortgages')
      .select(`borrowed:${isLoan ? 'amount' : 'loan_amount'}, rate:interest_rate, term, start:start_date`)
      .eq('id', debt.id)
      .single<Contract>()
      .throwOnError(),
    context.loadAll<PaymentRow>((first, last) =>
      client
        .from('debt_payments')
        .select('day, extra, effect')
        .eq('debt_id', debt.id)
        .order('entry_id')
        .range(first, last)
        .throwOnError(),
    ),
    client
      .from('household_events')
      .select('kind, event_key, facts')
      .eq('subject', debt.id)
      .eq('kind', 'rate_reset')
      .throwOnError(),
  ]);
  const { borrowed, rate, term, start } = contract.data;
  const past = payments.map(
    ({ day, extra, effect }): PastPayment => ({
      day: parseDay(day),
      extra: toMinor(extra ?? 0),
      effect: effect === 'lower' ? 'lower' : 'shorten',
    }),
  );
  const extra = past.reduce((sum, payment) => sum + payment.extra, 0);
  const original = {
    borrowed: toMinor(borrowed),
    rate,
    months: isLoan ? term : term * 12,
    start: parseDay(start),
  };
  const { terms, rateAfter } = getOriginalTerms(original, readRateResets(events.data as EventRow[]));
  return extra <= 0 ? null : { debt, extra, ...computePastSaving(terms, past, context.today, rateAfter) };
}

/** Answers what the extra payments so far save. */
async function* answerExtraSaved(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  const [first] = debts;
  if (!first) return yield* answerNoDebt(values);
  const found = await Promise.all(debts.map((debt) => loadSaving(debt, context)));
  const savings = found.filter((saving) => saving !== null);
  if (savings.length === 0) {
    yield lead(
      `You haven't made extra payments on ${listed(debts.map(({ name }) => name))} yet, so they haven't saved any interest.`,
    );
    return yield choices(`What if I pay 200 more a month on ${first.name}?`);
  }
  yield lead(
    savings
      .map(({ debt, extra, interest, interestByNow, months }) => {
        const format = (minor: number) => money(minor / 100, debt.currency);
        return `Your extra payments of ${format(extra)} on ${debt.name} save ${format(interest)} of interest over the term, ${format(interestByNow)} of it by now${months > 0 ? `, and end the debt ${monthsLong(months)} sooner` : ''}.`;
      })
      .join(' '),
  );
  yield figures(
    ...savings.flatMap(({ debt, extra, interest, interestByNow }): Figure[] => [
      {
        label: `${debt.name}, extra payments`,
        amount: extra / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      { label: `${debt.name}, interest saved by now`, amount: interestByNow / 100, currency: debt.currency },
      { label: `${debt.name}, interest saved in total`, amount: interest / 100, currency: debt.currency },
    ]),
  );
  yield how('Your contract with and without the extra payments.', {
    rule: 'Extra = the part of each payment above the installment. The comparison assumes that the other payments are on time.',
  });
  yield choices(`What if I pay 200 more a month on ${first.name}?`);
}

export const EXTRA_PAYMENT_ANSWERS: TopicAnswers = { 'extra-payments-saved': answerExtraSaved };
