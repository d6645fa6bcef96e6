import glossary from '../content/glossary.json' with { type: 'json' };

export type Term = {
  /** The fragment id in the term's URL. */
  id: string;
  term: string;
  meaning: string;
  lesson: string;
  page: Page | null;
  /** The fact that answers how it works. Missing if the meaning is enough. */
  fact?: string;
};

/** A page where the term appears. */
type Page = { label: string; to: string };

const DESTINATIONS: Readonly<Record<string, Page>> = glossary.pages;

/** Converts a term to an id: `401(k)` becomes `401k`, and `Net pay` becomes `net-pay`. */
export const termId = (term: string) =>
  term
    .toLowerCase()
    .replace(/[()]/g, '')
    .replace(/[^a-z0-9]+/g, '-');

/** All terms, sorted by name. */
export const GLOSSARY: readonly Term[] = glossary.terms
  .map(({ term, meaning, lesson, page, fact }) => ({
    ...{ id: termId(term), term, meaning, lesson },
    page: (page && DESTINATIONS[page]) || null,
    ...(fact !== undefined && { fact }),
  }))
  .sort((left, right) => left.term.localeCompare(right.term, 'en'));

/**
 * Finds terms. Terms that start with the query come first, followed by terms that contain the query's words.
 */
export function termsFor(search: string): readonly Term[] {
  const query = search.trim().toLowerCase();
  if (query === '') return GLOSSARY;
  const rank = ({ term, meaning }: Term) => {
    const name = term.toLowerCase();
    if (name.startsWith(query)) return 0;
    if (name.includes(query)) return 1;
    return meaning.toLowerCase().includes(query) ? 2 : 3;
  };
  return GLOSSARY.map((term) => ({ term, at: rank(term) }))
    .filter(({ at }) => at < 3)
    .sort((left, right) => left.at - right.at)
    .map(({ term }) => term);
}

/** Finds a term by its name; otherwise, the best match of a search. */
export function findTerm(name: string): Term | undefined {
  const terms = termsFor(name);
  return terms.find(({ id }) => id === termId(name)) ?? terms[0];
}
