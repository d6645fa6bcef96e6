import { type DayNumber, dayText, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { certainOnly } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import { firstDueAfter } from '@engine/products/debts/debt.ts';
import {
  type DebtTerms,
  getDebtTerms,
  getOutcome,
  type Lump,
  type Outcome,
  type Plan,
} from '@engine/products/debts/debt-plans.ts';
import type { VariableTerms } from '@engine/products/debts/mortgage-plans.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type {
  BiweeklyState,
  DebtState,
  EscrowState,
  HouseholdState,
  InsuranceState,
} from '@engine/simulation/state.ts';
import type { Debt } from './terms';

/**
 * A debt in the engine's state on the simulated day, in minor units. `variable` is set for adjustable-rate
 * mortgages.
 */
export type SimulatedDebt = {
  terms: DebtTerms | VariableTerms;
  today: DayNumber;
  /** Mortgage insurance, while it is paid. */
  insurance?: InsuranceState;
  escrow?: EscrowState;
  biweekly?: BiweeklyState;
  /** True if a late fee was charged for an amount that is still past due. */
  hasLateFee?: boolean;
};

/**
 * Returns a debt's terms for a projection. If the household is given, the terms include past-due amounts and
 * amounts held since the last due date.
 */
export function simulatedDebt(debt: Debt, household: HouseholdRow | null, today: string): SimulatedDebt {
  const day = parseDay(today);
  const state = household && stateToday(household).debts.find(({ id }) => id === debt.id);
  if (!state) return { terms: termsOfRow(debt, day), today: day };
  const { insurance, escrow, biweekly } = state;
  return {
    terms: termsOfState(state),
    today: day,
    hasLateFee: state.arrears.some(({ charged }) => charged),
    ...(insurance && { insurance }),
    ...(escrow && { escrow }),
    ...(biweekly && { biweekly }),
  };
}

/** A cache of simulated states, because one page can show several debts of a household. */
const simulated = new WeakMap<HouseholdRow, HouseholdState>();

/** Returns the household's state with all changes since the engine last ran. */
function stateToday(household: HouseholdRow): HouseholdState {
  const cached = simulated.get(household);
  if (cached) return cached;
  const { state } = simulate(certainOnly(household), household.now);
  simulated.set(household, state);
  return state;
}

const termsOfState = (state: DebtState): DebtTerms | VariableTerms => ({
  ...getDebtTerms(state),
  ...(state.variable && { variable: state.variable }),
});

function termsOfRow(debt: Debt, today: DayNumber): DebtTerms {
  const start = parseDay(debt.startDate);
  return {
    balance: toMinor(debt.owed),
    rate: debt.rate,
    payment: toMinor(debt.payment),
    term: debt.months,
    start,
    next: firstDueAfter(start, today),
    overdue: toMinor(debt.pastDue),
    ...(debt.line && {
      line: {
        ...{ limit: toMinor(debt.borrowed), drawMonths: debt.line.drawMonths },
        ...{ margin: debt.line.margin, cap: debt.line.cap },
      },
    }),
  };
}

/**
 * Returns the monthly amount that scheduled payments pay toward a debt, in minor units. Excludes payments
 * that are paused or that end.
 */
export function monthlyRules(debt: { id: string }, household: HouseholdRow | null): number {
  const rules = (household?.scheduled_payments ?? []).filter(
    (rule) =>
      rule.debt_id === debt.id &&
      rule.frequency === 'MONTHLY' &&
      !rule.paused &&
      rule.end_date === null &&
      rule.occurrences === null,
  );
  return rules.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

/**
 * Returns the existing extra payment: the part of the scheduled payments above the installment, or their full
 * amount if autopay pays the installment.
 */
export function extraByRules(debt: { autopay: object | null; payment: number }, paidByRules: number): number {
  return debt.autopay ? paidByRules : Math.max(0, paidByRules - toMinor(debt.payment));
}

/** The extra payment to evaluate, made with every installment or once today. In minor units. */
export type ComparedPlan =
  | { kind: 'monthly'; extra: Minor }
  | { kind: 'once'; amount: Minor; effect: 'shorten' | 'lower' };

/**
 * The current extra payments: per installment, from autopay and from scheduled payments, and the thirteenth
 * payments of a biweekly plan.
 */
export type UsualExtra = { byAutopay: number; byRules: number; thirteenths: readonly Lump[] };

/** Returns a plan that adds the evaluated payment to the current extra payments. */
export function getPlan(
  compared: ComparedPlan,
  { byAutopay, byRules, thirteenths }: UsualExtra,
  today: DayNumber,
): Plan {
  if (compared.kind === 'monthly') return { extra: compared.extra + byRules, lumps: thirteenths };
  const lump = { day: today, amount: compared.amount, effect: compared.effect };
  return { extra: byAutopay + byRules, lumps: compared.amount > 0 ? [lump, ...thirteenths] : thirteenths };
}

/** Returns the balance at the end of a day under a plan, in minor units. */
export function balanceOn(outcome: Outcome, day: DayNumber, before: number): number {
  let owed = before;
  for (const row of outcome.rows) {
    if (row.day > day) break;
    owed = row.balance;
  }
  return owed;
}

/**
 * Returns the smallest payment, in whole steps, that lowers the balance to a given amount by a day. Used when
 * the customer drags the line. Uses bisection, because the balance falls as the payment grows.
 */
export function paymentThrough(
  { terms, today }: SimulatedDebt,
  planWith: (amount: number) => Plan,
  point: { day: DayNumber; balance: number },
  { most, step }: { most: number; step: number },
): number {
  let low = 0;
  let high = Math.ceil(most / step);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const outcome = getOutcome(terms, planWith(middle * step));
    if (balanceOn(outcome, Math.max(point.day, today), terms.balance) <= point.balance) high = middle;
    else low = middle + 1;
  }
  return Math.min(most, low * step);
}

/**
 * Returns the balance after each payment from today on, in major units, for charts. A payment due today takes
 * effect immediately.
 */
export function getLine(
  { rows }: Outcome,
  { terms, today }: SimulatedDebt,
): { day: string; value: number }[] {
  return [
    { day: dayText(today), value: fromMinor(markMinor(terms.balance)) },
    ...rows.map(({ day, balance }) => ({ day: dayText(day), value: fromMinor(balance) })),
  ];
}

export const isVariable = (terms: DebtTerms | VariableTerms): terms is VariableTerms => 'variable' in terms;

/** Returns the calendar day of an instant in the household's time zone. */
export function dayIn(zone: string, at: string): string {
  return dayText(new Zone(zone).getDay(Date.parse(at)));
}
