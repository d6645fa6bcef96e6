import { money } from '../../../../assistant/format.ts';
import type { Period } from '../../../../assistant/intent.ts';
import { choices, figures, how, type Part, text } from '../../../../assistant/parts.ts';
import { dayText } from '../../../../engine/calendar/calendar.ts';
import { listUpcoming } from '../../../../engine/forecast/upcoming.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from './balance.ts';
import { findTransactions, loadTotals, rowsPart } from './search.ts';
import { getPayQuery } from './topics/money-income.ts';

type DayBalance = { day: string; balance: number };

/** Reads an account's balances at the ends of the days of a period, until today. */
export function readDayBalances(
  context: AnswerContext,
  accountId: string,
  period: Period,
): Promise<DayBalance[]> {
  const { today } = context.customer;
  const to = period.to && period.to < today ? period.to : today;
  return context.call<DayBalance[]>('balance_history', { account_id: accountId, from: period.from, to });
}

/** Answers with the lowest end-of-day balance in a period. */
export async function* answerLowestBalance(
  { place, period, below }: IntentOf<'lowest_balance'>,
  context: AnswerContext,
): Answer {
  const account = context.findAccount(place);
  if (!account) return yield text("We couldn't find that account. It may be closed.");
  const { name, currency } = account;
  const rows = await readDayBalances(context, account.id, period);
  const [first, ...others] = rows;
  if (!first) return yield lead(`${name} has no balance ${period.text}.`);
  const lowest = others.reduce((low, row) => (row.balance < low.balance ? row : low), first);
  const amount = money(lowest.balance, currency);
  const day = context.formatDay(lowest.day);
  const under = rows.filter(({ balance }) => below !== null && balance < below);
  yield lead(
    below === null
      ? `The lowest balance of ${name} ${period.text} was ${amount} on ${day}.`
      : under.length > 0
        ? `Yes. ${name} was below ${money(below, currency)} on ${under.length === 1 ? '1 day' : `${under.length} days`} ${period.text}. The lowest was ${amount} on ${day}.`
        : `No. The lowest balance of ${name} ${period.text} was ${amount} on ${day}, so it was never below ${money(below, currency)}.`,
  );
  yield figures({ label: `Lowest, ${day}`, amount: lowest.balance, currency, href: getHref(place) });
  yield how(`End-of-day balances of ${name} ${period.text}.`, {
    rule: 'The balance at the end of each day.',
  });
}

/** Answers whether the latest paycheck has arrived, and when the next one is expected. */
export async function* answerPaycheck({ period }: IntentOf<'paycheck'>, context: AnswerContext): Answer {
  const deposits = context.customer.autoDeposits.filter(({ isPay }) => isPay);
  const query = getPayQuery(context);
  const [{ times }, rows, household] = await Promise.all([
    loadTotals(query, context),
    findTransactions(query, context, 5),
    context.loadHousehold(),
  ]);
  const inPeriod = rows.filter(({ at }) => {
    const day = context.getDay(at);
    return (
      period === null ||
      ((period.from === null || day >= period.from) && (period.to === null || day <= period.to))
    );
  });
  const [last] = inPeriod;
  const next = household
    ? listUpcoming(household, 60).find(({ subject }) => deposits.some(({ id }) => id === subject))
    : undefined;
  const nextDay = next && dayText(context.zone.getDay(next.at));
  const upcoming =
    next && nextDay
      ? ` The next one, about ${money(next.amount, next.currency)}, is due ${context.formatDay(nextDay)}, ${context.formatDistance(nextDay)}.`
      : " None of your auto deposits is marked as your paycheck, so we can't say when the next one is due.";
  const [latest] = rows;
  const before =
    period && latest
      ? ` The latest was ${money(latest.amount, latest.currency)} on ${context.formatDay(context.getDay(latest.at))}.`
      : '';
  yield lead(
    last
      ? `${period ? 'Yes. ' : ''}Your latest paycheck, ${money(last.amount, last.currency)} from ${last.title}, arrived on ${context.formatDay(context.getDay(last.at))}.${upcoming}`
      : `No paycheck ${period ? `arrived ${period.text}` : 'has arrived yet'}.${before}${upcoming}`,
  );
  yield* rowsPart('Paychecks', inPeriod.length > 0 ? inPeriod : rows, { query, total: times });
  yield how('Your latest paychecks.', {
    query,
    rule: 'Deposits from the auto deposit that is marked as your paycheck.',
  });
  yield choices('How much was I paid last month?');
}

/** Repeats how the last answer was computed. */
export async function* explainComputation(parts: AsyncGenerator<Part>): Answer {
  const collected: Part[] = [];
  for await (const part of parts) collected.push(part);
  const explained = collected.find((part) => part.kind === 'how');
  const shown = explained?.kind === 'how' ? `${explained.understood} ${explained.rule ?? ''}`.trim() : null;
  yield text(shown ?? 'The answer comes directly from your records.');
  for (const part of collected) if (part.kind !== 'text' && part.kind !== 'choices') yield part;
}

type StoredAction = { shown: { title: string }; state: string; outcome: string | null };

const STATES: Record<string, string> = {
  proposed: "You haven't confirmed it yet.",
  dismissed: 'You canceled it, so nothing changed.',
  undone: 'You confirmed it, then undid it.',
};

/** Answers what happened to the last proposal. */
export async function* answerLastAction(_: unknown, context: AnswerContext): Answer {
  const { data } = await context.client
    .from('assistant_proposals')
    .select('shown, state, outcome')
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [last] = data as StoredAction[];
  if (!last) return yield text("You haven't asked us to do anything yet.");
  const outcome = last.outcome ?? STATES[last.state] ?? '';
  yield lead(
    last.state === 'done' ? `Yes. ${outcome}` : `${last.shown.title}: ${STATES[last.state] ?? outcome}`,
  );
  yield how('Your last proposal.', { rule: 'From the record of what you confirmed here.' });
}
