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

describe('the examples of IRS Publication 564, Mutual Fund Distributions (2009)', () => {
  test('FIFO: 210 shares from lots of 160 at 25.00 and 240 at 20.00 have a basis of 5,000.00', () => {
    const shares = [
      lot('2008-02-06', 160_000_000, 400_000),
      lot('2008-08-07', 240_000_000, 480_000),
      lot('2008-12-18', 10_000_000, 30_000),
    ];
    const sold = { method: 'fifo', day: parseDay('2009-10-01') } as const;
    const { sale, remaining } = sellLots(shares, 210_000_000, 672_000, sold);
    expect(sale).toEqual({ basis: 500_000, gain: 172_000, longTermGain: 172_000 });
    expect(sumUnits(remaining)).toBe(200_000_000);
  });

  test('average basis: 150 of 300 shares that cost 4,800.00 have a basis of 2,400.00', () => {
    // The shares cost 1,000.00, 1,200.00, and 2,600.00.
    const shares = [
      lot('2008-05-01', 100_000_000, 100_000),
      lot('2008-06-01', 100_000_000, 120_000),
      lot('2008-07-01', 100_000_000, 260_000),
    ];
    const sold = { method: 'average', day: parseDay('2009-05-11') } as const;
    const { sale, remaining } = sellLots(shares, 150_000_000, 300_000, sold);
    expect(sale.basis).toBe(240_000);
    expect(sumCost(remaining)).toBe(240_000);
  });
});

describe('the published example of 150 shares for 5,040.00, with a fee of 20.00 for each purchase', () => {
  // thefinancebase.com/calculate-non-retirement-mutual-fund-basis-5484.html: 3,020.00 for 100 shares and
  // 2,020.00 for 50.
  const shares = [lot('2024-01-05', 100_000_000, 302_000), lot('2024-07-05', 50_000_000, 202_000)];
  const sell = (method: 'average' | 'fifo') =>
    sellLots(shares, 10_000_000, 40_000, { method, day: parseDay('2025-01-05') }).sale.basis;

  test('the average basis is 33.60 a share', () => {
    expect(sell('average')).toBe(33_600);
  });

  test('the basis of the oldest shares is 30.20 a share', () => {
    expect(sell('fifo')).toBe(30_200);
  });
});

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
