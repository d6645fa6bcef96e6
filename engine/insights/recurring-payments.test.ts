import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, dayText, parseDay } from '../calendar/calendar.ts';
import { type PastPayment, plainName, regularPayments } from './recurring-payments.ts';

const TODAY = parseDay('2026-11-21');

function paid(day: string, name: string, amount: number, more: Partial<PastPayment> = {}): PastPayment {
  return {
    day: parseDay(day),
    name,
    amount,
    currency: 'USD',
    accountId: 'checking',
    toAccountId: null,
    categoryId: null,
    ...more,
  };
}

const item = (days: string[], name: string, amounts: number[]) =>
  days.map((day, index) => paid(day, name, amounts[index % amounts.length] ?? 0));

describe('regular payments', () => {
  test.for([
    ['WEEKLY', ['2026-11-02', '2026-11-09', '2026-11-17'], '2026-11-23'],
    ['BIWEEKLY', ['2026-10-16', '2026-10-30', '2026-11-13'], '2026-11-27'],
    ['MONTHLY', ['2026-09-03', '2026-10-03', '2026-11-03'], '2026-12-03'],
    ['QUARTERLY', ['2026-04-15', '2026-07-15', '2026-10-15'], '2027-01-15'],
    ['ANNUALLY', ['2024-11-18', '2025-11-20', '2026-11-20'], '2027-11-20'],
  ] as const)('are detected %s', ([frequency, days, next]) => {
    const [match, ...others] = regularPayments(item([...days], 'Gym', [3900]), [], TODAY);
    expect(others).toEqual([]);
    expect(match).toMatchObject({ frequency, times: 3, amount: 3900, name: 'Gym' });
    const distance = Math.abs((match?.nextDay ?? 0) - parseDay(next));
    expect(distance).toBeLessThanOrEqual(1);
  });

  test('may fall on the last days of months', () => {
    const days = ['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'];
    const [result] = regularPayments(item(days, 'Rent', [90_000]), [], TODAY);
    expect(result).toMatchObject({
      confidence: 'high',
      why: '4 times, exactly a month apart, always the same amount.',
    });
    expect(dayText(result?.nextDay ?? 0)).toBe('2026-11-30');
  });

  test('have a confidence and a reason', () => {
    const days = ['2026-08-12', '2026-09-13', '2026-10-12', '2026-11-12'];
    const found = (amounts: number[], many = 4) =>
      regularPayments(item(days.slice(4 - many), 'Power', amounts), [], TODAY)[0];
    expect(found([5000])?.confidence).toBe('high');
    expect(found([5000], 3)?.confidence).toBe('medium');
    expect(found([5000, 5600])).toMatchObject({
      confidence: 'medium',
      lowest: 5000,
      highest: 5600,
      amount: 5600,
      why: '4 times, a month apart, give or take a day, similar amounts.',
    });
    expect(found([5000, 5600], 3)?.confidence).toBe('low');
  });

  test('may vary by up to a quarter', () => {
    const days = ['2026-09-03', '2026-10-03', '2026-11-03'];
    expect(regularPayments(item(days, 'Power', [10_000, 12_500, 10_000]), [], TODAY)).toHaveLength(1);
    expect(regularPayments(item(days, 'Power', [10_000, 12_501, 10_000]), [], TODAY)).toEqual([]);
  });

  test('need three payments, or two equal ones a year apart', () => {
    expect(regularPayments(item(['2026-10-03', '2026-11-03'], 'Gym', [3900]), [], TODAY)).toEqual([]);
    const yearly = ['2025-11-10', '2026-11-10'];
    expect(regularPayments(item(yearly, 'Club', [9900]), [], TODAY)).toMatchObject([
      {
        frequency: 'ANNUALLY',
        confidence: 'low',
        why: 'Twice, exactly a year apart, always the same amount.',
      },
    ]);
    expect(regularPayments(item(yearly, 'Club', [9900, 9800]), [], TODAY)).toEqual([]);
  });

  test('must not have ended', () => {
    const days = ['2026-06-03', '2026-07-03', '2026-08-03', '2026-09-03'];
    expect(regularPayments(item(days, 'Gym', [3900]), [], TODAY)).toEqual([]);
  });

  test('exclude irregular ones', () => {
    const days = ['2026-10-01', '2026-10-04', '2026-10-19', '2026-10-22', '2026-11-15'];
    expect(regularPayments(item(days, 'Grocer', [4000]), [], TODAY)).toEqual([]);
  });

  test('are detected among other purchases at the same merchant', () => {
    const purchases = item(
      ['2026-09-11', '2026-09-29', '2026-10-20', '2026-11-19'],
      'Shop',
      [2500, 8100, 1234],
    );
    const plan = item(['2026-09-05', '2026-10-05', '2026-11-05'], 'Shop', [1499]);
    expect(regularPayments([...purchases, ...plan], [], TODAY)).toMatchObject([
      { frequency: 'MONTHLY', amount: 1499, times: 3 },
    ]);
  });

  test('have one name, whatever number the bill has', () => {
    expect(plainName('City Water #4417')).toBe('city water');
    expect(plainName('CITY  WATER 2026-11')).toBe('city water');
    expect(plainName('24/7')).toBe(plainName('24/7'));
    expect(plainName('2026')).not.toBe('');
    const bills = [paid('2026-09-20', 'City Water #91', 3840), paid('2026-10-20', 'City water #92', 3840)];
    expect(regularPayments([...bills, paid('2026-11-20', 'City Water #93', 3840)], [], TODAY)).toHaveLength(
      1,
    );
  });

  test('exclude existing rules', () => {
    const days = ['2026-09-03', '2026-10-03', '2026-11-03'];
    const rule = { names: ['Gym membership', 'GYM'], toAccountId: null };
    expect(regularPayments(item(days, 'Gym', [3900]), [rule], TODAY)).toEqual([]);
    const saved = days.map((day) => paid(day, 'To Savings', 25_000, { toAccountId: 'savings' }));
    expect(regularPayments(saved, [], TODAY)).toMatchObject([{ toAccountId: 'savings' }]);
    expect(regularPayments(saved, [{ names: ['Nest egg'], toAccountId: 'savings' }], TODAY)).toEqual([]);
  });

  test('are detected in any order', () => {
    const rent = fc.integer({ min: 1, max: 31 }).map((date) => {
      const first = parseDay(`2026-01-31`) - 31 + date;
      return Array.from({ length: 11 }, (_, month) => addMonths(first, month)).filter((day) => day <= TODAY);
    });
    const noise = fc.array(
      fc.record({
        day: fc.integer({ min: TODAY - 390, max: TODAY - 1 }),
        amount: fc.integer({ min: 1, max: 100_000 }),
      }),
    );
    fc.assert(
      fc.property(rent, noise, fc.infiniteStream(fc.integer()), (days, others, dice) => {
        const payments = [
          ...days.map((day) => paid(dayText(day), 'Rent', 90_000)),
          ...others.map(({ day, amount }) => paid(dayText(day), 'Grocer', amount)),
        ];
        const orders = new Map(payments.map((payment) => [payment, dice.next().value]));
        const shuffled = payments.toSorted(
          (left, right) => (orders.get(left) ?? 0) - (orders.get(right) ?? 0),
        );
        const match = regularPayments(shuffled, [], TODAY).find(({ name }) => name === 'Rent');
        expect(match).toMatchObject({ frequency: 'MONTHLY', confidence: 'high', amount: 90_000 });
        expect(match?.nextDay).toBeGreaterThan(TODAY);
        expect(match?.nextDay).toBe(days.length > 0 ? addMonths(days[0] ?? 0, days.length) : 0);
      }),
      { numRuns: 200 },
    );
  });
});
