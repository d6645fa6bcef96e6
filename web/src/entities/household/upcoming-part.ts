import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyPart } from '@/lib/bundle/use-loaded';

/** The engine's upcoming events, loaded after the page is painted. */
export const upcomingPart = lazyPart(async () => {
  await afterPaint();
  const [
    { listUpcoming: upcomingOf },
    { getUpcomingUntilPayday: paydayOutlook },
    { buildHouseholdState: stateOf },
    { projectAccountBalance, getLowestBalance },
  ] = await Promise.all([
    import('@engine/forecast/upcoming.ts'),
    import('@engine/forecast/payday.ts'),
    import('@engine/household/state.ts'),
    import('@engine/forecast/account-balance.ts'),
  ]);
  return { upcomingOf, paydayOutlook, stateOf, projectAccountBalance, getLowestBalance };
});
