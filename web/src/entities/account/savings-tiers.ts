import { parseDay } from '@engine/calendar/calendar.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { type Minor, toMinor } from '@engine/money/minor.ts';
import {
  annualPercentageYield,
  shiftTiers,
  yearlyInterest,
} from '@engine/products/accounts/savings-terms.ts';
import { savingsTiers, shockSize } from '@engine/products/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { getDay } from '@/lib/dates';

/**
 * Returns the savings rates on the simulated day, including rate changes from the customer's scenario; null
 * while they load. `getYield` takes a balance in major units and returns the APY in percent, and
 * `getInterest` takes minor units and returns a year's interest.
 */
export function useSavingsTiers() {
  const me = useQuery(customerQueries.me()).data;
  const household = useQuery(clockQueries.household()).data;
  if (!me || household === undefined) return null;
  const day = parseDay(getDay(me.now, me.time_zone));
  const shift = household ? shockSize(buildHouseholdState(household), 'rate_change', day) : 0;
  const tiers = shiftTiers(savingsTiers(day), shift);
  return {
    tiers,
    getYield: (balance: number) => annualPercentageYield(toMinor(balance), tiers),
    getInterest: (balance: Minor) => yearlyInterest(balance, tiers),
  };
}
