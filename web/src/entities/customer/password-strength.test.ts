import { expect, it } from 'vitest';
import { getStrength } from './password-strength';

it.each([
  ['', 0],
  ['short12', 0],
  ['aaaaaaaa', 1],
  ['longenough', 1],
  ['Passw0rd', 2],
  ['Longer-than-that', 4],
  ['four plain words here', 3],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
])('the password %j has strength %d', (password, strength) => {
  expect(getStrength(password)).toBe(strength);
});
