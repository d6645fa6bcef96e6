import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { type Lot, sellLots, sumCost, sumUnits } from './lots.ts';

const lot = (on: string, units: number, cost: number): Lot => ({ on: parseDay(on), units, cost });
/** Three purchases of 500.00 each, and a reinvested dividend. */
const LOTS = [
  lot('2026-01-05', 10_000_000, 50_000),
  lot('2026-02-05', 10_362_694, 50_000),
  lot('2026-03-05', 9_411_764, 50_000),
  lot('2026-03-31', 174_150, 923),
];
const day = parseDay('2026-06-01');

describe('selling 15 units for 825.00', () => {
  test('starts from 29.948608 units with a cost of 1,509.23', () => {
    expect(sumUnits(LOTS)).toBe(29_948_608);
    expect(sumCost(LOTS)).toBe(150_923);
  });

  test('has a gain of 69.09 with the average method', () => {
    const { sale, remaining } = sellLots(LOTS, 15_000_000, 82_500, { method: 'average', day });
    expect(sale).toEqual({ basis: 75_591, gain: 6_909, longTermGain: 0 });
    expect(sumUnits(remaining)).toBe(14_948_608);
    expect(sumCost(remaining)).toBe(150_923 - 75_591);
  });

  test('has a gain of 83.75 with the oldest units first', () => {
    const { sale, remaining } = sellLots(LOTS, 15_000_000, 82_500, { method: 'fifo', day });
    expect(sale).toEqual({ basis: 74_125, gain: 8_375, longTermGain: 0 });
    expect(sumUnits(remaining)).toBe(14_948_608);
    expect(sumCost(remaining)).toBe(150_923 - 74_125);
  });

  test('has a long-term gain for units held more than a year', () => {
    const late = parseDay('2027-01-06');
    const { sale } = sellLots(LOTS, 15_000_000, 82_500, { method: 'fifo', day: late });
    // 10 of the 15 units were held for more than a year: 550.00 − 500.00.
    expect(sale).toEqual({ basis: 74_125, gain: 8_375, longTermGain: 5_000 });
  });

  test('has no long-term gain on the anniversary itself', () => {
    const anniversary = parseDay('2027-01-05');
    const { sale } = sellLots(LOTS, 15_000_000, 82_500, { method: 'fifo', day: anniversary });
    expect(sale.longTermGain).toBe(0);
  });

  test('loses no cent when everything is sold in many parts', () => {
    let lots = LOTS;
    let basis = 0;
    while (lots.length > 0) {
      const units = Math.min(1_234_567, sumUnits(lots));
      const { sale, remaining } = sellLots(lots, units, 6_000, { method: 'average', day });
      basis += sale.basis;
      lots = remaining;
    }
    expect(basis).toBe(150_923);
  });
});
