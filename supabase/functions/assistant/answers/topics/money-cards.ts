import { listed, money, percent, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { dayText, monthText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { DAYS_TO_PAY, rewardRate } from '../../../../../engine/products/card.ts';
import { allowsPurchase } from '../../../../../engine/products/card-controls.ts';
import { getCurrentStatus } from '../../../../../engine/products/card-status.ts';
import { CATEGORIES } from '../../../../../engine/products/categories.ts';
import type { CardState, HouseholdState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
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

const toHref = ({ id }: { id: string }) => getHref({ is: 'card', id });

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
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const available = await loadAvailable(context);
  const [{ amount, currency: stated } = { amount: 0, currency: null }] = values.amounts;
  const [category] = values.categories;
  const cards = found.cards.filter(({ currency }) => stated === null || currency === stated);
  if (cards.length === 0)
    return yield lead(
      `None of these cards is in ${stated ?? context.baseCurrency}, so we can't compare the amounts.`,
    );
  const results = cards.map((card) => {
    const left = available.get(card.id) ?? 0;
    const purchase = { amount: toMinor(amount), category: category?.name ?? '', available: toMinor(left) };
    return { card, left, decline: getDecline(card, found.state, purchase, context) };
  });
  const accepted = results.filter(({ decline }) => decline === null);
  const names = listed(accepted.map(({ card }) => card.name));
  const price = money(amount, cards[0]?.currency ?? context.baseCurrency);
  const reasons = results.flatMap(({ decline }) => decline ?? []);
  yield lead(
    accepted.length === 0
      ? `A purchase of ${price} would be declined: ${listed(reasons)}.`
      : `A purchase of ${price} would be approved on ${names}.${reasons.length > 0 ? ` Otherwise, it would be declined: ${listed(reasons)}.` : ''}`,
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
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const latest = await loadLatest(found.cards, ['card_payment', 'imported_payment'], context);
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
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const latest = await loadLatest(found.cards, ['card_charge', 'imported_charge'], context);
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
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const dates = found.cards.flatMap((card) => {
    const status = getCurrentStatus(found.row, card.id);
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
  lost: (_left, _due, closes) =>
    `purchases cost interest now, because a statement wasn't paid in full. Pay the statement that closes on ${closes} in full to stop it`,
  residual: (_left, _due, closes) =>
    `the balance no longer costs interest, but interest until your payment is on the statement that closes on ${closes}`,
  free: (_left, _due, closes) =>
    `purchases are free of interest if you pay the statement that closes on ${closes} in full by its due date`,
};

/** Answers whether purchases on each card are free of interest, and until when. */
async function* answerInterestFree(values: TopicValues, context: AnswerContext): Answer {
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const cards = found.cards.flatMap((card) => {
    const status = getCurrentStatus(found.row, card.id);
    return status ? [{ card, status }] : [];
  });
  const sentences = cards.map(({ card, status: { grace, revolving, statement, closesOn } }) => {
    const isLost = grace === 'lost' || (grace === 'open' && revolving);
    const kind = isLost ? (grace === 'open' ? 'open' : 'lost') : grace in GRACE ? grace : 'free';
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
    rule: 'Purchases cost no interest while you pay each statement in full by its due date. A cash advance costs interest from the first day.',
  });
}

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

/** Answers with the cash back rate of a category, or of all categories. */
async function* answerRewardRates(values: TopicValues, context: AnswerContext): Answer {
  const { categories, cards } = values;
  const [category] = categories;
  const sorted = CATEGORIES.filter((name) => name !== 'Savings').toSorted(
    (a, b) => rewardRate(b) - rewardRate(a),
  );
  const special = sorted.filter((name) => rewardRate(name) > rewardRate(undefined));
  const rates = listed(special.map((name) => `${percent(rewardRate(name))} on ${name}`));
  yield lead(
    context.customer.cards.length === 0
      ? `You don't have a credit card. Our cards earn ${rates}, and ${percent(rewardRate(undefined))} on everything else.`
      : category
        ? `${cards[0]?.name ?? 'Each of your cards'} earns ${percent(rewardRate(category.name))} cash back on ${category.name}.`
        : `${cards[0]?.name ?? 'Each of your cards'} earns ${rates} in cash back, and ${percent(rewardRate(undefined))} on everything else.`,
  );
  yield figures(...sorted.map((name): Figure => ({ label: name, value: percent(rewardRate(name)) })));
  yield how('Cash back rates by category.', {
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
  const each = listed(high.map(({ card, excess }) => `${money(excess, card.currency)} on ${card.name}`));
  yield lead(
    high.length === 0
      ? `You don't have to pay anything: ${cards.length === 1 ? `${cards[0]?.card.name} is` : 'all your cards are'} at ${percent(target)} or less. You use ${used} of your credit.`
      : `Pay ${each}${high.length > 1 ? `, ${money(total, currency)} in total,` : ''} to bring ${high.length > 1 ? 'each card' : 'it'} down to ${percent(target)}. You use ${used} of your credit now.`,
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

/** Answers whether cards are over their limits. */
async function* answerOverLimit(values: TopicValues, context: AnswerContext): Answer {
  const found = await loadCards(values, context);
  if (!found) return yield* answerNoCards();
  const cards = found.cards.map((card) => ({
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
  'autopay-status': answerAutopay,
  'reward-rates': answerRewardRates,
  'pay-to-utilization': answerPayToUtilization,
  'card-over-limit': answerOverLimit,
};
