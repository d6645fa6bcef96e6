import { describe, expect, it } from 'vitest';
import { codeField, codeIn } from './one-time-code';

describe('a one-time code', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['Your code is 123-456.', '123456'],
    ['Code 012345, asked for at 09:41', '012345'],
    ['call 1234567', null],
    ['123456 or 654321', null],
    ['', null],
  ])('is found in a pasted %j', (text, code) => expect(codeIn(text)).toBe(code));

  it('may be typed in groups, and is refused when digits are missing', () => {
    expect(codeField.parse('123 456')).toBe('123456');
    expect(codeField.safeParse('12345').error?.issues[0]?.message).toBe('Enter the 6-digit code.');
  });
});
