import { describe, expect, test } from 'vitest';
import { parseDay } from '../../calendar/calendar.ts';
import { markMinor } from '../../money/minor.ts';
import { getLegalLiability } from './liability.ts';

/** A theft of 620.00 on a Tuesday. */
const report = (day: string, amount = 620_00, holidayCurrency?: string) =>
  getLegalLiability({
    amount: markMinor(amount),
    chargedOn: parseDay('2026-12-22'),
    reportedOn: parseDay(day),
    ...(holidayCurrency && { holidayCurrency }),
  });

describe('the liability by law for a stolen debit card', () => {
  test('is 500.00 of 620.00 if the theft is reported on business day 5', () => {
    expect(report('2026-12-29')).toBe(500_00);
  });

  test.each([
    ['2026-12-22', 50_00],
    ['2026-12-24', 50_00],
    ['2026-12-25', 500_00],
    // December's statement ends on December 31, and 60 days later is March 1.
    ['2027-03-01', 500_00],
    ['2027-03-02', 620_00],
  ])('reported on %s is %i cents', (day, owed) => {
    expect(report(day)).toBe(owed);
  });

  test('skips weekends and bank holidays', () => {
    const getLiability = (holidayCurrency?: string) =>
      getLegalLiability({
        amount: markMinor(620_00),
        chargedOn: parseDay('2026-12-24'),
        reportedOn: parseDay('2026-12-29'),
        ...(holidayCurrency && { holidayCurrency }),
      });
    // Without holidays, Friday and Monday are the two business days.
    expect([getLiability(), getLiability('USD')]).toEqual([500_00, 50_00]);
  });

  test('is never more than the loss', () => {
    expect([report('2026-12-22', 20_00), report('2026-12-29', 120_00)]).toEqual([20_00, 120_00]);
  });
});
