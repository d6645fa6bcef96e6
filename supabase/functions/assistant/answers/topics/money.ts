import { money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { figures, how, text } from '../../../../../assistant/parts.ts';
import { type Answer, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';
import { ACCOUNT_ANSWERS } from './money-accounts.ts';
import { BILL_HISTORY_ANSWERS } from './money-bill-history.ts';
import { BILL_ANSWERS } from './money-bills.ts';
import { CARD_HISTORY_ANSWERS } from './money-card-history.ts';
import { CARD_TERM_ANSWERS } from './money-card-terms.ts';
import { CARD_ANSWERS } from './money-cards.ts';
import { COMPARISON_ANSWERS } from './money-comparisons.ts';
import { INCOME_ANSWERS } from './money-income.ts';
import { INCREASE_ANSWERS } from './money-increases.ts';
import { INVESTMENT_ANSWERS } from './money-investments.ts';
import { PATTERN_ANSWERS } from './money-patterns.ts';
import { SPENDING_ANSWERS } from './money-spending.ts';
import { SUBSCRIPTION_ANSWERS } from './money-subscriptions.ts';
import { YEAR_ANSWERS } from './money-year.ts';

/** Compares the balances of two accounts: those named, or the first checking and savings accounts. */
async function* answerAccountDifference({ accounts }: TopicValues, context: AnswerContext): Answer {
  const all = context.customer.accounts;
  const defaults = ['CHECKING', 'SAVINGS'].flatMap(
    (type) => all.find((account) => account.type === type) ?? [],
  );
  const named = accounts.flatMap((account) => context.findAccount(account) ?? []);
  const [first, second] = [...new Set([...named, ...defaults])];
  if (!first || !second) return yield text('You need two accounts for a comparison.');
  const [higher, lower] = first.balance >= second.balance ? [first, second] : [second, first];
  if (higher.currency !== lower.currency)
    return yield text(
      `${first.name} has ${money(first.balance, first.currency)} and ${second.name} has ${money(second.balance, second.currency)}. They are in different currencies, so we can't compare them.`,
    );
  const { currency } = higher;
  const difference = sumAmounts([higher.balance, -lower.balance]);
  yield lead(
    `${higher.name} has ${money(difference, currency)} more than ${lower.name}: ${money(higher.balance, currency)} and ${money(lower.balance, currency)}.`,
  );
  yield figures(
    ...[higher, lower].map(({ id, name, balance }) => ({
      label: name,
      amount: balance,
      currency,
      href: getHref({ is: 'account', id }),
    })),
    { label: 'Difference', amount: difference, currency },
  );
  yield how('The current balances of two accounts.', { rule: 'The higher balance minus the lower one.' });
}

export const MONEY_ANSWERS: TopicAnswers = {
  'account-difference': answerAccountDifference,
  ...ACCOUNT_ANSWERS,
  ...CARD_ANSWERS,
  ...CARD_TERM_ANSWERS,
  ...CARD_HISTORY_ANSWERS,
  ...SPENDING_ANSWERS,
  ...COMPARISON_ANSWERS,
  ...PATTERN_ANSWERS,
  ...INCOME_ANSWERS,
  ...BILL_ANSWERS,
  ...BILL_HISTORY_ANSWERS,
  ...SUBSCRIPTION_ANSWERS,
  ...YEAR_ANSWERS,
  ...INCREASE_ANSWERS,
  ...INVESTMENT_ANSWERS,
};
