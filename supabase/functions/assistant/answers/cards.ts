import { counted, money, percent, sumAmounts } from '../../../../assistant/format.ts';
import { choices, figures, how, text } from '../../../../assistant/parts.ts';
import { dayText } from '../../../../engine/calendar/calendar.ts';
import type { CardState } from '../../../../engine/simulation/state.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { formatShare, sumInOneCurrency } from './amounts.ts';

/** Returns the open statement and its unpaid amount in minor units, or null before the first statement. */
export function getOpenStatement({ cycle: { statement, paid } }: CardState) {
  if (!statement) return null;
  const subtractPaid = (amount: number) => Math.max(0, amount - paid);
  return {
    ...statement,
    left: subtractPaid(statement.balance),
    minimumLeft: subtractPaid(statement.minimum),
  };
}

/** Returns the rewards balances of open cards in major units, by card id. */
async function loadRewards({ client }: AnswerContext): Promise<Map<string, number>> {
  const { data } = await client.from('credit_cards').select('id, rewards_balance').throwOnError();
  const rows = data as { id: string; rewards_balance: number }[];
  return new Map(rows.map(({ id, rewards_balance }) => [id, rewards_balance]));
}

export async function* answerCard({ card: { id }, ask }: IntentOf<'card'>, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const card = snapshot?.state.cards.find((item) => item.id === id);
  if (!card) return yield text("We couldn't find that card. It may be closed.");
  const { name, currency, apr, limit, balance } = card;
  const statement = getOpenStatement(card);
  const rewards = (await loadRewards(context)).get(id) ?? 0;
  yield lead(getCardSentences(card, rewards, context)[ask]);
  yield figures(
    { label: 'Owed', amount: balance / 100, currency, href: `/credit-cards/${id}` },
    statement && { label: 'Remaining statement balance', amount: statement.left / 100, currency },
    statement && { label: 'Minimum payment due', amount: statement.minimumLeft / 100, currency },
    { label: 'Payment due', value: context.formatDay(dayText(statement?.due ?? card.due)) },
    { label: 'Available', amount: (limit - balance) / 100, currency },
    { label: 'APR', value: percent(apr) },
    ask === 'rewards' || ask === 'overview' ? { label: 'Rewards', amount: rewards, currency } : null,
  );
  yield how(`${name}, as of now.`, {
    rule: 'Remaining statement balance = statement balance − payments since the statement closed.',
  });
  yield choices(
    statement && statement.left > 0 ? `Pay the statement balance on ${name}` : null,
    `Why was I charged interest on ${name}?`,
    card.frozen ? `Unfreeze ${name}` : null,
  );
}

const AUTOPAY_AMOUNTS: Record<string, string> = {
  minimum: 'the minimum',
  statement: 'the statement balance',
};

/** Returns the answer sentence for each kind of question about a card. */
function getCardSentences(card: CardState, rewards: number, context: AnswerContext) {
  const { name, currency, apr, limit, balance, autopay } = card;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const statement = getOpenStatement(card);
  const dueDay = dayText(statement?.due ?? card.due);
  const due = `${context.formatDay(dueDay)}, ${context.formatDistance(dueDay)}`;
  const autopayNote = autopay
    ? ` Autopay will pay ${AUTOPAY_AMOUNTS[String(autopay.pays)] ?? 'a fixed amount'} that day.`
    : '';
  const common = {
    balance: `You owe ${formatMinor(balance)} on ${name}.`,
    available: `You have ${formatMinor(limit - balance)} of available credit on ${name}, out of a ${formatMinor(limit)} limit.`,
    limit: `Your credit limit on ${name} is ${formatMinor(limit)}.`,
    utilization: `Your credit utilization on ${name} is ${formatShare(Math.max(0, balance), limit)}: ${formatMinor(balance)} of ${formatMinor(limit)}.`,
    apr: `The APR on ${name} is ${percent(apr)}.`,
    rewards: `You have ${money(rewards, currency)} in rewards to redeem on ${name}.`,
    frozen: `${name} is ${card.frozen ? 'frozen. We decline new charges, but you can still make payments' : 'not frozen'}.`,
  };
  if (!statement)
    return {
      ...common,
      statement: `${name} doesn't have a statement yet.`,
      minimum: `${name} doesn't have a statement yet, so nothing is due.`,
      due: `${name} doesn't have a statement yet. The first payment is due on ${due}.`,
      overview: common.balance,
    };
  const { left, minimum, minimumLeft } = statement;
  const isPaid = left === 0;
  return {
    ...common,
    statement: `Your ${name} statement balance is ${formatMinor(statement.balance)}. ${isPaid ? "It's paid in full" : `${formatMinor(left)} is still due by ${due}`}.`,
    minimum:
      minimumLeft === 0
        ? `You've paid the ${formatMinor(minimum)} minimum payment on ${name}.`
        : `Your minimum payment on ${name} is ${formatMinor(minimumLeft)}, due on ${due}.`,
    due: isPaid
      ? `Your ${name} statement is paid. Nothing more is due on ${context.formatDay(dueDay)}.`
      : `Your ${name} payment is due on ${due}. The remaining statement balance is ${formatMinor(left)}, and the minimum is ${formatMinor(minimumLeft)}.${autopayNote}`,
    overview: isPaid
      ? common.balance
      : `You owe ${formatMinor(balance)} on ${name}, and ${formatMinor(left)} of that is due on ${due}.`,
  };
}

export async function* answerCards({ ask }: IntentOf<'cards'>, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const cards = (snapshot?.state.cards ?? []).filter((card) => context.findProduct(card));
  if (cards.length === 0) return yield text("You don't have a credit card.");
  const rewardsById = await loadRewards(context);
  const sumOfCards = (getMinor: (card: CardState) => number) =>
    sumInOneCurrency(
      cards.map((card) => ({ amount: getMinor(card) / 100, currency: card.currency })),
      context,
    );
  const { total: owed, currency, note } = sumOfCards(({ balance }) => balance);
  const limit = sumOfCards((card) => card.limit).total;
  const rewards = sumOfCards(({ id }) => (rewardsById.get(id) ?? 0) * 100).total;
  const available = sumAmounts([limit, -owed]);
  const count = counted(cards.length, 'card');
  const [next] = cards
    .map((card) => ({ name: card.name, currency: card.currency, ...getOpenStatement(card) }))
    .flatMap(({ left = 0, due = 0, ...card }) => (left > 0 ? [{ ...card, left, due }] : []))
    .toSorted((a, b) => a.due - b.due);
  const others = cards
    .map((card) => ({ name: card.name, currency: card.currency, ...getOpenStatement(card) }))
    .filter(({ name, left = 0 }) => left > 0 && name !== next?.name)
    .map(
      ({ name, currency, left = 0, due = 0 }) =>
        ` ${name} is due on ${context.formatDay(dayText(due))}, ${money(left / 100, currency)}.`,
    )
    .join('');
  const due = next
    ? `Your next payment is ${money(next.left / 100, next.currency)} for ${next.name}, due on ${context.formatDay(dayText(next.due))}, ${context.formatDistance(dayText(next.due))}.${others}`
    : 'All your statements are paid.';
  const total = money(limit, currency);
  const sentences = {
    available: `You have ${money(available, currency)} of available credit on ${count}, out of a total limit of ${total}.`,
    limit: `Your total credit limit on ${count} is ${total}.`,
    utilization: `Your credit utilization on ${count} is ${formatShare(Math.max(0, owed), limit)}: ${money(owed, currency)} of ${total}.`,
    due,
    rewards: `You have ${money(rewards, currency)} in rewards to redeem.`,
    overview: `You owe ${money(owed, currency)} on ${count}. ${due}`,
  };
  yield lead(sentences[ask], note);
  yield figures(
    ...cards.map((card) => ({
      label: `${card.name}, ${formatShare(Math.max(0, card.balance), card.limit)} used`,
      amount: card.balance / 100,
      currency: card.currency,
      href: `/credit-cards/${card.id}`,
    })),
    { label: 'Total owed', amount: owed, currency },
    { label: 'Total available', amount: available, currency },
  );
  yield how('All cards, as of now.', { rule: 'Based on current balances.' });
}
