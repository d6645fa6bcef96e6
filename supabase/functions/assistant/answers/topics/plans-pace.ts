import { sumAmounts } from '../../../../../assistant/format.ts';
import { getQuery } from '../../../../../assistant/format-search.ts';
import { NO_FILTER } from '../../../../../assistant/parser/filter.ts';
import { addMonths, dayText } from '../../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../../engine/calendar/periods.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { loadTotals } from '../search.ts';

const MONTHS = 6;

/** The monthly averages of the last six full months, in major units of one currency. */
export type MonthlyPace = {
  currency: string;
  earned: number;
  spent: number;
  /** Income minus spending. */
  kept: number;
  /** Names the period. */
  text: string;
  note: string;
};

/** Returns the average income and spending a month; null without income, or in different currencies. */
export async function loadMonthlyPace(context: AnswerContext): Promise<MonthlyPace | null> {
  const start = unitAround(context.today, 'month').from ?? context.today;
  const period = { from: dayText(addMonths(start, -MONTHS)), to: dayText(start - 1), text: '' };
  const load = (side: 'income' | 'spending') =>
    loadTotals(getQuery({ ...NO_FILTER, period }, side, context.customer), context);
  const [income, spending] = await Promise.all([load('income'), load('spending')]);
  const earned = sumAmounts([income.moneyIn, -income.moneyOut]);
  const spent = sumAmounts([spending.moneyOut, -spending.moneyIn]);
  if (earned <= 0 || income.currency !== context.baseCurrency) return null;
  if (spending.times > 0 && spending.currency !== income.currency) return null;
  const perMonth = (total: number) => Math.round((total * 100) / MONTHS) / 100;
  return {
    currency: income.currency,
    earned: perMonth(earned),
    spent: perMonth(spent),
    kept: perMonth(sumAmounts([earned, -spent])),
    text: `the average of the last ${MONTHS} full months, from ${context.formatDay(period.from)} to ${context.formatDay(period.to)}`,
    note: income.note || spending.note,
  };
}
