import { parseDay } from '../../calendar/calendar.ts';
import type { Carryover, HouseholdRow } from '../../household/row.ts';
import type { AccountState, HouseholdState } from '../../simulation/state.ts';

/** Returns an account's plan and what counts for it this month. */
export function readPlan(
  { id, plan, plan_before, plan_since }: HouseholdRow['accounts'][number],
  { months }: Carryover,
): Pick<AccountState, 'planTerms' | 'month'> {
  if (!plan_since) return {};
  const month = months?.[id];
  return {
    planTerms: {
      ...(plan && { current: plan }),
      ...(plan_before && { before: plan_before }),
      since: parseDay(plan_since),
    },
    ...(month && { month: { ...month } }),
  };
}

/** Returns what counts for the plans of accounts this month. */
export function saveMonths({ accounts }: HouseholdState): Pick<Carryover, 'months'> {
  const months = accounts.flatMap(({ id, month }) => (month ? [[id, month] as const] : []));
  return months.length > 0 ? { months: Object.fromEntries(months) } : {};
}
