import { distance } from 'fastest-levenshtein';

/**
 * Returns the most similar name for a hint, if it is similar enough. Compares the names with the most common
 * trigrams (or bigrams) by edit distance.
 */
export function similarName(wanted: string, names: Iterable<string>, least = LEAST_LIKENESS): string | null {
  if (wanted.length > LONGEST_COMPARED) return null;
  const candidates = [...new Set(names)];
  for (const size of [3, 2]) {
    const groups = getGroups(wanted, size);
    const near = candidates
      .map((name) => ({ name, likeness: cosine(groups, getGroups(name, size)) }))
      .filter(({ likeness }) => likeness > 0)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, MOST_COMPARED)
      .map(({ name }) => ({ name, likeness: getLikeness(wanted.toLowerCase(), name.toLowerCase()) }))
      .sort((one, other) => other.likeness - one.likeness);
    const [best] = near;
    if (!best) continue;
    return best.likeness >= least && best.name !== wanted ? best.name : null;
  }
  return null;
}

/**
 * Returns one or two names that a word may misspell, by PostgreSQL's rule for columns: at most three letters
 * and half of the word differ.
 */
export function misspelled(word: string, names: Iterable<string>): string[] {
  if (word.length > LONGEST_COMPARED) return [];
  let least = Math.min(MOST_LETTERS_DIFFER, Math.floor(word.length / 2));
  let best: string[] = [];
  for (const name of names) {
    if (Math.abs(name.length - word.length) > least) continue;
    const differ = distance(word, name);
    if (differ > least) continue;
    best = differ < least ? [name] : [...best, name];
    least = differ;
  }
  return best.length > 2 ? [] : best;
}

const MOST_LETTERS_DIFFER = 3;
const LEAST_LIKENESS = 0.33;
/** For tables and functions: a hint only names what the caller has almost named. */
export const MIN_HINT_SIMILARITY = 0.75;
const LONGEST_COMPARED = 100;
const MOST_COMPARED = 50;

/** Counts the n-grams of a name, including its ends. */
function getGroups(name: string, size: number): Map<string, number> {
  const padded = `-${name.toLowerCase().replace(/[^\p{L}\p{N}, ]/gu, '')}-`.padEnd(size, '-');
  const groups = new Map<string, number>();
  for (let start = 0; start + size <= padded.length; start += 1) {
    const group = padded.slice(start, start + size);
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  return groups;
}

function cosine(one: Map<string, number>, other: Map<string, number>): number {
  let shared = 0;
  for (const [group, count] of one) shared += count * (other.get(group) ?? 0);
  return shared / (getLength(one) * getLength(other));
}

function getLength(groups: Map<string, number>): number {
  return Math.hypot(...groups.values());
}

function getLikeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : 1 - distance(one, other) / longest;
}
