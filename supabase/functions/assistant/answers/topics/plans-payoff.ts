import { listed, money, monthsLong, percent } from '../../../../../assistant/format.ts';
import type { Place, TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { addMonths, dayText, MONTHS_A_YEAR } from '../../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { cycleInterest, LATE_FEE } from '../../../../../engine/products/cards/card.ts';
import { getUsualPlan } from '../../../../../engine/products/debts/biweekly-saving.ts';
import { LATE_AFTER_DAYS, LATE_FEE_PERCENT } from '../../../../../engine/products/debts/debt.ts';
import { getDebtTerms, getOutcome, type Lump } from '../../../../../engine/products/debts/debt-plans.ts';
import type { CardState, DebtState } from '../../../../../engine/simulation/state.ts';
import { isPaidInFull } from '../../../../../engine/what-if/household.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { getHref } from '../balance.ts';
import { answerFixedPayment, answerNewRate } from '../debt-questions.ts';
import { answerDebtStrategies } from '../debts.ts';
import { answerInterestPerDay } from '../records.ts';
import type { TopicAnswers } from '../topics.ts';
import { answerNoDebt, getDebtHref, getUsualOutcome, loadOwedDebts } from './plans-debts.ts';

/** Returns the cards with a balance: those that the message names, or else all of them. */
async function loadOwedCards({ cards }: TopicValues, context: AnswerContext): Promise<CardState[]> {
  const snapshot = await context.loadState();
  return (snapshot?.state.cards ?? []).filter(
    (card) =>
      card.balance > 0 &&
      context.findProduct(card) !== undefined &&
      (cards.length === 0 || cards.some(({ id }) => id === card.id)),
  );
}

type Saving = { months: number; interest: number; lastDay: string | null };

/** Compares a debt's usual payments with the same payments and more. Amounts are in minor units. */
function compareWithUsual(debt: DebtState, more: { extra?: number; lumps?: readonly Lump[] }): Saving {
  const usual = getUsualOutcome(debt);
  const { extra = 0, lumps = [] } = getUsualPlan(debt);
  const faster = getOutcome(getDebtTerms(debt), {
    extra: extra + (more.extra ?? 0),
    lumps: [...lumps, ...(more.lumps ?? [])],
  });
  return {
    months: usual.months - faster.months,
    interest: usual.interest - faster.interest,
    lastDay: faster.lastDay === null ? null : dayText(faster.lastDay),
  };
}

const formatSaving = ({ interest, months }: Saving, currency: string) =>
  `save ${money(interest / 100, currency)} in interest${months > 0 ? ` and pay it off ${monthsLong(months)} sooner` : ''}`;

/** States what a change of payments saves on each debt: "If you doubled the payment on Car loan, you'd save …" */
const leadSavings = <Result extends Saving & { debt: DebtState }>(
  results: readonly Result[],
  describe: (result: Result, currency: string) => string,
) =>
  lead(
    results
      .map((result) => {
        const { currency } = result.debt;
        return `If you ${describe(result, currency)}, you'd ${formatSaving(result, currency)}.`;
      })
      .join(' '),
    PROJECTION_NOTE,
  );

/** Returns the interest and months that a change of payments saves, by debt. */
const savingFigures = (savings: readonly (Saving & { debt: DebtState })[], context: AnswerContext) =>
  figures(
    ...savings.flatMap(({ debt, interest, months, lastDay }): (Figure | null)[] => [
      {
        label: `${debt.name}, interest saved`,
        amount: interest / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      { label: `${debt.name}, months saved`, value: String(months) },
      lastDay ? { label: `${debt.name}, paid off`, value: context.formatDay(lastDay) } : null,
    ]),
  );

/** Answers what a single extra payment saves. */
async function* answerLumpPayment(values: TopicValues, context: AnswerContext): Answer {
  const [stated] = values.amounts;
  const [card] = values.cards.length > 0 ? await loadOwedCards(values, context) : [];
  if (card && stated) return yield* answerCardPayment(card, toMinor(stated.amount));
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  if (!stated) {
    yield text('How much would the extra payment be?');
    return yield choices(`What if I pay 1000 once on ${debts[0]?.name ?? ''}?`);
  }
  const results = debts.map((debt) => {
    const amount = Math.min(toMinor(stated.amount), debt.balance);
    return { debt, amount, ...compareWithUsual(debt, { lumps: [{ day: context.today, amount }] }) };
  });
  yield leadSavings(
    results,
    ({ debt, amount }, currency) => `paid ${money(amount / 100, currency)} on ${debt.name} today`,
  );
  yield savingFigures(results, context);
  yield how('The usual payments, with and without one payment today.', {
    rule: 'The payment lowers the balance at once. Your monthly payment stays the same, so the debt ends earlier.',
  });
  yield choices(
    `What if I pay 200 more a month on ${debts[0]?.name ?? ''}?`,
    'Which debt should I pay first?',
  );
}

async function* answerCardPayment(card: CardState, amount: number): Answer {
  const { name, currency, apr, balance } = card;
  const paid = Math.min(amount, balance);
  const yearly = Math.round((paid * apr) / 100);
  const format = (minor: number) => money(minor / 100, currency);
  yield lead(
    `If you paid ${format(paid)} on ${name} today, you'd owe ${format(balance - paid)}. At ${percent(apr)} APR, that saves about ${format(yearly)} in interest a year, if you would carry the balance that long.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: `${name}, owed`, amount: balance / 100, currency, href: getHref({ is: 'card', id: card.id }) },
    { label: 'After the payment', amount: (balance - paid) / 100, currency },
    { label: 'Interest saved a year', amount: yearly / 100, currency },
  );
  yield how(`${name} after a payment of ${format(paid)}.`, {
    rule: 'Payment × APR ÷ 100. You pay no interest on a card that you pay in full each month.',
  });
  yield choices(`How would paying ${paid / 100} on ${name} change my credit score?`);
}

type Target = {
  name: string;
  rate: number;
  amount: number;
  yearly: number;
  currency: string;
  total: number | null;
};

const format = ({ yearly, currency }: { yearly: number; currency: string }) => money(yearly / 100, currency);

/** Compares the debt with the second highest rate, or gives it what is left of the amount, in minor units. */
function formatRest(best: Target, second: Target, stated: number): string {
  const { name, rate, currency } = second;
  const left = Math.min(stated - best.amount, second.amount);
  if (left <= 0 || best.currency !== currency) {
    const amount = Math.min(best.amount, second.amount);
    const part =
      amount === best.amount && best.currency === currency
        ? 'The same amount'
        : money(amount / 100, currency);
    return `${part} on ${name} at ${percent(rate)} would save about ${format({ yearly: Math.round((amount * rate) / 100), currency })}.`;
  }
  const yearly = Math.round((left * rate) / 100);
  return `The other ${money(left / 100, currency)} on ${name}, at ${percent(rate)}, would save about ${format({ yearly, currency })}.`;
}

/** Compares where an amount saves the most interest. */
async function* answerWhichDebt(values: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const names = [...values.debts, ...values.cards];
  const isAsked = ({ id }: { id: string }) => names.length < 2 || names.some((name) => name.id === id);
  const all: TopicValues = { ...values, debts: [], cards: [] };
  const debts = (await loadOwedDebts(all, context)).filter(isAsked);
  const cards = (await loadOwedCards(all, context)).filter(
    (card) => isAsked(card) && snapshot !== null && !isPaidInFull(snapshot.state, card),
  );
  if (debts.length + cards.length === 0)
    return yield lead('You don\u2019t have a debt that costs interest, so you can save the money instead.');
  const stated = toMinor(values.amounts[0]?.amount ?? 1000);
  const toTarget = (debt: { name: string; balance: number; currency: string }, rate: number) => {
    const amount = Math.min(stated, debt.balance);
    return {
      name: debt.name,
      currency: debt.currency,
      rate,
      amount,
      yearly: Math.round((amount * rate) / 100),
    };
  };
  const targets: Target[] = [
    ...debts.map((debt) => {
      const target = toTarget(debt, debt.rate);
      const lumps = [{ day: context.today, amount: target.amount }];
      return { ...target, total: compareWithUsual(debt, { lumps }).interest };
    }),
    ...cards.map((card) => ({ ...toTarget(card, card.apr), total: null })),
  ].toSorted((a, b) => b.rate - a.rate);
  const [best, second] = targets;
  if (!best) return;
  yield lead(
    `Put ${money(best.amount / 100, best.currency)} on ${best.name}: its rate is the highest, ${percent(best.rate)}, so that saves about ${format(best)} in the first year.${second ? ` ${formatRest(best, second, stated)}` : ''}`,
    PROJECTION_NOTE,
  );
  yield figures(
    ...targets.flatMap(({ name, rate, amount, yearly, total, currency }): (Figure | null)[] => [
      {
        label: `${name}, ${amount === stated ? '' : `${money(amount / 100, currency)} at `}${percent(rate)}, first year`,
        amount: yearly / 100,
        currency,
      },
      total === null ? null : { label: `${name}, until it's paid off`, amount: total / 100, currency },
    ]),
  );
  yield how('Interest saved by one payment today, by debt.', {
    rule: 'First year = amount × rate. A debt with a long term saves more in total only because it runs longer. Cards that you pay in full aren\u2019t included.',
  });
  yield choices('Snowball or avalanche?', 'Should I pay off debt or save?');
}

/** Answers what double payments change. */
async function* answerDoublePayments(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const results = debts.map((debt) => ({ debt, ...compareWithUsual(debt, { extra: debt.payment }) }));
  yield leadSavings(
    results,
    ({ debt }, currency) =>
      `doubled the payment on ${debt.name} to ${money((debt.payment * 2) / 100, currency)} a month`,
  );
  yield savingFigures(results, context);
  yield how('The usual payments, compared with one more installment every month.', {
    rule: 'The extra installment is paid with each payment and lowers the balance.',
  });
  yield choices(`What if I pay 200 more a month on ${debts[0]?.name ?? ''}?`);
}

/** Answers which monthly payment pays off a debt or card within a time. */
async function* answerPayOffIn(values: TopicValues, context: AnswerContext): Answer {
  const [months] = values.months;
  const [period] = values.periods;
  const by =
    months === undefined
      ? (period?.to ?? null)
      : dayText(addMonths(context.today, Math.max(1, Math.round(months))));
  const named = [...values.debts, ...values.cards];
  const owed = [
    ...(named.length > 0 && values.debts.length === 0 ? [] : await loadOwedDebts(values, context)).map(
      ({ id, product, name }) => ({ is: product, id, name }),
    ),
    ...(named.length > 0 && values.cards.length === 0 ? [] : await loadOwedCards(values, context)).map(
      ({ id, name }) => ({ is: 'card' as const, id, name }),
    ),
  ];
  const [first, another] = owed;
  if (!first)
    return yield* answerNothing(
      named.length > 0
        ? `You don't owe anything on ${listed(named.map(({ name }) => name))}.`
        : "You don't have any debt.",
      'Credit cards',
      '/credit-cards',
    );
  if (by === null || by <= context.customer.today || another) {
    yield text(
      another ? 'Which debt do you want to pay off?' : `By when do you want to pay off ${first.name}?`,
    );
    const time = months === undefined ? 'in 2 years' : `in ${monthsLong(Math.max(1, Math.round(months)))}`;
    return yield choices(
      ...owed.slice(0, 2).map(({ name }) => `What monthly payment pays off ${name} ${time}?`),
    );
  }
  const place: Place = { is: first.is, id: first.id };
  yield* answerFixedPayment({ kind: 'fixed_payment', debt: place, monthly: null, by, assumed: [] }, context);
}

/** Compares a loan or mortgage with the same debt at another rate. */
async function* answerRefinance(values: TopicValues, context: AnswerContext): Answer {
  const [debt, another] = await loadOwedDebts(values, context);
  if (!debt) return yield* answerNoDebt(values);
  const [rate] = values.percents;
  const [months] = values.months;
  if (another || rate === undefined) {
    yield text(rate === undefined ? 'At what rate would you refinance?' : 'Which debt would you refinance?');
    const shown = rate ?? Math.max(0, Math.round((debt.rate - 1) * 100) / 100);
    return yield choices(
      ...[debt, another].flatMap((item) =>
        item ? [`What if I refinance ${item.name} at ${percent(shown)}?`] : [],
      ),
    );
  }
  const place: Place = { is: debt.product, id: debt.id };
  const years = months === undefined ? null : Math.max(1, Math.round(months / MONTHS_A_YEAR));
  yield* answerNewRate({ kind: 'new_rate', debt: place, rate, change: null, years, assumed: [] }, context);
}

/** Compares payoff strategies with an extra amount a month. */
const answerDebtFreeWith = ({ amounts }: TopicValues, context: AnswerContext): Answer =>
  answerDebtStrategies(
    { kind: 'debt_strategies', monthly: amounts[0]?.amount ?? null, assumed: [] },
    context,
  );

/** Answers with the interest of a day on the debts and cards that the message names. */
const answerDailyCost = ({ debts, cards }: TopicValues, context: AnswerContext): Answer =>
  answerInterestPerDay(
    [...debts, ...cards].map(({ id }) => id),
    context,
  );

/** Answers what carrying an amount on a card costs. */
async function* answerCardInterestOn(values: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const cards = (snapshot?.state.cards ?? [])
    .filter((card) => context.findProduct(card))
    .filter(({ id }) => values.cards.length === 0 || values.cards.some((card) => card.id === id))
    .toSorted((a, b) => a.apr - b.apr);
  if (cards.length === 0)
    return yield* answerNothing("You don't have a credit card.", 'Credit cards', '/credit-cards');
  const amount = toMinor(values.amounts[0]?.amount ?? 0);
  if (amount <= 0) return yield text('How much would you carry on the card?');
  const months = values.months[0] ?? 1;
  const length =
    months < 1 ? `${Math.round((months * 365) / MONTHS_A_YEAR)} days` : monthsLong(Math.round(months));
  const costs = cards.map((card) => ({ card, interest: carry(amount, card.apr, months, context.today) }));
  yield lead(
    `Carrying ${money(amount / 100, cards[0]?.currency ?? '')} for ${length} would cost about ${listed(
      costs.map(
        ({ card, interest }) =>
          `${money(interest / 100, card.currency)} on ${card.name} (${percent(card.apr)} APR)`,
      ),
    )} in interest.`,
    PROJECTION_NOTE,
  );
  yield figures(
    ...costs.map(({ card, interest }) => ({
      label: `${card.name}, interest`,
      amount: interest / 100,
      currency: card.currency,
      href: getHref({ is: 'card', id: card.id }),
    })),
  );
  yield how(`Interest on a balance that you carry for ${length}, without payments or new purchases.`, {
    rule: 'Balance × APR ÷ 365 for each day, added to the balance each month. You pay no interest on a statement that you pay in full.',
  });
  yield choices('How do I avoid card interest?');
}

/** Returns the interest on a balance without payments, in minor units. It is added to the balance each month. */
function carry(amount: number, apr: number, months: number, today: number): number {
  if (months < 1) return cycleInterest(amount * Math.round((months * 365) / MONTHS_A_YEAR), apr);
  let balance = amount;
  for (let month = 0; month < Math.round(months); month += 1)
    balance += cycleInterest(balance * (addMonths(today, month + 1) - addMonths(today, month)), apr);
  return balance - amount;
}

/** Answers with the late fees of loans, mortgages, and cards. */
async function* answerLateFee(values: TopicValues, context: AnswerContext): Answer {
  const debts =
    values.cards.length > 0 && values.debts.length === 0 ? [] : await loadOwedDebts(values, context);
  const cards = values.debts.length > 0 && values.cards.length === 0 ? [] : context.customer.cards;
  const getFee = ({ payment }: DebtState) => Math.round((payment * LATE_FEE_PERCENT) / 100);
  const { baseCurrency } = context;
  const cardFee = `A late card payment costs up to ${money(LATE_FEE.first / 100, baseCurrency)}, or ${money(LATE_FEE.repeated / 100, baseCurrency)} if you were also late within the last six statements, and never more than the missing minimum.`;
  const debtFee = `A late loan or mortgage payment costs ${LATE_FEE_PERCENT}% of the missing installment, once it's ${LATE_AFTER_DAYS} days late${debts.length > 0 ? `: ${listed(debts.map((debt) => `${money(getFee(debt) / 100, debt.currency)} for ${debt.name}`))}` : ''}.`;
  const isOnlyCards = values.cards.length > 0 && values.debts.length === 0;
  const isOnlyDebts = values.debts.length > 0 && values.cards.length === 0;
  yield lead(isOnlyCards ? cardFee : isOnlyDebts ? debtFee : `${debtFee} ${cardFee}`);
  if (debts.length > 0 || cards.length > 0)
    yield figures(
      ...debts.map((debt) => ({
        label: `${debt.name}, late fee`,
        amount: getFee(debt) / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      })),
      isOnlyDebts
        ? null
        : { label: 'Card, first late fee', amount: LATE_FEE.first / 100, currency: baseCurrency },
    );
  yield how('The fees for payments that arrive after the due date.', {
    rule: `Loans and mortgages: installment × ${LATE_FEE_PERCENT}%, ${LATE_AFTER_DAYS} days after the due date. Autopay pays on time, so there is no fee.`,
  });
  yield link('Scheduled payments', '/scheduled-payments');
  yield choices('Have I ever missed a payment?');
}

export const PAYOFF_ANSWERS: TopicAnswers = {
  'lump-payment': answerLumpPayment,
  'which-debt-for-amount': answerWhichDebt,
  'double-payments': answerDoublePayments,
  'pay-off-in': answerPayOffIn,
  'refinance-at': answerRefinance,
  'debt-free-with': answerDebtFreeWith,
  'debt-daily-cost': answerDailyCost,
  'card-interest-on': answerCardInterestOn,
  'debt-late-fee': answerLateFee,
};
