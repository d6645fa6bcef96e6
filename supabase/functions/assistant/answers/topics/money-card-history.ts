import { counted, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, searchHref } from '../../../../../assistant/parts.ts';
import { addMonths, dayText } from '../../../../../engine/calendar/calendar.ts';
import { getCurrentStatus } from '../../../../../engine/products/cards/card-status.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
import { getHref } from '../balance.ts';
import { loadTotals } from '../search.ts';
import type { TopicAnswers } from '../topics.ts';
import { answerNoCards, loadCards, toHref } from './money-cards.ts';
import { getMonthSoFar, getSpan, getYearSoFar, loadFlow, type Span, toFilter } from './money-totals.ts';

type Statement = {
  card_id: string;
  to_date: string;
  due_date: string;
  closing_balance: number;
  interest: number;
  rewards: number;
};

/** Loads the statements of cards that closed in a period, newest first. */
async function loadStatements(
  cards: readonly { id: string }[],
  { from, to }: Pick<Span, 'from' | 'to'>,
  { client }: AnswerContext,
): Promise<Statement[]> {
  const { data } = await client
    .from('card_statements')
    .select('card_id, to_date, due_date, closing_balance, interest, rewards')
    .in(
      'card_id',
      cards.map(({ id }) => id),
    )
    .gte('to_date', from)
    .lte('to_date', to)
    .order('to_date', { ascending: false })
    .throwOnError();
  return data as Statement[];
}

const getLastYear = ({ today, customer }: AnswerContext): Span => ({
  from: dayText(addMonths(today, -12) + 1),
  to: customer.today,
  text: 'in the last 12 months',
});

/** Lists the statements of cards with their balances. */
async function* answerStatements(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const span = await getSpan(values, getLastYear(context), context);
  const statements = await loadStatements(loaded.cards, span, context);
  const findCard = (id: string) => loaded.cards.find((card) => card.id === id);
  const latest = loaded.cards.flatMap((card) => statements.find(({ card_id }) => card_id === card.id) ?? []);
  if (latest.length === 0)
    return yield* answerNothing(`No card statement closed ${span.text}.`, 'Credit cards', '/credit-cards');
  yield lead(
    latest
      .map(({ card_id, to_date, due_date, closing_balance }) => {
        const card = findCard(card_id);
        return `The latest statement of ${card?.name ?? ''} closed on ${context.formatDay(to_date)} with a balance of ${money(closing_balance, card?.currency ?? '')}, due on ${context.formatDay(due_date)}.`;
      })
      .join(' '),
  );
  yield figures(
    ...statements.slice(0, 24).map(({ card_id, to_date, closing_balance }): Figure => {
      const card = findCard(card_id);
      return {
        label: `${card?.name ?? ''}, ${context.formatDay(to_date)}`,
        amount: closing_balance,
        currency: card?.currency ?? context.baseCurrency,
        ...(card && { href: toHref(card) }),
      };
    }),
  );
  yield how(`Card statements that closed ${span.text}.`, {
    rule: 'The balance at the end of the closing date.',
  });
  yield link('Documents', '/documents');
  yield choices('What is my average card bill?');
}

/** Answers with the average statement balance of each card. */
async function* answerAverageBill(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const span = await getSpan(values, getLastYear(context), context);
  const statements = await loadStatements(loaded.cards, span, context);
  const averages = loaded.cards.flatMap((card) => {
    const own = statements.filter(({ card_id }) => card_id === card.id);
    const sum = sumAmounts(own.map(({ closing_balance }) => closing_balance));
    const average = Math.round((sum * 100) / own.length) / 100;
    return own.length > 0 ? [{ card, count: own.length, sum, average }] : [];
  });
  if (averages.length === 0)
    return yield* answerNothing(`No card statement closed ${span.text}.`, 'Credit cards', '/credit-cards');
  const { total, currency, note } = sumInOneCurrency(
    averages.map(({ card, average }) => ({ amount: average, currency: card.currency })),
    context,
  );
  yield lead(
    `Your average card bill ${span.text} was ${listed(averages.map(({ card, average, count }) => `${money(average, card.currency)} on ${card.name} (${counted(count, 'statement')})`))}.${averages.length > 1 ? ` Together, that's ${money(total, currency)} a month.` : ''}`,
    note,
  );
  yield figures(
    ...averages.map(({ card, average }) => ({
      label: `${card.name}, average`,
      amount: average,
      currency: card.currency,
      href: toHref(card),
    })),
  );
  yield how(`Average statement balance ${span.text}.`, {
    rule: `${averages.map(({ card, sum, count, average }) => `${card.name}: ${money(sum, card.currency)} ÷ ${count} = ${money(average, card.currency)}`).join('; ')}. An unpaid balance is on the next statement again.`,
  });
  yield choices('How much did I spend on cards compared with my accounts?');
}

/** Answers with the rewards that statements credited in a period. */
async function* answerRewardsEarned(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const span = await getSpan(values, getYearSoFar(context), context);
  const statements = await loadStatements(loaded.cards, span, context);
  const { data } = await context.client.from('credit_cards').select('id, rewards_balance').throwOnError();
  const balances = new Map(
    (data as { id: string; rewards_balance: number }[]).map((row) => [row.id, row.rewards_balance]),
  );
  const earned = loaded.cards.map((card) => {
    const own = statements.filter(({ card_id }) => card_id === card.id);
    return {
      card,
      currency: card.currency,
      amount: sumAmounts(own.map(({ rewards }) => rewards)),
      next: getCurrentStatus(loaded.row, card.id)?.rewardsSoFar ?? 0,
    };
  });
  const { total, currency, note } = sumInOneCurrency(earned, context);
  const next = sumInOneCurrency(
    earned.map((card) => ({ amount: card.next, currency: card.currency })),
    context,
  );
  yield lead(
    `You earned ${money(total, currency)} in rewards ${span.text}, on ${counted(statements.length, 'statement')}. Another ${money(next.total, next.currency)} follows with the next statements.`,
    note,
  );
  yield figures(
    ...earned.flatMap(({ card, amount, next: pending }): Figure[] => [
      { label: `${card.name}, earned`, amount, currency: card.currency, href: toHref(card) },
      { label: `${card.name}, on the next statement`, amount: pending, currency: card.currency },
      { label: `${card.name}, to redeem`, amount: balances.get(card.id) ?? 0, currency: card.currency },
    ]),
  );
  yield how(`Rewards on statements that closed ${span.text}.`, {
    rule: 'Rewards are credited when a statement closes. The amount to redeem excludes redeemed rewards.',
  });
  yield choices('What cash back rates do I earn?');
}

/** Compares spending on cards with spending from accounts. */
async function* answerCardShare(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getMonthSoFar(context), context);
  const filter = toFilter({ ...values, cards: [], accounts: [] }, span);
  const all = await loadFlow(filter, 'spending', context);
  if (all.times === 0) return yield lead(`You didn't spend anything ${span.text}.`);
  const query = `${all.query} is:card`;
  const onCards = await loadTotals(query, context);
  const spentOnCards = sumAmounts([onCards.moneyOut, -onCards.moneyIn]);
  if (onCards.times > 0 && onCards.currency !== all.currency)
    return yield lead(
      `Your cards and accounts are in different currencies. You spent ${money(spentOnCards, onCards.currency)} on cards ${span.text}, and ${money(all.amount, all.currency)} in total.`,
    );
  const { currency } = all;
  const fromAccounts = sumAmounts([all.amount, -spentOnCards]);
  yield lead(
    `You spent ${money(spentOnCards, currency)} on cards and ${money(fromAccounts, currency)} from accounts ${span.text}. Cards were ${formatShare(spentOnCards, all.amount)} of your spending.`,
    all.note,
  );
  yield figures(
    { label: 'On cards', amount: spentOnCards, currency, href: searchHref(query) },
    { label: 'From accounts', amount: fromAccounts, currency, href: searchHref(`${all.query} -is:card`) },
    { label: 'Total spending', amount: all.amount, currency, href: searchHref(all.query) },
  );
  yield how(`Spending on cards and from accounts ${span.text}.`, {
    query: all.query,
    rule: 'Payments to cards are not spending, so nothing is counted twice.',
  });
}

type Hold = {
  account_id: string | null;
  card_id: string | null;
  kind: string;
  merchant: string | null;
  remaining_amount: number;
  placed_at: string;
  expires_at: string;
};

/** Lists pending purchases and deposits on hold. */
async function* answerPending(values: TopicValues, context: AnswerContext): Answer {
  const { data } = await context.client
    .from('holds')
    .select('account_id, card_id, kind, merchant, remaining_amount, placed_at, expires_at')
    .is('ended_at', null)
    .order('placed_at', { ascending: false })
    .throwOnError();
  const named = new Set([...values.cards, ...values.accounts].map(({ id }) => id));
  const holds = (data as Hold[]).flatMap((hold) => {
    const product = context.findProduct({ id: hold.card_id ?? hold.account_id ?? '' });
    return product && (named.size === 0 || named.has(product.id)) ? [{ ...hold, product }] : [];
  });
  const purchases = holds.filter(({ kind }) => kind === 'authorization');
  const deposits = holds.filter(({ kind }) => kind === 'deposit');
  const { total, currency, note } = sumInOneCurrency(
    purchases.map(({ remaining_amount, product }) => ({
      amount: remaining_amount,
      currency: product.currency,
    })),
    context,
  );
  const onHold =
    deposits.length > 0 ? ` ${counted(deposits.length, 'deposit is', 'deposits are')} on hold.` : '';
  yield lead(
    purchases.length > 0
      ? `You have ${counted(purchases.length, 'pending purchase')}, ${money(total, currency)} in total.${onHold}`
      : `You don't have any pending purchases.${onHold}`,
    note,
  );
  if (holds.length > 0)
    yield figures(
      ...holds.slice(0, 12).map(
        ({ merchant, kind, remaining_amount, product, placed_at }): Figure => ({
          label: `${merchant ?? (kind === 'deposit' ? 'Deposit on hold' : 'Purchase')}, ${context.formatDay(context.getDay(placed_at))}, ${product.name}`,
          amount: remaining_amount,
          currency: product.currency,
          href: getHref(product),
        }),
      ),
    );
  yield how('Holds that have not ended.', {
    rule: 'A pending purchase lowers what you can spend now. The merchant charges it later, or the hold expires.',
  });
  yield link('Transactions', '/transactions');
}

export const CARD_HISTORY_ANSWERS: TopicAnswers = {
  'card-statements': answerStatements,
  'card-average-bill': answerAverageBill,
  'rewards-earned': answerRewardsEarned,
  'cards-against-accounts': answerCardShare,
  'pending-charges': answerPending,
};
