import { getArrears } from '../../../engine/products/debt.ts';
import type { DebtTerms } from '../../../engine/products/debt-plans.ts';
import type { DebtState } from '../../../engine/simulation/state.ts';

/** The terms for projecting a debt, in minor units. */
export function getTerms(debt: DebtState): DebtTerms {
  return {
    balance: debt.balance,
    rate: debt.rate,
    payment: debt.payment,
    term: debt.term,
    start: debt.start,
    next: debt.next,
    held: { balanceDays: debt.balanceDays, days: debt.countedTo },
    overdue: getArrears(debt),
    ...(debt.hardshipUntil !== undefined && { pausedUntil: debt.hardshipUntil }),
  };
}
