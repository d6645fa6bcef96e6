import {
  choices,
  counted,
  figures,
  formatAssumed,
  how,
  listed,
  money,
  percent,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import { dayText } from '../../../engine/calendar/calendar.ts';
import { Exchange } from '../../../engine/money/exchange.ts';
import type { CardState } from '../../../engine/simulation/state.ts';
import { share } from './answers-status.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Card = Extract<Question, { kind: 'card' }> & Assumptions;

/** Returns the unpaid part of the open statement. Minor units. */
export function openStatement({ cycle: { statement, paid } }: CardState) {
  if (!statement) return null;
  const left = (amount: number) => Math.max(0, amount - paid);
  return { ...statement, left: left(statement.balance), minimumLeft: left(statement.minimum) };
}

export async function* card({ card: named, ask, assumed }: Card, asking: Asking): Answer {
  const snapshot = await asking.state();
  const state = snapshot?.state.cards.find(({ id }) => id === named.id);
  if (!state) return yield text("We can't find that card. It may be closed.");
  const { name, currency, apr, limit, balance } = state;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const statement = openStatement(state);
  const due = dayText(statement?.due ?? state.due);
  const { data } = await asking.bank
    .from('credit_cards')
    .select('rewards_balance')
    .eq('id', state.id)
    .single()
    .throwOnError();
  const rewards = (data as { rewards_balance: number }).rewards_balance;
  const dueWords = `${asking.formatDay(due)}, ${asking.formatDistance(due)}`;
  const draws = state.autopay
    ? ` Autopay will pay ${{ minimum: 'the minimum', statement: 'the statement balance' }[String(state.autopay.pays)] ?? 'a fixed amount'} that day.`
    : '';
  const sentences: Record<Card['ask'], string> = {
    balance: `You owe ${formatMinor(balance)} on ${name}.`,
    statement: statement
      ? `Your ${name} statement balance is ${formatMinor(statement.balance)}. ${statement.left === 0 ? "It's paid in full" : `${formatMinor(statement.left)} is still due by ${dueWords}`}.`
      : `${name} doesn't have a statement yet.`,
    minimum: statement
      ? statement.minimumLeft === 0
        ? `You've paid the ${formatMinor(statement.minimum)} minimum payment on ${name}.`
        : `Your minimum payment on ${name} is ${formatMinor(statement.minimumLeft)}, due on ${dueWords}.`
      : `${name} doesn't have a statement yet, so nothing is due.`,
    due: statement
      ? statement.left === 0
        ? `Your ${name} statement is paid. Nothing more is due on ${asking.formatDay(due)}.`
        : `Your ${name} payment is due on ${dueWords}. The remaining statement balance is ${formatMinor(statement.left)}, and the minimum is ${formatMinor(statement.minimumLeft)}.${draws}`
      : `${name} doesn't have a statement yet. The first payment is due on ${dueWords}.`,
    available: `You have ${formatMinor(limit - balance)} of available credit on ${name}, out of a ${formatMinor(limit)} limit.`,
    limit: `Your credit limit on ${name} is ${formatMinor(limit)}.`,
    utilization: `Your credit utilization on ${name} is ${share(Math.max(0, balance), limit)}: ${formatMinor(balance)} of ${formatMinor(limit)}.`,
    apr: `The APR on ${name} is ${percent(apr)}.`,
    rewards: `You have ${money(rewards, currency)} in rewards to redeem on ${name}.`,
    frozen: `${name} is ${state.frozen ? 'frozen. We decline new charges, but you can still make payments' : 'not frozen'}.`,
    overview: `You owe ${formatMinor(balance)} on ${name}${statement && statement.left > 0 ? `, and ${formatMinor(statement.left)} of that is due on ${dueWords}` : ''}.`,
  };
  yield text(`${sentences[ask]}${formatAssumed(assumed)}`);
  yield figures(
    { label: 'Owed', amount: balance / 100, currency, href: `/credit-cards/${state.id}` },
    statement ? { label: 'Remaining statement balance', amount: statement.left / 100, currency } : null,
    statement ? { label: 'Minimum payment due', amount: statement.minimumLeft / 100, currency } : null,
    { label: 'Payment due', value: asking.formatDay(due) },
    { label: 'Available', amount: (limit - balance) / 100, currency },
    { label: 'APR', value: percent(apr) },
    ask === 'rewards' || ask === 'overview' ? { label: 'Rewards', amount: rewards, currency } : null,
  );
  yield how(`${name}, as of now.`, {
    rule: 'Remaining statement balance = statement balance − payments since the statement closed.',
  });
  yield choices(
    statement && statement.left > 0 ? `Pay the statement balance of ${name}` : null,
    `Why is my interest on ${name} what it is?`,
    state.frozen ? `Unfreeze ${name}` : null,
  );
}

type Cards = Extract<Question, { kind: 'cards' }> & Assumptions;

export async function* cards({ ask, assumed }: Cards, asking: Asking): Answer {
  const snapshot = await asking.state();
  const all = (snapshot?.state.cards ?? []).filter(({ id }) =>
    asking.known.cards.some((one) => one.id === id),
  );
  if (all.length === 0) return yield text("You don't have a credit card.");
  const currencies = [...new Set(all.map(({ currency }) => currency))];
  const into = currencies.length === 1 ? (currencies[0] ?? asking.base) : asking.base;
  const exchange = new Exchange(into, into === asking.base ? asking.known.rates : {});
  const total = (of: (one: CardState) => number) =>
    all.reduce((sum, one) => sum + exchange.worth(of(one), one.currency), 0);
  const formatMinor = (minor: number) => money(minor / 100, into);
  const [owed, limit] = [total(({ balance }) => balance), total((one) => one.limit)];
  const { data } = await asking.bank
    .from('credit_cards')
    .select('id, rewards_balance, currency')
    .in(
      'id',
      all.map(({ id }) => id),
    )
    .throwOnError();
  const rewards = (data as { rewards_balance: number; currency: string }[]).reduce(
    (sum, row) => sum + exchange.worth(Math.round(row.rewards_balance * 100), row.currency),
    0,
  );
  const next = all
    .flatMap((one) => {
      const statement = openStatement(one);
      return statement && statement.left > 0
        ? [{ name: one.name, currency: one.currency, ...statement }]
        : [];
    })
    .toSorted((one, other) => one.due - other.due)[0];
  const dueWords = next
    ? `Your next payment is ${money(next.left / 100, next.currency)} for ${next.name}, due on ${asking.formatDay(dayText(next.due))}.`
    : 'All your statements are paid.';
  const sentences: Record<Cards['ask'], string> = {
    available: `You have ${formatMinor(limit - owed)} of available credit on ${counted(all.length, 'card')}, out of ${formatMinor(limit)}.`,
    limit: `Your total credit limit on ${counted(all.length, 'card')} is ${formatMinor(limit)}.`,
    utilization: `Your credit utilization on ${counted(all.length, 'card')} is ${share(Math.max(0, owed), limit)}: ${formatMinor(owed)} of ${formatMinor(limit)}.`,
    due: dueWords,
    rewards: `You have ${formatMinor(rewards)} in rewards to redeem.`,
    overview: `You owe ${formatMinor(owed)} on ${counted(all.length, 'card')}. ${dueWords}`,
  };
  const note = exchange.leftOut(currencies);
  yield text(
    `${sentences[ask]}${formatAssumed(assumed)}${note.length > 0 ? ` Cards in ${listed(note)} aren't included because we don't have an exchange rate.` : ''}`,
  );
  yield figures(
    ...all.map((one) => ({
      label: `${one.name}, ${share(Math.max(0, one.balance), one.limit)} used`,
      amount: one.balance / 100,
      currency: one.currency,
      href: `/credit-cards/${one.id}`,
    })),
    { label: 'Total owed', amount: owed / 100, currency: into },
    { label: 'Total available', amount: (limit - owed) / 100, currency: into },
  );
  yield how('All cards, as of now.', {
    rule:
      currencies.length > 1
        ? "Other currencies are converted at today's exchange rates."
        : 'Current balances.',
  });
}
