/**
 * The maximum length of a pattern. Customers choose the patterns, and every change is matched against them,
 * so the cost must be bounded.
 */
export const LONGEST_PATTERN = 100;
const LONGEST_SUBJECT = 2_000;
const MAX_REPETITIONS = 2;

/**
 * Returns true if a string matches an SQL LIKE pattern: % matches any text, _ matches any character, and \
 * escapes. Uses linear backtracking instead of regular expressions.
 */
export function isLike(subject: string, pattern: string, ignoreCase: boolean): boolean {
  const text = ignoreCase ? subject.toLowerCase() : subject;
  const steps = parseLikePattern(ignoreCase ? pattern.toLowerCase() : pattern);
  let at = 0;
  let step = 0;
  let lastAny = -1;
  let resumeAt = 0;
  while (at < text.length) {
    const current = steps[step];
    if (current === ANY_TEXT) {
      lastAny = step;
      resumeAt = at;
      step += 1;
    } else if (current !== undefined && (current === ANY_CHARACTER || current === text[at])) {
      at += 1;
      step += 1;
    } else if (lastAny >= 0) {
      step = lastAny + 1;
      resumeAt += 1;
      at = resumeAt;
    } else {
      return false;
    }
  }
  return steps.slice(step).every((remaining) => remaining === ANY_TEXT);
}

const ANY_TEXT = Symbol('any text');
const ANY_CHARACTER = Symbol('any character');

function parseLikePattern(pattern: string): (string | symbol)[] {
  const steps: (string | symbol)[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\' && at + 1 < pattern.length) {
      at += 1;
      steps.push(pattern.charAt(at));
    } else {
      steps.push(character === '%' ? ANY_TEXT : character === '_' ? ANY_CHARACTER : character);
    }
  }
  return steps;
}

/**
 * Returns true if a regular expression has at most quadratic cost, because it has no groups and few
 * repetitions.
 */
export function isSafePattern(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  if (/[()]/.test(bare) || /\\[1-9]/.test(pattern)) return false;
  if ((bare.match(/[*+?{]/g) ?? []).length > MAX_REPETITIONS) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns true if a string matches a regular expression. Strings longer than 2,000 characters never match.
 */
export function isMatch(subject: string, pattern: string, ignoreCase: boolean): boolean {
  return subject.length <= LONGEST_SUBJECT && new RegExp(pattern, ignoreCase ? 'iu' : 'u').test(subject);
}
