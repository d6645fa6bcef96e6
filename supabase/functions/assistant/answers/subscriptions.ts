import { counted, listed, money, sumAmounts } from '../../../../assistant/format.ts';
import { choices, figures, how, link } from '../../../../assistant/parts.ts';
import { type Answer, answerNothing, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { sumByCurrency } from './amounts.ts';

export const TIMES_PER_YEAR = { WEEKLY: 52, BIWEEKLY: 26, MONTHLY: 12, QUARTERLY: 4, ANNUALLY: 1 } as const;
/** Payments in these categories are bills, not subscriptions. */
const BILL_CATEGORIES = new Set(['Housing', 'Utilities', 'Savings']);
const BILL_NAMES = /\b(?:rent|insurance|electric|water|gas|power|tuition|taxe?s?|mortgage|loan)\b/i;
const MAX_PAYMENTS = 200;

export type RecurringPayment = {
  id: string;
  name: string;
  label: string;
  payee: string;
  amount: number;
  yearly: number;
  currency: string;
  isBill: boolean;
};

/** Lists subscriptions, or all recurring payments to external payees, highest yearly cost first. */
export async function* answerSubscriptions(
  { ask, isAll, per, above }: IntentOf<'subscriptions'>,
  context: AnswerContext,
): Answer {
  const { payments, latest } = await loadRecurringPayments(context);
  const included = payments.filter(
    ({ isBill, amount }) => (isAll || !isBill) && (above === undefined || amount > above),
  );
  const bills = payments.filter(({ isBill }) => isBill);
  if (payments.length === 0) {
    const sentence = "You don't have any recurring payments to people or businesses.";
    return yield* answerNothing(sentence, 'Scheduled payments', '/scheduled-payments');
  }
  const noun = isAll ? 'recurring payment' : 'subscription';
  if (ask === 'price_increases') return yield* answerPriceIncreases(included, latest, noun);
  const formatTotals = (items: readonly RecurringPayment[]) =>
    listed(
      sumByCurrency(items.map(({ yearly, currency }) => ({ amount: yearly, currency }))).map(
        ({ amount, currency }) => {
          const monthly = money(Math.round((amount / 12) * 100) / 100, currency);
          return per === 'year'
            ? `${money(amount, currency)} a year (${monthly} a month)`
            : `${monthly} a month (${money(amount, currency)} a year)`;
        },
      ),
    );
  const excludedNote =
    !isAll && bills.length > 0
      ? ` Bills such as ${listed(bills.slice(0, 3).map(({ name }) => name))} aren't included.`
      : '';
  const [largest] = included.toSorted((a, b) => b.yearly - a.yearly);
  const bound = above === undefined ? '' : ` above ${money(above, context.baseCurrency)}`;
  yield lead(
    included.length === 0
      ? `You don't have any ${noun}s${bound}.`
      : ask === 'largest' && largest
        ? `${largest.name} costs the most: ${money(Math.round((largest.yearly / 12) * 100) / 100, largest.currency)} a month (${money(largest.yearly, largest.currency)} a year).`
        : `You have ${counted(included.length, noun)}${bound}, for a total of ${formatTotals(included)}.`,
    excludedNote,
  );
  if (included.length > 0)
    yield figures(
      ...included
        .toSorted((a, b) => b.yearly - a.yearly)
        .map(({ label, amount, currency }) => ({ label, amount: -amount, currency })),
    );
  yield how(
    isAll
      ? 'Recurring payments to people and businesses.'
      : 'Recurring payments, excluding rent, utilities, and insurance.',
    {
      rule: 'We multiply weekly payments by 52, biweekly by 26, monthly by 12, and quarterly by 4.',
    },
  );
  yield link('Scheduled payments', '/scheduled-payments');
  yield choices(
    ask === 'largest' && largest ? `Cancel ${largest.name}` : null,
    isAll || bills.length === 0
      ? null
      : { label: 'Include all bills', ask: 'How much are all my recurring payments?' },
  );
}

type PastPayment = {
  merchant: string | null;
  description: string | null;
  amount: number;
  date: string;
  categories: { name: string } | null;
};

/** Returns the recurring payments and the past payments to their payees, newest first. */
export async function loadRecurringPayments(
  context: AnswerContext,
): Promise<{ payments: RecurringPayment[]; latest: PastPayment[] }> {
  const payees = context.customer.scheduledPayments.flatMap(({ payee }) => payee ?? []);
  const { data } = await context.client
    .from('transactions')
    .select('merchant, description, amount, date, categories(name)')
    .eq('user_id', context.customer.id)
    .in('merchant', payees)
    .order('date', { ascending: false })
    .limit(MAX_PAYMENTS)
    .throwOnError();
  const latest = data as unknown as PastPayment[];
  const payments = context.customer.scheduledPayments.flatMap(
    ({ id, name, payee, amount, frequency, accountId }): RecurringPayment[] => {
      const account = context.findAccount({ id: accountId });
      if (!account || amount === null || payee === null) return [];
      const category = latest.find(({ merchant }) => merchant === payee)?.categories?.name;
      return [
        {
          id,
          name,
          payee,
          label: `${name}, ${frequency.toLowerCase()}`,
          amount,
          yearly: sumAmounts([amount * TIMES_PER_YEAR[frequency]]),
          currency: account.currency,
          isBill: BILL_CATEGORIES.has(category ?? '') || BILL_NAMES.test(`${name} ${payee}`),
        },
      ];
    },
  );
  return { payments, latest };
}

/** Answers which subscriptions cost more than in their earlier payments. */
function* answerPriceIncreases(
  payments: readonly RecurringPayment[],
  latest: readonly PastPayment[],
  noun: string,
) {
  const increases = payments.flatMap(({ name, payee, currency }) => {
    const [newest, ...others] = latest.filter(({ merchant }) => merchant === payee);
    const before = others.find(({ amount }) => newest && amount !== newest.amount);
    return newest && before && before.amount < newest.amount
      ? [{ name, currency, from: before.amount, to: newest.amount }]
      : [];
  });
  yield lead(
    increases.length === 0
      ? `None of your ${noun}s have gone up in price.`
      : `${listed(increases.map(({ name, from, to, currency }) => `${name} rose from ${money(from, currency)} to ${money(to, currency)}`))}.`,
  );
  if (increases.length > 0)
    yield figures(...increases.map(({ name, to, currency }) => ({ label: name, amount: -to, currency })));
  yield how(`The latest payment of each ${noun}, compared with earlier payments.`, {
    rule: `From your latest ${counted(latest.length, 'payment')} to these payees.`,
  });
  yield link('Scheduled payments', '/scheduled-payments');
}
