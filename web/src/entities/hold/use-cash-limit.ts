import { type Minor, markMinor } from '@engine/money/minor.ts';
import { getCashLimit, getHoldPlan } from '@engine/products/accounts/funds-availability.ts';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatListDate } from '@/lib/dates';

/** An amount that can be used, but not withdrawn in cash before a date. */
export type CashLimit = { amount: Minor; until: string };

/**
 * Returns the amount of checks in an account that can be used, but not withdrawn in cash yet, and the next
 * date on which more can be. Undefined if there is none.
 */
export function useCashLimit(account: Pick<Account, 'id'>): CashLimit | undefined {
  const household = useQuery(clockQueries.household()).data;
  const limited = (household?.holds ?? [])
    .filter(({ account_id, deposit }) => account_id === account.id && deposit === 'check')
    // The limit leaves out money on hold, which isn't available at all.
    .map((hold) => (household ? getHoldPlan(household, hold).releases : []));
  const amount = limited.reduce((sum, releases) => sum + getCashLimit(releases), 0);
  const next = limited.flat().filter(({ amount, cash = amount }) => cash > 0);
  if (amount === 0 || next.length === 0) return undefined;
  const at = new Date(Math.min(...next.map(({ at }) => at)));
  return { amount: markMinor(amount), until: formatListDate(at, household?.time_zone) };
}
