import { listed, money, percent } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { getRewardRate } from '../../../../../engine/products/cards/card-catalog.ts';
import { getQuarterProgress } from '../../../../../engine/products/cards/card-rewards.ts';
import { CATEGORIES } from '../../../../../engine/products/categories.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';
import { answerNoCards, loadCards, toHref } from './money-cards.ts';

const PAYS: Readonly<Record<string, string>> = {
  minimum: 'the minimum payment',
  statement: 'the statement balance',
};

/** Lists the automatic payments of cards, loans, and mortgages. */
async function* answerAutopay(values: TopicValues, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const { cards = [], debts = [] } = snapshot?.state ?? {};
  const named = new Set([...values.cards, ...values.debts].map(({ id }) => id));
  const all = [
    ...cards.map(({ id, name, currency, autopay }) => ({
      id,
      name,
      accountId: autopay?.accountId ?? null,
      pays: autopay ? (PAYS[String(autopay.pays)] ?? money(Number(autopay.pays) / 100, currency)) : null,
    })),
    ...debts.map(({ id, name, currency, autopay, payment }) => ({
      id,
      name,
      accountId: autopay?.accountId ?? null,
      pays: autopay
        ? `the ${money(payment / 100, currency)} installment${autopay.extra > 0 ? ` and ${money(autopay.extra / 100, currency)} extra` : ''}`
        : null,
    })),
  ].filter(({ id }) => context.findProduct({ id }) && (named.size === 0 || named.has(id)));
  if (all.length === 0)
    return yield* answerNothing(
      "You don't have a card or loan, so there is no autopay.",
      'Dashboard',
      '/dashboard',
    );
  const [on, off] = [all.filter(({ pays }) => pays !== null), all.filter(({ pays }) => pays === null)];
  const format = ({ name, pays, accountId }: (typeof all)[number]) =>
    `${name} (${pays}, from ${context.findAccount({ id: accountId ?? '' })?.name ?? 'a closed account'})`;
  yield lead(
    [
      on.length > 0 ? `Autopay is on for ${listed(on.map(format))}.` : '',
      off.length > 0
        ? `It is off for ${listed(off.map(({ name }) => name))}.`.replace(
            /^It/,
            on.length > 0 ? 'It' : 'Autopay',
          )
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
  yield figures(
    ...all.map(({ name, pays }): Figure => ({ label: name, value: pays === null ? 'Off' : `On: ${pays}` })),
  );
  yield how('Automatic payments of cards, loans, and mortgages.', {
    rule: 'Autopay runs on the due date.',
  });
  const [first] = all;
  const product = context.findProduct(first ?? null);
  if (product) yield link(product.name, getHref(product));
}

/** Answers with each card's cash back rate in a category, or in all categories. */
async function* answerRewardRates(values: TopicValues, context: AnswerContext): Answer {
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const [category] = values.categories;
  const names = CATEGORIES.filter((name) => name !== 'Savings');
  const cards = found.cards.map((card) => {
    const base = getRewardRate(undefined, card.product);
    const special = names
      .map((name) => ({ name, rate: getRewardRate(name, card.product) }))
      .filter(({ rate }) => rate > base)
      .toSorted((a, b) => b.rate - a.rate);
    return { card, base, special, quarter: getQuarterProgress(card, context.today) };
  });
  const sentences = cards.map(({ card, base, special, quarter }) => {
    const extra = quarter
      ? ` This quarter, it earns ${percent(quarter.percent)} on ${listed(quarter.categories)}${quarter.isActivated ? '' : ' after you activate them'}.`
      : '';
    const rates = special.map(({ name, rate }) => `${percent(rate)} on ${name}`);
    return category
      ? `${card.name} earns ${percent(getRewardRate(category.name, card.product))} cash back on ${category.name}.${extra}`
      : rates.length > 0
        ? `${card.name} earns ${listed(rates)} in cash back, and ${percent(base)} on everything else.${extra}`
        : `${card.name} earns ${percent(base)} cash back on everything.${extra}`;
  });
  yield lead(sentences.join(' '));
  yield figures(
    ...cards.flatMap(({ card, base, special }): Figure[] => [
      ...special.map(({ name, rate }) => ({ label: `${card.name}, ${name}`, value: percent(rate) })),
      { label: `${card.name}, everything else`, value: percent(base) },
    ]),
  );
  yield how('Cash back rates of each card.', {
    rule: 'Interest, fees, cash advances, and balance transfers earn nothing. Refunds take rewards back.',
  });
  yield link('Credit cards', '/credit-cards');
  yield choices('How much did I earn in rewards this year?');
}

/** Answers how much to pay to bring utilization down to a percentage. */
async function* answerPayToUtilization(values: TopicValues, context: AnswerContext): Answer {
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const target = values.percents[0] ?? 30;
  if (target < 0 || target > 100) return yield lead('Enter a percentage between 0% and 100%.');
  const cards = found.cards.map((card) => {
    const allowed = Math.floor((card.limit * target) / 100);
    const excess = Math.max(0, card.balance - allowed);
    return { card, allowed: allowed / 100, excess: excess / 100, currency: card.currency };
  });
  const high = cards.filter(({ excess }) => excess > 0);
  const { total, currency, note } = sumInOneCurrency(
    high.map(({ excess, currency: own }) => ({ amount: excess, currency: own })),
    context,
  );
  const owed = sumInOneCurrency(
    cards.map(({ card }) => ({ amount: card.balance / 100, currency: card.currency })),
    context,
  );
  const limit = sumInOneCurrency(
    cards.map(({ card }) => ({ amount: card.limit / 100, currency: card.currency })),
    context,
  );
  const used = formatShare(Math.max(0, owed.total), limit.total);
  const amounts = listed(high.map(({ card, excess }) => `${money(excess, card.currency)} on ${card.name}`));
  yield lead(
    high.length === 0
      ? `You don't have to pay anything: ${cards.length === 1 ? `${cards[0]?.card.name} is` : 'all your cards are'} at ${percent(target)} or less. You use ${used} of your credit.`
      : `Pay ${amounts}${high.length > 1 ? `, ${money(total, currency)} in total,` : ''} to bring ${high.length > 1 ? 'each card' : 'it'} down to ${percent(target)}. You use ${used} of your credit now.`,
    note,
  );
  yield figures(
    ...cards.flatMap(({ card, allowed, excess }): Figure[] => [
      {
        label: `${card.name}, ${formatShare(Math.max(0, card.balance), card.limit)} used`,
        amount: card.balance / 100,
        currency: card.currency,
        href: toHref(card),
      },
      { label: `${card.name}, ${percent(target)} of the limit`, amount: allowed, currency: card.currency },
      { label: `${card.name}, to pay`, amount: excess, currency: card.currency },
    ]),
  );
  yield how(`What each card has to be paid down by to reach ${percent(target)}.`, {
    rule: 'Balance − limit × percentage. New purchases raise it again.',
  });
  const [first] = high;
  yield choices(
    first ? `Pay ${money(first.excess, first.currency)} on ${first.card.name}` : null,
    'What is my credit score?',
  );
}

export const CARD_TERM_ANSWERS: TopicAnswers = {
  'autopay-status': answerAutopay,
  'reward-rates': answerRewardRates,
  'pay-to-utilization': answerPayToUtilization,
};
