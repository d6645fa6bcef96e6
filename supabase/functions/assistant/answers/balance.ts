import { counted, currencyNote, listed, money, sumAmounts } from '../../../../assistant/format.ts';
import type { Place } from '../../../../assistant/intent.ts';
import { choices, figures, how, text } from '../../../../assistant/parts.ts';
import { dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { NET_WORTH_KINDS, type NetWorthKind } from '../../../../engine/insights/net-worth.ts';
import { operatorPart, printTransactionQuery } from '../../../../engine/search/transaction-query.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { sumInOneCurrency } from './amounts.ts';
import { explainChange } from './balance-change.ts';

type Product = AnswerContext['products'][number];

export function answerBalance(question: IntentOf<'balance'>, context: AnswerContext): Answer {
  const { of, on, since, share } = question;
  if (since) return answerChange(question, since, context);
  if (share !== undefined) return answerShare({ ...question, share }, context);
  switch (of.is) {
    case 'place':
      return answerProduct(of.place, on, context);
    case 'products':
      return answerProducts(
        context.products.filter(({ id }) => of.products.some((place) => place.id === id)),
        false,
        on,
        context,
      );
    case 'net_worth':
      return answerNetWorth(on, context);
    case 'debts':
      return answerProducts(
        context.products.filter(({ is, id }) => is !== 'account' && !of.without?.includes(id)),
        true,
        on,
        context,
      );
    case 'accounts':
      return answerProducts(
        context.products.filter(
          (product) =>
            product.is === 'account' &&
            (of.type === null || product.type === of.type) &&
            (of.currency === null || product.currency === of.currency),
        ),
        false,
        on,
        context,
      );
  }
}

/** Answers with a share of a balance, such as a third of the savings. */
async function* answerShare(
  { of, on, share }: IntentOf<'balance'> & { share: number },
  context: AnswerContext,
): Answer {
  const products = context.products.filter((product) => isIn(product, of));
  if (products.length === 0 || of.is === 'net_worth')
    return yield text("We can't calculate a share of that. Name an account, a card, or a loan.");
  const balances = await Promise.all(
    products.map(async (product) => ({
      amount: await loadBalance(product, on, context),
      currency: product.currency,
    })),
  );
  const { total, currency, note } = sumInOneCurrency(balances, context);
  const part = Math.round(total * 100 * share) / 100;
  const names = listed(products.map(({ name }) => name));
  const percentage = `${Math.round(share * 1000) / 10}%`;
  yield lead(
    `${percentage} of the balance of ${names}${formatWhen(on, context)} is ${money(part, currency)}.`,
    note,
  );
  yield figures({ label: percentage, amount: part, currency }, { label: names, amount: total, currency });
  yield how(`${percentage} of the balance of ${names}.`, {
    rule: `${money(total, currency)} × ${percentage}, rounded to the cent.`,
  });
}

/** Compares a balance or the net worth with a past day. */
async function* answerChange({ of }: IntentOf<'balance'>, since: string, context: AnswerContext): Answer {
  if (of.is === 'net_worth') {
    const load = async (day: string | null) => {
      const parts = await context.call<NetWorthPart[]>('net_worth_parts', day === null ? {} : { day });
      return sumAmounts(parts.map(({ worth }) => worth ?? 0));
    };
    const [before, after] = await Promise.all([load(since), load(null)]);
    const { baseCurrency: currency } = context;
    return yield* explainChange(
      { name: 'Your net worth', before, after, currency, since, query: null },
      context,
    );
  }
  const products = context.products.filter((product) => isIn(product, of));
  if (products.length === 0) return yield text("We couldn't find that account. It may be closed.");
  const load = (on: string | null) =>
    Promise.all(
      products.map(async (product) => ({
        amount: await loadBalance(product, on, context),
        currency: product.currency,
      })),
    );
  const [past, current] = await Promise.all([load(since), load(null)]);
  const [before, after] = [sumInOneCurrency(past, context), sumInOneCurrency(current, context)];
  const [only, another] = products;
  const accounts = products.filter(({ is }) => is === 'account' || is === 'card');
  const places = accounts.map(({ id }) => operatorPart('account', id));
  const next = dayText(parseDay(since) + 1);
  yield* explainChange(
    {
      name: only && !another ? only.name : of.is === 'debts' ? 'Your debt' : 'Your balance',
      before: before.total,
      after: after.total,
      currency: after.currency,
      since,
      query:
        accounts.length === products.length
          ? printTransactionQuery([...places, operatorPart('after', next)])
          : null,
    },
    context,
  );
}

function isIn(product: Product, of: IntentOf<'balance'>['of']): boolean {
  switch (of.is) {
    case 'place':
      return product.id === of.place.id;
    case 'products':
      return of.products.some(({ id }) => id === product.id);
    case 'debts':
      return product.is !== 'account' && !of.without?.includes(product.id);
    case 'net_worth':
      return true;
    case 'accounts':
      return (
        product.is === 'account' &&
        (of.type === null ? product.type !== 'INVESTMENT' : product.type === of.type) &&
        (of.currency === null || product.currency === of.currency)
      );
  }
}

const PATHS = { account: 'dashboard/accounts', card: 'credit-cards', loan: 'loans', mortgage: 'mortgages' };

export const getHref = ({ is, id }: Place) => `/${PATHS[is]}/${id}`;

const formatWhen = (on: string | null, context: AnswerContext) =>
  on === null ? '' : ` at the end of ${context.formatDay(on)}`;

async function* answerProduct(place: Place, on: string | null, context: AnswerContext): Answer {
  const product = context.findProduct(place);
  if (!product) return yield text("We couldn't find that account. It may be closed.");
  const { name, currency, is } = product;
  const isOwed = is !== 'account';
  const amount = await loadBalance(product, on, context);
  const when = formatWhen(on, context);
  const formatted = money(amount, currency);
  yield lead(
    isOwed
      ? `${on === null ? 'You owe' : 'You owed'} ${formatted} on ${name}${when}.`
      : `${name} ${on === null ? 'has' : 'had'} a balance of ${formatted}${when}.`,
  );
  yield figures(
    { label: name, amount, currency, href: getHref(product) },
    is === 'card' && on === null
      ? { label: 'Available credit', amount: sumAmounts([product.limit, -product.balance]), currency }
      : null,
  );
  yield how(`${isOwed ? 'Amount owed on' : 'Balance of'} ${name}${when || ' now'}.`, {
    rule: 'The balance is the sum of all transactions.',
  });
  yield choices(isOwed ? null : `What was my largest purchase from ${name} last month?`);
}

/** Returns the current balance, or the balance at the end of a past day. */
async function loadBalance({ is, id, balance }: Product, on: string | null, context: AnswerContext) {
  if (on === null) return balance;
  if (is === 'account') {
    const period = { account_id: id, from: on, to: on };
    const rows = await context.call<{ balance: number }[]>('balance_history', period);
    return rows.at(-1)?.balance ?? 0;
  }
  const { data } = await context.client
    .from(is === 'card' ? 'card_activity' : 'debt_activity')
    .select('balance_after')
    .eq(is === 'card' ? 'card_id' : 'debt_id', id)
    .lt('at', context.getStart(parseDay(on) + 1))
    .order('entry_id', { ascending: false })
    .limit(1)
    .throwOnError();
  return (data as { balance_after: number }[])[0]?.balance_after ?? 0;
}

async function* answerProducts(
  products: readonly Product[],
  isOwed: boolean,
  on: string | null,
  context: AnswerContext,
): Answer {
  if (products.length === 0)
    return yield text(isOwed ? "You don't have any debt." : "You don't have an account like that.");
  const balances = await Promise.all(
    products.map(async (product) => ({
      label: product.name,
      amount: await loadBalance(product, on, context),
      currency: product.currency,
      href: getHref(product),
    })),
  );
  const { total, currency, note } = sumInOneCurrency(balances, context);
  const verb = isOwed ? ['owe', 'owed'] : ['have', 'had'];
  const when = formatWhen(on, context);
  yield lead(
    `You ${verb[on === null ? 0 : 1]} ${money(total, currency)}${when} ${isOwed ? 'on' : 'in'} ${counted(products.length, isOwed ? 'debt' : 'account')}.`,
    note,
  );
  yield figures(...balances, products.length > 1 ? { label: 'Total', amount: total, currency } : null);
  const names = listed(products.map(({ name }) => name));
  yield how(`${isOwed ? 'Amount owed on' : 'Balance of'} ${names}${when || ' now'}.`, {
    rule: 'Each balance is the sum of all its transactions.',
  });
}

const KIND_LABELS = {
  cash: 'Cash',
  investments: 'Investments',
  property: 'Homes',
  cards: 'Credit cards',
  loans: 'Loans',
  mortgages: 'Mortgages',
} as const satisfies Record<NetWorthKind, string>;

/** A row from `net_worth_parts`. `worth` is in the base currency; null if there is no exchange rate. */
type NetWorthPart = { kind: NetWorthKind; currency: string; worth: number | null };

async function* answerNetWorth(on: string | null, context: AnswerContext): Answer {
  const { baseCurrency, customer } = context;
  const parts = await context.call<NetWorthPart[]>('net_worth_parts', on === null ? {} : { day: on });
  if (parts.length === 0 && customer.accounts.length === 0)
    return yield text("You don't have any accounts yet. Open one to see your net worth.");
  const sumOfParts = (rows: readonly NetWorthPart[]) => sumAmounts(rows.map(({ worth }) => worth ?? 0));
  const getCurrencies = (rows: readonly NetWorthPart[]) => [...new Set(rows.map(({ currency }) => currency))];
  const total = sumOfParts(parts);
  const note = currencyNote({
    others: getCurrencies(parts),
    leftOut: getCurrencies(parts.filter(({ worth }) => worth === null)),
    into: baseCurrency,
    rates: on === null ? "today's exchange rates" : "that day's exchange rates",
  });
  const day = on === null ? null : context.formatDay(on);
  const formatted = money(total, baseCurrency);
  yield lead(
    day ? `At the end of ${day}, your net worth was ${formatted}.` : `Your net worth is ${formatted}.`,
    note,
  );
  yield figures(
    ...NET_WORTH_KINDS.map((kind) => {
      const rows = parts.filter((part) => part.kind === kind);
      return rows.length > 0
        ? { label: KIND_LABELS[kind], amount: sumOfParts(rows), currency: baseCurrency }
        : null;
    }),
    { label: 'Net worth', amount: total, currency: baseCurrency, href: '/analytics' },
  );
  yield how(day ? `Net worth at the end of ${day}.` : 'What you own minus what you owe, as of now.', {
    rule: "Cash + investments + homes − credit cards − loans − mortgages, converted at that day's exchange rate.",
  });
}
