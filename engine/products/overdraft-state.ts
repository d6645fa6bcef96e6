import { Zone } from '../calendar/calendar.ts';
import type { Carryover, HouseholdRow } from '../household/row.ts';
import type { AccountState, HouseholdState } from '../simulation/state.ts';

/** Returns an account's overdraft choice, and the day of the last overdraft transfer from it. */
export function readOverdraft(
  { id, overdraft, overdraft_account_id }: HouseholdRow['accounts'][number],
  { covered }: Carryover,
): Pick<AccountState, 'overdraft' | 'coveredOn'> {
  const coveredOn = covered?.[id];
  return {
    ...(overdraft === 'savings' &&
      overdraft_account_id && { overdraft: { kind: overdraft, accountId: overdraft_account_id } }),
    ...(coveredOn !== undefined && { coveredOn }),
  };
}

/** Returns the savings accounts from which the bank has covered a payment today. */
export function saveOverdrafts({ accounts, at, timeZone }: HouseholdState): Pick<Carryover, 'covered'> {
  const today = new Zone(timeZone).getDay(at);
  const days = accounts.flatMap(({ id, coveredOn }) =>
    coveredOn !== undefined && coveredOn >= today ? [[id, coveredOn]] : [],
  );
  return days.length > 0 ? { covered: Object.fromEntries(days) } : {};
}
