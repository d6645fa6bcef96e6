import { dayText } from '../../../../engine/calendar/calendar.ts';
import { getArrears } from '../../../../engine/products/debts/debt.ts';
import { getLastDrawDay } from '../../../../engine/products/debts/debt-interest.ts';
import type { DebtState, LineTerms } from '../../../../engine/simulation/state.ts';
import type { AnswerContext } from '../answer-context.ts';

export type CreditLine = DebtState & { line: LineTerms };

/** Returns the available credit of a line, in minor units. */
export const getAvailableCredit = ({ line, balance }: Pick<CreditLine, 'line' | 'balance'>): number =>
  Math.max(0, line.limit - balance);

/** Explains why a line can't be drawn today; null if it can. `bank.check_draw` refuses for the same reasons. */
export function explainNoDraw(debt: CreditLine, context: AnswerContext): string | null {
  const { name, start, line, hardshipUntil } = debt;
  const { today } = context;
  const last = getLastDrawDay(start, line);
  if (today > last) return `The draw period of ${name} ended on ${context.formatDay(dayText(last))}.`;
  if (getArrears(debt) > 0) return `Pay the past-due amount on ${name} first. Then you can draw again.`;
  if (hardshipUntil !== undefined && today <= hardshipUntil)
    return `Resume your payments on ${name} first. Then you can draw again.`;
  return null;
}
