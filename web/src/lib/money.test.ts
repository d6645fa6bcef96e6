import { LARGEST_MINOR } from '@engine/money/amount-text.ts';
import { fromMinor, type Minor, negateMinor, toMinor } from '@engine/money/minor.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertMinor, formatMinor, formatMoney, parseAmount, splitMinor } from './money';

const minorAmounts = fc.integer({ min: 0, max: LARGEST_MINOR }).map((amount) => amount as Minor);

describe('minor units', () => {
  it.each([
    [0, 0],
    [1.005, 101],
    [-1.005, -101],
    [1.004999, 100],
    [2.675, 268],
    [150.30000000000001, 15030],
    [0.1 + 0.2, 30],
    [1234.5, 123450],
    [-0.01, -1],
    [-0.001, 0],
    [999_999_999.99, 99_999_999_999],
    [999_999_999.985, 99_999_999_999],
    [12_345_678_901.23, 1_234_567_890_123],
  ])('%d is %d', (amount, minor) => {
    expect(toMinor(amount)).toBe(minor);
  });

  it('zero has no sign, however it was computed', () => {
    expect(negateMinor(toMinor(0))).toBe(0);
    expect(toMinor(-0)).toBe(0);
  });

  it('thousandths round half away from zero, in both directions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (thousandths) => {
        const expected = Math.floor((thousandths + 5) / 10);
        expect(toMinor(thousandths / 1000)).toBe(expected);
        expect(toMinor(-thousandths / 1000)).toBe(0 - expected);
      }),
    );
  });

  it('an amount survives the round trip to the bank', () => {
    fc.assert(fc.property(minorAmounts, (amount) => toMinor(fromMinor(amount)) === amount));
  });
});

describe('conversion', () => {
  it.each([
    [100, 0.925, 93],
    [-100, 0.925, -93],
    [5, 0.1, 1],
    [-5, 0.1, -1],
    [35, 0.7, 25],
    [0, 1.17, 0],
  ])('%d at %d is %d', (amount, rate, converted) => {
    expect(convertMinor(amount as Minor, rate)).toBe(converted);
  });

  it('rounds half away from zero exactly like the bank, for any rate of eight decimals', () => {
    const UNITS = 100_000_000n;
    fc.assert(
      fc.property(
        fc.integer({ min: -LARGEST_MINOR, max: LARGEST_MINOR }),
        fc.integer({ min: 1, max: 999_999_999 }),
        (amount, units) => {
          const product = BigInt(Math.abs(amount)) * BigInt(units);
          const rounded = Number((product + UNITS / 2n) / UNITS);
          const expected = amount < 0 ? 0 - rounded : rounded;
          expect(convertMinor(amount as Minor, units / 100_000_000)).toBe(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('money as text', () => {
  it.each([
    [1234.5, 'USD', '$1,234.50'],
    [-1234.56, 'USD', '\u2212$1,234.56'],
    [0, 'EUR', '€0.00'],
    [-0, 'USD', '$0.00'],
    [-0.001, 'USD', '$0.00'],
    [999_999_999.99, 'GBP', '£999,999,999.99'],
    [1, 'XXX', '$1.00'],
  ])('%d %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it('a sign is a plus or a real minus sign, and zero has none', () => {
    expect(formatMoney(5, 'USD', true)).toBe('+$5.00');
    expect(formatMoney(-5, 'USD', true)).toBe('\u2212$5.00');
    expect(formatMoney(0, 'USD', true)).toBe('$0.00');
  });

  it('every formatted amount parses to the same amount', () => {
    fc.assert(fc.property(minorAmounts, (amount) => parseAmount(formatMinor(amount)) === amount));
  });
});

describe('a typed amount', () => {
  it.each([
    ['12', 1200],
    ['$1,234.5', 123450],
    ['1 234.56', 123456],
    ['.5', 50],
    ['5.', 500],
    ['007', 700],
    ['0', 0],
    ['999,999,999.99', 99_999_999_999],
  ])('%j is %d', (text, minor) => {
    expect(parseAmount(text)).toBe(minor);
  });

  it.each([
    '',
    ' ',
    '.',
    '$',
    '1.005',
    '1.2.3',
    '--5',
    '-5',
    '+5',
    '1e5',
    '١٢',
    '１２',
    'twelve',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1,23',
    '1,2345',
    ',5',
    '1.234,56',
    '1,,000',
    '1,000,',
    '1,000,000,000',
    '9'.repeat(400),
  ])('%j is invalid', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it('is valid within the limits or invalid, never something else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseAmount(text);
        expect(
          amount === null || (Number.isSafeInteger(amount) && amount >= 0 && amount <= LARGEST_MINOR),
        ).toBe(true);
      }),
    );
  });
});

describe('a division', () => {
  it('adds up to the whole, with shares at most a cent apart', () => {
    fc.assert(
      fc.property(minorAmounts, fc.integer({ min: 1, max: 21 }), (amount, parts) => {
        const shares = splitMinor(amount, parts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
