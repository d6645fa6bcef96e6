import { listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { Period, TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how } from '../../../../../assistant/parts.ts';
import { dayText } from '../../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../../engine/calendar/periods.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { sumInOneCurrency } from '../amounts.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';

type Movement = { account_id: string; date: string; amount: number; direction: string };

/** The kinds of transactions that change an investment's value without a deposit or a withdrawal. */
const GAINS = ['market_change', 'interest'];

/** Loads the market changes of accounts. */
const loadGains = (ids: readonly string[], context: AnswerContext) =>
  context.loadAll<Movement>((first, last) =>
    context.client
      .from('transactions')
      .select('account_id, date, amount, direction')
      .in('kind', GAINS)
      .in('account_id', ids)
      .order('entry_id', { ascending: false })
      .range(first, last)
      .throwOnError(),
  );

/** Sums the market changes of each account. */
const sumGains = (ids: readonly string[], rows: readonly Movement[]) =>
  ids.map((id) =>
    sumAmounts(
      rows
        .filter((row) => row.account_id === id)
        .map(({ amount, direction }) => (direction === 'out' ? -amount : amount)),
    ),
  );

/** Answers how much the market changed the value of investment accounts. Deposits and withdrawals don't count. */
async function* answerGain(values: TopicValues, context: AnswerContext): Answer {
  const all = context.customer.accounts.filter(({ type }) => type === 'INVESTMENT');
  const named = all.filter(({ id }) => values.accounts.some((account) => account.id === id));
  const accounts = named.length > 0 ? named : all;
  if (accounts.length === 0)
    return yield* answerNothing(
      "You don't have an investment account. Open one to invest in the simulated market.",
      'Accounts',
      '/dashboard/accounts',
    );
  const { today } = context.customer;
  const year = dayText(unitAround(context.today, 'year').from ?? context.today);
  const stated = values.periods[0];
  const isPast = stated && (!stated.from || stated.from <= today);
  const period: Period = isPast ? stated : { from: year, to: today, text: 'this year so far' };
  const ids = accounts.map(({ id }) => id);
  const rows = await loadGains(ids, context);
  const isInPeriod = ({ date }: Movement) => {
    const day = context.getDay(date);
    return (!period.from || day >= period.from) && (!period.to || day <= period.to);
  };
  const [inPeriod, overall] = [sumGains(ids, rows.filter(isInPeriod)), sumGains(ids, rows)];
  const sum = (amounts: readonly number[]) =>
    sumInOneCurrency(
      accounts.map(({ currency }, at) => ({ amount: amounts[at] ?? 0, currency })),
      context,
    );
  const [{ total, currency, note }, { total: sinceOpening }] = [sum(inPeriod), sum(overall)];
  const names = listed(accounts.map(({ name }) => name));
  const describe = (amount: number) =>
    amount === 0
      ? "didn't change in value"
      : `${amount < 0 ? 'lost' : 'gained'} ${money(Math.abs(amount), currency)}`;
  yield lead(
    `${names} ${describe(total)} ${period.text}, not counting deposits and withdrawals. Since you opened ${accounts.length === 1 ? 'it' : 'them'}, ${accounts.length === 1 ? 'it' : 'they'} ${describe(sinceOpening)}.`,
    note,
  );
  yield figures(
    ...accounts.flatMap(({ id, name, balance, currency: own }, at): Figure[] => [
      { label: `${name}, ${period.text}`, amount: inPeriod[at] ?? 0, currency: own },
      { label: `${name}, since opening`, amount: overall[at] ?? 0, currency: own },
      { label: `${name}, value`, amount: balance, currency: own, href: getHref({ is: 'account', id }) },
    ]),
  );
  yield how(`Market changes of ${names} ${period.text}.`, {
    rule: 'The sum of the market changes and interest on the account. Deposits and withdrawals don’t count.',
  });
  yield choices('How much did my savings grow?');
}

export const INVESTMENT_ANSWERS: TopicAnswers = { 'investment-gain': answerGain };
