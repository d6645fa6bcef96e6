import { addMonths, type DayNumber, MONTHS_A_YEAR } from '../calendar/calendar.ts';

/** Units bought on one day: units in millionths, and their cost in minor units. */
export type Lot = { on: DayNumber; units: number; cost: number };

/** The method for the cost of sold units: the average of all units, or the oldest units first. */
export type CostMethod = 'average' | 'fifo';

/** A sale's cost basis and gains in minor units. Gains on units held more than a year are long-term. */
export type Sale = { basis: number; gain: number; longTermGain: number };

export const sumUnits = (lots: readonly Lot[]) => lots.reduce((sum, { units }) => sum + units, 0);
export const sumCost = (lots: readonly Lot[]) => lots.reduce((sum, { cost }) => sum + cost, 0);

/**
 * Sells units (in millionths) from lots for an amount in minor units. The oldest units are sold first. With
 * the average method, every unit has the same cost (26 CFR 1.1012-1(e)). Returns the sale and the remaining
 * lots.
 */
export function sellLots(
  lots: readonly Lot[],
  units: number,
  proceeds: number,
  { method, day }: { method: CostMethod; day: DayNumber },
): { sale: Sale; remaining: Lot[] } {
  const { sold, remaining } = takeOldest(lots, units);
  const long = sold.filter(({ on }) => addMonths(on, MONTHS_A_YEAR) < day);
  const longUnits = sumUnits(long);
  const isAverage = method === 'average';
  const basis = isAverage ? share(sumCost(lots), units, sumUnits(lots)) : sumCost(sold);
  const longBasis = isAverage ? share(basis, longUnits, units) : sumCost(long);
  return {
    sale: { basis, gain: proceeds - basis, longTermGain: share(proceeds, longUnits, units) - longBasis },
    remaining: isAverage ? spreadCost(remaining, sumCost(lots) - basis) : remaining,
  };
}

function takeOldest(lots: readonly Lot[], units: number): { sold: Lot[]; remaining: Lot[] } {
  const sold: Lot[] = [];
  const remaining: Lot[] = [];
  let left = units;
  for (const lot of lots) {
    const taken = Math.min(left, lot.units);
    const cost = share(lot.cost, taken, lot.units);
    left -= taken;
    if (taken > 0) sold.push({ ...lot, units: taken, cost });
    if (taken < lot.units) remaining.push({ ...lot, units: lot.units - taken, cost: lot.cost - cost });
  }
  return { sold, remaining };
}

/** Gives each remaining unit the same cost. The last lot absorbs rounding differences. */
function spreadCost(lots: readonly Lot[], cost: number): Lot[] {
  const units = sumUnits(lots);
  let left = cost;
  return lots.map((lot, index) => {
    const part = index === lots.length - 1 ? left : share(cost, lot.units, units);
    left -= part;
    return { ...lot, cost: part };
  });
}

/** Returns amount × part ÷ whole for non-negative integers, rounded half up, exactly. */
function share(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  const divisor = BigInt(whole);
  return Number((BigInt(amount) * BigInt(part) * 2n + divisor) / (divisor * 2n));
}
