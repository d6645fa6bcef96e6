import { money, monthsLong, percent } from '../../../../assistant/format.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../assistant/parts.ts';
import { addMonths, type DayNumber, dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { countWholeMonths } from '../../../../engine/calendar/periods.ts';
import { monthlyPayment } from '../../../../engine/money/amortization.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { annualPercentageYield } from '../../../../engine/products/accounts/savings-terms.ts';
import { getCardRewards, getRewardRate } from '../../../../engine/products/cards/card-catalog.ts';
import { getCardPayoffRates } from '../../../../engine/products/cards/card-rates.ts';
import {
  type Payoff,
  payoffByAmount,
  payoffByMinimum,
  type Rates,
} from '../../../../engine/products/cards/minimum-payment-warning.ts';
import { getUsualPlan } from '../../../../engine/products/debts/biweekly-saving.ts';
import { getDebtTerms, getOutcome } from '../../../../engine/products/debts/debt-plans.ts';
import { savingsTiers } from '../../../../engine/products/rates.ts';
import type { CardState, DebtState } from '../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, type IntentOf, lead, PROJECTION_NOTE } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from './balance.ts';
import { getOpenStatement } from './cards.ts';

/** Projects a card with minimum payments only, and no new purchases. */
function projectMinimum(card: CardState, today: DayNumber): Payoff {
  const { minimum = 0 } = getOpenStatement(card) ?? {};
  return payoffByMinimum(card.balance, minimum, getCardPayoffRates(card, today));
}

const MINIMUM_RULE =
  'Assumes no new purchases and no fees, as in the minimum payment warning on your statement.';

type PlannedPayoff = { name: string; day: DayNumber; note: string };

/** Answers with the day on which the last debt is paid off. */
export async function* answerDebtFree(_: unknown, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const debts = (snapshot?.state.debts ?? []).filter(({ balance }) => balance > 0);
  const cards = (snapshot?.state.cards ?? []).filter(({ balance }) => balance > 0);
  if (debts.length + cards.length === 0) return yield lead("You don't have any debt.");
  const payoffs: PlannedPayoff[] = [
    ...debts.flatMap((debt) => {
      const { lastDay } = getOutcome(getDebtTerms(debt), getUsualPlan(debt));
      return lastDay === null ? [] : [{ name: debt.name, day: lastDay, note: '' }];
    }),
    ...cards.map((card) => ({
      name: card.name,
      day: addMonths(context.today, projectMinimum(card, context.today).months),
      note: ' (minimum payments only)',
    })),
  ].toSorted((a, b) => b.day - a.day);
  const [last, ...others] = payoffs;
  if (!last) return yield text("We can't project when your debts will be paid off.");
  const formatDay = (day: DayNumber) => context.formatDay(dayText(day));
  yield lead(
    `You'd be debt-free on ${formatDay(last.day)}, when ${last.name} is paid off${others.length > 0 ? '. Everything else is paid off before then' : ''}.`,
    PROJECTION_NOTE,
  );
  yield figures(
    ...payoffs.map(({ name, day, note }): Figure => ({ label: `${name}${note}`, value: formatDay(day) })),
  );
  yield how('The payoff date of each debt at the current pace.', {
    rule: `Loans and mortgages: every installment on time, with your automatic extra payments. Cards: minimum payments. ${MINIMUM_RULE}`,
  });
  yield choices('Which debt should I pay off first?', `What if I pay 200 more a month on ${last.name}?`);
}

/** Answers how long minimum payments take, and what they cost. */
export async function* answerMinimumOnly(
  { card: named }: IntentOf<'minimum_only'>,
  context: AnswerContext,
): Answer {
  const snapshot = await context.loadState();
  const cards = (snapshot?.state.cards ?? []).filter(({ id }) => named === null || id === named.id);
  const owed = cards.filter(({ balance }) => balance > 0);
  if (owed.length === 0)
    return yield lead(`You don't owe anything on ${named?.name ?? 'your credit cards'}.`);
  const sentences = owed.map((card) => {
    const { months, interest } = projectMinimum(card, context.today);
    return `With only the minimum payments, ${card.name} would take ${monthsLong(months)} to pay off and cost ${money(interest / 100, card.currency)} in interest.`;
  });
  yield lead(sentences.join(' '), PROJECTION_NOTE);
  yield figures(
    ...owed.flatMap((card) => {
      const { currency, name } = card;
      const { total, interest } = projectMinimum(card, context.today);
      return [
        {
          label: `${name}, owed`,
          amount: card.balance / 100,
          currency,
          href: getHref({ is: 'card', id: card.id }),
        },
        { label: `${name}, interest`, amount: interest / 100, currency },
        { label: `${name}, total paid`, amount: total / 100, currency },
      ];
    }),
  );
  yield how('Minimum payments until the balance is zero.', { rule: MINIMUM_RULE });
  yield choices(...owed.slice(0, 2).map(({ name }) => `Pay the statement balance on ${name}`));
}

/** Answers how long a constant monthly payment takes, or which payment pays off the debt by a date. */
export async function* answerFixedPayment(
  { debt: place, monthly, by }: IntentOf<'fixed_payment'>,
  context: AnswerContext,
): Answer {
  const state = (await context.loadState())?.state;
  const debt = state?.debts.find(({ id }) => id === place.id);
  const card = state?.cards.find(({ id }) => id === place.id);
  const { name, currency, balance } = debt ?? card ?? { name: '', currency: '', balance: 0 };
  if (balance <= 0) return yield lead("You don't owe anything on that debt.");
  const rates = card ? getCardPayoffRates(card, context.today) : (debt?.rate ?? 0);
  const format = (minor: number) => money(minor / 100, currency);
  const months = by === null ? null : Math.max(1, countWholeMonths(context.today, parseDay(by)));
  const payment = months === null ? toMinor(monthly ?? 0) : getPaymentWithin(balance, rates, months);
  const installment = debt?.payment ?? 0;
  if (payment < installment) {
    yield lead(
      months === null
        ? `Your monthly payment on ${name} is ${format(installment)}, so ${format(payment)} a month isn't enough.`
        : `Your monthly payment of ${format(installment)} pays off ${name} sooner than that.`,
    );
    yield choices(
      `When will ${name} be paid off?`,
      `What if I pay ${payment / 100} more a month on ${name}?`,
    );
    return;
  }
  const payoff = payoffByAmount(balance, payment, rates);
  if (!payoff) {
    yield lead(`${format(payment)} a month wouldn't pay off ${name}, because it doesn't cover the interest.`);
    return yield choices(`What is the minimum payment on ${name}?`);
  }
  const last = context.formatDay(dayText(addMonths(context.today, payoff.months)));
  yield lead(
    months === null
      ? `At ${format(payment)} a month, you'd pay off ${name} in ${monthsLong(payoff.months)} (about ${last}) and pay ${format(payoff.interest)} in interest.`
      : `To pay off ${name} by ${context.formatDay(by ?? '')}, pay about ${format(payment)} a month for ${monthsLong(payoff.months)}. You'd pay ${format(payoff.interest)} in interest.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: `${name}, owed`, amount: balance / 100, currency, href: getHref(place) },
    { label: 'Monthly payment', amount: payment / 100, currency },
    { label: 'Interest', amount: payoff.interest / 100, currency },
    { label: 'Total paid', amount: payoff.total / 100, currency },
  );
  yield how(`${name} with ${format(payment)} a month.`, {
    rule: `The balance of ${format(balance)} at ${formatRates(rates)}, with no new purchases and no fees.`,
  });
  yield choices(
    card ? `How long to pay off ${name} if I only pay the minimum?` : `When will ${name} be paid off?`,
    months === null ? `What if I pay ${payment / 100} more a month on ${name}?` : null,
  );
}

/**
 * Returns the monthly payment that pays off a balance within a number of months. The level payment, rounded to
 * the cent, can leave a few cents for another month.
 */
export function getPaymentWithin(balance: number, rates: Rates, months: number): number {
  const first = typeof rates === 'number' ? rates : rates.intro;
  let payment: number = monthlyPayment(balance, first, months);
  while ((payoffByAmount(balance, payment, rates)?.months ?? Infinity) > months) payment += 1;
  return payment;
}

const formatRates = (rates: Rates): string =>
  typeof rates === 'number'
    ? `${percent(rates)} a year`
    : `${percent(rates.intro)} for ${monthsLong(rates.months)}, then ${percent(rates.own)} a year`;

/** Ranks the debts by rate or by balance. */
export async function* answerDebtRanking(
  { by, order }: IntentOf<'debt_ranking'>,
  context: AnswerContext,
): Answer {
  const snapshot = await context.loadState();
  const debts = [
    ...(snapshot?.state.cards ?? []).map(({ id, name, apr, balance, currency }) => ({
      id,
      name,
      rate: apr,
      balance,
      currency,
    })),
    ...(snapshot?.state.debts ?? []),
  ]
    .filter(({ balance }) => balance > 0)
    .toSorted((a, b) => (by === 'rate' ? b.rate - a.rate : b.balance - a.balance));
  const ranked = order === 'most' ? debts : debts.toReversed();
  const [first] = ranked;
  if (!first) return yield lead("You don't have any debt.");
  const owed = money(first.balance / 100, first.currency);
  const superlative = order === 'most' ? 'highest' : 'lowest';
  yield lead(
    by === 'rate'
      ? `${first.name} has the ${superlative} rate, ${percent(first.rate)} a year. You owe ${owed} on it.`
      : `You owe the ${order} on ${first.name}: ${owed} at ${percent(first.rate)} a year.`,
  );
  yield figures(
    ...ranked.map(({ id, name, rate, balance, currency }) => {
      const product = context.findProduct({ id });
      return {
        label: `${name}, ${percent(rate)}`,
        amount: balance / 100,
        currency,
        ...(product && { href: getHref(product) }),
      };
    }),
  );
  yield how(`All debts by ${by}, as of now.`, { rule: 'Current balances and annual rates.' });
  yield choices('Which debt should I pay off first?');
}

/** Compares a debt with the same debt at another rate. */
export async function* answerNewRate(question: IntentOf<'new_rate'>, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const debt = snapshot?.state.debts.find(({ id }) => id === question.debt.id);
  if (!debt || debt.balance <= 0) return yield text("You don't owe anything on that loan or mortgage.");
  const { name, currency } = debt;
  const rate = question.rate ?? Math.round((debt.rate + (question.change ?? 0)) * 1000) / 1000;
  if (rate < 0 || rate > 40) return yield text('Enter a rate between 0% and 40%.');
  const { months: left, interest: interestLeft } = getOutcome(getDebtTerms(debt), getUsualPlan(debt));
  const months = question.years === null ? left : question.years * 12;
  const { payment, interest } = projectNew(debt, rate, months, context.today);
  const format = (minor: number) => money(Math.abs(minor) / 100, currency);
  const lessAMonth = debt.payment - payment;
  const saved = interestLeft - interest;
  const isChange = question.change !== null;
  const monthly =
    lessAMonth === 0
      ? 'the same payment'
      : `${format(lessAMonth)} ${lessAMonth > 0 ? 'less' : 'more'} a month (${format(payment)} instead of ${format(debt.payment)})`;
  const meaning =
    isChange && lessAMonth === 0
      ? "your payment would stay the same, and you'd pay"
      : `${isChange ? "you'd pay" : 'would mean'} ${monthly}, and`;
  yield lead(
    `${isChange ? `If the rate on ${name} were` : `Refinancing ${name} at`} ${percent(rate)} instead of ${percent(debt.rate)}${isChange ? ',' : ''} ${meaning} ${format(saved)} ${saved >= 0 ? 'less' : 'more'} interest over ${monthsLong(months)}${isChange ? '' : ', before closing costs'}.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: `Monthly payment at ${percent(rate)}`, amount: payment / 100, currency },
    { label: 'Monthly payment now', amount: debt.payment / 100, currency },
    { label: `Remaining interest at ${percent(rate)}`, amount: interest / 100, currency },
    { label: 'Remaining interest now', amount: interestLeft / 100, currency },
  );
  yield how(`${name} at ${percent(rate)} for ${monthsLong(months)}.`, {
    rule: `A new loan for the current balance of ${format(debt.balance)}, with level payments. Closing costs and fees aren't included.`,
  });
  yield link('Refinance', `/loans/refinance?debts=${debt.id}`);
  yield choices(isChange ? null : `What if I pay 200 more a month on ${name}?`);
}

function projectNew({ balance }: DebtState, rate: number, months: number, today: DayNumber) {
  const payment = monthlyPayment(balance, rate, Math.max(1, months));
  const terms = { balance, rate, payment, term: Math.max(1, months), start: today, next: 1 };
  return { payment, interest: getOutcome(terms).interest };
}

/** Describes the rewards of a card, without the bonus of its rotating categories. */
function describeRewards(card: CardState | undefined): string {
  const { base, categories } = getCardRewards(card?.product);
  const special = Object.entries(categories).map(([name, rate]) => `${rate}% on ${name}`);
  return `${card?.name ?? 'Cards'} earns ${[...special, `${base}% on everything else`].join(', ')}.`;
}

/** Answers with the cards' rewards for a category. */
export async function* answerCardChoice(
  { category }: IntentOf<'card_choice'>,
  context: AnswerContext,
): Answer {
  const snapshot = await context.loadState();
  const cards = (snapshot?.state.cards ?? []).filter((card) => context.findProduct(card) && !card.frozen);
  if (cards.length === 0)
    return yield* answerNothing("You don't have a credit card.", 'Credit cards', '/credit-cards');
  const rate = (card: CardState | undefined) => getRewardRate(category?.name, card?.product);
  const available = (card: CardState) => card.limit - card.balance;
  const best = cards.toSorted((a, b) => rate(b) - rate(a) || a.apr - b.apr || available(b) - available(a));
  const [first] = best;
  const earned = percent(rate(first));
  const where = category ? ` on ${category.name}` : '';
  yield lead(
    cards.length === 1
      ? `Use ${first?.name ?? ''}. It earns ${earned} cash back${where}.`
      : cards.some((card) => rate(card) !== rate(first))
        ? `Use ${first?.name ?? ''}. It earns ${earned} cash back${where}, the most of your cards.`
        : `All your cards earn ${earned} cash back${where}. ${first?.name ?? ''} is the better choice because it has the ${first && cards.some(({ apr }) => apr !== first.apr) ? `lowest APR, ${percent(first.apr)}` : 'most available credit'}.`,
  );
  yield figures(
    ...best.map((card) => ({
      label: `${card.name}, available at ${percent(card.apr)} APR`,
      amount: available(card) / 100,
      currency: card.currency,
      href: getHref({ is: 'card', id: card.id }),
    })),
  );
  yield how(`Cash back${where} on each card.`, {
    rule: describeRewards(first),
  });
  yield choices("What's my credit utilization?");
}

/** Compares what a debt costs with what savings earn. */
export async function* answerPayOrSave({ debt }: IntentOf<'pay_or_save'>, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  if (!snapshot) return yield text("You don't have any accounts yet.");
  const { cards, debts } = snapshot.state;
  const owed = [
    ...cards.map(({ id, name, apr, balance, currency }) => ({ id, name, rate: apr, balance, currency })),
    ...debts,
  ]
    .filter(({ id, balance }) => balance > 0 && (debt === null || id === debt.id))
    .toSorted((a, b) => b.rate - a.rate);
  const [first] = owed;
  if (!first) return yield lead("You don't owe anything there, so saving costs you nothing.");
  const savings = context.customer.accounts.filter(({ type }) => type === 'SAVINGS');
  const most = Math.max(0, ...savings.map(({ balance }) => balance));
  const rate = annualPercentageYield(toMinor(most), savingsTiers(context.today));
  const yearly = (apr: number) => money(Math.round(1000 * apr) / 100, first.currency);
  yield lead(
    first.rate > rate
      ? `Paying down ${first.name} saves you more: it costs ${percent(first.rate)} a year, and your savings earn ${percent(rate)}. Each ${money(1000, first.currency)} costs ${yearly(first.rate)} a year there and earns ${yearly(rate)} in savings.`
      : `Saving earns you more: your savings earn ${percent(rate)} a year, and ${first.name} costs ${percent(first.rate)}.`,
    ' Keep enough cash for your upcoming bills.',
  );
  yield figures(
    ...owed
      .slice(0, 3)
      .map(({ name, rate: apr }) => ({ label: `${name}, cost per year`, value: percent(apr) })),
    { label: 'Savings, earned per year', value: percent(rate) },
  );
  yield how('The rate of the debt and the highest rate of your savings accounts.', {
    rule: 'Compares annual rates at your current balances. This is a calculation, not advice.',
  });
  yield choices(`What if I pay 200 more a month on ${first.name}?`, 'How much can I safely spend a day?');
}
