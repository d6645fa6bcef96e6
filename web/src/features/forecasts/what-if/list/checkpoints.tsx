import { Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { WhatIfStart } from '@engine/what-if/what-if.ts';
import { useQuery } from '@tanstack/react-query';
import { checkpointQueries } from '@/features/checkpoints/queries';
import { MenuItem, MenuLabel } from '@/ui/overlays/menu';
import { getToday } from '../../forecast/days';
import { formatDay } from '../decisions/decision-text';

/** The number of checkpoints offered. */
const MOST = 6;

/** Past checkpoints, latest simulated day first. */
export function usePastCheckpoints(row: HouseholdRow): WhatIfStart[] {
  const { data = [] } = useQuery(checkpointQueries.list());
  const zone = new Zone(row.time_zone);
  const today = getToday(row);
  return data
    .map(({ id, name, at }) => ({ checkpointId: id, name, day: zone.getDay(Date.parse(at)) }))
    .filter(({ day }) => day < today)
    .sort((one, other) => other.day - one.day)
    .slice(0, MOST);
}

/** Menu items that start a what-if at a checkpoint. */
export function CheckpointItems({
  checkpoints,
  onChoose,
}: {
  checkpoints: readonly WhatIfStart[];
  onChoose: (from: WhatIfStart) => void;
}) {
  if (checkpoints.length === 0) return null;
  return (
    <>
      <MenuLabel>Start from a checkpoint</MenuLabel>
      {checkpoints.map((from) => (
        <MenuItem key={from.checkpointId} onSelect={() => onChoose(from)}>
          <span className="min-w-0 flex-1 truncate">{from.name}</span>
          <span className="figures shrink-0 text-ink-3 text-sm">{formatDay(from.day)}</span>
        </MenuItem>
      ))}
    </>
  );
}
