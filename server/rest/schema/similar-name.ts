import { distance } from 'fastest-levenshtein';

/**
 * Returns the name that is most similar to a word, or null if no name is similar enough. Compares the names
 * that share the most trigrams (or bigrams) by edit distance.
 */
export function findSimilarName(word: string, names: Iterable<string>, minimum = MIN_SIMILARITY) {
  if (word.length > LONGEST_COMPARED) return null;
  const candidates = [...new Set(names)];
  for (const size of [3, 2]) {
    const groups = getGroups(word, size);
    const candidatesByLikeness = candidates
      .map((name) => ({ name, similarity: computeCosine(groups, getGroups(name, size)) }))
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, MAX_COMPARED)
      .map(({ name }) => ({ name, similarity: getSimilarity(word.toLowerCase(), name.toLowerCase()) }))
      .sort((a, b) => b.similarity - a.similarity);
    const [best] = candidatesByLikeness;
    if (!best) continue;
    return best.similarity >= minimum && best.name !== word ? best.name : null;
  }
  return null;
}

/**
 * Returns one or two names that a word could be a misspelling of. Uses PostgreSQL's rule for columns: at most
 * three letters, and at most half of the word, differ.
 */
export function findMisspelled(word: string, names: Iterable<string>): string[] {
  if (word.length > LONGEST_COMPARED) return [];
  let minimum = Math.min(MAX_LETTERS_DIFFER, Math.floor(word.length / 2));
  let best: string[] = [];
  for (const name of names) {
    if (Math.abs(name.length - word.length) > minimum) continue;
    const differ = distance(word, name);
    if (differ > minimum) continue;
    best = differ < minimum ? [name] : [...best, name];
    minimum = differ;
  }
  return best.length > 2 ? [] : best;
}

const MAX_LETTERS_DIFFER = 3;
const MIN_SIMILARITY = 0.33;
/**
 * The minimum similarity for hints about tables and functions. It is high, so that a hint reveals a name only
 * to callers who almost know it.
 */
export const MIN_HINT_SIMILARITY = 0.75;
const LONGEST_COMPARED = 100;
const MAX_COMPARED = 50;

/** Counts the n-grams of a name, including its beginning and end. */
function getGroups(name: string, size: number): Map<string, number> {
  const padded = `-${name.toLowerCase().replace(/[^\p{L}\p{N}, ]/gu, '')}-`.padEnd(size, '-');
  const groups = new Map<string, number>();
  for (let start = 0; start + size <= padded.length; start += 1) {
    const group = padded.slice(start, start + size);
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  return groups;
}

function computeCosine(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0;
  for (const [group, count] of a) shared += count * (b.get(group) ?? 0);
  return shared / (getLength(a) * getLength(b));
}

const getLength = (groups: Map<string, number>): number => Math.hypot(...groups.values());

function getSimilarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : 1 - distance(a, b) / longest;
}
