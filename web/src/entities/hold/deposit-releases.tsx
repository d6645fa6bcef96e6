import { getReleases } from '@engine/products/accounts/funds-availability.ts';
import { useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { listReleases } from './deposit-text';
import type { Hold } from './queries';

/** Renders when the parts of a deposit on hold become available. */
export function DepositReleases({ hold, currency }: { hold: Hold; currency: string }) {
  const household = useQuery(clockQueries.household()).data;
  const row = household?.holds?.find(({ key }) => key === hold.event_key);
  if (!household || !row) return null;
  const parts = listReleases(getReleases(household, row), currency, household.time_zone);
  return <span className="block text-sm">Available: {parts.join(' \u00b7 ')}</span>;
}
