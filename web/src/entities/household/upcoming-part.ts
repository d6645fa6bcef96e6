import { painted } from '../../lib/bundle/after-paint';
import { partOf } from '../../lib/bundle/use-loaded';

/** The engine's upcoming events, loaded after the page is painted. */
export const foresight = partOf(async () => {
  await painted();
  const [{ upcomingOf }, { paydayOutlook }, { stateOf }] = await Promise.all([
    import('@engine/forecast/upcoming.ts'),
    import('@engine/forecast/payday.ts'),
    import('@engine/household/state.ts'),
  ]);
  return { upcomingOf, paydayOutlook, stateOf };
});
