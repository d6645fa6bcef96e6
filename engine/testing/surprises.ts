import type { DayNumber } from '../calendar/calendar.ts';
import type { ShockState } from '../simulation/state.ts';

/** Returns a broken water heater, which asks for a decision: $240 to repair, $760 to replace, $1,150 if it fails. */
export const createLeak = (
  on: DayNumber,
  id: string,
  parts: Partial<NonNullable<ShockState['choice']>> = {},
) => ({
  id,
  kind: 'home_repair' as const,
  on,
  size: 24_000,
  choice: {
    name: 'Water heater',
    bills: { repair: 'Water heater repair', replace: 'New water heater' },
    category: 'Housing',
    repair: 24_000,
    replace: 76_000,
    late: 115_000,
    until: 0,
    ...parts,
  },
});
