import { AuthError, invalid } from '../auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';

export type PasswordRules = { minimumLength: number; requirements: string; refuseCommon: boolean };
export type Weakness = { message: string; reasons: ('length' | 'characters' | 'pwned')[] };

/** The longest password that Supabase accepts, in bytes. */
const LONGEST_PASSWORD_BYTES = 72;

const LETTERS_LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_UPPER = LETTERS_LOWER.toUpperCase();
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** The character sets required by each value of `password_requirements` in config.toml. */
const REQUIREMENTS: Record<string, string[]> = {
  letters_digits: [LETTERS_LOWER + LETTERS_UPPER, DIGITS],
  lower_upper_letters_digits: [LETTERS_LOWER, LETTERS_UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LETTERS_LOWER, LETTERS_UPPER, DIGITS, SYMBOLS],
};

/** Returns all reasons why a password is weak, or null if it is strong enough. */
export function getWeakness(password: string, rules: PasswordRules): Weakness | null {
  const messages: string[] = [];
  const reasons: Weakness['reasons'] = [];
  if ([...password].length < rules.minimumLength) {
    messages.push(`Password should be at least ${rules.minimumLength} characters.`);
    reasons.push('length');
  }
  const sets = REQUIREMENTS[rules.requirements] ?? [];
  if (sets.some((set) => ![...password].some((character) => set.includes(character)))) {
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`);
    reasons.push('characters');
  }
  if (rules.refuseCommon && isCommonPassword(password)) {
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
    reasons.push('pwned');
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : null;
}

/** Throws 422 `weak_password` with the reasons, or 400 if the password is longer than 72 bytes. */
export function requireStrongPassword(password: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES)
    throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD_BYTES} characters`);
  const weakness = getWeakness(password, rules);
  if (!weakness) return;
  throw new AuthError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  });
}
