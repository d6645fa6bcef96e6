import { getHoldPlan } from '@engine/products/accounts/funds-availability.ts';
import { useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { describeCash, describeException, listReleases } from './deposit-text';
import type { Hold } from './queries';

/** Renders when the parts of a deposit on hold become available, also in cash, and why not sooner. */
export function DepositReleases({ hold, currency }: { hold: Hold; currency: string }) {
  const household = useQuery(clockQueries.household()).data;
  const row = household?.holds?.find(({ key }) => key === hold.event_key);
  if (!household || !row) return null;
  const { releases, exception } = getHoldPlan(household, row);
  const parts = listReleases(releases, currency, household.time_zone);
  const notes = [
    describeCash(releases, currency, household.time_zone),
    exception && describeException(exception, currency),
  ].filter(Boolean);
  return (
    <>
      {parts.length > 0 && <span className="block text-sm">Available: {parts.join(' \u00b7 ')}</span>}
      {notes.length > 0 && <span className="block text-sm">{notes.join(' ')}</span>}
    </>
  );
}
