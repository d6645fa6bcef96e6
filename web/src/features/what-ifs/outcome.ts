import { type Minor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import type { ProjectionPoint } from '@engine/what-if/what-if.ts';
import type { Projections } from '@/entities/what-if/projections';

/** The amounts that what-ifs compare. */
export type Measure = 'netWorth' | 'cash' | 'debt';

/** The number of years that a what-if looks ahead unless the customer chooses another number. */
export const USUAL_YEARS = 10;

/** Returns the path of a what-if, or of the overview if the id is empty. */
export const whatIfPath = (id: string) => (id === '' ? '/forecasts/what-if' : `/forecasts/what-if/${id}`);

export function getAmount(point: ProjectionPoint | undefined, measure: Measure): Minor {
  return point?.[measure] ?? ZERO;
}

/** Returns the final amounts of a what-if and the baseline, and their difference. */
export function getOutcome({ branch, baseline }: Projections, measure: Measure) {
  const end = branch.points.at(-1);
  const [ends, other] = [getAmount(end, measure), getAmount(baseline.points.at(-1), measure)];
  return { end, ends, other, difference: subtractMinor(ends, other) };
}
