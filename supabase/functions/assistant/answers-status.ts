import {
  choices,
  counted,
  currencyNote,
  figures,
  formatAssumed,
  how,
  link,
  listed,
  money,
  percent,
  sumOf,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import { NET_WORTH_KINDS, type NetWorthKind } from '../../../engine/insights/net-worth.ts';
import { Exchange } from '../../../engine/money/exchange.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Balance = Extract<Question, { kind: 'balance' }> & Assumptions;
type Holding = { id: string; name: string; balance: number; currency: string };

export async function* balance(question: Balance, asking: Asking): Answer {
  const { of, on, assumed } = question;
  if (of.is === 'place') yield* ofPlace(of.place, on, assumed, asking);
  else if (of.is === 'net_worth') yield* worth(on, assumed, asking);
  else {
    const { known } = asking;
    const owed: Holding[] = [...known.cards, ...known.loans, ...known.mortgages];
    const held: readonly Holding[] =
      of.is === 'debts'
        ? owed
        : known.accounts.filter(
            ({ type, currency }) =>
              (of.type === null || type === of.type) && (of.currency === null || currency === of.currency),
          );
    yield* ofSeveral(held, of.is === 'debts', on, assumed, asking);
  }
}

async function* ofPlace(
  place: { is: string; id: string },
  on: string | null,
  assumed: Assumptions['assumed'],
  asking: Asking,
): Answer {
  const found = asking.place(place);
  if (!found) return yield text("We can't find that. It may be closed.");
  const isOwed = place.is !== 'account';
  const card = asking.known.cards.find(({ id }) => id === place.id);
  const amount = on === null ? found.balance : await balanceOn(place, on, asking);
  const when = on === null ? '' : ` at the end of ${asking.formatDay(on)}`;
  yield text(
    `${isOwed ? (on === null ? 'You owe' : 'You owed') : found.name} ${isOwed ? `${money(amount, found.currency)} on ${found.name}` : `${on === null ? 'has' : 'had'} a balance of ${money(amount, found.currency)}`}${when}.${formatAssumed(assumed)}`,
  );
  yield figures(
    { label: found.name, amount, currency: found.currency, href: getHref(place) },
    card && on === null
      ? { label: 'Available credit', amount: sumOf([card.limit, -card.balance]), currency: card.currency }
      : null,
  );
  yield how(`${isOwed ? 'Amount owed on' : 'Balance of'} ${found.name}${when || ' now'}.`, {
    rule: 'The balance is the sum of all transactions.',
  });
  yield choices(isOwed ? null : `What was my largest purchase from ${found.name} last month?`);
}

export function getHref({ is, id }: { is: string; id: string }): string {
  if (is === 'account') return `/dashboard/accounts/${id}`;
  return `/${{ card: 'credit-cards', loan: 'loans', mortgage: 'mortgages' }[is]}/${id}`;
}

async function balanceOn(place: { is: string; id: string }, day: string, asking: Asking): Promise<number> {
  if (place.is === 'account') {
    const rows = await asking.call<{ balance: number }[]>('balance_history', {
      account_id: place.id,
      from: day,
      to: day,
    });
    return rows.at(-1)?.balance ?? 0;
  }
  const before = new Date(asking.zone.getStart(Date.parse(day) / 86_400_000 + 1)).toISOString();
  const view = place.is === 'card' ? 'card_activity' : 'debt_activity';
  const { data } = await asking.bank
    .from(view)
    .select('balance_after')
    .eq(place.is === 'card' ? 'card_id' : 'debt_id', place.id)
    .lt('at', before)
    .order('entry_id', { ascending: false })
    .limit(1)
    .throwOnError();
  return (data as { balance_after: number }[])[0]?.balance_after ?? 0;
}

async function* ofSeveral(
  held: readonly Holding[],
  isOwed: boolean,
  on: string | null,
  assumed: Assumptions['assumed'],
  asking: Asking,
): Answer {
  if (held.length === 0)
    return yield text(isOwed ? "You don't have any debt." : "You don't have an account like that.");
  const { known } = asking;
  const places = held.map((one) => ({ ...one, is: kindOf(one.id, asking) }));
  const balances =
    on === null
      ? places.map((one) => one.balance)
      : await Promise.all(places.map((place) => balanceOn(place, on, asking)));
  const rows = places.map((place, index) => ({ ...place, balance: balances[index] ?? 0 }));
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const into = currencies.length === 1 ? (currencies[0] ?? asking.base) : asking.base;
  const exchange = new Exchange(into, into === asking.base ? known.rates : {});
  const total =
    rows.reduce((sum, row) => sum + exchange.worth(Math.round(row.balance * 100), row.currency), 0) / 100;
  const when = on === null ? '' : ` at the end of ${asking.formatDay(on)}`;
  const note = currencyNote({
    others: currencies.filter((currency) => currency !== into),
    leftOut: exchange.leftOut(currencies),
    into,
    rates: "today's exchange rates",
  });
  yield text(
    `${isOwed ? (on === null ? 'You owe' : 'You owed') : on === null ? 'You have' : 'You had'} ${money(total, into)}${when} ${isOwed ? 'on' : 'in'} ${counted(rows.length, isOwed ? 'debt' : 'account')}.${formatAssumed(assumed)}${note}`,
  );
  yield figures(
    ...rows.map(({ name, balance: amount, currency, ...place }) => ({
      label: name,
      amount,
      currency,
      href: getHref(place),
    })),
    rows.length > 1 ? { label: 'Total', amount: total, currency: into } : null,
  );
  yield how(
    `${isOwed ? 'Amount owed on' : 'Balance of'} ${listed(rows.map(({ name }) => name))}${when || ' now'}.`,
    {
      rule: 'Each balance is the sum of all its transactions.',
    },
  );
}

function kindOf(wanted: string, { known }: Asking) {
  const has = (list: readonly { id: string }[]) => list.some(({ id }) => id === wanted);
  if (has(known.accounts)) return 'account';
  if (has(known.cards)) return 'card';
  return has(known.loans) ? 'loan' : 'mortgage';
}

const KIND_LABELS = {
  cash: 'Cash',
  investments: 'Investments',
  property: 'Homes',
  cards: 'Credit cards',
  loans: 'Loans',
  mortgages: 'Mortgages',
} as const satisfies Record<NetWorthKind, string>;

type WorthPart = { kind: NetWorthKind; currency: string; worth: number | null };

async function* worth(on: string | null, assumed: Assumptions['assumed'], asking: Asking): Answer {
  const parts = await asking.call<WorthPart[]>('net_worth_parts', on === null ? {} : { day: on });
  if (parts.length === 0 && asking.known.accounts.length === 0)
    return yield text("You don't have any accounts yet. Open one to see your net worth.");
  const total = sumOf(parts.map(({ worth }) => worth ?? 0));
  const others = [...new Set(parts.map(({ currency }) => currency))];
  const note = currencyNote({
    others: others.filter((currency) => currency !== asking.base),
    leftOut: [...new Set(parts.filter(({ worth }) => worth === null).map(({ currency }) => currency))],
    into: asking.base,
    rates: on === null ? "today's exchange rates" : "that day's exchange rates",
  });
  const when = on === null ? '' : `At the end of ${asking.formatDay(on)}, `;
  yield text(
    `${when}${when ? 'your net worth was' : 'Your net worth is'} ${money(total, asking.base)}.${formatAssumed(assumed)}${note}`,
  );
  yield figures(
    ...NET_WORTH_KINDS.map((kind) => {
      const held = parts.filter((part) => part.kind === kind);
      if (held.length === 0) return null;
      return {
        label: KIND_LABELS[kind],
        amount: sumOf(held.map(({ worth }) => worth ?? 0)),
        currency: asking.base,
      };
    }),
    { label: 'Net worth', amount: total, currency: asking.base, href: '/analytics' },
  );
  yield how(
    on === null
      ? 'What you own minus what you owe, as of now.'
      : `Net worth at the end of ${asking.formatDay(on)}.`,
    {
      rule: 'Cash + investments + homes − credit cards − loans − mortgages, converted at the exchange rate for the day.',
    },
  );
}

type Budget = Extract<Question, { kind: 'budget' }> & Assumptions;
type BudgetRow = {
  category_id: string | null;
  category: string | null;
  currency: string;
  available: number | null;
  amount: number | null;
  spent: number;
  remaining: number | null;
};

export async function* budget({ category, period, ask, assumed }: Budget, asking: Asking): Answer {
  const rows = await asking.call<BudgetRow[]>('budget_status', { month: period?.from ?? null });
  const limited = rows.filter(({ available }) => available !== null);
  const month = period?.words ?? 'this month';
  const rule =
    'Amount left = monthly budget + rollover and moved amounts − spending in the category this month.';
  if (category) {
    const row = rows.find(({ category_id }) => category_id === category.id);
    if (!row || row.available === null || row.remaining === null) {
      yield text(
        `You don't have a budget for ${category.name}.${row ? ` You spent ${money(row.spent, row.currency)} on it ${month}.` : ''}${formatAssumed(assumed)}`,
      );
      yield choices(
        `Set a budget of ${money(Math.max(50, Math.ceil((row?.spent ?? 0) / 50) * 50), asking.base)} for ${category.name}`,
      );
      return;
    }
    const { remaining, available, spent, currency } = row;
    const lead =
      ask === 'limit'
        ? `Your budget for ${category.name} is ${money(available, currency)} ${month}.`
        : ask === 'spent'
          ? `You spent ${money(spent, currency)} of the ${money(available, currency)} for ${category.name} ${month}.`
          : remaining < 0
            ? `You're ${money(-remaining, currency)} over budget for ${category.name} ${month}.`
            : `You have ${money(remaining, currency)} left for ${category.name} ${month}.`;
    yield text(`${lead}${formatAssumed(assumed)}`);
    yield figures(
      { label: 'Budget', amount: available, currency, href: '/budgets' },
      { label: 'Spent', amount: spent, currency },
      { label: remaining < 0 ? 'Over' : 'Left', amount: Math.abs(remaining), currency },
    );
    yield how(`Budget for ${category.name} ${month}.`, { rule });
    yield choices(`What did I spend on ${category.name} ${month}?`);
    return;
  }
  if (limited.length === 0) {
    yield text("You don't have any budgets yet.");
    yield link('Set budgets', '/budgets');
    return;
  }
  const over = limited.filter(({ remaining }) => (remaining ?? 0) < 0);
  const currency = limited[0]?.currency ?? asking.base;
  const left = sumOf(limited.map(({ remaining }) => remaining ?? 0));
  yield text(
    `${over.length === 0 ? `You're within ${limited.length === 1 ? 'your budget' : `all ${counted(limited.length, 'budget')}`} ${month}` : `${listed(over.map(({ category: name }) => name ?? 'No category'))} ${over.length === 1 ? 'is' : 'are'} over budget ${month}`}. You have ${money(left, currency)} left in total.${formatAssumed(assumed)}`,
  );
  yield figures(
    ...limited.map((row) => ({
      label: `${row.category} (left of ${money(row.available ?? 0, row.currency)})`,
      amount: row.remaining ?? 0,
      currency: row.currency,
    })),
  );
  yield how(`All budgets ${month}.`, { rule });
  yield link('All budgets', '/budgets');
}

export const share = (part: number, whole: number) =>
  whole > 0 ? percent(Math.round((part / whole) * 1000) / 10) : '0%';
