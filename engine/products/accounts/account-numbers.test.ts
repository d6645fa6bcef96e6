import { describe, expect, test } from 'vitest';
import {
  getBankIdentifiers,
  getIban,
  isValidIban,
  isValidRoutingNumber,
  ROUTING_NUMBER,
} from './account-numbers.ts';

describe('the numbers of an account', () => {
  test('are a routing number, an IBAN, or a sort code', () => {
    expect(getBankIdentifiers('000659248672', 'USD')).toEqual([
      { name: 'Routing number', value: '990000000' },
      { name: 'Account number', value: '000659248672' },
    ]);
    expect(getBankIdentifiers('000659248672', 'EUR')).toEqual([
      { name: 'IBAN', value: 'QS58 SAND 0006 5924 8672' },
    ]);
    expect(getBankIdentifiers('000659248672', 'GBP')).toEqual([
      { name: 'Sort code', value: '00-00-00' },
      { name: 'Account number', value: '59248672' },
    ]);
  });

  test('have valid check digits, like real ones', () => {
    expect(getIban('000046669161')).toBe('QS24 SAND 0000 4666 9161');
    for (const number of ['000659248672', '000046669161', '000000000000', '000999999999'])
      expect(isValidIban(getIban(number)), number).toBe(true);
    expect(isValidIban('QS59 SAND 0006 5924 8672')).toBe(false);
    expect(isValidRoutingNumber(ROUTING_NUMBER)).toBe(true);
  });

  test('have check digits by the same rules as published examples', () => {
    // Published examples of a German IBAN and of an American routing number.
    expect(isValidIban('DE89 3704 0044 0532 0130 00')).toBe(true);
    expect(isValidIban('DE88 3704 0044 0532 0130 00')).toBe(false);
    // The examples of the United Kingdom and France in the SWIFT IBAN Registry (ISO 13616).
    expect(isValidIban('GB29 NWBK 6016 1331 9268 19')).toBe(true);
    expect(isValidIban('FR14 2004 1010 0505 0001 3M02 606')).toBe(true);
    expect(isValidRoutingNumber('021000021')).toBe(true);
    expect(isValidRoutingNumber('021000022')).toBe(false);
    expect(isValidRoutingNumber('02100002')).toBe(false);
  });

  test("can't be the numbers of a real bank", () => {
    const prefix = Number(ROUTING_NUMBER.slice(0, 2));
    const real = [
      [0, 12],
      [21, 32],
      [61, 72],
      [80, 80],
    ];
    expect(real.some(([from = 0, to = 0]) => prefix >= from && prefix <= to)).toBe(false);
    expect(getIban('000659248672').startsWith('QS')).toBe(true);
  });
});
