import { CREDIT_TERMS } from './glossary-credit.ts';
import { MONEY_TERMS } from './glossary-money.ts';
import { type Entry, PLACES } from './glossary-types.ts';

export type Term = {
  /** The hash of its address. */
  id: string;
  term: string;
  meaning: string;
  lesson: string;
  place: { words: string; to: string } | null;
};

/** `401(k)` is found at `401k`, `Net pay` at `net-pay`. */
export const termId = (term: string) =>
  term
    .toLowerCase()
    .replace(/[()]/g, '')
    .replace(/[^a-z0-9]+/g, '-');

const termOf = ([term, meaning, lesson, place]: Entry): Term => ({
  id: termId(term),
  term,
  meaning,
  lesson,
  place: place && PLACES[place],
});

/** All terms by name. */
export const GLOSSARY: readonly Term[] = [...MONEY_TERMS, ...CREDIT_TERMS]
  .map(termOf)
  .sort((one, other) => one.term.localeCompare(other.term, 'en'));

/** The terms that a search names: those whose name begins with it first, then those whose words hold it. */
export function termsFor(search: string): readonly Term[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return GLOSSARY;
  const rank = ({ term, meaning }: Term) => {
    const name = term.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return meaning.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return GLOSSARY.map((term) => ({ term, at: rank(term) }))
    .filter(({ at }) => at < 3)
    .sort((one, other) => one.at - other.at)
    .map(({ term }) => term);
}
