import { listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how } from '../../../../../assistant/parts.ts';
import { dayText, monthText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { DAYS_TO_PAY } from '../../../../../engine/products/cards/card.ts';
import { allowsPurchase } from '../../../../../engine/products/cards/card-controls.ts';
import { getCurrentStatus } from '../../../../../engine/products/cards/card-status.ts';
import type { CardState, HouseholdState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';

export function answerNoCards() {
  return answerNothing("You don't have a credit card.", 'Credit cards', '/credit-cards');
}

/** Returns the cards in a question, or all open cards, with the household's state. */
export async function loadCards({ cards: named }: TopicValues, context: AnswerContext) {
  const snapshot = await context.loadState();
  const all = (snapshot?.state.cards ?? []).filter((card) => context.findProduct(card));
  const chosen = all.filter(({ id }) => named.some((card) => card.id === id));
  const cards = chosen.length > 0 ? chosen : all;
  return snapshot && cards.length > 0 ? { ...snapshot, cards } : null;
}

export const toHref = ({ id }: { id: string }) => getHref({ is: 'card', id });

/** Returns the credit left on each card without pending purchases, as the card's page shows it. */
async function loadAvailable({ client }: AnswerContext): Promise<Map<string, number>> {
  const { data } = await client.from('credit_cards').select('id, available_credit').throwOnError();
  const rows = data as { id: string; available_credit: number }[];
  return new Map(rows.map(({ id, available_credit }) => [id, available_credit]));
}

/** Returns why a card declines a purchase, or null if it accepts it. */
function getDecline(
  card: CardState,
  { holds = [] }: HouseholdState,
  purchase: { amount: number; category: string; available: number },
  context: AnswerContext,
): string | null {
  const { amount, category, available } = purchase;
  const pendingOn = (name: string | null) =>
    holds
      .filter((hold) => hold.productId === card.id && (name === null || hold.category === name))
      .reduce((sum, { remaining }) => sum + remaining, 0);
  const month = monthText(context.today);
  if (card.frozen) return `${card.name} is frozen`;
  if (amount > available)
    return `${card.name} has only ${money(available / 100, card.currency)} of available credit`;
  if (!allowsPurchase(card, { amount, category, month }, pendingOn))
    return `a spending limit on ${card.name} blocks it`;
  return null;
}

/** Answers whether each card would accept a purchase. */
async function* answerWouldDecline(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const available = await loadAvailable(context);
  const [{ amount, currency: stated } = { amount: 0, currency: null }] = values.amounts;
  const [category] = values.categories;
  const cards = loaded.cards.filter(({ currency }) => stated === null || currency === stated);
  if (cards.length === 0)
    return yield lead(
      `None of these cards is in ${stated ?? context.baseCurrency}, so we can't compare the amounts.`,
    );
  const results = cards.map((card) => {
    const left = available.get(card.id) ?? 0;
    const purchase = { amount: toMinor(amount), category: category?.name ?? '', available: toMinor(left) };
    return { card, left, decline: getDecline(card, loaded.state, purchase, context) };
  });
  const accepted = results.filter(({ decline }) => decline === null);
  const names = listed(accepted.map(({ card }) => card.name));
  const price = money(amount, cards[0]?.currency ?? context.baseCurrency);
  const reasons = results.flatMap(({ decline }) => decline ?? []);
  yield lead(
    accepted.length === 0
      ? `A purchase of ${price} would be declined: ${listed(reasons)}.`
      : `A purchase of ${price} would be approved on ${names}.${reasons.length > 0 ? ` On the others, it would be declined: ${listed(reasons)}.` : ''}`,
  );
  yield figures(
    ...results.map(
      ({ card, left }): Figure => ({
        label: `${card.name}, available credit`,
        amount: left,
        currency: card.currency,
        href: toHref(card),
      }),
    ),
    ...results.map(
      ({ card, decline }): Figure => ({
        label: `${card.name}, ${price}`,
        value: decline === null ? 'Approved' : 'Declined',
      }),
    ),
  );
  yield how(`A purchase of ${price}${category ? ` in ${category.name}` : ''} today.`, {
    rule: 'A card declines a purchase if it is frozen, if the amount is above the available credit, or if a spending limit blocks it. Pending purchases count.',
  });
  yield choices(`Can I afford ${price}?`);
}

type Activity = {
  card_id: string;
  at: string;
  amount: number;
  kind: string;
  merchant: string | null;
  description: string | null;
};

/** Loads each card's latest entry of some kinds. */
async function loadLatest(
  cards: readonly CardState[],
  kinds: readonly string[],
  context: AnswerContext,
): Promise<{ card: CardState; row: Activity | undefined }[]> {
  return Promise.all(
    cards.map(async (card) => {
      const { data } = await context.client
        .from('card_activity')
        .select('card_id, at, amount, kind, merchant, description')
        .eq('card_id', card.id)
        .in('kind', kinds)
        .order('at', { ascending: false })
        .order('entry_id', { ascending: false })
        .limit(1)
        .throwOnError();
      return { card, row: (data as Activity[])[0] };
    }),
  );
}

/** Answers when and how much was last paid to each card. */
async function* answerLastPayment(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const latest = await loadLatest(loaded.cards, ['card_payment', 'imported_payment'], context);
  const sentences = latest.map(({ card, row }) =>
    row
      ? `Your last payment to ${card.name} was ${money(Math.abs(row.amount), card.currency)} on ${context.formatDay(context.getDay(row.at))}.`
      : `You haven't made a payment to ${card.name} yet.`,
  );
  yield lead(sentences.join(' '));
  yield figures(
    ...latest.flatMap(({ card, row }): Figure[] =>
      row
        ? [
            {
              label: `${card.name}, ${context.formatDay(context.getDay(row.at))}`,
              amount: Math.abs(row.amount),
              currency: card.currency,
              href: toHref(card),
            },
          ]
        : [],
    ),
  );
  yield how('The latest payment to each card.', { rule: 'Manual payments, autopay, and imported payments.' });
  yield choices('When are my cards due?');
}

/** Answers when each card was last used for a purchase. */
async function* answerLastUsed(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const latest = await loadLatest(loaded.cards, ['card_charge', 'imported_charge'], context);
  yield lead(
    latest
      .map(({ card, row }) => {
        if (!row) return `You haven't used ${card.name} yet.`;
        const day = context.getDay(row.at);
        const title = row.merchant ?? row.description ?? 'a purchase';
        return `You last used ${card.name} on ${context.formatDay(day)}, ${context.formatDistance(day)}: ${title}, ${money(row.amount, card.currency)}.`;
      })
      .join(' '),
  );
  yield figures(
    ...latest.map(
      ({ card, row }): Figure =>
        row
          ? { label: card.name, amount: row.amount, currency: card.currency, href: toHref(card) }
          : { label: card.name, value: 'Not used yet' },
    ),
  );
  yield how('The latest purchase on each card.', { rule: 'Interest, fees, and payments are not purchases.' });
}

/** Answers when each card's next statement closes, and when it is due. */
async function* answerClosingDate(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const dates = loaded.cards.flatMap((card) => {
    const status = getCurrentStatus(loaded.row, card.id);
    return status ? [{ card, closesOn: status.closesOn, statement: status.statement }] : [];
  });
  yield lead(
    dates
      .map(
        ({ card, closesOn }) =>
          `The next statement of ${card.name} closes on ${context.formatDay(closesOn)}, ${context.formatDistance(closesOn)}.`,
      )
      .join(' '),
  );
  yield figures(
    ...dates.flatMap(({ card, closesOn, statement }): Figure[] => [
      { label: `${card.name}, next closing date`, value: context.formatDay(closesOn) },
      ...(statement
        ? [{ label: `${card.name}, last closing date`, value: context.formatDay(statement.closedOn) }]
        : []),
    ]),
  );
  yield how('The billing cycle of each card.', {
    rule: 'Purchases until the closing date are on that statement. It is due 25 days later.',
  });
  yield choices('When are my cards due?');
}

const GRACE: Readonly<Record<string, (left: string, due: string, closes: string) => string>> = {
  open: (left, due) => `pay ${left} by ${due} to avoid interest on purchases`,
  stopping: (left, due) =>
    `the balance accrues interest daily, because a statement wasn't paid in full. Pay ${left} by ${due} to stop it`,
  lost: (_left, _due, closes) =>
    `purchases accrue interest now, because a statement wasn't paid in full. Pay the statement that closes on ${closes} in full to stop it`,
  residual: (_left, _due, closes) =>
    `the balance no longer accrues interest, but interest until your payment is on the statement that closes on ${closes}`,
  free: (_left, _due, closes) =>
    `purchases are free of interest if you pay the statement that closes on ${closes} in full by its due date`,
};

/** Answers whether purchases on each card are free of interest, and until when. */
async function* answerInterestFree(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const cards = loaded.cards.flatMap((card) => {
    const status = getCurrentStatus(loaded.row, card.id);
    return status ? [{ card, status }] : [];
  });
  const sentences = cards.map(({ card, status: { grace, revolving, statement, closesOn } }) => {
    const isLost = grace === 'lost' || (grace === 'open' && revolving);
    const kind = isLost ? (grace === 'open' ? 'stopping' : 'lost') : grace in GRACE ? grace : 'free';
    const left = money(statement?.toAvoidInterest ?? 0, card.currency);
    const due = statement ? context.formatDay(statement.due) : '';
    return `On ${card.name}, ${GRACE[kind]?.(left, due, context.formatDay(closesOn)) ?? ''}.`;
  });
  yield lead(sentences.join(' '));
  yield figures(
    ...cards.flatMap(({ card, status }): Figure[] => [
      { label: `${card.name}, statement closes`, value: context.formatDay(status.closesOn) },
      {
        label: `${card.name}, that statement is due`,
        value: context.formatDay(dayText(parseDay(status.closesOn) + DAYS_TO_PAY)),
      },
      ...(status.statement && status.statement.toAvoidInterest > 0
        ? [
            {
              label: `${card.name}, pay to avoid interest`,
              amount: status.statement.toAvoidInterest,
              currency: card.currency,
              href: toHref(card),
            },
          ]
        : []),
    ]),
  );
  yield how('The interest-free period of each card.', {
    rule: 'You pay no interest on purchases while you pay each statement in full by its due date. A cash advance accrues interest from the first day.',
  });
}

/** Answers whether cards are over their limits. */
async function* answerOverLimit(values: TopicValues, context: AnswerContext): Answer {
  const loaded = await loadCards(values, context);
  if (!loaded) return yield* answerNoCards();
  const cards = loaded.cards.map((card) => ({
    card,
    left: sumAmounts([card.limit / 100, -card.balance / 100]),
  }));
  const over = cards.filter(({ left }) => left < 0);
  const available = await loadAvailable(context);
  yield lead(
    over.length > 0
      ? `Yes. ${listed(over.map(({ card, left }) => `${card.name} is ${money(-left, card.currency)} over its limit`))}.`
      : `No. ${listed(cards.map(({ card, left }) => `${card.name} is ${money(left, card.currency)} under its limit`))}.`,
  );
  yield figures(
    ...cards.flatMap(({ card }): Figure[] => [
      {
        label: `${card.name}, owed`,
        amount: card.balance / 100,
        currency: card.currency,
        href: toHref(card),
      },
      { label: `${card.name}, limit`, amount: card.limit / 100, currency: card.currency },
      {
        label: `${card.name}, available`,
        amount: available.get(card.id) ?? 0,
        currency: card.currency,
      },
    ]),
  );
  yield how('Balances and limits of cards, as of now.', {
    rule: 'We decline purchases above the limit. Interest and fees can still take a balance above it.',
  });
  yield choices('How much available credit do I have on my cards?');
}

export const CARD_ANSWERS: TopicAnswers = {
  'card-would-decline': answerWouldDecline,
  'card-last-payment': answerLastPayment,
  'card-last-used': answerLastUsed,
  'card-closing-date': answerClosingDate,
  'card-interest-free': answerInterestFree,
  'card-over-limit': answerOverLimit,
};
