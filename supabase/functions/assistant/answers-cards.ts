import {
  awayFrom,
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
import { formatTextDate } from '../../../engine/calendar/format-date.ts';
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
  const lived = await asking.state();
  const state = lived?.state.cards.find(({ id }) => id === named.id);
  if (!state) return yield text('There is no such card, or it was closed.');
  const { name, currency, apr, limit, balance } = state;
  const told = (minor: number) => money(minor / 100, currency);
  const statement = openStatement(state);
  const due = dayText(statement?.due ?? state.due);
  const { data } = await asking.bank
    .from('credit_cards')
    .select('rewards_balance')
    .eq('id', state.id)
    .single()
    .throwOnError();
  const rewards = (data as { rewards_balance: number }).rewards_balance;
  const dueWords = `${formatTextDate(due, asking.known.today)}, ${awayFrom(asking.known.today, due)}`;
  const draws = state.autopay
    ? ` Autopay draws ${{ minimum: 'the minimum', statement: 'the statement balance' }[String(state.autopay.pays)] ?? 'a fixed amount'} on that day.`
    : '';
  const sentences: Record<Card['ask'], string> = {
    balance: `You owe ${told(balance)} on ${name}.`,
    statement: statement
      ? `The statement balance of ${name} is ${told(statement.balance)}; ${statement.left === 0 ? 'it is paid' : `${told(statement.left)} of it is left to pay by ${dueWords}`}.`
      : `${name} has had no statement yet.`,
    minimum: statement
      ? statement.minimumLeft === 0
        ? `The minimum payment of ${name}, ${told(statement.minimum)}, is paid.`
        : `The minimum payment of ${name} is ${told(statement.minimumLeft)}, due on ${dueWords}.`
      : `${name} has had no statement yet, so nothing is due.`,
    due: statement
      ? statement.left === 0
        ? `The statement of ${name} is paid; nothing more is due on ${formatTextDate(due, asking.known.today)}.`
        : `${name} is due on ${dueWords}: ${told(statement.left)} in full, at least ${told(statement.minimumLeft)}.${draws}`
      : `${name} has had no statement yet; the first is due on ${dueWords}.`,
    available: `${told(limit - balance)} of the ${told(limit)} limit of ${name} is available.`,
    limit: `The limit of ${name} is ${told(limit)}.`,
    utilization: `${name} uses ${share(Math.max(0, balance), limit)} of its limit: ${told(balance)} of ${told(limit)}.`,
    apr: `The interest rate of ${name} is ${percent(apr)} a year.`,
    rewards: `${name} has ${money(rewards, currency)} of rewards to redeem.`,
    frozen: `${name} is ${state.frozen ? 'frozen: new charges are refused, payments are not' : 'not frozen'}.`,
    overview: `You owe ${told(balance)} on ${name}${statement && statement.left > 0 ? `, of which ${told(statement.left)} is due on ${dueWords}` : ''}.`,
  };
  yield text(`${sentences[ask]}${formatAssumed(assumed)}`);
  yield figures(
    { label: 'Owed', amount: balance / 100, currency, href: `/credit-cards/${state.id}` },
    statement ? { label: 'Left of the statement', amount: statement.left / 100, currency } : null,
    statement ? { label: 'Least payment left', amount: statement.minimumLeft / 100, currency } : null,
    { label: 'Due', value: formatTextDate(due, asking.known.today) },
    { label: 'Available', amount: (limit - balance) / 100, currency },
    { label: 'Rate a year', value: percent(apr) },
    ask === 'rewards' || ask === 'overview' ? { label: 'Rewards', amount: rewards, currency } : null,
  );
  yield how(`${name}, as it stands.`, {
    rule: 'What is left of a statement is its balance less what was paid since it closed.',
  });
  yield choices(
    statement && statement.left > 0 ? `Pay the statement balance of ${name}` : null,
    `Why is my interest on ${name} what it is?`,
    state.frozen ? `Unfreeze ${name}` : null,
  );
}

type Cards = Extract<Question, { kind: 'cards' }> & Assumptions;

export async function* cards({ ask, assumed }: Cards, asking: Asking): Answer {
  const lived = await asking.state();
  const all = (lived?.state.cards ?? []).filter(({ id }) => asking.known.cards.some((one) => one.id === id));
  if (all.length === 0) return yield text('You have no credit card.');
  const currencies = [...new Set(all.map(({ currency }) => currency))];
  const into = currencies.length === 1 ? (currencies[0] ?? asking.base) : asking.base;
  const exchange = new Exchange(into, into === asking.base ? asking.known.rates : {});
  const total = (of: (one: CardState) => number) =>
    all.reduce((sum, one) => sum + exchange.worth(of(one), one.currency), 0);
  const told = (minor: number) => money(minor / 100, into);
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
    ? `${next.name} is due next: ${money(next.left / 100, next.currency)} on ${formatTextDate(dayText(next.due), asking.known.today)}.`
    : 'No statement is left to pay.';
  const sentences: Record<Cards['ask'], string> = {
    available: `${told(limit - owed)} of ${told(limit)} is available on ${counted(all.length, 'card')}.`,
    limit: `The limits of ${counted(all.length, 'card')} come to ${told(limit)}.`,
    utilization: `${counted(all.length, 'card')} use ${share(Math.max(0, owed), limit)} of ${all.length === 1 ? 'its limit' : 'their limits'}: ${told(owed)} of ${told(limit)}.`,
    due: dueWords,
    rewards: `${told(rewards)} of rewards can be redeemed.`,
    overview: `You owe ${told(owed)} on ${counted(all.length, 'card')}. ${dueWords}`,
  };
  const note = exchange.leftOut(currencies);
  yield text(
    `${sentences[ask]}${formatAssumed(assumed)}${note.length > 0 ? ` Cards in ${listed(note)} have no rate and are left out.` : ''}`,
  );
  yield figures(
    ...all.map((one) => ({
      label: `${one.name}, ${share(Math.max(0, one.balance), one.limit)} used`,
      amount: one.balance / 100,
      currency: one.currency,
      href: `/credit-cards/${one.id}`,
    })),
    { label: 'Owed together', amount: owed / 100, currency: into },
    { label: 'Available together', amount: (limit - owed) / 100, currency: into },
  );
  yield how('All cards together, as they stand.', {
    rule: currencies.length > 1 ? "Other currencies at today's rates." : 'Balances as they are in the books.',
  });
}
