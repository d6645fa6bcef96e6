import { counted, money, monthsLong, percent } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, figures, how, link } from '../../../../../assistant/parts.ts';
import { buildPolicyFacts } from '../../../../../engine/credit/applicant-facts.ts';
import { decide } from '../../../../../engine/credit/decision.ts';
import type { CreditFacts } from '../../../../../engine/credit/facts.ts';
import { assess, type CreditRequest, type PolicyFacts } from '../../../../../engine/credit/policy.ts';
import { getProduct } from '../../../../../engine/credit/terms.ts';
import { monthlyInterest } from '../../../../../engine/money/amortization.ts';
import { formatPlain } from '../../../../../engine/money/amount-text.ts';
import { findSmallest } from '../../../../../engine/money/bisect.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { explainNoDraw, getAvailableCredit } from '../credit-lines.ts';
import type { TopicAnswers } from '../topics.ts';
import { getDebtHref } from './plans-debts.ts';

const NOTE = ' This is an estimate. Apply to get a decision.';
const RULE =
  'We apply our credit policy to your score, your debt payments, and the income that we see in your accounts.';

/** Returns the facts about the customer that the credit policy uses, and their currency. */
async function loadApplicant(context: AnswerContext) {
  const credit = await context.call<CreditFacts | null>('my_credit_facts');
  const stated = { annualIncome: null, monthlyDebt: 0, employment: null };
  return credit && { facts: buildPolicyFacts(credit, stated), currency: credit.currency };
}

const answerNoIncome = () =>
  answerNothing(
    "We can't estimate this yet, because we don't have enough full months of your income.",
    'Applications',
    '/applications',
  );

/** The usual term of a personal loan in months. */
const PERSONAL_TERM = 60;

/** Answers whether a personal loan of an amount would be approved, and at which rate and payment. */
async function* answerLoanCheck(values: TopicValues, context: AnswerContext): Answer {
  const applicant = await loadApplicant(context);
  const [stated] = values.amounts;
  if (!applicant || applicant.facts.monthlyIncome <= 0 || !stated) return yield* answerNoIncome();
  const { facts, currency } = applicant;
  const format = (minor: number) => money(minor / 100, currency);
  const months = Math.round(values.months[0] ?? PERSONAL_TERM);
  const amount = toMinor(stated.amount);
  const { decision, rate, payment, interest, offers, reasons } = decide(facts, {
    type: 'PERSONAL',
    amount,
    term: months,
    collateralValue: null,
  });
  const against = reasons.find(({ effect }) => effect === 'against');
  const [offer] = offers;
  const asked = `A personal loan of ${format(amount)} over ${monthsLong(months)}`;
  yield lead(
    decision === 'approved'
      ? `${asked} would be approved at ${percent(rate)}: ${format(payment)} a month, with ${format(interest)} of interest in total.${offer?.originationFee ? ` The origination fee is ${format(offer.originationFee)}.` : ''}`
      : offer
        ? `${asked} wouldn't be approved. ${against?.text ?? ''} We could offer ${format(offer.amount)} over ${monthsLong(offer.term)} at ${percent(offer.rate)}, for ${format(offer.payment)} a month.`
        : `${asked} wouldn't be approved. ${against?.text ?? ''}`.trim(),
    NOTE,
  );
  if (decision === 'approved')
    yield figures(
      { label: 'Rate', value: percent(rate) },
      { label: 'Monthly payment', amount: payment / 100, currency },
      { label: 'Total interest', amount: interest / 100, currency },
    );
  yield how(`A personal loan over ${counted(months, 'month')}.`, { rule: RULE });
  yield link('Applications', '/applications');
  yield choices(`How would a new ${stated.amount} loan change my credit score?`);
}

const MORTGAGE_TERM = 360;
/** The down payment in percent of a home's price. A smaller one requires mortgage insurance. */
const DOWN_PAYMENT = 20;

const getHomeRequest = (price: number): CreditRequest => ({
  type: 'HOME',
  amount: Math.round((price * (100 - DOWN_PAYMENT)) / 100),
  term: MORTGAGE_TERM,
  collateralValue: price,
});

/** Returns the highest price in minor units of a home that the credit policy approves, or 0. */
function findHighestPrice(facts: PolicyFacts): number {
  const most = Math.round((getProduct('HOME', 1).most * 100) / (100 - DOWN_PAYMENT));
  const less = findSmallest(0, most - 1, (by) => assess(facts, getHomeRequest(most - by)).isApproved);
  return less === null ? 0 : most - less;
}

/** Answers the highest home price that we could finance, or whether we could finance the stated price. */
async function* answerHome(values: TopicValues, context: AnswerContext): Answer {
  const applicant = await loadApplicant(context);
  if (!applicant || applicant.facts.monthlyIncome <= 0) return yield* answerNoIncome();
  const { facts, currency } = applicant;
  const format = (minor: number) => money(minor / 100, currency);
  const [stated] = values.amounts;
  const highest = findHighestPrice(facts);
  const price = stated ? toMinor(stated.amount) : highest;
  if (price === 0)
    return yield* answerNothing(
      "With your income and your debt payments, we couldn't approve another mortgage now.",
      'Applications',
      '/applications',
    );
  const request = getHomeRequest(price);
  const { isApproved, rate, payment, debtToIncome } = assess(facts, request);
  const terms = `a down payment of ${format(price - request.amount)} and a ${MORTGAGE_TERM / 12}-year mortgage at ${percent(rate)}`;
  yield lead(
    !stated
      ? `The highest price of a home that we could finance is about ${format(price)}, with ${terms}. The payment would be ${format(payment)} a month.`
      : isApproved
        ? `We could finance a home for ${format(price)}, with ${terms}. The payment would be ${format(payment)} a month.`
        : `A home for ${format(price)} needs ${terms}, which is ${format(payment)} a month. That's too much for your income and your debt payments.${highest > 0 ? ` The highest price that we could finance is about ${format(highest)}.` : " We couldn't approve another mortgage now."}`,
    NOTE,
  );
  yield figures(
    { label: 'Price', amount: price / 100, currency },
    { label: `Down payment of ${DOWN_PAYMENT}%`, amount: (price - request.amount) / 100, currency },
    { label: 'Monthly payment', amount: payment / 100, currency },
    debtToIncome === null ? null : { label: 'Debt-to-income ratio with it', value: percent(debtToIncome) },
  );
  yield how('A mortgage in addition to the debts that you have now.', {
    rule: `${RULE} Property tax, insurance, and closing costs are extra.`,
  });
  yield link('Applications', '/applications');
  yield choices('What share of my income goes to debt payments?');
}

/** Answers how much the customer can draw from a home equity line, what it costs, and where to draw it. */
async function* answerDraw({ amounts, debts: named }: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const lines = (snapshot?.state.debts ?? []).flatMap((debt) =>
    debt.line && context.findProduct(debt) ? [{ ...debt, line: debt.line }] : [],
  );
  const line = lines.find(({ id }) => named.some((debt) => debt.id === id)) ?? lines[0];
  if (!line)
    return yield* answerNothing(
      "You don't have a home equity line. You can apply for one and get an instant decision.",
      'Applications',
      '/applications',
    );
  const { name, balance, currency, rate } = line;
  const available = getAvailableCredit(line);
  const amount = toMinor(amounts[0]?.amount ?? 0);
  const format = (minor: number) => money(minor / 100, currency);
  const interest = monthlyInterest(amount, rate);
  const noDraw = explainNoDraw(line, context);
  const can = `You can draw up to ${format(available)} from ${name}`;
  yield lead(
    noDraw ??
      (amount > available
        ? `${can}, which is less than ${format(amount)}.`
        : amount > 0
          ? `${can}. Press Draw on its page and enter ${format(amount)}. At ${percent(rate)}, that costs about ${format(interest)} in interest a month.`
          : `${can}. Press Draw on its page, and enter the amount and the account.`),
  );
  yield figures(
    { label: 'Available credit', amount: available / 100, currency },
    { label: 'Owed', amount: balance / 100, currency },
    { label: 'Interest rate', value: percent(rate) },
  );
  yield how(`${name}, as of now.`, {
    rule: 'Available credit = limit − owed. Interest accrues on each day’s balance. The rate follows the prime rate.',
  });
  yield noDraw === null
    ? link(`Draw from ${name}`, `${getDebtHref(line)}#draw`)
    : link(name, getDebtHref(line));
  yield choices(
    ...(noDraw === null && amount > 0 && amount <= available
      ? [`Draw ${formatPlain(amount / 100)} from ${name}`]
      : []),
    `How much do I owe on ${name}?`,
  );
}

export const BORROWING_ANSWERS: TopicAnswers = {
  'loan-check': answerLoanCheck,
  'home-affordable': answerHome,
  'line-draw': answerDraw,
};
