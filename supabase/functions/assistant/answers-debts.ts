import type { Question } from '../../../assistant/meaning.ts';
import {
  assumedWords,
  awayFrom,
  capital,
  choices,
  counted,
  figures,
  how,
  link,
  listed,
  longDay,
  money,
  monthsLong,
  percent,
  sumOf,
  text,
} from '../../../assistant/words.ts';
import { addMonths, dayText } from '../../../engine/calendar.ts';
import type { CreditFacts } from '../../../engine/credit-facts.ts';
import { scoreHistory } from '../../../engine/credit-history.ts';
import { scoreOf } from '../../../engine/credit-score.ts';
import { outcomeOf } from '../../../engine/debt-plans.ts';
import { Exchange } from '../../../engine/exchange.ts';
import type { CardState } from '../../../engine/state.ts';
import { share } from './answers-standing.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { termsOf } from './debts.ts';

type Card = Extract<Question, { kind: 'card' }> & Assumptions;

/** What is left to pay of the statement that is open. Minor units. */
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
  const dueWords = `${longDay(due)}, ${awayFrom(asking.known.today, due)}`;
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
        ? `The statement of ${name} is paid; nothing more is due on ${longDay(due)}.`
        : `${name} is due on ${dueWords}: ${told(statement.left)} in full, at least ${told(statement.minimumLeft)}.${draws}`
      : `${name} has had no statement yet; the first is due on ${dueWords}.`,
    available: `${told(limit - balance)} of the ${told(limit)} limit of ${name} is available.`,
    limit: `The limit of ${name} is ${told(limit)}.`,
    utilisation: `${name} uses ${share(Math.max(0, balance), limit)} of its limit: ${told(balance)} of ${told(limit)}.`,
    apr: `The interest rate of ${name} is ${percent(apr)} a year.`,
    rewards: `${name} has ${money(rewards, currency)} of rewards to redeem.`,
    frozen: `${name} is ${state.frozen ? 'frozen: new charges are refused, payments are not' : 'not frozen'}.`,
    overview: `You owe ${told(balance)} on ${name}${statement && statement.left > 0 ? `, of which ${told(statement.left)} is due on ${dueWords}` : ''}.`,
  };
  yield text(`${sentences[ask]}${assumedWords(assumed)}`);
  yield figures(
    { label: 'Owed', amount: balance / 100, currency, href: `/credit-cards/${state.id}` },
    statement ? { label: 'Left of the statement', amount: statement.left / 100, currency } : null,
    statement ? { label: 'Least payment left', amount: statement.minimumLeft / 100, currency } : null,
    { label: 'Due', value: longDay(due) },
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
    ? `${next.name} is due next: ${money(next.left / 100, next.currency)} on ${longDay(dayText(next.due))}.`
    : 'No statement is left to pay.';
  const sentences: Record<Cards['ask'], string> = {
    available: `${told(limit - owed)} of ${told(limit)} is available on ${counted(all.length, 'card')}.`,
    limit: `The limits of ${counted(all.length, 'card')} come to ${told(limit)}.`,
    utilisation: `${counted(all.length, 'card')} use ${share(Math.max(0, owed), limit)} of ${all.length === 1 ? 'its limit' : 'their limits'}: ${told(owed)} of ${told(limit)}.`,
    due: dueWords,
    rewards: `${told(rewards)} of rewards can be redeemed.`,
    overview: `You owe ${told(owed)} on ${counted(all.length, 'card')}. ${dueWords}`,
  };
  const note = exchange.leftOut(currencies);
  yield text(
    `${sentences[ask]}${assumedWords(assumed)}${note.length > 0 ? ` Cards in ${listed(note)} have no rate and are left out.` : ''}`,
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

type Debt = Extract<Question, { kind: 'debt' }> & Assumptions;

export async function* debt({ debt: place, ask, period, assumed }: Debt, asking: Asking): Answer {
  const lived = await asking.state();
  const state = lived?.state.debts.find(({ id }) => id === place.id);
  if (!state) return yield text('There is no such loan or mortgage.');
  const { name, currency, balance, rate, payment, autopay } = state;
  const told = (minor: number) => money(minor / 100, currency);
  const outcome = outcomeOf(termsOf(state), { extra: autopay?.extra ?? 0 });
  const last = outcome.lastDay === null ? null : dayText(outcome.lastDay);
  const due = dayText(addMonths(state.start, state.next));
  const span = period ?? { from: null, to: null, words: 'so far' };
  const paid = ask === 'interest' ? await interestIn([place.id], span, asking) : null;
  const sentences: Record<Debt['ask'], string> = {
    owed: `You owe ${told(balance)} on ${name}.`,
    next_payment: `The next payment on ${name} is ${told(payment)} on ${longDay(due)}, ${awayFrom(asking.known.today, due)}.`,
    payment: `The monthly payment on ${name} is ${told(payment)}.`,
    payoff_date: last
      ? `${name} is paid off on ${longDay(last)}, after ${monthsLong(outcome.months)} more, if every payment is made as planned.`
      : `Nothing is owed on ${name}.`,
    interest: `${money(paid ?? 0, currency)} of interest was charged on ${name} ${span.words}.`,
    rate: `The interest rate of ${name} is ${percent(rate)} a year.`,
    overview: `You owe ${told(balance)} on ${name} at ${percent(rate)} a year; ${told(payment)} is due on ${longDay(due)}.`,
  };
  yield text(`${sentences[ask]}${assumedWords(assumed)}`);
  yield figures(
    paid === null ? null : { label: capital(`Interest ${span.words}`), amount: paid, currency },
    { label: 'Owed', amount: balance / 100, currency, href: `/${place.is}s/${state.id}` },
    { label: 'Monthly payment', amount: payment / 100, currency },
    { label: 'Next due', value: longDay(due) },
    last ? { label: 'Paid off', value: longDay(last) } : null,
    { label: 'Interest still to come', amount: outcome.interest / 100, currency },
  );
  yield how(`${name}, as it stands.`, {
    rule: 'Interest counts 30 days a month on what is owed; each payment pays the interest first, then what was lent.',
  });
  yield choices(`What if I pay 200 more a month on ${name}?`, `Why is my interest on ${name} what it is?`);
}

/** Interest that was charged on cards and debts, or earned on accounts, in their own currency. */
async function interestIn(
  ids: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  asking: Asking,
): Promise<number> {
  return sumOf((await interestRows(ids, { from, to }, asking)).map(({ amount }) => amount));
}

async function interestRows(
  ids: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  asking: Asking,
) {
  type Row = { id: string; at: string; amount: number };
  const [cardsRead, debts] = await Promise.all([
    asking.every<Row>((first, end) =>
      asking.bank
        .from('card_activity')
        .select('id:card_id, at, amount')
        .eq('kind', 'interest')
        .in('card_id', [...ids])
        .order('entry_id')
        .range(first, end)
        .throwOnError(),
    ),
    asking.every<Row>((first, end) =>
      asking.bank
        .from('debt_activity')
        .select('id:debt_id, at, amount')
        .eq('kind', 'interest')
        .in('debt_id', [...ids])
        .order('entry_id')
        .range(first, end)
        .throwOnError(),
    ),
  ]);
  return [...cardsRead, ...debts].filter(({ at }) => {
    const day = asking.dayOf(at);
    return (from === null || day >= from) && (to === null || day <= to);
  });
}

type Interest = Extract<Question, { kind: 'interest' }> & Assumptions;

export async function* interest({ direction, places, period, assumed }: Interest, asking: Asking): Answer {
  const { known } = asking;
  const own = direction === 'earned' ? known.accounts : [...known.cards, ...known.loans, ...known.mortgages];
  const asked = own.filter(({ id }) => places.length === 0 || places.some((place) => place.id === id));
  const rows =
    direction === 'paid'
      ? await interestRows(
          asked.map(({ id }) => id),
          period,
          asking,
        )
      : await earnedRows(
          asked.map(({ id }) => id),
          period,
          asking,
        );
  const sums = asked
    .map((place) => ({
      ...place,
      amount: sumOf(rows.filter(({ id }) => id === place.id).map(({ amount }) => amount)),
    }))
    .filter(({ amount }) => amount !== 0);
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const totals = currencies.map((currency) =>
    money(sumOf(sums.filter((one) => one.currency === currency).map(({ amount }) => amount)), currency),
  );
  const verb = direction === 'earned' ? 'earned' : 'were charged';
  yield text(
    `${sums.length === 0 ? `You ${verb} no interest ${period.words}.` : `You ${verb} ${listed(totals)} of interest ${period.words}.`}${assumedWords(assumed)}`,
  );
  if (sums.length > 0)
    yield figures(...sums.map(({ name, amount, currency }) => ({ label: name, amount, currency })));
  yield how(`Interest ${direction} ${period.words}.`, {
    rule: 'Every entry of interest in the books, on the day on which it was posted; currencies are told apart.',
  });
  yield choices(direction === 'paid' ? 'Which debt should I pay off first?' : null);
}

async function earnedRows(
  ids: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  asking: Asking,
) {
  const rows = await asking.every<{ id: string; at: string; amount: number; direction: string }>(
    (first, last) =>
      asking.bank
        .from('transactions')
        .select('id:account_id, at:date, amount, direction')
        .eq('kind', 'interest')
        .in('account_id', [...ids])
        .order('date')
        .order('id')
        .range(first, last)
        .throwOnError(),
  );
  return rows
    .filter(
      ({ at }) => (from === null || asking.dayOf(at) >= from) && (to === null || asking.dayOf(at) <= to),
    )
    .map((row) => ({ ...row, amount: row.direction === 'in' ? row.amount : -row.amount }));
}

type Score = Extract<Question, { kind: 'credit_score' }> & Assumptions;

export async function* creditScore({ ask, assumed }: Score, asking: Asking): Answer {
  const facts = await asking.call<CreditFacts | null>('my_credit_facts');
  if (!facts) return yield text('There is nothing to make a credit score from yet.');
  const { score, parts } = scoreOf(facts);
  const months = scoreHistory(facts);
  const [, before] = months.toSorted((one, other) => (one.day < other.day ? 1 : -1));
  const weakest = parts.toSorted((one, other) => other.most - other.points - (one.most - one.points))[0];
  const lead = {
    score: `Your credit score is ${score}, of 300 to 850.`,
    why: `Your credit score is ${score}: 300 that everybody has, and ${score - 300} from five parts.`,
    improve: weakest
      ? `Most is to be gained from ${PART_NAMES[weakest.name]}: ${weakest.most - weakest.points} points are missing there. ${weakest.words}`
      : `Your credit score is ${score}.`,
    change: before
      ? `Your credit score is ${score}; at the end of ${longDay(before.day)} it was ${before.score}, so it ${score === before.score ? 'has not changed' : `${score > before.score ? 'rose' : 'fell'} by ${Math.abs(score - before.score)}`}.`
      : `Your credit score is ${score}; there is no earlier month to compare it with.`,
  }[ask];
  yield text(`${lead}${assumedWords(assumed)}`);
  yield figures(
    ...parts.map(({ name, points, most, words }) => ({
      label: `${capital(PART_NAMES[name])}: ${points} of ${most}`,
      value: words,
    })),
  );
  yield how('The credit score of today.', {
    rule: 'Payments decide 35%, use of limits 30%, age 15%, kinds of credit 10%, inquiries 10%.',
  });
  yield link('Credit score', '/dashboard/credit-score');
}

const PART_NAMES = {
  payments: 'payments on time',
  utilisation: 'the use of card limits',
  age: 'the age of your credit',
  mix: 'the kinds of credit',
  inquiries: 'inquiries',
} as const;

type Goal = Extract<Question, { kind: 'goal' }> & Assumptions;
type GoalRow = {
  id: string;
  name: string;
  target: number;
  target_date: string | null;
  currency: string;
  contribution: string | null;
  contribution_amount: number | null;
  frequency: string | null;
};
type Status = {
  goal_id: string;
  saved: number;
  needed_monthly: number | null;
  projected_date: string | null;
};

export async function* goal({ goal: named, ask, assumed }: Goal, asking: Asking): Answer {
  const [goals, status] = await Promise.all([
    asking.bank.from('goals').select('*').order('priority').order('created_at').throwOnError(),
    asking.bank.from('goal_status').select('*').throwOnError(),
  ]);
  const rows = (goals.data as GoalRow[]).filter(({ id }) => named === null || id === named.id);
  const standing = new Map((status.data as Status[]).map((row) => [row.goal_id, row]));
  if (rows.length === 0) {
    yield text('You are saving for no goal yet.');
    yield link('Goals', '/goals');
    return;
  }
  const told = rows.map((row) => {
    const own = standing.get(row.id);
    const saved = own?.saved ?? 0;
    const left = sumOf([row.target, -saved]);
    return { ...row, saved, left, reached: own?.projected_date ?? null, needed: own?.needed_monthly ?? null };
  });
  const [first] = told;
  if (!first) return;
  if (told.length > 1)
    yield text(
      `${counted(told.length, 'goal')}: ${listed(told.map(({ name, saved, target, currency }) => `${name} has ${money(saved, currency)} of ${money(target, currency)}`))}.${assumedWords(assumed)}`,
    );
  else {
    const { name, saved, target, left, currency, target_date: wished, reached, needed } = first;
    const when =
      left <= 0
        ? `${name} is reached.`
        : reached
          ? `At its present pace, ${name} is reached on about ${longDay(reached)}${wished ? `; you wished for ${longDay(wished)}` : ''}.`
          : `${name} gets nothing by itself, so no day can be foretold.`;
    const lead = {
      when,
      progress: `${name} has ${money(saved, currency)} of ${money(target, currency)}, ${share(saved, target)}; ${money(Math.max(0, left), currency)} is missing.`,
      needed:
        needed === null
          ? `${name} has no date, so any amount will do. ${money(Math.max(0, left), currency)} is missing.`
          : `About ${money(needed, currency)} a month is needed for ${name} by ${longDay(wished ?? '')}.`,
    }[ask];
    yield text(`${lead}${assumedWords(assumed)}`);
  }
  yield figures(
    ...told.flatMap(({ name, saved, left, currency, id }) => [
      { label: `${name}, saved`, amount: saved, currency, href: `/goals/${id}` },
      { label: `${name}, missing`, amount: Math.max(0, left), currency },
    ]),
  );
  yield how(named ? `The goal ${named.name}.` : 'All goals.', {
    rule: 'What arrives by itself in a month is counted on, without interest; what is missing is the target less what is saved.',
  });
}
