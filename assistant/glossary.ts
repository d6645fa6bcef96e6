import glossary from '../content/glossary.json' with { type: 'json' };

export type Term = {
  /** The hash of its address. */
  id: string;
  term: string;
  meaning: string;
  lesson: string;
  place: Place | null;
};

/** A page of the app where a term appears. */
type Place = { words: string; to: string };

const DESTINATIONS: Readonly<Record<string, Place>> = glossary.places;

/** `401(k)` is found at `401k`, `Net pay` at `net-pay`. */
export const termId = (term: string) =>
  term
    .toLowerCase()
    .replace(/[()]/g, '')
    .replace(/[^a-z0-9]+/g, '-');

/** All terms by name. */
export const GLOSSARY: readonly Term[] = glossary.terms
  .map(({ term, meaning, lesson, place }) => ({
    ...{ id: termId(term), term, meaning, lesson },
    place: (place && DESTINATIONS[place]) || null,
  }))
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
