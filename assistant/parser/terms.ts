import { GLOSSARY } from '../glossary.ts';
import { getNameWords } from './text.ts';
import { TERMS } from './vocabulary.ts';

/** Glossary terms by phrase. */
const TERMS_BY_PHRASE: ReadonlyMap<string, string> = new Map([
  ...GLOSSARY.map(({ term }): [string, string] => [getNameWords(term).join(' '), term]),
  ...TERMS,
]);

export const GLOSSARY_WORDS: readonly string[] = [...TERMS_BY_PHRASE.keys()].flatMap((phrase) =>
  phrase.split(' '),
);

/** Returns the term for one or more words, or null if there is none. */
export function getTerm(words: readonly string[]): string | null {
  const phrase = words.join(' ');
  return TERMS_BY_PHRASE.get(phrase) ?? TERMS_BY_PHRASE.get(phrase.replace(/s$/, '')) ?? null;
}
