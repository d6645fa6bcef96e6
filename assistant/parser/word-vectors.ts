import table from '../../content/word-vectors.json' with { type: 'json' };

/**
 * Vectors of common English words. Words that occur in similar contexts, such as "vehicle" and "car", have
 * similar directions. The length is the word's weight, which is low for words that occur everywhere.
 * `tools/scripts/word-vectors.ts` makes the table from GloVe. (Pennington, Socher, and Manning, 2014.)
 */
export const DIMENSIONS = 32;

const VECTORS = decodeBytes(table.vectors);
const POSITIONS: ReadonlyMap<string, number> = new Map(
  table.words.split(' ').map((word, at) => [word, at * DIMENSIONS]),
);

/** Decodes about a million signed bytes. A loop takes a few milliseconds, and `Int8Array.from` about 100. */
function decodeBytes(base64: string): Int8Array {
  const binary = atob(base64);
  const bytes = new Int8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Returns the mean direction of the vectors of words, with length 1. It is zero if all words are unknown. */
export function getMeanVector(words: readonly string[]): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of words) {
    const start = POSITIONS.get(word);
    if (start === undefined) continue;
    for (let at = 0; at < DIMENSIONS; at += 1) sum[at] = (sum[at] ?? 0) + (VECTORS[start + at] ?? 0);
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1;
  return sum.map((value) => value / length);
}
