import type { Upcoming } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { clockQueries } from './clock-queries';
import { requestFastForward } from './request-fast-forward';
import { upcomingPart } from './upcoming-part';

/** The number of days in which the next payday is searched. */
const SEARCHED_DAYS = 35;

/** Stops one minute after the pay arrives, so that simultaneous events are included. */
export const AFTER_PAY_MS = 60_000;

type Projected = Awaited<ReturnType<typeof upcomingPart.load>>;

/** Returns the household's next paycheck. */
export function findNextPay(household: HouseholdRow, { upcomingOf }: Projected): Upcoming | undefined {
  return upcomingOf(household, SEARCHED_DAYS).find(({ isPay }) => isPay);
}

/** Fast-forwards to the next payday, or explains that there is none. */
export async function fastForwardToPayday(queryClient: QueryClient): Promise<void> {
  const [household, projected] = await Promise.all([
    queryClient.ensureQueryData(clockQueries.household()),
    upcomingPart.load(),
  ]);
  const pay = household && findNextPay(household, projected);
  if (pay) requestFastForward({ to: new Date(pay.at + AFTER_PAY_MS).toISOString() });
  else toast.info('Add a paycheck to fast-forward to payday');
}
