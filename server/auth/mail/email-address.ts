import { invalid } from '../auth-error.ts';

const LONGEST_ADDRESS = 255;

/** HTML's definition of a valid email address (https://html.spec.whatwg.org/#valid-e-mail-address). */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Returns the address in lower case. Throws 400 `validation_failed` if it is invalid. */
export function parseEmail(input: string): string {
  if (input === '') throw invalid('An email address is required');
  if (input.length > LONGEST_ADDRESS) throw invalid('An email address is too long');
  // Checks the address before lower-casing, which turns some non-ASCII letters into ASCII, such as the Kelvin
  // sign into k.
  if (!ADDRESS.test(input)) throw invalid('Unable to validate email address: invalid format');
  return input.toLowerCase();
}
