import { sumAmounts } from '../../../../assistant/format.ts';
import {
  type Arithmetic,
  cardInterest,
  type DayBalance,
  type Held,
  lineInterest,
  loanInterest,
  monthOfInterest,
  savingsInterest,
} from '../../../../assistant/format-interest.ts';
import { addMonths, dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { firstDueAfter } from '../../../../engine/products/debts/debt.ts';
import { DAYS_A_MONTH } from '../../../../engine/products/debts/debt-interest.ts';
import { dailyInterestMicros, savingsTiers } from '../../../../engine/products/rates.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { InterestPosting } from './interest-postings.ts';

const MAX_ACTIVITY = 20_000;
/**
 * The largest difference that a carried-over cent can explain, in major units. A larger difference means that
 * a different rate applied.
 */
const CARRIED = 0.011;

type Statement = {
  from_date: string;
  to_date: string;
  due_date: string;
  pay_by: string | null;
  closing_balance: number;
};
type Activity = { at: string; kind: string; amount: number; balance_after: number };
type CardActivity = Activity & { counts_at: string };

/** Returns the possible calculations of a card's interest, most likely first. */
export async function explainCardInterest(
  { product: { id, currency }, at, day }: InterestPosting,
  context: AnswerContext,
): Promise<Arithmetic[]> {
  const { client, customer } = context;
  const [statements, activity, card] = await Promise.all([
    client
      .from('card_statements')
      .select('from_date, to_date, due_date, pay_by, closing_balance')
      .eq('card_id', id)
      .lte('to_date', day)
      .order('to_date', { ascending: false })
      .limit(2)
      .throwOnError(),
    client
      .from('card_activity')
      .select('at, counts_at, kind, amount, balance_after')
      .eq('card_id', id)
      .order('at')
      .order('entry_id')
      .limit(MAX_ACTIVITY)
      .throwOnError(),
    client.from('credit_cards').select('apr').eq('id', id).single<{ apr: number }>().throwOnError(),
  ]);
  const [statement, previous] = statements.data as Statement[];
  const rows = activity.data as CardActivity[];
  const { apr } = card.data;
  const owed = rows.findLast((row) => row.at < at)?.balance_after ?? 0;
  const byMonth = monthOfInterest(owed, { apr, currency });
  if (statement?.to_date !== day) return [byMonth];
  const { days, unrepaid, paidOn } = getCycle(rows, statement, previous, context);
  const explain = (balances: readonly DayBalance[], until: string | null) =>
    cardInterest(balances, { apr, currency, until, today: customer.today });
  return [
    explain(days, null),
    ...(paidOn === null ? [] : [explain(days, paidOn)]),
    explain(unrepaid, null),
    byMonth,
  ];
}

/**
 * Returns the balance at the end of each day in a cycle, and the day on which the previous statement was paid
 * in full. `unrepaid` also contains the part of each balance that was repaid by the due date and bears no
 * interest.
 */
function getCycle(
  rows: readonly CardActivity[],
  statement: Statement,
  previous: Statement | undefined,
  context: AnswerContext,
) {
  // Postings in the last millisecond of a day bear interest from the next day on.
  const dated = rows.map((row) => ({
    ...row,
    day: dayText(context.zone.getDay(Date.parse(row.counts_at) + 1)),
  }));
  const days: (DayBalance & { paid: number })[] = [];
  for (let number = parseDay(statement.from_date); number <= parseDay(statement.to_date); number += 1) {
    const day = dayText(number);
    const payments = dated.filter((row) => row.day === day && row.amount < 0).map((row) => -row.amount);
    days.push({
      day,
      balance: sumAmounts(dated.filter((row) => row.day <= day).map(({ amount }) => amount)),
      paid: sumAmounts([days.at(-1)?.paid ?? 0, ...payments]),
    });
  }
  const due = previous?.closing_balance ?? 0;
  const paidInTime =
    days.findLast(({ day }) => previous && day <= (previous.pay_by ?? previous.due_date))?.paid ?? 0;
  return {
    days,
    unrepaid: days.map((day) => ({
      ...day,
      repaid: Math.max(0, sumAmounts([Math.min(paidInTime, due), -day.paid])),
    })),
    paidOn: (previous && days.find(({ paid }) => paid >= due)?.day) ?? null,
  };
}

/** Returns the calculation of a debt's interest from its balances since the last due date. */
export async function explainDebtInterest(
  { product: { id, is, currency }, at, day }: InterestPosting,
  context: AnswerContext,
): Promise<Arithmetic> {
  const [terms, activity] = await Promise.all([
    context.client
      .from(is === 'loan' ? 'loans' : 'mortgages')
      .select(is === 'loan' ? 'interest_rate, start_date, draw_months' : 'interest_rate, start_date')
      .eq('id', id)
      .single<{ interest_rate: number; start_date: string; draw_months?: number | null }>()
      .throwOnError(),
    context.client
      .from('debt_activity')
      .select('at, kind, balance_after')
      .eq('debt_id', id)
      .order('entry_id')
      .limit(MAX_ACTIVITY)
      .throwOnError(),
  ]);
  const rows = activity.data as Activity[];
  const posting = rows.findIndex((row) => row.at === at && row.kind === 'interest');
  const start = parseDay(terms.data.start_date);
  const number = firstDueAfter(start, parseDay(day) - 2);
  const from = addMonths(start, number - 1);
  const isDaily = Boolean(terms.data.draw_months);
  const daysInPeriod = isDaily ? addMonths(start, number) - from : DAYS_A_MONTH;
  const held: Held[] = [];
  let current = { from: dayText(from), balance: 0, elapsed: 0 };
  for (const row of rows.slice(0, posting)) {
    const changedOn = context.getDay(row.at);
    // Counts the full days since the last due date, up to those of the period.
    const elapsed = Math.min(daysInPeriod, parseDay(changedOn) - from);
    if (elapsed > current.elapsed) {
      held.push({ from: current.from, balance: current.balance, days: elapsed - current.elapsed });
      current = { from: changedOn, balance: row.balance_after, elapsed };
    } else current.balance = row.balance_after;
  }
  held.push({ from: current.from, balance: current.balance, days: daysInPeriod - current.elapsed });
  const explain = isDaily ? lineInterest : loanInterest;
  return explain(
    held.filter(({ days }) => days > 0),
    { rate: terms.data.interest_rate, currency, today: context.customer.today },
  );
}

/** Returns the calculation of a month of savings interest, or null if a different rate applied. */
export async function explainSavingsInterest(
  { product: { id, currency }, day, amount }: InterestPosting,
  context: AnswerContext,
): Promise<Arithmetic | null> {
  const balances = await context.call<DayBalance[]>('balance_history', {
    account_id: id,
    from: `${day.slice(0, 7)}-01`,
    to: day,
  });
  if (balances.length === 0) return null;
  const days = balances.map((item) => ({
    ...item,
    micros: dailyInterestMicros(toMinor(item.balance), savingsTiers(parseDay(item.day))),
  }));
  const reason = savingsInterest(days, { posted: amount, currency });
  return Math.abs(reason.amount - amount) <= CARRIED ? reason : null;
}
