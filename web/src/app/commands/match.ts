/** The part of a text from `start` up to `end`. */
type Range = { start: number; end: number };

export function getWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns where the words occur in a text, in order and without overlaps. Prefers the starts of words. */
export function findMatches(text: string, words: readonly string[]): Range[] {
  const lower = text.toLowerCase();
  const ranges = words.flatMap((word) => {
    const start = indexOfWord(lower, word);
    return start < 0 ? [] : { start, end: start + word.length };
  });
  ranges.sort((left, right) => left.start - right.start);
  return ranges.filter(
    ({ start }, index) => start >= Math.max(0, ...ranges.slice(0, index).map(({ end }) => end)),
  );
}

/**
 * Returns how well an entry matches the words: 0 if a word is missing. Matches at the start of the label count
 * most, then other words of the label, then the other texts.
 */
export function rateMatch(label: string, others: string, words: readonly string[]): number {
  let rating = 1;
  for (const [index, word] of words.entries()) {
    const start = indexOfWord(label.toLowerCase(), word);
    if (start === 0 && index === 0) rating += 4;
    else if (start >= 0) rating += isWordStart(label, start) ? 2 : 1;
    else if (indexOfWord(others.toLowerCase(), word) < 0) return 0;
  }
  return rating;
}

const isWordStart = (text: string, index: number) =>
  index === 0 || /[^\p{L}\p{N}]/u.test(text[index - 1] ?? '');

/** Returns the index of a word's first occurrence at the start of a word, or else of any occurrence. */
function indexOfWord(text: string, word: string): number {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1))
    if (isWordStart(text, index)) return index;
  // Single letters inside words would match nearly everything.
  return word.length > 1 ? text.indexOf(word) : -1;
}
