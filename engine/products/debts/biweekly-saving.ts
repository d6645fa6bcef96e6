import { getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import type { DayNumber } from '../../calendar/calendar.ts';
import type { BiweeklyState, DebtState } from '../../simulation/state.ts';
import { listThirteenths } from './biweekly.ts';
import { computeSaving, type DebtTerms, getDebtTerms, type Plan } from './debt-plans.ts';

type HeldPayments = Pick<BiweeklyState, 'balance' | 'next'>;

/** Returns a plan that starts on the next business day without held money. */
export const getNewPlan = (today: DayNumber): HeldPayments => ({
  balance: 0,
  next: getNextBusinessDay(today + 1),
});

/**
 * Compares the payoff with a biweekly plan and with monthly payments. The plan makes its thirteenth payments on
 * the same due dates as in the simulation. `extra` is the extra amount that is paid with every installment in both
 * cases, in minor units.
 */
export function compareBiweekly(terms: DebtTerms, plan: HeldPayments, extra: number) {
  return computeSaving(terms, { extra, lumps: listThirteenths(terms, plan) }, { extra });
}

/** Returns what a debt's autopay and biweekly plan pay besides the installments. */
export function getUsualPlan(debt: DebtState): Plan {
  return {
    extra: debt.autopay?.extra ?? 0,
    lumps: debt.biweekly ? listThirteenths(getDebtTerms(debt), debt.biweekly) : [],
  };
}
