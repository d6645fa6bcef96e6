/** A card's sections in tab order, with the specification's labels. */
export const PARTS = [
  { slug: '', label: 'Summary' },
  { slug: 'details', label: 'Card Details' },
  { slug: 'rewards', label: 'Rewards' },
  { slug: 'transactions', label: 'Transactions' },
  { slug: 'manage', label: 'Manage' },
] as const;

export type PartSlug = (typeof PARTS)[number]['slug'];

/** The path segment before a closed statement's date. The Summary section shows the statement. */
const STATEMENTS = 'statements';
const SLUGS = new Set<string>(PARTS.map(({ slug }) => slug));

export type CardPath = { cardId: string | null; part: PartSlug; statement: string | null };

/**
 * Parses `cardId/part` or `cardId/statements/2026-09-28`. If the path has no card id, it refers to the first
 * card.
 */
export function getCardPath(path: string): CardPath {
  const segments = path.split('/').filter(Boolean);
  const [first = ''] = segments;
  const cardId = isPart(first) || first === STATEMENTS || first === '' ? null : first;
  const [part = '', day = null] = cardId === null ? segments : segments.slice(1);
  if (part === STATEMENTS) return { cardId, part: '', statement: day };
  return { cardId, part: isPart(part) ? part : '', statement: null };
}

export function getPath(cardId: string, part: PartSlug = ''): string {
  return part ? `/credit-cards/${cardId}/${part}` : `/credit-cards/${cardId}`;
}

export function statementPath(cardId: string, closedOn: string): string {
  return `/credit-cards/${cardId}/${STATEMENTS}/${closedOn}`;
}

function isPart(slug: string): slug is PartSlug {
  return SLUGS.has(slug);
}
