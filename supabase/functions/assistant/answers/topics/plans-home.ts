import { getMonth, listed, money, percent } from '../../../../../assistant/format.ts';
import type { Named, Place, TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { addMonths, dayText } from '../../../../../engine/calendar/calendar.ts';
import { getAverageIncome, obligationsHere } from '../../../../../engine/credit/applicant-facts.ts';
import type { CreditFacts } from '../../../../../engine/credit/facts.ts';
import { getBand, getShare } from '../../../../../engine/credit/reasons.ts';
import { getCreditScore } from '../../../../../engine/credit/score.ts';
import { getDebtTerms } from '../../../../../engine/products/debts/debt-plans.ts';
import { getNextEscrowDeposit } from '../../../../../engine/products/debts/escrow.ts';
import {
  PMI,
  projectInsurance,
  reachesRequest,
  reachesShare,
} from '../../../../../engine/products/debts/mortgage-insurance.ts';
import type { DebtState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare } from '../amounts.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';
import { getDebtHref, getUsualOutcome, loadOwedDebts } from './plans-debts.ts';

type Home = { id: string; bought: number; endedOn: string | null; pmiRate: number | null };
type OwnedHome = { debt: DebtState; bought: number; value: number; home: Home };

/** Returns the mortgages with the price and the current value of their homes, in minor units. */
async function loadHomes(values: TopicValues, context: AnswerContext): Promise<OwnedHome[]> {
  const [debts, { data }] = await Promise.all([
    loadOwedDebts({ ...values, debts: values.debts.filter(({ is }) => is === 'mortgage') }, context),
    context.client
      .from('mortgages')
      .select('id, bought:property_value, endedOn:pmi_ended_on, pmiRate:pmi_rate')
      .throwOnError(),
  ]);
  return debts.flatMap((debt) => {
    const home = (data as Home[]).find(({ id }) => id === debt.id);
    if (debt.product !== 'mortgage' || !home || debt.property === undefined) return [];
    return [{ debt, home, bought: Math.round(home.bought * 100), value: debt.property.value }];
  });
}

const answerNoHome = () => answerNothing("You don't have a mortgage on a home.", 'Mortgages', '/mortgages');

/** Answers with the loan-to-value ratio, and when the balance falls to a share of the purchase price. */
async function* answerLoanToValue(values: TopicValues, context: AnswerContext): Answer {
  const homes = await loadHomes(values, context);
  if (homes.length === 0) return yield* answerNoHome();
  const target = values.percents[0] ?? PMI.requestAtPercent;
  const results = homes.map(({ debt, bought, value }) => {
    const now = { balance: debt.balance, day: context.today };
    const day = reachesShare(bought, target, now, getUsualOutcome(debt).rows);
    const when =
      day === null
        ? `Your balance doesn't reach ${percent(target)} of the purchase price.`
        : day <= context.today
          ? `Your balance is already ${percent(target)} of the purchase price or less.`
          : `Your balance reaches ${percent(target)} of the purchase price on ${context.formatDay(dayText(day))}.`;
    return { debt, bought, value, when };
  });
  yield lead(
    results
      .map(
        ({ debt, value, when }) =>
          `The loan-to-value ratio of ${debt.name} is ${formatShare(debt.balance, value)}: you owe ${money(debt.balance / 100, debt.currency)} on a home worth ${money(value / 100, debt.currency)}. ${when}`,
      )
      .join(' '),
  );
  yield figures(
    ...results.flatMap(({ debt, bought, value }): Figure[] => [
      { label: 'Owed', amount: debt.balance / 100, currency: debt.currency, href: getDebtHref(debt) },
      { label: 'Home value now', amount: value / 100, currency: debt.currency },
      { label: 'Purchase price', amount: bought / 100, currency: debt.currency },
      { label: 'Share of the purchase price', value: formatShare(debt.balance, bought) },
    ]),
  );
  yield how('The mortgage balance compared with the home.', {
    rule: `Loan-to-value = owed ÷ current value. The date of ${percent(target)} follows your payments and uses the purchase price, as mortgage insurance does.`,
  });
  yield choices('How much equity do I have in my home?', 'When does my mortgage insurance end?');
}

/** Answers when mortgage insurance can be removed, and when it ends. */
async function* answerInsuranceEnd(values: TopicValues, context: AnswerContext): Answer {
  const homes = await loadHomes(values, context);
  const [first] = homes;
  if (!first) return yield* answerNoHome();
  const insured = homes.flatMap(({ debt, bought }) =>
    debt.insurance ? [{ debt, bought, insurance: debt.insurance }] : [],
  );
  const [one] = insured;
  if (!one) {
    const { endedOn } = first.home;
    yield lead(
      endedOn
        ? `Your mortgage insurance ended on ${context.formatDay(endedOn)}. You don't pay it anymore.`
        : `You don't pay mortgage insurance (PMI). It's required only for a down payment below ${PMI.requiredBelowDownPercent}% of the home's value.`,
    );
    yield how('Mortgage insurance on your mortgages.', {
      rule: `It ends when the scheduled balance reaches ${PMI.endsAtPercent}% of the purchase price.`,
    });
    return yield choices('What is my loan-to-value ratio?');
  }
  const { debt, insurance } = one;
  const terms = getDebtTerms(debt);
  const projected = projectInsurance(insurance, terms.next);
  const now = { balance: debt.balance, day: context.today };
  const bySchedule = Math.max(context.today, addMonths(terms.start, projected.request));
  const byPayments = reachesRequest(insurance.value, now, getUsualOutcome(debt).rows);
  const askFrom = Math.min(bySchedule, byPayments ?? bySchedule);
  const ends = dayText(addMonths(terms.start, projected.last));
  const premium = money(insurance.premium / 100, debt.currency);
  yield lead(
    `Your mortgage insurance ends automatically in ${getMonth(ends)}. You can ask to remove it ${askFrom <= context.today ? 'now' : `from ${context.formatDay(dayText(askFrom))}`}. It costs ${premium} a month.`,
  );
  yield figures(
    {
      label: 'Monthly premium',
      amount: insurance.premium / 100,
      currency: debt.currency,
      href: getDebtHref(debt),
    },
    {
      label: 'You can ask to remove it',
      value: askFrom <= context.today ? 'Now' : context.formatDay(dayText(askFrom)),
    },
    { label: 'Ends automatically', value: context.formatDay(ends) },
  );
  yield how(`Mortgage insurance on ${debt.name}.`, {
    rule: `You can ask at ${PMI.requestAtPercent}% of the purchase price. It ends when the scheduled balance reaches ${PMI.endsAtPercent}%, and at the latest at the midpoint of the term.`,
  });
  yield choices('What is my loan-to-value ratio?');
}

/** Answers what would be left of the homes' value after paying off their mortgages. */
async function* answerSellHome(values: TopicValues, context: AnswerContext): Answer {
  const [loan, mortgage] = ['loan', 'mortgage'].map((kind) => values.debts.find(({ is }) => is === kind));
  if (loan && !mortgage) return yield* answerSellOther(loan, context);
  const homes = await loadHomes(values, context);
  if (homes.length === 0) return yield* answerNoHome();
  const costs = homes.map(({ debt, value }) => ({ debt, value, left: value - debt.balance }));
  yield lead(
    `${costs
      .map(
        ({ debt, value, left }) =>
          `If you sold the home for its current value of ${money(value / 100, debt.currency)}, ${left >= 0 ? `you'd have ${money(left / 100, debt.currency)} left` : `you'd be short by ${money(-left / 100, debt.currency)}`} after paying off ${debt.name}, before selling costs.`,
      )
      .join(
        ' ',
      )} Each 1% of selling costs is ${listed(costs.map(({ debt, value }) => money(Math.round(value / 100) / 100, debt.currency)))}. Your mortgage payment of ${listed(costs.map(({ debt }) => money(debt.payment / 100, debt.currency)))} a month would end.`,
  );
  yield figures(
    ...costs.flatMap(({ debt, value, left }): Figure[] => [
      { label: 'Home value now', amount: value / 100, currency: debt.currency },
      {
        label: `Owed on ${debt.name}`,
        amount: debt.balance / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      { label: 'Left after the sale', amount: left / 100, currency: debt.currency },
    ]),
  );
  yield how('A sale of the home today.', {
    rule: 'Current value − mortgage balance. Selling costs and taxes aren\u2019t included. Sandbank can\u2019t sell a home for you.',
  });
  yield choices('How much equity do I have in my home?', 'What is the payoff amount of my mortgage?');
}

/** Answers what a sale has to bring to pay off a loan, because only the values of homes are known. */
async function* answerSellOther(loan: Place & Named, context: AnswerContext): Answer {
  const quote = await context.call<{ total: number; currency: string }>('payoff_quote', {
    debt_id: loan.id,
    on_date: context.customer.today,
  });
  const total = money(quote.total, quote.currency);
  yield lead(
    `We don't know what you could sell it for. To pay off ${loan.name}, the sale has to bring at least ${total} today. Anything above that is yours.`,
  );
  yield figures({
    label: `Payoff amount of ${loan.name}`,
    amount: quote.total,
    currency: quote.currency,
    href: getHref(loan),
  });
  yield how(`${loan.name} today.`, {
    rule: 'The payoff amount is the balance plus the interest since the last due date.',
  });
  yield choices(`What if I pay off ${loan.name}?`);
}

/** Answers what is in the escrow accounts of the mortgages, and what goes into them. */
async function* answerEscrow(values: TopicValues, context: AnswerContext): Answer {
  const homes = await loadHomes(values, context);
  if (homes.length === 0) return yield* answerNoHome();
  const format = (minor: number, debt: DebtState) => money(minor / 100, debt.currency);
  yield lead(
    homes
      .map(({ debt }) =>
        debt.escrow
          ? `The escrow account of ${debt.name} has ${format(debt.escrow.balance, debt)}. ${format(getNextEscrowDeposit(debt.escrow), debt)} goes into it with your next payment. This year, it pays ${format(debt.escrow.tax, debt)} of property tax and ${format(debt.escrow.insurance, debt)} of home insurance.`
          : `No, ${debt.name} has no escrow account: your payment of ${format(debt.payment, debt)} is only principal and interest${debt.insurance ? `, plus ${format(debt.insurance.premium, debt)} of mortgage insurance` : ''}. You pay property tax and home insurance yourself, or open an escrow account on the mortgage's page.`,
      )
      .join(' '),
  );
  yield figures(
    ...homes.flatMap(({ debt }): (Figure | null)[] => [
      {
        label: `${debt.name}, principal and interest`,
        amount: debt.payment / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      debt.escrow
        ? {
            label: `${debt.name}, escrow balance`,
            amount: debt.escrow.balance / 100,
            currency: debt.currency,
          }
        : null,
      debt.escrow
        ? {
            label: `${debt.name}, next escrow deposit`,
            amount: getNextEscrowDeposit(debt.escrow) / 100,
            currency: debt.currency,
          }
        : null,
    ]),
  );
  yield how('What your mortgage payments include.', {
    rule: 'An escrow account collects a twelfth of the year\u2019s property tax and home insurance with each payment, and pays the bills.',
  });
  const [first] = homes;
  if (first) yield link(first.debt.name, getDebtHref(first.debt));
}

const COMMON_GUIDELINE = 36;

/** Answers with the share of income that goes to debt payments. */
async function* answerDebtToIncome(_: TopicValues, context: AnswerContext): Answer {
  const facts = await context.call<CreditFacts | null>('my_credit_facts');
  const debt = facts ? obligationsHere(facts) : 0;
  if (!facts || debt === 0)
    return yield lead('You don\u2019t have debt payments, so your debt-to-income ratio is 0%.');
  const income = getAverageIncome(facts);
  const share = income === null ? null : getShare(debt, income);
  const format = (minor: number) => money(minor / 100, facts.currency);
  if (income === null || share === null)
    return yield text(
      `Your debt payments are ${format(debt)} a month. We can't compare them with your income, because we don't have enough full months of income yet.`,
    );
  const band = getBand(getCreditScore(facts).score);
  const limit = band?.debtToIncome ?? COMMON_GUIDELINE;
  yield lead(
    `${percent(share)} of your income goes to debt payments: ${format(debt)} of ${format(income)} a month. A common guideline is ${COMMON_GUIDELINE}% or less${limit === COMMON_GUIDELINE ? '' : `, and our limit for a new loan with your credit score is ${limit}%`}.`,
  );
  yield figures(
    { label: 'Debt payments a month', amount: debt / 100, currency: facts.currency },
    { label: 'Average income a month', amount: income / 100, currency: facts.currency },
    { label: 'Debt-to-income ratio', value: percent(share) },
  );
  yield how('Debt payments compared with income.', {
    rule: 'Monthly payments on loans and mortgages and minimum payments on cards ÷ average monthly income of the last full months, as in our credit decisions.',
  });
  yield choices('How much are all my debt payments a month?');
}

export const HOME_ANSWERS: TopicAnswers = {
  'loan-to-value': answerLoanToValue,
  'ltv-reaches': answerLoanToValue,
  'mortgage-insurance-end': answerInsuranceEnd,
  'sell-home': answerSellHome,
  escrow: answerEscrow,
  'debt-to-income': answerDebtToIncome,
};
