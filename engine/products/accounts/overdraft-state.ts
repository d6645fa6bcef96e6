import { Zone } from '../../calendar/calendar.ts';
import type { Carryover, HouseholdRow } from '../../household/row.ts';
import type { AccountState, HouseholdState, OverdraftChoice } from '../../simulation/state.ts';
import { getRecentOverdrafts } from './overdraft-days.ts';
import { OVERDRAFT_LIMIT } from './overdraft-terms.ts';

type AccountRow = HouseholdRow['accounts'][number];

/** Returns an account's overdraft choice, its overdrafts, and the day of the last overdraft transfer to it. */
export function readOverdraft(
  row: AccountRow,
  { covered, overdrawn, overdraftDays }: Carryover,
): Pick<AccountState, 'overdraft' | 'overdrawn' | 'coveredOn' | 'overdraftDays'> {
  const overdraft = readChoice(row);
  const coveredOn = covered?.[row.id];
  const saved = overdrawn?.[row.id];
  const days = overdraftDays?.[row.id];
  return {
    ...(overdraft && { overdraft }),
    ...(saved && { overdrawn: saved }),
    ...(coveredOn !== undefined && { coveredOn }),
    ...(days && { overdraftDays: days }),
  };
}

function readChoice(row: AccountRow): OverdraftChoice | undefined {
  const { overdraft, overdraft_account_id: accountId, overdraft_product: product, overdraft_cards } = row;
  if (overdraft === 'savings' && accountId) return { kind: overdraft, accountId };
  if (overdraft === 'covered' && product)
    return { kind: overdraft, product, limit: OVERDRAFT_LIMIT, ...(overdraft_cards && { cards: true }) };
  return undefined;
}

/**
 * Returns the overdrawn accounts, the days of their overdrafts, and the checking accounts for which the bank
 * has covered a payment today.
 */
export function saveOverdrafts(
  state: HouseholdState,
): Pick<Carryover, 'covered' | 'overdrawn' | 'overdraftDays'> {
  const { accounts, at, timeZone } = state;
  const today = new Zone(timeZone).getDay(at);
  const days = accounts.flatMap(({ id, coveredOn }) =>
    coveredOn !== undefined && coveredOn >= today ? [[id, coveredOn]] : [],
  );
  const overdrawn = accounts.flatMap((account) =>
    account.overdrawn ? [[account.id, account.overdrawn]] : [],
  );
  const overdraftDays = accounts.flatMap((account) => {
    const recent = getRecentOverdrafts(account.overdraftDays ?? [], today);
    return recent.length > 0 ? [[account.id, recent]] : [];
  });
  return {
    ...(days.length > 0 && { covered: Object.fromEntries(days) }),
    ...(overdrawn.length > 0 && { overdrawn: Object.fromEntries(overdrawn) }),
    ...(overdraftDays.length > 0 && { overdraftDays: Object.fromEntries(overdraftDays) }),
  };
}
